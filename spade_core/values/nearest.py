"""The valid values that a text most probably means."""

import itertools
import math
from collections.abc import Sequence
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
    channel = Channel(words, index.unlikely, known, inverted="," in text)
    prior = math.log(len(index) / (1 - OUTSIDE))
    costs: list[tuple[float, int]] = []
    outside = [-math.log(OUTSIDE) + sum(map(index.unlikely, words))]
    for row in rows:
        meant = known.words(index.folded_value(row))
        cost, is_same = channel.cost(meant)
        cost += prior
        if meant == words and index.value(row).casefold() != text.casefold():
            cost += _OTHER_CASE
        if not is_same:
            outside.append(cost - math.log(1 - _MEANT_ALL_THE_SAME))
            cost -= math.log(_MEANT_ALL_THE_SAME)
        costs.append((cost, row))
    least = min([*outside, *(cost for cost, _ in costs)])
    total = sum(math.exp(least - cost) for cost in (*outside, *(cost for cost, _ in costs)))
    return [Correction(index.value(row), math.exp(least - cost) / total) for cost, row in sorted(costs)]


def _searched(words: Sequence[str], known: NameLexicon) -> list[str]:
    """Return the words to look for: those of the text, what they may stand for, and two that may be one."""
    nothing: frozenset[str] = frozenset()
    others = [*(known.short.get(word, nothing) | known.shorts.get(word, nothing) for word in words)]
    joined = [one + two for one, two in itertools.pairwise(words)]
    return [*words, *sorted(nothing.union(*others)), *joined]
