"""`select`: from the results matrix to the chosen set, explained."""

from collections.abc import Collection, Mapping

from spade_core.results import ResultsMatrix
from spade_core.selection.explaining import Explainer
from spade_core.selection.failures import caught_rows, names_of
from spade_core.selection.labelled_matrix import labelled_results
from spade_core.selection.preferring import settled, solve_preferred, without_avoided
from spade_core.selection.problem import CoverProblem, Objective, Solution, problem_within, usable_parents
from spade_core.selection.rates import coverage_rate, false_failure_rate
from spade_core.selection.request import NO_PREFERENCES, Method, Preferences, Thresholds
from spade_core.selection.selection import AS_GIVEN, Infeasibility, Proof, Selection
from spade_core.selection.solvers.bits import bits_of, members_of
from spade_core.selection.solvers.nearest import infeasibility_of
from spade_core.selection.solvers.ranking import Ranking
from spade_core.subsumption import Subsumption

_BY_DEFINITION = "by definition"


def select(
    matrix: ResultsMatrix,
    subsumption: Subsumption,
    thresholds: Thresholds,
    *,
    method: Method,
    costs: Mapping[str, float] | None = None,
    preferences: Preferences = NO_PREFERENCES,
    outdated: Collection[str] = (),
    given: Collection[str] | None = None,
    seconds: float | None = 5.0,
) -> Selection:
    """Return what `method` selects, with the reason for every candidate; the same for the same input, always.

    When no set satisfies the thresholds, the coverage and subsumption methods return a selection that chooses nothing
    and whose `infeasibility` names the nearest thresholds that can be met. `costs` break ties, by name (default: 1 for
    asking a judge). With `given`, nothing is solved: that set is explained, whether or not it satisfies the thresholds.
    `seconds` bounds the general solver, which everyday instances never need. For the other options see
    `labelled_results`.

    Raises:
        SettingsError: a threshold is not in [0, 1], or a preference names an unknown candidate.
    """
    results = labelled_results(matrix, subsumption, costs=costs, preferences=preferences, outdated=outdated)
    table = results.table
    above = usable_parents(table)
    least_caught, most_flagged = thresholds.least_caught(table.n_bad), thresholds.most_flagged(table.n_good)
    if method is Method.NO_EXAMPLES:
        least_caught, most_flagged = 0, table.n_good
    problem = problem_within(table, least_caught, most_flagged, above)
    if given is None:
        solution = _solution(problem, method, seconds)
    else:
        solution = Solution(bits_of(j for j, name in enumerate(table.names) if name in given), AS_GIVEN)
    infeasibility = infeasibility_of(results, problem, thresholds) if solution is None else None
    answered = problem if solution is None else settled(problem, solution.chosen)
    explainer = Explainer(
        results=results,
        problem=answered,
        thresholds=thresholds,
        method=method,
        subsumption=subsumption,
        above=above,
        chosen=0 if solution is None else solution.chosen,
        feasible=solution is not None,
    )
    return _selection(explainer, solution, infeasibility)


def _solution(problem: CoverProblem, method: Method, seconds: float | None) -> Solution | None:
    match method:
        case Method.BASELINE:
            return Solution(without_avoided(problem).eligible | problem.table.required, _BY_DEFINITION)
        case Method.NO_EXAMPLES:
            return Solution(top_columns(without_avoided(problem)), _BY_DEFINITION)
        case Method.COVERAGE:
            return solve_preferred(problem, Objective.FEWEST, seconds=seconds)
        case Method.SUBSUMPTION:
            return solve_preferred(problem, Objective.SUBSUMPTION, seconds=seconds)


def top_columns(problem: CoverProblem) -> int:
    """Return the required columns, and of each class of equals that no other class subsumes the first by rank."""
    parents, ranking = problem.parents, Ranking(problem.table)
    tops = required = problem.table.required
    for j in members_of(problem.eligible & ~required):
        equals = [i for i in members_of(parents[j]) if parents[i] >> j & 1]
        first = not any(required >> i & 1 or ranking.key(i) < ranking.key(j) for i in equals)
        if first and len(equals) == parents[j].bit_count():
            tops |= 1 << j
    return tops


def _selection(explainer: Explainer, solution: Solution | None, infeasibility: Infeasibility | None) -> Selection:
    results, thresholds, chosen = explainer.results, explainer.thresholds, explainer.chosen
    table = results.table
    caught = caught_rows(table.bad, members_of(chosen))
    flagged = caught_rows(table.good, members_of(chosen))
    return Selection(
        method=explainer.method,
        thresholds=thresholds,
        chosen=tuple(explainer.chosen_assertion(j) for j in members_of(chosen)),
        excluded=tuple(explainer.excluded_assertion(j) for j in range(table.size) if not chosen >> j & 1),
        coverage=coverage_rate(caught.bit_count(), table.n_bad),
        ffr=false_failure_rate(flagged.bit_count(), table.n_good),
        lost=names_of(table, explainer.problem.lost(chosen)),
        uncaught=tuple(id_ for row, id_ in enumerate(results.bad_ids) if not caught >> row & 1),
        flagged=tuple(results.good_ids[row] for row in members_of(flagged)),
        satisfies=caught.bit_count() >= thresholds.least_caught(table.n_bad)
        and flagged.bit_count() <= thresholds.most_flagged(table.n_good),
        proof=Proof("presolve") if solution is None else Proof(solution.solver, solution.gap, solution.ties_broken),
        infeasibility=infeasibility,
    )
