"""One door to the exact solvers."""

from spade_core.selection.allowance_search import least_lost_or_chosen
from spade_core.selection.cover_search import NodeLimitReachedError, fewest
from spade_core.selection.problem import Objective, Problem, Solution


def solve(problem: Problem, objective: Objective, *, seconds: float | None = 60.0) -> Solution | None:
    """Return the best set for `objective`, or None when no set satisfies the problem.

    The bitset searches answer the everyday size; what is too hard or too general for them goes to HiGHS.
    """
    try:
        if objective is Objective.FEWEST:
            return fewest(problem)
        if objective is Objective.SUBSUMPTION and problem.counted == problem.eligible and problem.nested:
            return least_lost_or_chosen(problem)
    except NodeLimitReachedError:
        pass
    from spade_core.selection.mixed_integer import optimum  # loads PuLP

    return optimum(problem, objective, seconds=seconds)
