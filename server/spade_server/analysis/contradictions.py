"""Pairs of criteria that no response can satisfy both; only what is certain.

A criterion is held against the first few different constraints before it on its topic, so the time is linear and
nothing is said twice. What excludes what is the constraints' to say.
"""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from spade_core.criteria import Criterion
from spade_server.analysis.topics import MOST, Stand, stands_of, why_not_both

_Place = TypeVar("_Place", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Contradiction(Generic[_Place]):
    """Two criteria that exclude each other, and whose they are."""

    first: Criterion
    first_place: _Place
    second: Criterion
    second_place: _Place
    why: str


def contradictions_among(criteria: Iterable[tuple[_Place, int, Criterion]]) -> Iterator[Contradiction[_Place]]:
    """Yield the contradictions between criteria that `may_clash`, in reading order, each with whose it is.

    With each comes the message of the conversation that it stands in: what is said in different messages is said of
    different responses. Two places contradict each other once.
    """
    seen: dict[Hashable, dict[Stand, tuple[_Place, Criterion]]] = {}
    told: set[tuple[_Place, _Place]] = set()
    for place, message, criterion in criteria:
        stands = stands_of(criterion)
        for topic, stand in stands:
            for other, (first_place, first) in seen.get((message, topic), {}).items():
                if first_place == place or (first_place, place) in told:
                    continue
                why = why_not_both(other, stand)
                if why:
                    told.add((first_place, place))
                    yield Contradiction(first, first_place, criterion, place, why)
                    break
        for topic, stand in stands:
            before = seen.setdefault((message, topic), {})
            if len(before) < MOST:
                before.setdefault(stand, (place, criterion))
