"""Which questions about which labelled responses show how a judge does."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from spade_core.examples import Example, Label

FEWEST_OF_A_KIND: Final = 10
_MOST_OF_A_KIND: Final = 20
"""Labelled responses of each kind that a judge is tried on."""
_MOST_TRIALS: Final = 120
"""Questions that are asked one by one, to compare."""


@dataclass(frozen=True, slots=True)
class LabelTrial:
    """One question about one labelled response."""

    prompt: str
    response: str
    question: str
    is_good: bool
    """What the person called the response."""


def tried_on(examples: Iterable[Example]) -> list[Example]:
    """Return labelled examples to try a judge on, the same whatever their order; none where there are too few."""
    distinct = {(each.prompt, each.response): each for each in examples if each.label is not None}
    listed = sorted(distinct.values(), key=_order)
    of_kind = [[each for each in listed if each.label is label] for label in Label]
    if min(map(len, of_kind)) < FEWEST_OF_A_KIND:
        return []
    return [each for kind in of_kind for each in kind[:_MOST_OF_A_KIND]]


def label_trials(examples: Iterable[Example], questions: Sequence[str]) -> list[LabelTrial]:
    """Return some questions about each of these examples, every question as often as another."""
    examples = tried_on(examples)
    each_has = max(min(len(questions), _MOST_TRIALS // max(len(examples), 1)), 1)
    return [
        LabelTrial(
            example.prompt,
            example.response,
            questions[(number * each_has + place) % len(questions)],
            example.label is Label.GOOD,
        )
        for number, example in enumerate(examples)
        for place in range(each_has)
    ]


def _order(example: Example) -> bytes:
    return hashlib.sha256(f"{example.prompt}\0{example.response}".encode("utf-8", "surrogatepass")).digest()
