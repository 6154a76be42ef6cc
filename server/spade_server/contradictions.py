"""Pairs of criteria that no response can satisfy both; only what is certain.

A criterion is held against the strictest bounds and the first few different stands before it on each of its topics, so
the time is linear and nothing is said twice. What excludes what is the core's to say (`criteria.compatibility`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar

from spade_core.criteria import Criterion
from spade_core.criteria.compatibility import why_not_both
from spade_core.criteria.stances import Bounds, Stance, Topic, stances_of
from spade_core.deltas import Sentence
from spade_core.text import Span

_Place = TypeVar("_Place")
_MOST: Final = 8
"""Different stands on one topic that are remembered."""


@dataclass(frozen=True, slots=True)
class Contradiction(Generic[_Place]):
    """Two criteria that exclude each other, whose they are, and the words in their sentences that do."""

    first: Criterion
    first_place: _Place
    first_phrase: Span
    second: Criterion
    second_place: _Place
    second_phrase: Span
    why: str

    def holds_between(self, first: Sentence, second: Sentence) -> bool:
        """Whether it is there for these wordings of the two, which have the same words under headings of their own.

        What is said in different messages of a conversation is said of different responses.
        """
        if first.part != second.part:
            return False
        if (first.context, second.context) == (self.first.sentence.context, self.second.sentence.context):
            return True
        ours, theirs = (
            stances_of(replace(self.first, sentence=first)),
            stances_of(replace(self.second, sentence=second)),
        )
        return any(why_not_both(one, other) == self.why for one in ours for other in theirs)


def contradictions_among(criteria: Iterable[tuple[_Place, Criterion]]) -> Iterator[Contradiction[_Place]]:
    """Yield the contradictions between criteria that `may_clash`, in reading order, each with whose it is.

    Two places contradict each other once.
    """
    seen = _Seen[_Place]()
    told: set[tuple[_Place, _Place]] = set()
    for place, criterion in criteria:
        stances = stances_of(criterion)
        for clash in seen.clashes(place, criterion, stances):
            if (clash.first_place, place) not in told:
                told.add((clash.first_place, place))
                yield clash
                break
        seen.take(place, criterion, stances)


def may_clash(criterion: Criterion) -> bool:
    """Whether a criterion can be in a contradiction at all."""
    return bool(stances_of(criterion))


@dataclass(frozen=True, slots=True)
class _Taken(Generic[_Place]):
    """A stand that was taken, and by whom."""

    stance: Stance
    place: _Place
    criterion: Criterion


class _Seen(Generic[_Place]):
    """The stands that were taken so far, by topic: of bounds those that draw them, of others the first few."""

    def __init__(self) -> None:
        self._lowest: dict[Topic, tuple[int, _Taken[_Place]]] = {}
        self._highest: dict[Topic, tuple[int, _Taken[_Place]]] = {}
        self._others: dict[Topic, list[_Taken[_Place]]] = {}

    def clashes(
        self, place: _Place, criterion: Criterion, stances: tuple[Stance, ...]
    ) -> Iterator[Contradiction[_Place]]:
        """Yield what a criterion with these stances contradicts, and why."""
        for stance in stances:
            for before in self._before(stance):
                why = why_not_both(before.stance, stance) if before.place != place else ""
                if why:
                    first = before.criterion
                    yield Contradiction(first, before.place, before.stance.phrase, criterion, place, stance.phrase, why)

    def take(self, place: _Place, criterion: Criterion, stances: tuple[Stance, ...]) -> None:
        """Remember a criterion for those that come."""
        for stance in stances:
            taken = _Taken(stance, place, criterion)
            if isinstance(stance.says, Bounds):
                self._draw(stance.topic, stance.says, taken)
                continue
            known = self._others.setdefault(stance.topic, [])
            if len(known) < _MOST and all(each.stance.says != stance.says for each in known):
                known.append(taken)

    def _before(self, stance: Stance) -> Iterable[_Taken[_Place]]:
        if not isinstance(stance.says, Bounds):
            return self._others.get(stance.topic, ())
        drawn = (self._highest.get(stance.topic), self._lowest.get(stance.topic))
        return [each[1] for each in drawn if each is not None]

    def _draw(self, topic: Topic, bounds: Bounds, taken: _Taken[_Place]) -> None:
        """Remember bounds if they are the tightest so far; the looser ones are forgotten."""
        lowest, highest = self._lowest.get(topic), self._highest.get(topic)
        if bounds.least is not None and (lowest is None or bounds.least > lowest[0]):
            self._lowest[topic] = bounds.least, taken
        if bounds.most is not None and (highest is None or bounds.most < highest[0]):
            self._highest[topic] = bounds.most, taken
