"""Scores as assertions read them: ``example["scores"]["faithfulness"]``.

An example may bring scores of its own, as an export of another tool has them; they are taken as they are. The others
are computed by the host, before anything runs.
"""

import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final, Protocol

from spade_core.examples import Example

FIELD: Final = "scores"


class Scores(Protocol):
    """What computes scores: see `Scorer`."""

    def scores(self, names: Collection[str], examples: Sequence[Example]) -> Sequence[Mapping[str, float | str]]:
        """Return the scores of each example; in the place of one that cannot be had, why."""
        ...


def given_scores(example: Example) -> Mapping[str, float]:
    """Return the scores that an example brings."""
    given = example.fields.get(FIELD)
    if not isinstance(given, Mapping):
        return {}
    return {
        str(name): float(value)
        for name, value in given.items()
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max
    }


def with_scores(
    examples: Sequence[Example], names: Collection[str], scorer: Scores | None
) -> tuple[Sequence[Example], Sequence[Mapping[str, str]]]:
    """Return the examples with these scores, and for each example why it lacks some of them; "" without a scorer."""
    if not names:
        return examples, [{}] * len(examples)
    held = [example.fields.get(FIELD, {}) for example in examples]
    given = [{str(key): value for key, value in each.items()} if isinstance(each, Mapping) else None for each in held]
    places = [place for place, known in enumerate(given) if known is not None and not known.keys() >= {*names}]
    computed: Sequence[Mapping[str, float | str]] = [dict.fromkeys(names, "") for _ in places]
    if scorer is not None and places:
        computed = scorer.scores(names, [examples[place] for place in places])
    found, lacking = list(examples), [dict[str, str]() for _ in examples]
    for place, scores in zip(places, computed, strict=True):
        known = given[place] or {}
        had = {name: score for name, score in scores.items() if not isinstance(score, str)}
        lacking[place] = {n: why for n, why in scores.items() if isinstance(why, str) and n not in known}
        fields = {**examples[place].fields, FIELD: {**had, **known}}
        found[place] = replace(examples[place], fields=fields)
    return found, lacking
