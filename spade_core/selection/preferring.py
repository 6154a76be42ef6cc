"""Solving with preferences: first without what is to be avoided, and with it only where that has no answer."""

from dataclasses import replace

from spade_core.selection.failures import FailureTable
from spade_core.selection.frontier import FrontierPoint, frontier
from spade_core.selection.problem import CoverProblem, Objective, Solution
from spade_core.selection.solvers.bits import members_of
from spade_core.selection.solvers.mixed_integer import optimum
from spade_core.selection.solvers.solving import solve


def solve_preferred(problem: CoverProblem, objective: Objective, *, seconds: float | None = 5.0) -> Solution | None:
    """Return the best set among those that choose nothing avoided, else among all; None when there is none at all.

    Where `fewest_avoided` is asked for, the sets with the fewest avoided candidates come before all others.

    Raises:
        UnsolvedError: in `seconds` nothing was found, and nothing ruled out.
    """
    without = without_avoided(problem)
    if without is problem:
        return solve(problem, objective, seconds=seconds)
    found = solve(without, objective, seconds=seconds)
    if found is not None:
        return found
    if problem.table.fewest_avoided:
        return optimum(problem, objective, seconds=seconds)
    return solve(problem, objective, seconds=seconds)


def without_avoided(problem: CoverProblem) -> CoverProblem:
    """Return the problem in which nothing avoided may be chosen, unless it is required; the same when nothing is."""
    dropped = problem.table.avoided & problem.eligible & ~problem.table.required
    if not dropped:
        return problem
    return replace(
        problem,
        eligible=problem.eligible & ~dropped,
        counted=problem.counted & ~dropped,
        parents=tuple(above & ~dropped for above in problem.parents),
    )


def settled(problem: CoverProblem, chosen: int) -> CoverProblem:
    """Return the problem that a chosen set is an answer to: the one without what is avoided where it avoids all."""
    return without_avoided(problem) if not chosen & problem.table.avoided & ~problem.table.required else problem


def preferred_frontier(table: FailureTable, *, seconds: float = 5.0) -> tuple[FrontierPoint, ...]:
    """Return the frontier of the sets without anything avoided, and what only sets with something avoided reach."""
    dropped = table.avoided & ~table.required
    if not dropped:
        return frontier(table, seconds=seconds)
    without = frontier(replace(table, ineligible=table.ineligible | dropped), seconds=seconds / 2)
    avoided = {table.names[j] for j in members_of(dropped)}
    beyond = [
        replace(point, avoided=sum(name in avoided for name in point.names))
        for point in frontier(table, seconds=seconds / 2)
        if not any(
            known.coverage.count >= point.coverage.count and known.ffr.count <= point.ffr.count for known in without
        )
    ]
    return tuple(sorted([*without, *beyond], key=lambda point: (point.coverage.count, point.ffr.count)))
