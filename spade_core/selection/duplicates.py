"""Examples that are the same response twice, or nearly: they count as evidence only once."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zlib import crc32

from spade_core.examples.example import Example, Label

_SHINGLE = 4  # words
_SKETCH = 64
_KEYS = 8


@dataclass(frozen=True, slots=True)
class DuplicateGroup:
    """Two or more examples with the same response, or nearly the same."""

    ids: tuple[str, ...]
    """In the order of the examples."""
    exact: bool
    """Whether all are equal but for case and white space."""
    labels_differ: bool
    """Whether some are labelled good and some bad: one of the labels is wrong, or the fields decide."""


def duplicate_groups(examples: Sequence[Example], *, near: float = 0.9) -> tuple[DuplicateGroup, ...]:
    """Return the groups of two or more, in order of their first example.

    Nearly the same means that the sets of runs of four words share at least `near` of their union.
    """
    shingles = [_shingles(example.response) for example in examples]
    leader = list(range(len(examples)))
    for one, other in _candidate_pairs(shingles):
        first, second = _root(leader, one), _root(leader, other)
        if first != second and _alike(shingles[one], shingles[other], near):
            leader[max(first, second)] = min(first, second)
    groups: dict[int, list[int]] = defaultdict(list)
    for number in range(len(examples)):
        groups[_root(leader, number)].append(number)
    return tuple(_group([examples[number] for number in group]) for group in groups.values() if len(group) > 1)


def _group(examples: Sequence[Example]) -> DuplicateGroup:
    labels = {example.label for example in examples}
    return DuplicateGroup(
        ids=tuple(example.id for example in examples),
        exact=len({tuple(_words(example.response)) for example in examples}) == 1,
        labels_differ={Label.GOOD, Label.BAD} <= labels,
    )


def _words(text: str) -> list[str]:
    return text.casefold().split()


def _shingles(text: str) -> frozenset[int]:
    words = _words(text)
    runs: Iterable[Sequence[str]] = (
        words[start : start + _SHINGLE] for start in range(max(1, len(words) - _SHINGLE + 1))
    )
    return frozenset(crc32(" ".join(run).encode("utf-8", "surrogatepass")) for run in runs)


def _candidate_pairs(shingles: Sequence[frozenset[int]]) -> set[tuple[int, int]]:
    """Return the pairs that share one of their least hashes and most of their sketches."""
    sketches = [sorted(found)[:_SKETCH] for found in shingles]
    members: dict[int, list[int]] = defaultdict(list)
    for number, sketch in enumerate(sketches):
        for key in sketch[:_KEYS]:
            members[key].append(number)
    as_sets = [frozenset(sketch) for sketch in sketches]
    pairs: set[tuple[int, int]] = set()
    for group in members.values():
        for place, other in enumerate(group):
            for one in group[:place]:
                if len(as_sets[one] & as_sets[other]) * 2 >= min(len(as_sets[one]), len(as_sets[other])):
                    pairs.add((one, other))
    return pairs


def _alike(one: frozenset[int], other: frozenset[int], near: float) -> bool:
    return len(one & other) >= near * len(one | other)


def _root(leader: list[int], number: int) -> int:
    while leader[number] != number:
        leader[number] = leader[leader[number]]
        number = leader[number]
    return number
