"""A limit on the effort of a search that does not depend on the clock, so that the same input gives the same answer."""

from spade_core.selection.problem import CoverProblem

SMALL = 300_000  # a few tenths of a second
_ROWS_PER_LOOK = 3000  # as many rows double the time that one operation on a bitset takes


class WorkLimitReachedError(Exception):
    """The search was given up; another solver must decide."""

    best: int | None = None
    """The best set found so far, as a bitset."""
    at_least: int = 0
    """A size that every set is proven to need."""


class Work:
    """Counts how often a column was looked at, weighted by the length of its bitsets."""

    def __init__(self, problem: CoverProblem, limit: int) -> None:
        self._left = float(limit)
        self._price = 1.0 + (problem.table.n_good + problem.table.n_bad) / _ROWS_PER_LOOK

    def spend(self, columns: int) -> None:
        """Note that so many columns were looked at.

        Raises:
            WorkLimitReachedError: that was too much.
        """
        self._left -= (columns + 1) * self._price
        if self._left < 0:
            raise WorkLimitReachedError
