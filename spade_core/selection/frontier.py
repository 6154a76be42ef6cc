"""The trade-off between coverage, FFR and size: every set that is worth choosing at some thresholds."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from spade_core.selection.bits import bits_of
from spade_core.selection.cover_search import undominated
from spade_core.selection.failures import FailureTable, names_of
from spade_core.selection.problem import Objective, Problem, problem_within
from spade_core.selection.ranking import Ranking
from spade_core.selection.rates import Rate, coverage_rate, false_failure_rate
from spade_core.selection.solving import solve


@dataclass(frozen=True, slots=True)
class FrontierPoint:
    """A set that no other set beats in coverage, FFR and size at once."""

    size: int
    coverage: Rate
    ffr: Rate
    names: tuple[str, ...]
    """In the order of the table; the best by cost and names among sets with the same three figures."""


def frontier(table: FailureTable, *, seconds: float | None = 10.0) -> tuple[FrontierPoint, ...]:
    """Return the whole frontier, least coverage first, then least FFR.

    What SPADE_cov answers at any alpha and tau is one of these points, and each point is the answer at its own
    coverage and FFR. `seconds` bounds the general solver at one pair of thresholds.
    """
    points: dict[tuple[int, int], int] = {}
    for problem, chosen in _answers(_thinned(table), seconds):
        points.setdefault((problem.caught(chosen), problem.flagged(chosen)), chosen)
    return tuple(
        FrontierPoint(
            size=chosen.bit_count(),
            coverage=coverage_rate(caught, table.n_bad),
            ffr=false_failure_rate(flagged, table.n_good),
            names=names_of(table, chosen),
        )
        for (caught, flagged), chosen in sorted(points.items())
    )


def _thinned(table: FailureTable) -> FailureTable:
    """Return the table with the columns ineligible that SPADE_cov never needs at any thresholds."""
    free = [(j, table.bad[j], table.good[j]) for j in range(table.size) if not table.ineligible >> j & 1]
    needed = bits_of(j for j, _, _ in undominated(free, Ranking(table)))
    return replace(table, ineligible=((1 << table.size) - 1) & ~needed & ~table.required)


def _answers(table: FailureTable, seconds: float | None) -> Iterator[tuple[Problem, int]]:
    """Yield the answer at each pair of counts (B, C) at which it changes.

    An answer found at (B, C) stays the answer for every B up to what it catches and every C down to what it flags.
    So C falls to one less than the most flagged by any answer, and only the answers that flag more are sought anew.
    """
    parents = [0] * table.size
    known: dict[int, tuple[int, int, int]] = {}
    most_flagged = table.n_good
    while most_flagged >= 0:
        found: dict[int, tuple[int, int, int]] = {}
        least_caught = 0
        while least_caught <= table.n_bad:
            answer = known.get(least_caught)
            if answer is None or answer[1] > most_flagged:
                problem = problem_within(table, least_caught, most_flagged, parents)
                solution = solve(problem, Objective.FEWEST, seconds=seconds)
                if solution is None:
                    break
                chosen = solution.chosen
                answer = (problem.caught(chosen), problem.flagged(chosen), chosen)
                yield problem, chosen
            found[least_caught] = answer
            least_caught = answer[0] + 1
        if not found:
            return
        known = found
        most_flagged = max(flagged for _, flagged, _ in found.values()) - 1


def figures(points: tuple[FrontierPoint, ...]) -> list[tuple[int, int, int]]:
    """Return (caught, flagged, size) of each point."""
    return [(point.coverage.count, point.ffr.count, point.size) for point in points]


def at_least(points: tuple[FrontierPoint, ...], caught: int, flagged: int) -> FrontierPoint | None:
    """Return the smallest set that catches and flags within these counts; the answer of SPADE_cov there."""
    fit = [point for point in points if point.coverage.count >= caught and point.ffr.count <= flagged]
    return min(fit, key=lambda point: (point.size, -point.coverage.count, point.ffr.count), default=None)
