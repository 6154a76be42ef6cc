"""Examples that are the same response twice, or nearly: they count as evidence only once.

The work grows with the text: equal responses are one from the start, and each other response is held against a bounded
number of those that share some of its runs of words, however many do.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import chain
from typing import TypeAlias
from zlib import crc32

from spade_core.examples import Example, Label

_NEAR = 0.9  # of the union of two texts' runs of words
_RUN = 4  # words
_SKETCH = 128
_KEYS = 8
_CROWD = 64
_COMPANIONS, _COMPANIONS_IN_A_CROWD = 8, 2

Sketch: TypeAlias = "array[int]"
"""The least hashes of the runs of words of a text, rising."""


@dataclass(frozen=True, slots=True)
class DuplicateGroup:
    """Two or more examples with the same response, or nearly the same."""

    ids: tuple[str, ...]
    """In the order of the examples."""
    exact: bool
    """Whether all are equal but for case and white space."""
    labels_differ: bool
    """Whether some are labelled good and some bad: one of the labels is wrong, or the fields decide."""


def duplicate_groups(examples: Sequence[Example]) -> tuple[DuplicateGroup, ...]:
    """Return the groups of two or more, in order of their first example.

    Nearly the same means that the sets of runs of four words share at least nine tenths of their union; of texts with
    more than 128 different runs this is an estimate from 128 of them.
    """
    copies: dict[bytes, list[int]] = {}

    def different() -> Iterator[str]:
        for number, example in enumerate(examples):
            text = " ".join(example.response.casefold().split())
            key = sha256(text.encode("utf-8", "surrogatepass")).digest()
            if key not in copies:
                copies[key] = []
                yield text
            copies[key].append(number)

    sketches = sketches_of(different())
    together: dict[int, list[list[int]]] = defaultdict(list)
    for numbers, root in zip(copies.values(), _roots(sketches), strict=True):
        together[root].append(numbers)
    return tuple(
        _group([examples[number] for number in sorted(chain.from_iterable(texts))], exact=len(texts) == 1)
        for texts in together.values()
        if len(texts) > 1 or len(texts[0]) > 1
    )


def sketches_of(texts: Iterable[str]) -> list[Sketch]:
    """Return one sketch for each text, whose words are parted by single spaces."""
    number_of = _Numbers()
    return [_sketch(text.split(" "), number_of) for text in texts]


def pairs_to_compare(sketches: Sequence[Sketch]) -> Iterator[tuple[int, int]]:
    """Return pairs that share one of their least hashes: at most 64 for each text.

    Of the many that share one hash, those are compared whose other hashes agree longest. So a group of near-duplicates
    is found as a chain, while texts that only share a beginning are left alone.
    """
    sharing: dict[int, list[int]] = defaultdict(list)
    for number, sketch in enumerate(sketches):
        for key in sketch[:_KEYS]:
            sharing[key].append(number)
    for key, members in sharing.items():
        if len(members) > _COMPANIONS:
            members.sort(key=partial(_rest, sketches, key))
        companions = _COMPANIONS if len(members) <= _CROWD else _COMPANIONS_IN_A_CROWD
        for place, one in enumerate(members):
            for other in members[place + 1 : place + 1 + companions]:
                yield one, other


def _group(examples: Sequence[Example], *, exact: bool) -> DuplicateGroup:
    labels = {example.label for example in examples}
    return DuplicateGroup(
        ids=tuple(example.id for example in examples),
        exact=exact,
        labels_differ={Label.GOOD, Label.BAD} <= labels,
    )


class _Numbers(dict[str, int]):
    """One number for each word, worked out when it is first met."""

    def __missing__(self, word: str) -> int:
        number = self[word] = crc32(word.encode("utf-8", "surrogatepass"))
        return number


def _rest(sketches: Sequence[Sketch], key: int, number: int) -> bytes:
    sketch = sketches[number]
    return sketch[sketch.index(key) :].tobytes()


def _sketch(words: Sequence[str], number_of: _Numbers) -> Sketch:
    if len(words) < _RUN:  # all of it is one run: another text is no near-duplicate, whatever its hash
        return array("q")
    numbers = [number_of[word] for word in words]
    # hashes of tuples of whole numbers, unlike those of words, are the same in every process
    runs = set(map(hash, zip(*(numbers[start:] for start in range(min(_RUN, len(numbers)))), strict=False)))
    return array("q", sorted(runs)[:_SKETCH])


def _roots(sketches: Sequence[Sketch]) -> list[int]:
    """Return, for each text, the first of those that are linked to it by near likeness."""
    leader = list(range(len(sketches)))
    held, held_as_set = -1, frozenset[int]()
    lengths = list(map(len, sketches))
    for one, other in pairs_to_compare(sketches):
        # what they share is at most the shorter one, and their union at least the longer one
        if lengths[one] < _NEAR * lengths[other] or lengths[other] < _NEAR * lengths[one]:
            continue
        first, second = _root(leader, one), _root(leader, other)
        if first == second:
            continue
        if one != held:
            held, held_as_set = one, frozenset(sketches[one])
        if _alike(sketches[one], held_as_set, sketches[other]):
            leader[max(first, second)] = min(first, second)
    return [_root(leader, number) for number in range(len(sketches))]


def _alike(one: Sketch, one_as_set: frozenset[int], other: Sketch) -> bool:
    shared = one_as_set.intersection(other)
    if len(shared) < _NEAR * max(len(one), len(other)):
        return False
    if max(len(one), len(other)) < _SKETCH:
        return len(shared) >= _NEAR * (len(one) + len(other) - len(shared))
    # the least hashes of the union are a fair sample of it, as far as both sketches reach
    sample = sorted(one_as_set.union(other))[:_SKETCH]
    return len(shared.intersection(sample)) >= _NEAR * len(sample)


def _root(leader: list[int], number: int) -> int:
    while leader[number] != number:
        leader[number] = leader[leader[number]]
        number = leader[number]
    return number
