"""The valid values that a text most probably means."""

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from spade_core.values.channel import Channel
from spade_core.values.folding import LONGEST, folded, normal
from spade_core.values.lexicon import NameLexicon, lexicon

if TYPE_CHECKING:
    from spade_core.values.index import Index

OUTSIDE: Final = 0.1
"""How often a text that is not a value means none."""
NAMED: Final = 0.8
"""The least score with which one value is named as the correction."""
_CANDIDATES: Final = 80
_AMBIGUOUS: Final = 0.05
"""The least score with which a value is named as one of several."""
_MEANT_ALL_THE_SAME: Final = 0.1
"""How often a value is meant by a text that says a word more or less; else it means a thing that is no value."""
_LOOKED_AT: Final = 16
"""Values of a set from which it is read how near they are to another one, and with how many each is compared."""
_OF: Final = 10
"""One of so many is looked at: that the few values of a small set are far from each other says little."""
_NEAR_BEFORE: Final = 0.5
"""What is taken for that before any is looked at: half of all have another thing beside them."""
_ONE_SLIP, _MORE_SLIPS = 5.0, 3.0
"""What one slip costs, and by how much more in one word another is e times as rare."""
_OTHER_CASE: Final = 0.3
"""Between values of the same words, the one with the same accents and marks is nearer."""


class Membership(StrEnum):
    """What is known of a text and a set."""

    VALID = "valid"
    NEAR = "near"
    """It is not in the set; one value is meant."""
    AMBIGUOUS = "ambiguous"
    """It is not in the set; several values are about as near."""
    UNKNOWN = "unknown"
    """It is not in the set, and nothing is near enough."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A valid value, and how probable it is that it was meant: from 0 to 1."""

    value: str
    score: float


@dataclass(frozen=True, slots=True)
class Nearest:
    """The verdict on a text, and the nearest values, best first."""

    verdict: Membership
    nearest: tuple[Correction, ...] = ()

    @property
    def correction(self) -> str | None:
        """The value to put in the text's place: of an ambiguous or unknown text there is none."""
        return self.nearest[0].value if self.verdict in {Membership.VALID, Membership.NEAR} else None

    def __str__(self) -> str:
        shown = ", ".join(f"{e.value!r} ({e.score:.2f})" for e in self.nearest if e.score >= _AMBIGUOUS)
        match self.verdict:
            case Membership.VALID:
                return "valid"
            case Membership.NEAR:
                return f"probably {self.nearest[0].value!r} (score {self.nearest[0].score:.2f})"
            case Membership.AMBIGUOUS:
                return f"ambiguous: {shown}"
            case Membership.UNKNOWN:
                return f"nothing sure; nearest {shown}" if shown else "nothing near"


def nearest_in(index: "Index", text: str, *, most: int = 5) -> Nearest:
    """Return the verdict on a text and at most `most` values, each with its score."""
    if len(text) > 4 * LONGEST:
        return Nearest(Membership.UNKNOWN)
    value = normal(text)
    if index.row_of(value) is not None:
        return Nearest(Membership.VALID, (Correction(value, 1.0),))
    known = lexicon()
    words = known.words(folded(value))
    if not words or not len(index) or len(value) > LONGEST:
        return Nearest(Membership.UNKNOWN)
    return _judged(_posterior(index, value, words, known), most)


def _judged(found: Sequence[Correction], most: int) -> Nearest:
    shown = tuple(found[:most])
    if found and found[0].score >= NAMED:
        return Nearest(Membership.NEAR, shown)
    several = [each for each in found if each.score >= _AMBIGUOUS]
    if len(several) > 1 and sum(each.score for each in several) >= NAMED:
        return Nearest(Membership.AMBIGUOUS, shown)
    return Nearest(Membership.UNKNOWN, shown)


def _posterior(index: "Index", text: str, words: tuple[str, ...], known: NameLexicon) -> list[Correction]:
    """Return the values that may be meant, best first."""
    rows = index.like(_searched(words, known), _CANDIDATES)
    channel = Channel(words, index.unlikely, known, index.may_be, inverted="," in text)
    prior = math.log(len(index) / (1 - OUTSIDE))
    found = sorted((channel.cost(known.words(index.folded_value(row)), index.value(row)), row) for row in rows)
    costs: list[tuple[float, int]] = []
    outside = [-math.log(OUTSIDE) + sum(map(index.unlikely, words))]
    for place, (said, row) in enumerate(found):
        cost = said.total + prior
        if not said.total and index.value(row).casefold() != text.casefold():
            cost += _OTHER_CASE
        if said.is_same and said.changed:
            rivals = [other for each, other in found if other != row and each.changed <= 2 * said.changed]
            meant = _meant(index, row, rivals if not place else (), said.changed, known)
        else:
            meant = 1.0 if said.is_same else _MEANT_ALL_THE_SAME
        if meant < 1:
            outside.append(cost - math.log(1 - meant))
        costs.append((cost - math.log(meant), row))
    least = min([*outside, *(cost for cost, _ in costs)])
    total = sum(math.exp(least - cost) for cost in (*outside, *(cost for cost, _ in costs)))
    return [Correction(index.value(row), math.exp(least - cost) / total) for cost, row in sorted(costs)]


def _meant(index: "Index", row: int, rivals: Iterable[int], most: float, known: NameLexicon) -> float:
    """Return how often a value is meant by a text in which one of its words is changed so much; else by no value.

    For a thing that is like the value and missing in the set is as frequent as those like one of its values: around
    this one, and elsewhere in the set.
    """
    if index.spacing is None:
        index.spacing = list(_spacing(index, known))
    around = sum(0 < each <= most for each in _spaces(index, row, rivals, known))
    elsewhere = (_NEAR_BEFORE + sum(0 < each <= most for each in index.spacing)) / (1 + len(index.spacing))
    slips = math.exp(min(0.0, _ONE_SLIP - most) / _MORE_SLIPS)
    return (1 - OUTSIDE) * slips / ((1 - OUTSIDE) * slips + OUTSIDE * (around + elsewhere))


def _spacing(index: "Index", known: NameLexicon) -> Iterator[float]:
    """Yield for some values by how much some word of each is changed in the nearest other one."""
    looked_at = min(_LOOKED_AT, len(index) // _OF)
    for row in itertools.islice(range(0, len(index), len(index) // max(1, looked_at)), looked_at):
        others = index.like(known.words(index.folded_value(row)), _LOOKED_AT)
        yield min(_spaces(index, row, others, known), default=math.inf)


def _spaces(index: "Index", row: int, others: Iterable[int], known: NameLexicon) -> Iterator[float]:
    """Yield by how much some word of a value is changed in each of the others."""
    channel = Channel(known.words(index.folded_value(row)), index.unlikely, known)
    for other in others:
        if other != row:
            yield channel.cost(known.words(index.folded_value(other)), index.value(other)).changed


def _searched(words: Sequence[str], known: NameLexicon) -> list[str]:
    """Return the words to look for: those of the text, what they may stand for, and two that may be one."""
    nothing: frozenset[str] = frozenset()
    others = [*(known.short.get(word, nothing) | known.shorts.get(word, nothing) for word in words)]
    joined = ["".join(words), *(one + two for one, two in itertools.pairwise(words))]
    return [*words, *sorted(nothing.union(*others)), *joined]
