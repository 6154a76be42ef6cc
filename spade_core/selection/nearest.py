"""What can be had instead, when no set satisfies the thresholds."""

from fractions import Fraction
from math import ceil, floor

from spade_core.selection.bits import members_of
from spade_core.selection.failures import caught_rows, names_of
from spade_core.selection.labelled_results import LabelledResults
from spade_core.selection.mixed_integer import UnsolvedError
from spade_core.selection.problem import Objective, Problem, problem_within, usable_parents
from spade_core.selection.rates import coverage_rate, false_failure_rate
from spade_core.selection.relaxation import least_flagged, most_caught
from spade_core.selection.selection import Infeasibility
from spade_core.selection.solving import solve

_MOST_DIGITS = 17


def infeasibility_of(results: LabelledResults, problem: Problem) -> Infeasibility:
    """Return the nearest thresholds that some set meets, and the bad examples out of reach."""
    table = results.table
    parents = usable_parents(table)
    caught = most_caught(problem) or 0
    flagged = least_flagged(problem)
    within_reach = caught_rows(table.bad, members_of(problem.eligible))
    failed_at_all = caught_rows(table.bad, range(table.size))
    return Infeasibility(
        best_coverage=coverage_rate(caught, table.n_bad),
        nearest_alpha=alpha_for(caught, table.n_bad),
        at_nearest_alpha=_smallest(problem_within(table, caught, problem.most_flagged, parents)),
        least_ffr=None if flagged is None else false_failure_rate(flagged, table.n_good),
        nearest_tau=None if flagged is None else tau_for(flagged, table.n_good),
        at_nearest_tau=()
        if flagged is None
        else _smallest(problem_within(table, problem.least_caught, flagged, parents)),
        uncaught=_ids(results, within_reach),
        uncaught_by_any=_ids(results, failed_at_all),
    )


def alpha_for(caught: int, n_bad: int) -> float:
    """Return the alpha of fewest digits that asks for exactly `caught` of the bad examples; 1.0 when there are none."""
    share = Fraction(caught, n_bad) if n_bad else Fraction(1)
    for digits in range(1, _MOST_DIGITS):
        alpha = Fraction(floor(share * 10**digits), 10**digits)
        if ceil(alpha * n_bad) == caught:
            return float(alpha)
    return float(share)


def tau_for(flagged: int, n_good: int) -> float:
    """Return the tau of fewest digits that allows exactly `flagged` of the good examples; 0.0 when there are none."""
    share = Fraction(flagged, n_good) if n_good else Fraction(0)
    for digits in range(1, _MOST_DIGITS):
        tau = Fraction(ceil(share * 10**digits), 10**digits)
        if floor(tau * n_good) == flagged:
            return float(tau)
    return float(share)


def _smallest(problem: Problem) -> tuple[str, ...]:
    try:
        solution = solve(problem, Objective.FEWEST, seconds=1.0)
    except UnsolvedError:
        solution = None
    return () if solution is None else names_of(problem.table, solution.chosen)


def _ids(results: LabelledResults, caught: int) -> tuple[str, ...]:
    return tuple(id_ for row, id_ in enumerate(results.bad_ids) if not caught >> row & 1)
