"""The nearest thresholds that can be met: most coverage within tau, least FFR that reaches alpha."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from spade_core.selection.failures import caught_rows
from spade_core.selection.problem import CoverProblem, Objective, problem_within
from spade_core.selection.solvers.bits import members_of
from spade_core.selection.solvers.mixed_integer import UnsolvedError, optimum
from spade_core.selection.solvers.work import SMALL, Work, WorkLimitReachedError

if TYPE_CHECKING:
    from spade_core.selection.solvers.wide_relaxation import WideRelaxation


def most_caught(problem: CoverProblem, *, seconds: float | None = 1.0) -> int | None:
    """Return the most bad rows that any set within C catches; None when even the required columns exceed C.

    What the search gives up goes to the general solver; the most found in `seconds` may then not be the most there is.
    """
    table = problem.table
    if table.required & ~problem.eligible or problem.flagged(table.required) > problem.most_flagged:
        return None
    search = _CatchSearch(problem, problem.table.n_bad)
    try:
        return search.run()
    except WorkLimitReachedError:
        if not problem.is_small:
            return max(search.best, _wide(problem).most_caught(seconds))
        return max(search.best, _most_by_program(problem, seconds))


def _wide(problem: CoverProblem) -> WideRelaxation:
    from spade_core.selection.solvers.wide_relaxation import WideRelaxation  # numpy, which everyday tables do without

    return WideRelaxation.of(problem)


def _most_by_program(problem: CoverProblem, seconds: float | None) -> int:
    try:
        solution = optimum(replace(problem, least_caught=0), Objective.MOST_CAUGHT, seconds=seconds)
    except UnsolvedError:
        return 0
    return 0 if solution is None else problem.caught(solution.chosen)


def least_flagged(problem: CoverProblem, *, seconds: float | None = 1.0) -> int | None:
    """Return the fewest good rows that any set catching B bad rows flags, eligible at that FFR or not; None if none.

    On large tables, the fewest found in `seconds` may not be the fewest there are.
    """
    table = problem.table

    def relaxed_to(most_flagged: int) -> CoverProblem:
        return problem_within(table, problem.least_caught, most_flagged, [0] * table.size)

    def reaches(most_flagged: int) -> bool:
        relaxed = relaxed_to(most_flagged)
        if relaxed.hopeless:
            return False
        try:
            return _CatchSearch(relaxed, problem.least_caught).run() >= problem.least_caught
        except WorkLimitReachedError:
            if not relaxed.is_small:
                raise
            caught = most_caught(relaxed, seconds=seconds)
            return caught is not None and caught >= problem.least_caught

    try:
        return _least(reaches, table.n_good)
    except WorkLimitReachedError:
        return _wide(relaxed_to(table.n_good)).least_flagged(seconds)


def _least(reaches: Callable[[int], bool], high: int) -> int | None:
    """Return the least number up to `high` that `reaches`; None when not even `high` does."""
    low = 0
    if not reaches(high):
        return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if reaches(middle) else (middle + 1, high)
    return low


class _CatchSearch:
    """Depth first over which columns may flag their good rows; stops when `enough` rows are caught."""

    def __init__(self, problem: CoverProblem, enough: int) -> None:
        self.problem = problem
        self.enough = enough
        self.best = -1
        self.work = Work(problem, SMALL // 4)

    def run(self) -> int:
        """Return the most rows caught, or `enough` as soon as that many are."""
        table = self.problem.table
        free = [j for j in members_of(self.problem.eligible) if table.bad[j]]
        required = list(members_of(table.required))
        self._descend(
            caught_rows(table.good, required),
            caught_rows(table.bad, required),
            [(table.good[j], table.bad[j]) for j in free],
        )
        return self.best

    def _descend(self, flagged: int, caught: int, columns: list[tuple[int, int]]) -> None:
        self.work.spend(len(columns))
        most = self.problem.most_flagged
        for good, bad in columns:
            if not good & ~flagged:
                caught |= bad
        useful = [
            ((bad & ~caught).bit_count(), good, bad)
            for good, bad in columns
            if bad & ~caught and (flagged | good).bit_count() <= most
        ]
        reach = caught
        for _, _, bad in useful:
            reach |= bad
        self.best = max(self.best, caught.bit_count())
        if self.best >= self.enough or reach.bit_count() <= self.best:
            return
        useful.sort(key=lambda entry: (-entry[0], entry[1].bit_count(), entry[1], entry[2]))
        for start, (_, good, bad) in enumerate(useful):
            rest = [(other, more) for _, other, more in useful[start + 1 :]]
            remaining = caught
            for _, _, more in useful[start:]:
                remaining |= more
            if remaining.bit_count() <= self.best or self.best >= self.enough:
                return
            self._descend(flagged | good, caught | bad, rest)
