"""What can be had instead, when no set satisfies the thresholds."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

from spade_core.selection.failures import caught_rows, names_of
from spade_core.selection.labelled_matrix import LabelledResults
from spade_core.selection.problem import CoverProblem, Objective, problem_within, usable_parents
from spade_core.selection.rates import coverage_rate, false_failure_rate
from spade_core.selection.request import Thresholds
from spade_core.selection.selection import Infeasibility
from spade_core.selection.solvers.bits import bits_of, members_of
from spade_core.selection.solvers.mixed_integer import UnsolvedError
from spade_core.selection.solvers.relaxation import least_flagged, most_caught
from spade_core.selection.solvers.solving import solve

_MOST_DIGITS = 17


def infeasibility_of(results: LabelledResults, problem: CoverProblem, thresholds: Thresholds) -> Infeasibility:
    """Return the nearest thresholds that some set meets, the bad examples out of reach, and what preferences cost."""
    table = results.table
    parents = usable_parents(table)
    caught = most_caught(problem)
    flagged = least_flagged(problem)
    within_reach = caught_rows(table.bad, members_of(problem.eligible))
    failed_at_all = caught_rows(table.bad, range(table.size))
    return Infeasibility(
        best_coverage=None if caught is None else coverage_rate(caught, table.n_bad),
        nearest_alpha=None if caught is None else alpha_for(caught, table.n_bad),
        at_nearest_alpha=()
        if caught is None
        else _smallest(problem_within(table, caught, problem.most_flagged, parents)),
        least_ffr=None if flagged is None else false_failure_rate(flagged, table.n_good),
        nearest_tau=None if flagged is None else tau_for(flagged, table.n_good),
        at_nearest_tau=()
        if flagged is None
        else _smallest(problem_within(table, problem.least_caught, flagged, parents)),
        uncaught=_ids(results, within_reach),
        uncaught_by_any=_ids(results, failed_at_all),
        preferences=tuple(_in_the_way(results, problem, thresholds)),
    )


def _in_the_way(results: LabelledResults, problem: CoverProblem, thresholds: Thresholds) -> Iterator[str]:
    """Yield how what a person requires and forbids makes the request infeasible; nothing where it does not."""
    table, preferences = results.table, results.preferences
    if not (preferences.required or preferences.forbidden):
        return
    position = {name: j for j, name in enumerate(table.names)}
    tau = f"above tau {thresholds.tau:g}"
    alone = [name for name in preferences.required if problem.flagged(1 << position[name]) > problem.most_flagged]
    for name in alone:
        rate = false_failure_rate(problem.flagged(1 << position[name]), table.n_good)
        yield f"{name}, required by you, has FFR {rate} by itself, {tau}"
    for name in preferences.required:
        if name in results.unusable:
            yield f"{name}, required by you, gives no verdict on too many examples"
    flagged = problem.flagged(table.required)
    if not alone and flagged > problem.most_flagged:
        yield f"what you require has FFR {false_failure_rate(flagged, table.n_good)} together, {tau}"
    forbidden = bits_of(position[name] for name in preferences.forbidden if name not in results.unusable)
    free = replace(table, required=0, ineligible=table.ineligible & ~forbidden)
    names = _smallest(problem_within(free, problem.least_caught, problem.most_flagged, [0] * table.size))
    if names:
        verbs = [
            verb for verb, given in (("require", preferences.required), ("forbid", preferences.forbidden)) if given
        ]
        yield f"without what you {' and '.join(verbs)}, {', '.join(names)} would satisfy alpha and tau"


def alpha_for(caught: int, n_bad: int) -> float:
    """Return the alpha of fewest digits that asks for exactly `caught` of the bad examples; 1.0 when there are none."""
    share = Fraction(caught, n_bad) if n_bad else Fraction(1)
    return _of_fewest_digits(share, floor, lambda alpha: ceil(alpha * n_bad) == caught)


def tau_for(flagged: int, n_good: int) -> float:
    """Return the tau of fewest digits that allows exactly `flagged` of the good examples; 0.0 when there are none."""
    share = Fraction(flagged, n_good) if n_good else Fraction(0)
    return _of_fewest_digits(share, ceil, lambda tau: floor(tau * n_good) == flagged)


def _of_fewest_digits(share: Fraction, rounded: Callable[[Fraction], int], is_fit: Callable[[Fraction], bool]) -> float:
    for digits in range(1, _MOST_DIGITS):
        found = Fraction(rounded(share * 10**digits), 10**digits)
        if is_fit(found):
            return float(found)
    return float(share)


def _smallest(problem: CoverProblem) -> tuple[str, ...]:
    try:
        solution = solve(problem, Objective.FEWEST, seconds=1.0)
    except UnsolvedError:
        solution = None
    return () if solution is None else names_of(problem.table, solution.chosen)


def _ids(results: LabelledResults, caught: int) -> tuple[str, ...]:
    return tuple(id_ for row, id_ in enumerate(results.bad_ids) if not caught >> row & 1)
