"""One door to the exact solvers."""

from spade_core.selection.allowance_search import least_lost_or_chosen
from spade_core.selection.cover_search import fewest
from spade_core.selection.mixed_integer import optimum
from spade_core.selection.problem import Objective, Problem, Solution
from spade_core.selection.projection import projected
from spade_core.selection.work import WorkLimitReachedError

_FEW_CELLS = 30_000


def solve(problem: Problem, objective: Objective, *, seconds: float | None = 5.0) -> Solution | None:
    """Return the best set for `objective`, or None when no set satisfies the problem.

    The bitset searches answer the everyday size; what is too hard or too general for them goes to HiGHS.
    """
    try:
        if objective is Objective.FEWEST:
            return fewest(problem)
        if objective is Objective.SUBSUMPTION and problem.counted == problem.eligible and problem.nested:
            return least_lost_or_chosen(problem)
    except WorkLimitReachedError as limit:
        return _general(problem, objective, limit.best, seconds)
    return optimum(problem, objective, seconds=seconds)


def _general(problem: Problem, objective: Objective, start: int | None, seconds: float | None) -> Solution | None:
    """Ask HiGHS, with all rows when they are few."""
    table = problem.table
    if problem.eligible.bit_count() * (table.n_good + table.n_bad) <= _FEW_CELLS:
        return optimum(problem, objective, seconds=seconds)
    return projected(problem, objective, start=start, seconds=seconds)
