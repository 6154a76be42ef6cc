"""SPADE_cov for many rows or columns: a small set first, then the proof that none is smaller, then the tie-breaks."""

import time

from spade_core.selection.problem import CoverProblem, Solution
from spade_core.selection.solvers.cover_arrays import CoverArrays
from spade_core.selection.solvers.cover_beam import Members, grown_set
from spade_core.selection.solvers.cover_search import SOLVER
from spade_core.selection.solvers.greedy import least_size
from spade_core.selection.solvers.wide_search import Effort, WideSearch
from spade_core.selection.solvers.work import WorkLimitReachedError

_SEARCHED_UP_TO = 8  # proofs for larger sets are left to linear programs


def fewest_wide(problem: CoverProblem, *, at_least: int = 0, seconds: float | None = None) -> Solution | None:
    """Return a smallest set, or None when no set satisfies the problem; `ties_broken` tells whether it is the best.

    `at_least` is a size that is known to be needed: smaller sets are not tried.

    Raises:
        WorkLimitReachedError: the size of the set found is not proven, or none was found.
    """
    if problem.hopeless:
        return None
    deadline = None if seconds is None else time.monotonic() + seconds
    arrays = CoverArrays.of(problem)
    if arrays.missing == 0:
        return Solution(problem.table.required, SOLVER)
    start = grown_set(arrays)
    effort = Effort(arrays, deadline)
    least = max(at_least, least_size(problem)) - problem.table.required.bit_count()
    try:
        smallest = _smallest(arrays, start, least, effort)
    except WorkLimitReachedError as limit:
        limit.best = None if start is None else arrays.set_of(start)
        raise
    search = WideSearch(arrays, effort)
    if len(smallest) > _SEARCHED_UP_TO:
        return Solution(arrays.set_of(smallest), SOLVER, ties_broken=False)
    try:
        return Solution(arrays.set_of(search.best_of_size(smallest)), SOLVER)
    except WorkLimitReachedError:
        return Solution(arrays.set_of(search.best or smallest), SOLVER, ties_broken=False)


def _smallest(arrays: CoverArrays, start: Members | None, least: int, effort: Effort) -> Members:
    """Return a set of the least size that there is; `start` is one that is known.

    Raises:
        WorkLimitReachedError: that would take too long to find out.
    """
    known = _SEARCHED_UP_TO + 1 if start is None else len(start)
    if known > max(least, _SEARCHED_UP_TO + 1):
        raise WorkLimitReachedError
    fewer = arrays.undominated(by_rank=False)
    for size in range(max(1, least), known):
        try:
            found = WideSearch(fewer, effort).any_of_size(size)
        except WorkLimitReachedError as limit:
            limit.at_least = size + arrays.problem.table.required.bit_count()
            raise
        if found is not None:
            return arrays.members_in(fewer.set_of(found))
    if start is None:
        raise WorkLimitReachedError
    return start
