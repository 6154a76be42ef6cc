"""Scores as assertions read them: ``example["scores"]["faithfulness"]``.

An example may bring scores of its own, as an export of another tool has them; they are taken as they are, where they
are numbers from 0 to 1. The others are computed by the host, before anything runs.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from spade_core.examples import Example

FIELD: Final = "scores"


class Scores(Protocol):
    """What computes scores: see `Scorer`."""

    def scores(self, names: Collection[str], examples: Sequence[Example]) -> Sequence[Mapping[str, float | str]]:
        """Return the scores of each example; in the place of one that cannot be had, why."""
        ...


def given_scores(example: Example) -> Mapping[str, float]:
    """Return the scores that an example brings."""
    faults = faults_of_scores(example)
    return {} if FIELD in faults else {name: float(score) for name, score in _brought(example) if name not in faults}


def faults_of_scores(example: Example) -> Mapping[str, str]:
    """Return what is wrong with each score that an example brings, by its name; or with all, by that of their field."""
    given = example.fields.get(FIELD, {})
    if not isinstance(given, Mapping):
        return {FIELD: f"{FIELD} must be an object of numbers from 0 to 1, not {_shown(given)}"}
    return {
        name: f"{name} must be a number from 0 to 1, not {_shown(score)}"
        for name, score in _brought(example)
        if isinstance(score, bool) or not isinstance(score, int | float) or not 0 <= score <= 1
    }


def lacks_scores(example: Example, names: Collection[str]) -> bool:
    """Return whether some of these scores are to be computed: an example may bring no others, or wrong ones."""
    given = example.fields.get(FIELD, {})
    return isinstance(given, Mapping) and not {*map(str, given)} >= {*names}


def _brought(example: Example) -> Iterable[tuple[str, Any]]:
    given: Any = example.fields.get(FIELD, {})
    return [(str(name), score) for name, score in given.items()]


def _shown(value: object) -> str:
    return json.dumps(value)[:40]


def with_scores(
    examples: Sequence[Example], names: Collection[str], scorer: Scores | None
) -> tuple[Sequence[Example], Sequence[Mapping[str, str]]]:
    """Return the examples with these scores, and for each example why it lacks some of them; "" without a scorer."""
    if not names:
        return examples, [{}] * len(examples)
    places = [place for place, example in enumerate(examples) if lacks_scores(example, names)]
    computed: Sequence[Mapping[str, float | str]] = [dict.fromkeys(names, "") for _ in places]
    if scorer is not None and places:
        computed = scorer.scores(names, [examples[place] for place in places])
    found = list(examples)
    wrong = [faults_of_scores(example) for example in examples]
    lacking = [{n: faults[key] for n in names for key in (FIELD, n) if key in faults} for faults in wrong]
    for place, scores in zip(places, computed, strict=True):
        known = dict(_brought(examples[place]))
        had = {name: score for name, score in scores.items() if not isinstance(score, str)}
        lacking[place] |= {n: why for n, why in scores.items() if isinstance(why, str) and n not in known}
        fields = {**examples[place].fields, FIELD: {**had, **known}}
        found[place] = replace(examples[place], fields=fields)
    return found, lacking
