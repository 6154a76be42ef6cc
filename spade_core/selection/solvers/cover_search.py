"""SPADE_cov by branch and bound on bitsets: exact with every tie-break, quick while the answer is small."""

from collections.abc import Iterable
from typing import TypeAlias

from spade_core.selection.failures import caught_rows
from spade_core.selection.problem import CoverProblem, Solution
from spade_core.selection.solvers.bits import members_of
from spade_core.selection.solvers.ranking import Ranking
from spade_core.selection.solvers.work import SMALL, Work, WorkLimitReachedError

SOLVER = "branch and bound"

_Entry: TypeAlias = tuple[int, int, int, int]
"""(bound on the bad rows it adds, column, bad rows, good rows)"""


def fewest(problem: CoverProblem, *, at_least: int = 0, work_limit: int = SMALL) -> Solution | None:
    """Return the best smallest set, or None when no set satisfies the problem.

    `at_least` is a size that is known to be needed: smaller sets are not tried.

    Raises:
        WorkLimitReachedError: the instance is too hard for this method.
    """
    if problem.hopeless:
        return None
    search = _CoverSearch(problem, Work(problem, work_limit))
    try:
        chosen = search.run(at_least)
    except WorkLimitReachedError as error:
        error.best = search.best_set
        raise
    return None if chosen is None else Solution(chosen, SOLVER)


class _CoverSearch:
    """Tries sizes from the least possible upward; at the first size that works, finds the best set of that size."""

    def __init__(self, problem: CoverProblem, work: Work) -> None:
        table = problem.table
        self.problem = problem
        self.ranking = Ranking(table)
        self.work = work
        self.required = table.required
        self.caught = caught_rows(table.bad, members_of(self.required))
        self.flagged = caught_rows(table.good, members_of(self.required))
        rows = [
            (j, table.bad[j] & ~self.caught, table.good[j] & ~self.flagged)
            for j in members_of(problem.eligible & ~self.required)
        ]
        self.entries: list[_Entry] = [
            (bad.bit_count(), j, bad, good) for j, bad, good in undominated(rows, self.ranking)
        ]
        self.best: tuple[int, int, int, list[int]] | None = None
        self.best_set: int | None = None

    def run(self, at_least: int) -> int | None:
        """Return the best set as a bitset."""
        free = at_least - self.required.bit_count()
        if self.caught.bit_count() >= self.problem.least_caught:
            return self.required
        gains = [entry[0] for entry in self.entries]
        reach = self.caught.bit_count()
        for size, gain in enumerate(gains, start=1):
            reach += gain
            if reach >= self.problem.least_caught and size >= free:
                self._extend(self.required, self.caught, self.flagged, self.entries, size)
                if self.best_set is not None:
                    return self.best_set
        return None

    def _extend(self, chosen: int, caught: int, flagged: int, entries: list[_Entry], room: int) -> None:
        """Try every way to add exactly `room` of the columns, as far as they can still win.

        The gains in `entries` were true for a smaller set: they have not grown since, so they bound what is left
        before it is counted anew. A column without gain is never part of a smallest set.
        """
        if room == 1:
            self._finish(chosen, caught, flagged, entries)
            return
        count, most = caught.bit_count(), self.problem.most_flagged
        needed = self._needed(flagged) - count - sum(entry[0] for entry in entries[: room - 1])
        fresh: list[_Entry] = []
        for place, (bound, j, bad, good) in enumerate(entries):
            if bound < needed:
                self.work.spend(place)
                break
            if (flagged | good).bit_count() <= most and (gain := (bad & ~caught).bit_count()):
                fresh.append((gain, j, bad, good))
        else:
            self.work.spend(len(entries))
        fresh.sort(key=_by_gain)
        for start in range(len(fresh) - room + 1):
            reach = count + sum(entry[0] for entry in fresh[start : start + room])
            if reach < self._needed(flagged):
                return
            _, j, bad, good = fresh[start]
            self._extend(chosen | 1 << j, caught | bad, flagged | good, fresh[start + 1 :], room - 1)

    def _finish(self, chosen: int, caught: int, flagged: int, entries: list[_Entry]) -> None:
        """Add the last column."""
        count, most = caught.bit_count(), self.problem.most_flagged
        place = 0
        for bound, j, bad, good in entries:
            if count + bound < self._needed(flagged):
                break
            place += 1
            after = (flagged | good).bit_count()
            if after <= most:
                reach = count + (bad & ~caught).bit_count()
                if reach >= self._needed(flagged):
                    self._offer(chosen | 1 << j, reach, after)
        self.work.spend(place)

    def _needed(self, flagged: int) -> int:
        """Return how many bad rows a set that flags at least `flagged` must catch to be as good as the best."""
        if self.best is None:
            return self.problem.least_caught
        return -self.best[0] + (flagged.bit_count() > self.best[1])

    def _offer(self, chosen: int, caught: int, flagged: int) -> None:
        better = (-caught, flagged, self.ranking.cost(chosen))
        if self.best is None or better <= self.best[:3]:
            entry = (*better, self.ranking.order_key(chosen))
            if self.best is None or entry < self.best:
                self.best, self.best_set = entry, chosen


def undominated(rows: Iterable[tuple[int, int, int]], ranking: Ranking) -> list[tuple[int, int, int]]:
    """Return those (column, bad rows, good rows) that no other column can replace, most bad rows first.

    Replacing a column by one that catches no less, flags no more and is cheaper (or equal and first in the table) makes
    every set better or leaves a smaller one when both are in it. So leaving it out is exact, but only for SPADE_cov.
    """
    useful = sorted((-bad.bit_count(), good.bit_count(), ranking.key(j), j, bad, good) for j, bad, good in rows if bad)
    kept: list[tuple[tuple[int, int], int, int, int]] = []
    for _, _, key, j, bad, good in useful:
        if not any(not (bad & ~wider or narrower & ~good) and better < key for better, _, wider, narrower in kept):
            kept.append((key, j, bad, good))
    return [(j, bad, good) for _, j, bad, good in kept]


def _by_gain(entry: _Entry) -> tuple[int, int]:
    return -entry[0], entry[1]
