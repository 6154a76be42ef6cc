"""f subsumes g: every response that g fails is failed by f too."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class EdgeStatus(StrEnum):
    """What is known of one claim that f subsumes g."""

    PROVED = "proved"
    REFUTED = "refuted"
    BELIEVED = "believed"
    """Claimed, not proved, and no response seen so far tells otherwise."""


class SaidBy(StrEnum):
    """Who claimed it."""

    ANALYSIS = "analysis"
    """Reading the two functions."""
    MODEL = "model"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class SubsumptionEdge:
    """The claim that the assertion named `general` subsumes the one named `specific`."""

    general: str
    specific: str
    status: EdgeStatus
    said_by: SaidBy
    reason: str = ""
    """Why it holds, when proved: one line of plain English."""
    refuted_by: str = ""
    """When refuted: the id of the example that `general` passes and `specific` fails."""
    response: str | None = None
    """When refuted by a generated response rather than an example: that response."""

    @property
    def holds(self) -> bool:
        """Whether selection may rely on it."""
        return self.status is not EdgeStatus.REFUTED


@dataclass(frozen=True, slots=True)
class Subsumption:
    """Every claim made about a set of candidates, and what follows from those that stand."""

    edges: tuple[SubsumptionEdge, ...] = ()
    """Sorted by names; at most one for each ordered pair."""
    _below: Mapping[str, frozenset[str]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, edges: Iterable[SubsumptionEdge]) -> "Subsumption":
        """Return the relation of these claims: those that stand are closed under transitivity.

        Of two claims on one pair, a refutation outweighs a proof and a proof outweighs a belief.
        """
        rank = {EdgeStatus.REFUTED: 0, EdgeStatus.PROVED: 1, EdgeStatus.BELIEVED: 2}
        best: dict[tuple[str, str], SubsumptionEdge] = {}
        for edge in edges:
            known = best.get((edge.general, edge.specific))
            if edge.general != edge.specific and (known is None or rank[edge.status] < rank[known.status]):
                best[edge.general, edge.specific] = edge
        kept = tuple(best[pair] for pair in sorted(best))
        return cls(kept, _closure((edge.general, edge.specific) for edge in kept if edge.holds))

    def subsumes(self, general: str, specific: str) -> bool:
        """Whether the first assertion subsumes the second, directly or through others."""
        return specific in self._below.get(general, frozenset())

    def pairs(self) -> frozenset[tuple[str, str]]:
        """Return every (general, specific) that stands, the transitive ones too."""
        return frozenset((general, specific) for general, below in self._below.items() for specific in below)

    def path(self, general: str, specific: str) -> tuple[SubsumptionEdge, ...]:
        """Return the shortest chain of standing claims from the first assertion to the second; empty without one."""
        reached: dict[str, SubsumptionEdge | None] = {general: None}
        waiting = [general]
        while waiting and specific not in reached:
            following = [edge for edge in self.edges if edge.holds and edge.general in waiting]
            waiting = []
            for edge in following:
                if edge.specific not in reached:
                    reached[edge.specific] = edge
                    waiting.append(edge.specific)
        chain: list[SubsumptionEdge] = []
        step = reached.get(specific)
        while step is not None:
            chain.append(step)
            step = reached[step.general]
        return tuple(reversed(chain))

    def equals_of(self, name: str) -> tuple[str, ...]:
        """Return the other assertions that fail exactly the same responses, sorted."""
        below = self._below.get(name, frozenset())
        return tuple(sorted(other for other in below if self.subsumes(other, name)))

    def classes(self) -> tuple[tuple[str, ...], ...]:
        """Return the groups of two or more assertions that fail exactly the same responses, sorted."""
        names = {name for pair in self.pairs() for name in pair}
        found = {tuple(sorted((name, *self.equals_of(name)))) for name in names}
        return tuple(sorted(group for group in found if len(group) > 1))


def _closure(pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    direct: dict[str, set[str]] = {}
    for general, specific in pairs:
        direct.setdefault(general, set()).add(specific)
    closed: dict[str, frozenset[str]] = {}
    for start in sorted(direct):
        seen: set[str] = set()
        waiting = sorted(direct[start])
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting.extend(sorted(direct.get(name, set()) - seen))
        closed[start] = frozenset(seen - {start})
    return closed
