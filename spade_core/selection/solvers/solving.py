"""One door to the exact solvers."""

import time

from spade_core.selection.problem import CoverProblem, Objective, Solution
from spade_core.selection.solvers.allowance_search import least_lost_or_chosen
from spade_core.selection.solvers.cover_search import fewest
from spade_core.selection.solvers.greedy import greedy_set
from spade_core.selection.solvers.mixed_integer import UnsolvedError, optimum
from spade_core.selection.solvers.work import SMALL, WorkLimitReachedError

_LEAST_SECONDS = 0.1
_FEW_ROWS = 3000


def solve(problem: CoverProblem, objective: Objective, *, seconds: float | None = 5.0) -> Solution | None:
    """Return the best set for `objective`, or None when no set satisfies the problem.

    The bitset searches answer the everyday size; what is too hard or too general for them goes to HiGHS, which stops
    after `seconds`.

    Raises:
        UnsolvedError: in that time nothing was found, and nothing ruled out.
    """
    started = time.monotonic()
    start: int | None = None
    try:
        if objective is Objective.FEWEST and _has_few_rows(problem):
            return fewest(problem)
        if objective is Objective.SUBSUMPTION and problem.counted == problem.eligible and problem.nested:
            return least_lost_or_chosen(problem, work_limit=SMALL if problem.is_small else SMALL // 4)
    except WorkLimitReachedError as limit:
        start = limit.best
    else:
        if objective is not Objective.FEWEST:
            return optimum(problem, objective, seconds=seconds)
    left = _left(seconds, started)
    if objective is Objective.FEWEST:
        return fewest_of_many(problem, start, seconds=left)
    return general(problem, objective, start, seconds=left)


def fewest_of_many(
    problem: CoverProblem, start: int | None, *, at_least: int = 0, seconds: float | None = 5.0
) -> Solution | None:
    """Return the best smallest set where the search for the everyday size gives up, or is not worth beginning.

    Raises:
        UnsolvedError: in that time nothing was found, and nothing ruled out.
    """
    from spade_core.selection.solvers.wide_cover import fewest_wide  # numpy, which everyday tables do without

    started = time.monotonic()
    try:
        found = fewest_wide(problem, at_least=at_least, seconds=seconds)
    except WorkLimitReachedError as limit:
        least = max(at_least, limit.at_least)
        return general(problem, Objective.FEWEST, limit.best or start, at_least=least, seconds=_left(seconds, started))
    if found is None or found.ties_broken or not problem.is_small:
        return found
    by_program = general(problem, Objective.FEWEST, found.chosen, seconds=_left(seconds, started))
    return by_program if by_program is not None and by_program.ties_broken else found


def _left(seconds: float | None, started: float) -> float | None:
    return None if seconds is None else max(_LEAST_SECONDS, seconds - (time.monotonic() - started))


def _has_few_rows(problem: CoverProblem) -> bool:
    return problem.table.n_good + problem.table.n_bad <= _FEW_ROWS


def general(
    problem: CoverProblem,
    objective: Objective,
    start: int | None,
    *,
    at_least: int = 0,
    seconds: float | None = 5.0,
) -> Solution | None:
    """Return what HiGHS finds, with all rows when they are few; what is known already when it finds nothing in time.

    `at_least` is a size that SPADE_cov is known to need.

    Raises:
        UnsolvedError: nothing was found, and nothing ruled out.
    """
    try:
        if problem.is_small:
            return optimum(problem, objective, seconds=seconds)
        from spade_core.selection.solvers.projection import projected  # numpy, which everyday tables do without

        return projected(problem, objective, start=start, at_least=at_least, seconds=seconds)
    except UnsolvedError:
        known = unproven(problem, objective, start)
        if known is None:
            raise
        return known


def unproven(problem: CoverProblem, objective: Objective, start: int | None = None) -> Solution | None:
    """Return a good set of which nothing is proven: the one given or a greedy one."""
    chosen = greedy_set(problem, objective) if start is None else start
    return None if chosen is None else Solution(chosen, "greedy", gap=1.0, ties_broken=False)
