"""SPADE_cov by branch and bound on bitsets: exact with every tie-break, quick while the answer is small."""

from collections.abc import Iterable

from spade_core.selection.bits import members_of
from spade_core.selection.failures import caught_rows
from spade_core.selection.problem import Problem, Solution
from spade_core.selection.ranking import Ranking
from spade_core.selection.work import SMALL, Work, WorkLimitReachedError

SOLVER = "branch and bound"


def fewest(problem: Problem, *, at_least: int = 0, work_limit: int = SMALL) -> Solution | None:
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

    def __init__(self, problem: Problem, work: Work) -> None:
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
        self.columns = undominated(rows, self.ranking)
        self.best: tuple[int, int, int, list[int]] | None = None
        self.best_set: int | None = None

    def run(self, at_least: int) -> int | None:
        """Return the best set as a bitset."""
        free = at_least - self.required.bit_count()
        if self.caught.bit_count() >= self.problem.least_caught:
            return self.required
        gains = [bad.bit_count() for _, bad, _ in self.columns]
        reach = self.caught.bit_count()
        for size, gain in enumerate(gains, start=1):
            reach += gain
            if reach >= self.problem.least_caught and size >= free:
                self._extend(self.required, self.caught, self.flagged, self.columns, size)
                if self.best_set is not None:
                    return self.best_set
        return None

    def _extend(self, chosen: int, caught: int, flagged: int, columns: list[tuple[int, int, int]], room: int) -> None:
        """Try every way to add exactly `room` of `columns`, as far as they can still win."""
        self.work.spend(len(columns))
        most = self.problem.most_flagged
        gains = [
            ((bad & ~caught).bit_count(), j, bad, good)
            for j, bad, good in columns
            if (flagged | good).bit_count() <= most
        ]
        if room > 1:
            gains.sort(key=_by_gain)
        count = caught.bit_count()
        for start, (gain, j, bad, good) in enumerate(gains):
            reach = count + (gain if room == 1 else sum(entry[0] for entry in gains[start : start + room]))
            if not self._can_win(reach, flagged):
                if room == 1:
                    continue
                return
            if room == 1:
                self._offer(chosen | 1 << j, reach, (flagged | good).bit_count())
            elif start + room <= len(gains):
                rest = [(k, more, worse) for _, k, more, worse in gains[start + 1 :]]
                self._extend(chosen | 1 << j, caught | bad, flagged | good, rest, room - 1)

    def _can_win(self, reach: int, flagged: int) -> bool:
        if self.best is None:
            return reach >= self.problem.least_caught
        return (-reach, flagged.bit_count()) <= self.best[:2]

    def _offer(self, chosen: int, caught: int, flagged: int) -> None:
        better = (-caught, flagged, self.ranking.cost(chosen))
        if self.best is None or better <= self.best[:3]:
            entry = (*better, self.ranking.names_key(chosen))
            if self.best is None or entry < self.best:
                self.best, self.best_set = entry, chosen


def undominated(rows: Iterable[tuple[int, int, int]], ranking: Ranking) -> list[tuple[int, int, int]]:
    """Return those (column, bad rows, good rows) that no other column can replace, most bad rows first.

    Replacing a column by one that catches no less, flags no more and is cheaper (or equal and first by name) makes
    every set better or leaves a smaller one when both are in it. So leaving it out is exact, but only for SPADE_cov.
    """
    useful = sorted((-bad.bit_count(), good.bit_count(), ranking.key(j), j, bad, good) for j, bad, good in rows if bad)
    kept: list[tuple[tuple[int, int], int, int, int]] = []
    for _, _, key, j, bad, good in useful:
        if not any(not (bad & ~wider or narrower & ~good) and better < key for better, _, wider, narrower in kept):
            kept.append((key, j, bad, good))
    return [(j, bad, good) for _, j, bad, good in kept]


def _by_gain(entry: tuple[int, int, int, int]) -> tuple[int, int]:
    return -entry[0], entry[1]
