"""Laws that hold for every matrix, held by hypothesis."""

import random
from dataclasses import replace

from hypothesis import given, settings, strategies as st

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example, Label
from spade_core.results.matrix import Evaluation, Outcome, ResultsMatrix
from spade_core.selection import select
from spade_core.selection.failures import FailureTable, names_of
from spade_core.selection.preferring import solve_preferred
from spade_core.selection.problem import CoverProblem, Objective, Solution, problem_of, problem_within, usable_parents
from spade_core.selection.request import Method, Preference, Preferences, Thresholds
from spade_core.selection.solvers.bits import bits_of, members_of
from spade_core.selection.solvers.solving import solve
from spade_core.subsumption import Subsumption
from tests.selection.tables import random_table


def _with_preferences(seed: int, avoided: int, fewest: bool) -> FailureTable:
    """A table with columns that must be chosen, that must not, and that are chosen only where no set does without."""
    table = random_table(seed, constraints=True)
    return replace(table, avoided=avoided & ((1 << table.size) - 1), fewest_avoided=fewest)


plain = st.integers(0, 10**6).map(random_table)
preferring = st.builds(_with_preferences, st.integers(0, 10**6), st.integers(0, 511), st.booleans())
tables = st.one_of(plain, preferring)
shares = st.integers(0, 20).map(lambda step: step / 20)
objectives = st.sampled_from([Objective.FEWEST, Objective.SUBSUMPTION])
checked = settings(max_examples=60, deadline=None)


def names(problem: CoverProblem, solution: Solution | None) -> set[str] | None:
    return None if solution is None else {problem.table.names[j] for j in members_of(solution.chosen)}


def best(table: FailureTable, alpha: float, tau: float, objective: Objective) -> set[str] | None:
    problem = problem_of(table, Thresholds(alpha, tau))
    return names(problem, solve_preferred(problem, objective))


def worth(table: FailureTable, chosen: set[str]) -> tuple[int, int]:
    """What comes first, less is better: what is avoided (if any of it counts, or all), then size."""
    avoided = sum(table.avoided >> table.names.index(name) & 1 for name in chosen)
    beside = avoided - (table.avoided & table.required).bit_count()
    return (beside if table.fewest_avoided else int(beside > 0)), len(chosen)


def rows_in_order(failures: tuple[int, ...], order: list[int]) -> tuple[int, ...]:
    return tuple(bits_of(place for place, row in enumerate(order) if bits >> row & 1) for bits in failures)


@checked
@given(tables, shares, shares, objectives)
def test_what_is_selected_satisfies_both_thresholds(
    table: FailureTable, alpha: float, tau: float, objective: Objective
) -> None:
    problem = problem_of(table, Thresholds(alpha, tau))
    solution = solve(problem, objective)
    if solution is not None:
        assert problem.caught(solution.chosen) >= alpha * table.n_bad - 1e-9
        assert problem.flagged(solution.chosen) <= tau * table.n_good + 1e-9


@checked
@given(tables, shares, shares, shares)
def test_the_smallest_set_never_shrinks_when_alpha_rises_nor_when_tau_falls(
    table: FailureTable, alpha: float, tau: float, other: float
) -> None:
    strict = best(table, max(alpha, other), tau, Objective.FEWEST)
    loose = best(table, min(alpha, other), tau, Objective.FEWEST)
    if strict is not None:
        assert loose is not None
        assert worth(table, loose) <= worth(table, strict)
    tight = best(table, alpha, min(tau, other), Objective.FEWEST)
    lax = best(table, alpha, max(tau, other), Objective.FEWEST)
    if tight is not None:
        assert lax is not None
        assert worth(table, lax) <= worth(table, tight)


@checked
@given(tables, shares, shares, shares)
def test_more_room_for_false_failures_never_loses_more_assertions(
    table: FailureTable, alpha: float, tau: float, other: float
) -> None:
    def not_kept(most: float) -> int | None:
        problem = problem_of(table, Thresholds(alpha, most))
        solution = solve(problem, Objective.SUBSUMPTION)
        return None if solution is None else table.size - problem.subsumed(solution.chosen).bit_count()

    tight, lax = not_kept(min(tau, other)), not_kept(max(tau, other))
    if tight is not None:
        assert lax is not None
        assert lax <= tight


@checked
@given(tables, shares, shares, objectives, st.integers(0, 10**6))
def test_neither_the_order_of_rows_nor_the_names_of_columns_matter(
    table: FailureTable, alpha: float, tau: float, objective: Objective, seed: int
) -> None:
    choice = random.Random(seed)  # noqa: S311 - reproducible test data
    new_names = dict(zip(table.names, choice.sample(table.names, table.size), strict=True))
    other = replace(
        table,
        names=tuple(new_names[name] for name in table.names),
        good=rows_in_order(table.good, choice.sample(range(table.n_good), table.n_good)),
        bad=rows_in_order(table.bad, choice.sample(range(table.n_bad), table.n_bad)),
    )
    expected = best(table, alpha, tau, objective)
    assert best(other, alpha, tau, objective) == (expected and {new_names[name] for name in expected})


@checked
@given(tables, shares, shares, objectives, st.integers(0, 10**6))
def test_the_order_of_columns_decides_nothing_but_the_last_ties(
    table: FailureTable, alpha: float, tau: float, objective: Objective, seed: int
) -> None:
    columns = random.Random(seed).sample(range(table.size), table.size)  # noqa: S311 - reproducible test data
    place = {column: number for number, column in enumerate(columns)}
    shuffled = replace(
        table,
        names=tuple(table.names[j] for j in columns),
        good=tuple(table.good[j] for j in columns),
        bad=tuple(table.bad[j] for j in columns),
        costs=tuple(table.costs[j] for j in columns),
        implies=frozenset((place[i], place[j]) for i, j in table.implies),
        ineligible=bits_of(place[j] for j in members_of(table.ineligible)),
        required=bits_of(place[j] for j in members_of(table.required)),
        avoided=bits_of(place[j] for j in members_of(table.avoided)),
    )
    figures = _figures(table, best(table, alpha, tau, objective), objective)
    assert _figures(table, best(shuffled, alpha, tau, objective), objective) == figures


def _figures(table: FailureTable, chosen: set[str] | None, objective: Objective) -> tuple[int, ...] | None:
    """What is decided before the order: what is avoided, what is kept or the size, caught, flagged, cost."""
    if chosen is None:
        return None
    problem = problem_within(table, 0, table.n_good, usable_parents(table))
    bits = bits_of(table.names.index(name) for name in chosen)
    avoided, size = worth(table, chosen)
    cost = sum(table.costs[j] for j in members_of(bits))
    size = 0 if objective is Objective.SUBSUMPTION else size
    return avoided, size, problem.caught(bits), problem.flagged(bits), cost


@checked
@given(tables, shares, shares, objectives, st.integers(2, 4))
def test_examples_that_all_occur_several_times_change_nothing(
    table: FailureTable, alpha: float, tau: float, objective: Objective, times: int
) -> None:
    thresholds = Thresholds(alpha, tau)
    least, most = thresholds.least_caught(table.n_bad), thresholds.most_flagged(table.n_good)
    repeated = replace(
        table,
        good=rows_in_order(table.good, list(range(table.n_good)) * times),
        bad=rows_in_order(table.bad, list(range(table.n_bad)) * times),
        n_good=table.n_good * times,
        n_bad=table.n_bad * times,
    )
    once = problem_within(table, least, most, usable_parents(table))
    often = problem_within(repeated, least * times, most * times, usable_parents(repeated))
    assert names(once, solve_preferred(once, objective)) == names(often, solve_preferred(often, objective))


@checked
@given(tables, shares, shares)
def test_no_assertion_that_is_lost_could_still_be_added_within_tau(
    table: FailureTable, alpha: float, tau: float
) -> None:
    problem = problem_of(table, Thresholds(alpha, tau))
    solution = solve(problem, Objective.SUBSUMPTION)
    if solution is not None:
        for j in members_of(problem.lost(solution.chosen)):
            assert problem.flagged(solution.chosen | 1 << j) > problem.most_flagged


def _matrix(table: FailureTable, *, times: int = 1, seed: int | None = None) -> ResultsMatrix:
    """The table as a results matrix, every row so many times, in the order that `seed` gives."""
    rows = [
        (label, row, copy)
        for label, n in zip(Label, (table.n_good, table.n_bad), strict=True)
        for row in range(n)
        for copy in range(times)
    ]
    columns = range(table.size)
    if seed is not None:
        random.Random(seed).shuffle(rows)  # noqa: S311 - reproducible test data
    failures = {Label.GOOD: table.good, Label.BAD: table.bad}
    return ResultsMatrix(
        tuple(Example(f"{label} {row} {copy}", {}, "", "", label) for label, row, copy in rows),
        tuple(CandidateAssertion(table.names[j], "", (), asks_judge=bool(table.avoided >> j & 1)) for j in columns),
        {
            (f"{label} {row} {copy}", table.names[j]): Evaluation(
                Outcome.FAILED if failures[label][j] >> row & 1 else Outcome.PASSED
            )
            for label, row, copy in rows
            for j in columns
        },
    )


def _selected(matrix: ResultsMatrix, table: FailureTable, thresholds: Thresholds, method: Method) -> set[str] | None:
    preferences = Preferences(
        required=names_of(table, table.required),
        forbidden=names_of(table, table.ineligible),
        prefer=(Preference.CHEAP if table.fewest_avoided else Preference.NO_JUDGE,) if table.avoided else (),
    )
    selection = select(matrix, Subsumption(), thresholds, method=method, preferences=preferences)
    return set(selection.names) if selection.feasible else None


@checked
@given(tables, shares, shares, shares, shares)
def test_the_baseline_only_grows_with_tau_and_does_not_depend_on_alpha(
    table: FailureTable, alpha: float, beta: float, tau: float, other: float
) -> None:
    matrix = _matrix(table)
    tight = _selected(matrix, table, Thresholds(alpha, min(tau, other)), Method.BASELINE)
    lax = _selected(matrix, table, Thresholds(beta, max(tau, other)), Method.BASELINE)
    assert tight is not None
    assert lax is not None
    assert tight <= lax


@checked
@given(tables, st.sampled_from([(0.6, 0.25), (0.5, 0.5), (1.0, 0.0)]), st.sampled_from(Method), st.integers(0, 10**6))
def test_what_every_method_selects_does_not_depend_on_the_order_of_rows(
    table: FailureTable, shares: tuple[float, float], method: Method, seed: int
) -> None:
    thresholds = Thresholds(*shares)
    shuffled = _selected(_matrix(table, seed=seed), table, thresholds, method)
    assert shuffled == _selected(_matrix(table), table, thresholds, method)


@checked
@given(
    tables,
    st.sampled_from([(0.5, 0.5), (1.0, 0.0), (0.0, 1.0)]),
    st.sampled_from([Method.BASELINE, Method.NO_EXAMPLES]),
)
def test_what_is_selected_by_definition_does_not_depend_on_how_often_an_example_occurs(
    table: FailureTable, shares: tuple[float, float], method: Method
) -> None:
    # rates stay what they are, and so do the limits: tau is met by a share, not by a count
    often = _selected(_matrix(table, times=3), table, Thresholds(*shares), method)
    assert often == _selected(_matrix(table), table, Thresholds(*shares), method)
