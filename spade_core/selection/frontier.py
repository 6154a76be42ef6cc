"""The trade-off between coverage, FFR and size: every set that is worth choosing at some thresholds."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from spade_core.selection.failures import FailureTable, names_of
from spade_core.selection.problem import CoverProblem, Objective, Solution, problem_within
from spade_core.selection.rates import Rate, coverage_rate, false_failure_rate
from spade_core.selection.solvers.bits import bits_of
from spade_core.selection.solvers.cover_search import fewest, undominated
from spade_core.selection.solvers.mixed_integer import UnsolvedError
from spade_core.selection.solvers.ranking import Ranking
from spade_core.selection.solvers.solving import fewest_of_many, unproven
from spade_core.selection.solvers.work import SMALL, WorkLimitReachedError

_SECONDS_EACH = 0.5


@dataclass(frozen=True, slots=True)
class FrontierPoint:
    """A set that no other set beats in coverage, FFR and size at once."""

    size: int
    coverage: Rate
    ffr: Rate
    names: tuple[str, ...]
    """In the order of the table; the best by cost and names among sets with the same three figures."""
    proven: bool = True
    """Whether it is proven that no smaller set does as well; False where the time was too short."""
    avoided: int = 0
    """How many of its assertions a person prefers to do without."""


def frontier(table: FailureTable, *, seconds: float = 5.0) -> tuple[FrontierPoint, ...]:
    """Return the whole frontier, least coverage first, then least FFR.

    What SPADE_cov answers at any alpha and tau is one of these points, and each point is the answer at its own
    coverage and FFR. After `seconds`, what is too hard for the quick search is answered by a good set without proof.
    """
    points: dict[tuple[int, int], Solution] = {}
    for problem, solution in _answers(_thinned(table), time.monotonic() + seconds):
        points.setdefault((problem.caught(solution.chosen), problem.flagged(solution.chosen)), solution)
    return tuple(
        FrontierPoint(
            size=solution.chosen.bit_count(),
            coverage=coverage_rate(caught, table.n_bad),
            ffr=false_failure_rate(flagged, table.n_good),
            names=names_of(table, solution.chosen),
            proven=solution.gap == 0.0,
        )
        for (caught, flagged), solution in _unbeaten(points)
    )


def _unbeaten(points: dict[tuple[int, int], Solution]) -> list[tuple[tuple[int, int], Solution]]:
    """Return the points that no other beats: all of them, unless some are not proven."""
    if all(solution.gap == 0.0 for solution in points.values()):
        return sorted(points.items(), key=lambda point: point[0])
    kept: list[tuple[tuple[int, int], Solution]] = []
    by_size = sorted(points.items(), key=lambda point: (point[1].chosen.bit_count(), -point[0][0], point[0][1]))
    for (caught, flagged), solution in by_size:
        if not any(more >= caught and fewer <= flagged for (more, fewer), _ in kept):
            kept.append(((caught, flagged), solution))
    return sorted(kept, key=lambda point: point[0])


def _thinned(table: FailureTable) -> FailureTable:
    """Return the table with the columns ineligible that SPADE_cov never needs at any thresholds."""
    free = [(j, table.bad[j], table.good[j]) for j in range(table.size) if not table.ineligible >> j & 1]
    needed = bits_of(j for j, _, _ in undominated(free, Ranking(table)))
    return replace(table, ineligible=((1 << table.size) - 1) & ~needed & ~table.required)


def _answers(table: FailureTable, deadline: float) -> Iterator[tuple[CoverProblem, Solution]]:
    """Yield the answer at each pair of counts (B, C) at which it changes.

    An answer found at (B, C) stays the answer for every B up to what it catches and every C down to what it flags.
    So C falls to one less than the most flagged by any answer, and only the answers that flag more are sought anew,
    from the size on that was needed at a lower B or a higher C.
    """
    parents = [0] * table.size
    known: dict[int, _Answer] = {}
    most_flagged = table.n_good
    while most_flagged >= 0:
        found: dict[int, _Answer] = {}
        least_caught = size = 0
        while least_caught <= table.n_bad:
            answer = known.get(least_caught)
            if answer is None or answer.flagged > most_flagged:
                size = max(size, answer.proven_size if answer is not None else 0)
                problem = problem_within(table, least_caught, most_flagged, parents)
                solution = _smallest(problem, size, deadline)
                if solution is None:
                    break
                proven_size = solution.chosen.bit_count() if solution.gap == 0.0 else 0
                answer = _Answer(problem.caught(solution.chosen), problem.flagged(solution.chosen), proven_size)
                yield problem, solution
            size = max(size, answer.proven_size)
            found[least_caught] = answer
            least_caught = answer.caught + 1
        if not found:
            return
        known = found
        most_flagged = max(answer.flagged for answer in found.values()) - 1


@dataclass(frozen=True, slots=True)
class _Answer:
    caught: int
    flagged: int
    proven_size: int
    """0 when the size is not proven."""


def _smallest(problem: CoverProblem, at_least: int, deadline: float) -> Solution | None:
    """Return the smallest set, or a small one when the time is up; None when there is none or none was found."""
    in_time = time.monotonic() < deadline
    try:
        return fewest(problem, at_least=at_least, work_limit=SMALL // (5 if in_time else 50))
    except WorkLimitReachedError as limit:
        if not in_time:
            return unproven(problem, Objective.FEWEST, limit.best)
        try:
            return fewest_of_many(problem, limit.best, at_least=at_least, seconds=_SECONDS_EACH)
        except UnsolvedError:
            return None


def at_least(points: tuple[FrontierPoint, ...], caught: int, flagged: int) -> FrontierPoint | None:
    """Return the answer of SPADE_cov at these counts: the smallest set, first of those without anything avoided."""
    fit = [point for point in points if point.coverage.count >= caught and point.ffr.count <= flagged]
    return min(fit, key=_by_worth, default=None)


def _by_worth(point: FrontierPoint) -> tuple[bool, int, int, int]:
    return point.avoided > 0, point.size, -point.coverage.count, point.ffr.count
