"""SPADE_cov as arrays: the columns that can matter, the best first, each as words of bad and of good rows."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

import numpy as np

from spade_core.selection.failures import caught_rows
from spade_core.selection.problem import CoverProblem
from spade_core.selection.solvers.bits import bits_of, members_of
from spade_core.selection.solvers.packed import Counts, Places, Words, counted, packed
from spade_core.selection.solvers.ranking import Ranking

_STAGES = (4, 32, None)
"""Up to which word columns are compared before those that are ruled out are dropped."""


@dataclass(frozen=True, slots=True)
class CoverArrays:
    """Free columns that catch something beyond the required ones, most bad rows first."""

    problem: CoverProblem
    columns: Counts
    """The table's number of each."""
    bad: Words
    """The bad rows of each, without those that required columns catch."""
    good: Words
    """The good rows of each, without those that required columns flag."""
    ranks: Counts
    """The rank of each by cost and name."""
    missing: int
    """How many bad rows the required columns still miss."""
    room: int
    """How many good rows may still be flagged."""

    @classmethod
    def of(cls, problem: CoverProblem) -> Self:
        """Return the undominated columns of a problem."""
        table, ranking = problem.table, Ranking(problem.table)
        required = list(members_of(table.required))
        caught, flagged = caught_rows(table.bad, required), caught_rows(table.good, required)
        free = sorted(members_of(problem.eligible & ~table.required), key=ranking.key)
        whole = cls(
            problem=problem,
            columns=np.array(free, dtype=np.int64),
            bad=packed([table.bad[j] & ~caught for j in free]),
            good=packed([table.good[j] & ~flagged for j in free]),
            ranks=np.arange(len(free), dtype=np.int64),
            missing=max(0, problem.least_caught - caught.bit_count()),
            room=problem.most_flagged - flagged.bit_count(),
        )
        gains, costs = counted(whole.bad), counted(whole.good)
        order = np.lexsort((whole.ranks, costs, -gains))
        return whole.only(order[(gains[order] > 0) & (costs[order] <= whole.room)]).undominated(by_rank=True)

    def only(self, kept: Places) -> Self:
        """Return these columns, in this order."""
        return type(self)(
            problem=self.problem,
            columns=self.columns[kept],
            bad=self.bad[kept],
            good=self.good[kept],
            ranks=self.ranks[kept],
            missing=self.missing,
            room=self.room,
        )

    def undominated(self, *, by_rank: bool) -> Self:
        """Return the columns without those that another replaces: it catches no less and flags no more.

        With `by_rank` it must also come first by cost and in the table, and every tie-break stays exact; without, only
        the size does.
        """
        kept = np.ones(len(self.columns), dtype=np.bool_)
        for later in range(1, len(kept)):
            rivals = np.flatnonzero(kept[:later])
            if by_rank:
                rivals = rivals[self.ranks[rivals] < self.ranks[later]]
            kept[later] = not self._replaces(rivals, later)
        return self.only(np.flatnonzero(kept))

    def _replaces(self, rivals: Places, column: int) -> bool:
        """Whether one of the rivals replaces the column; most are ruled out by a few words."""
        start = 0
        for end in _STAGES:
            words = slice(start, end)
            rivals = rivals[~(self.bad[column, words] & ~self.bad[rivals, words]).any(axis=1)]
            rivals = rivals[~(self.good[rivals, words] & ~self.good[column, words]).any(axis=1)]
            if not len(rivals):
                return False
            start = end or 0
        return True

    def set_of(self, members: Iterable[int]) -> int:
        """Return the required columns and these as a bitset of the table's columns."""
        return self.problem.table.required | bits_of(int(self.columns[member]) for member in members)

    def members_in(self, chosen: int) -> tuple[int, ...]:
        """Return the columns of a bitset of the table's columns; those that are not here are left out."""
        return tuple(place for place, column in enumerate(self.columns.tolist()) if chosen >> column & 1)
