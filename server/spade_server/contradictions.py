"""Pairs of criteria that no response can satisfy both. Only what is certain is said: counts and named phrases.

A criterion is held against the strictest of those before it, so the time is linear and nothing is said twice.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from spade_core.criteria import Criterion
from spade_core.criteria.readings import (
    Language,
    Layout,
    PhraseRule,
    Phrases,
    Quantity,
    Shows,
    Speaks,
)

_Place = TypeVar("_Place")
CLASHING = (Quantity, Phrases, Layout, Speaks, Shows, Language)
"""The readings that can contradict one another."""
_INCLUDES = frozenset({PhraseRule.INCLUDE_ALL, PhraseRule.STARTS_WITH, PhraseRule.ENDS_WITH})
_EDGES = frozenset({PhraseRule.STARTS_WITH, PhraseRule.ENDS_WITH})


@dataclass(frozen=True, slots=True)
class Contradiction(Generic[_Place]):
    """Two criteria that exclude each other, and whose they are."""

    first: Criterion
    first_place: _Place
    second: Criterion
    second_place: _Place
    why: str


def contradictions_in(criteria: Iterable[tuple[_Place, Criterion]]) -> Iterator[Contradiction[_Place]]:
    """Yield the contradictions between criteria given in reading order, each with whose it is (a sentence, say)."""
    seen = _Seen[_Place]()
    for place, criterion in criteria:
        for key, why in seen.clashes(criterion):
            first_place, first = seen.at[key]
            if first_place != place:
                yield Contradiction(first, first_place, criterion, place, why)
                break
        seen.take(place, criterion)


class _Seen(Generic[_Place]):
    """What was asked for so far, by what it would clash with."""

    def __init__(self) -> None:
        self.at: dict[tuple[object, ...], tuple[_Place, Criterion]] = {}

    def clashes(self, criterion: Criterion) -> Iterator[tuple[tuple[object, ...], str]]:
        """Yield the keys of what a criterion contradicts, and why."""
        match criterion.reading:
            case Quantity() as quantity if not quantity.approximate:
                yield from self._counts(quantity)
            case Phrases() as phrases:
                yield from self._phrases(phrases)
            case Layout() as layout:
                key = ("layout", layout.format, layout.scope, layout.detail, not layout.wanted)
                yield from self._forbidden(key, layout.format.value)
            case Speaks() as speaks:
                yield from self._forbidden(("speaks", speaks.manner, not speaks.wanted), speaks.manner.value)
            case Shows() as shows:
                yield from self._forbidden(("shows", shows.content, not shows.wanted), shows.content.value)
            case Language() as language:
                known = self.at.get(("language",))
                other = known[1].reading if known else None
                if isinstance(other, Language) and other.name != language.name:
                    yield ("language",), f"one wants {other.name}, the other {language.name}"
            case _:
                return

    def take(self, place: _Place, criterion: Criterion) -> None:
        """Remember a criterion for those that come."""
        for key in self._keys(criterion):
            self.at.setdefault(key, (place, criterion))

    def _keys(self, criterion: Criterion) -> Iterator[tuple[object, ...]]:
        match criterion.reading:
            case Quantity() as quantity if not quantity.approximate:
                yield from self._stricter(quantity)
            case Phrases() as phrases:
                rule = "excludes" if phrases.rule is PhraseRule.EXCLUDE else "includes"
                if phrases.rule in _INCLUDES or phrases.rule is PhraseRule.EXCLUDE:
                    yield from ((rule, phrase.lower(), phrases.scope) for phrase in phrases.phrases)
                if phrases.rule in _EDGES and len(phrases.phrases) == 1:
                    yield phrases.rule, phrases.scope
            case Layout() as layout:
                yield "layout", layout.format, layout.scope, layout.detail, layout.wanted
            case Speaks() as speaks:
                yield "speaks", speaks.manner, speaks.wanted
            case Shows() as shows:
                yield "shows", shows.content, shows.wanted
            case Language():
                yield ("language",)
            case _:
                return

    def _stricter(self, quantity: Quantity) -> Iterator[tuple[object, ...]]:
        """Yield the bounds that a quantity draws tighter; the looser ones before it are forgotten."""
        least, most = ("least", quantity.unit, quantity.scope), ("most", quantity.unit, quantity.scope)
        known = self._quantity(least)
        if quantity.lower is not None and (known is None or known.lower is None or quantity.lower > known.lower):
            self.at.pop(least, None)
            yield least
        known = self._quantity(most)
        if quantity.upper is not None and (known is None or known.upper is None or quantity.upper < known.upper):
            self.at.pop(most, None)
            yield most

    def _quantity(self, key: tuple[object, ...]) -> Quantity | None:
        known = self.at.get(key)
        return known[1].reading if known and isinstance(known[1].reading, Quantity) else None

    def _counts(self, quantity: Quantity) -> Iterator[tuple[tuple[object, ...], str]]:
        least, most = ("least", quantity.unit, quantity.scope), ("most", quantity.unit, quantity.scope)
        for key, low, high in ((most, quantity, self._quantity(most)), (least, self._quantity(least), quantity)):
            if low is None or high is None or low.lower is None or high.upper is None:
                continue
            if low.lower > high.upper:
                yield key, f"one asks for at least {low.lower} {low.unit.value}, the other for at most {high.upper}"

    def _phrases(self, phrases: Phrases) -> Iterator[tuple[tuple[object, ...], str]]:
        other = "includes" if phrases.rule is PhraseRule.EXCLUDE else "excludes"
        if phrases.rule is PhraseRule.EXCLUDE or phrases.rule in _INCLUDES:
            for phrase in phrases.phrases:
                key = (other, phrase.lower(), phrases.scope)
                if key in self.at:
                    yield key, f'one includes "{phrase}", the other excludes it'
        known = self.at.get((phrases.rule, phrases.scope)) if phrases.rule in _EDGES else None
        before = known[1].reading if known else None
        if isinstance(before, Phrases) and len(phrases.phrases) == 1:
            one, two = before.phrases[0], phrases.phrases[0]
            if not _nested(one, two, phrases.rule):
                yield (phrases.rule, phrases.scope), f'one {phrases.rule.value} "{one}", the other "{two}"'

    def _forbidden(self, key: tuple[object, ...], what: str) -> Iterator[tuple[tuple[object, ...], str]]:
        if key in self.at:
            yield key, f"one wants {what}, the other forbids it"


def _nested(one: str, other: str, rule: PhraseRule) -> bool:
    """Whether a response can satisfy both: one phrase begins (or ends) with the other."""
    low, high = sorted((one.lower(), other.lower()), key=len)
    return high.startswith(low) if rule is PhraseRule.STARTS_WITH else high.endswith(low)
