"""The selection problem in whole numbers, and what an answer to it is."""

from dataclasses import dataclass
from enum import Enum

from spade_core.selection.failures import FailureTable, caught_rows, closed_parents, contradicted_pairs
from spade_core.selection.request import Thresholds
from spade_core.selection.solvers.bits import members_of

_FEW_CELLS = 30_000


class Objective(Enum):
    """What is optimised, from most to least important; coverage, FFR, cost and the order of the table break ties."""

    FEWEST = "fewest assertions"
    """SPADE_cov: the smallest set."""
    SUBSUMPTION = "fewest assertions chosen or lost"
    """SPADE_sub: least |F'| + |G|, and of those sets one with the least |G|."""
    LEAST_LOST = "fewest assertions lost"
    """What the published code does by mistake: |G| alone. For replication only."""
    MOST_CAUGHT = "most bad rows caught"
    """For the relaxation of an infeasible request."""


@dataclass(frozen=True, slots=True)
class CoverProblem:
    """Choose columns of `table` that catch at least B bad rows and flag at most C good ones."""

    table: FailureTable
    least_caught: int
    """B."""
    most_flagged: int
    """C."""
    eligible: int
    """Bitset of the columns that may be chosen: none of them flags more than C good rows by itself."""
    parents: tuple[int, ...]
    """P_j: for each column, the bitset of the other eligible columns that subsume it."""
    counted: int
    """Bitset of the columns that count in G and T: the eligible ones, but where published figures are reproduced."""

    @property
    def is_small(self) -> bool:
        """Whether a program may have a variable for every row."""
        return self.eligible.bit_count() * (self.table.n_good + self.table.n_bad) <= _FEW_CELLS

    def caught(self, chosen: int) -> int:
        """How many bad rows the bitset of columns catches."""
        return caught_rows(self.table.bad, members_of(chosen)).bit_count()

    def flagged(self, chosen: int) -> int:
        """How many good rows the bitset of columns flags."""
        return caught_rows(self.table.good, members_of(chosen)).bit_count()

    def subsumed(self, chosen: int) -> int:
        """T: the counted columns that are left out and subsumed by a chosen one."""
        left_out = self.counted & ~chosen
        return sum(1 << j for j in members_of(left_out) if self.parents[j] & chosen)

    def lost(self, chosen: int) -> int:
        """G: the counted columns that are left out and subsumed by no chosen one."""
        return self.counted & ~chosen & ~self.subsumed(chosen)

    def accepts(self, chosen: int) -> bool:
        """Whether the bitset of columns satisfies every constraint."""
        allowed = not chosen & ~self.eligible and not self.table.required & ~chosen
        return allowed and self.caught(chosen) >= self.least_caught and self.flagged(chosen) <= self.most_flagged

    @property
    def hopeless(self) -> bool:
        """Whether presolve alone shows that no set satisfies the constraints."""
        table = self.table
        return (
            bool(table.required & ~self.eligible)
            or self.flagged(table.required) > self.most_flagged
            or self.caught(self.eligible) < self.least_caught
        )

    @property
    def nested(self) -> bool:
        """Whether each column fails all that the columns it subsumes fail: true once refuted pairs are dropped."""
        good, bad = self.table.good, self.table.bad
        return not any(
            good[j] & ~good[i] or bad[j] & ~bad[i] for j, above in enumerate(self.parents) for i in members_of(above)
        )


@dataclass(frozen=True, slots=True)
class Solution:
    """A set that satisfies the problem."""

    chosen: int
    """Bitset of columns."""
    solver: str
    gap: float = 0.0
    """Proven relative distance of the first objective from the best possible; 0.0 for a proven optimum."""
    ties_broken: bool = True
    """Whether every tie-break was proven too."""


def problem_of(table: FailureTable, thresholds: Thresholds) -> CoverProblem:
    """Return the problem at these thresholds."""
    least_caught, most_flagged = thresholds.least_caught(table.n_bad), thresholds.most_flagged(table.n_good)
    return problem_within(table, least_caught, most_flagged, usable_parents(table))


def usable_parents(table: FailureTable) -> list[int]:
    """Return, for each column, the bitset of the other columns that subsume it, but for pairs that rows contradict."""
    return closed_parents(table.size, table.implies - contradicted_pairs(table).keys())


def problem_within(table: FailureTable, least_caught: int, most_flagged: int, parents: list[int]) -> CoverProblem:
    """Return the problem at whole-number thresholds B and C."""
    eligible = 0
    for j, failures in enumerate(table.good):
        if failures.bit_count() <= most_flagged:
            eligible |= 1 << j
    eligible &= ~table.ineligible
    return CoverProblem(
        table=table,
        least_caught=least_caught,
        most_flagged=most_flagged,
        eligible=eligible,
        parents=tuple(above & eligible for above in parents),
        counted=eligible,
    )
