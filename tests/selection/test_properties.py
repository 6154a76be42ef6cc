"""Laws that hold for every matrix, held by hypothesis."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from spade_core.selection.bits import bits_of, members_of
from spade_core.selection.failures import FailureTable
from spade_core.selection.problem import Objective, Problem, Solution, problem_of, problem_within, usable_parents
from spade_core.selection.solving import solve
from spade_core.selection.thresholds import Thresholds
from tests.selection.tables import random_table

tables = st.integers(0, 10**6).map(random_table)
shares = st.integers(0, 20).map(lambda step: step / 20)
objectives = st.sampled_from([Objective.FEWEST, Objective.SUBSUMPTION])
checked = settings(max_examples=60, deadline=None)


def names(problem: Problem, solution: Solution | None) -> set[str] | None:
    return None if solution is None else {problem.table.names[j] for j in members_of(solution.chosen)}


def best(table: FailureTable, alpha: float, tau: float, objective: Objective) -> set[str] | None:
    problem = problem_of(table, Thresholds(alpha, tau))
    return names(problem, solve(problem, objective))


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
        assert len(loose) <= len(strict)
    tight = best(table, alpha, min(tau, other), Objective.FEWEST)
    lax = best(table, alpha, max(tau, other), Objective.FEWEST)
    if tight is not None:
        assert lax is not None
        assert len(lax) <= len(tight)


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
def test_the_order_of_rows_and_columns_does_not_matter(
    table: FailureTable, alpha: float, tau: float, objective: Objective, seed: int
) -> None:
    choice = random.Random(seed)  # noqa: S311 - reproducible test data
    columns = choice.sample(range(table.size), table.size)
    place = {column: number for number, column in enumerate(columns)}
    shuffled = FailureTable(
        names=tuple(table.names[j] for j in columns),
        good=rows_in_order(tuple(table.good[j] for j in columns), choice.sample(range(table.n_good), table.n_good)),
        bad=rows_in_order(tuple(table.bad[j] for j in columns), choice.sample(range(table.n_bad), table.n_bad)),
        n_good=table.n_good,
        n_bad=table.n_bad,
        costs=tuple(table.costs[j] for j in columns),
        implies=frozenset((place[i], place[j]) for i, j in table.implies),
    )
    assert best(shuffled, alpha, tau, objective) == best(table, alpha, tau, objective)


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
    assert names(once, solve(once, objective)) == names(often, solve(often, objective))


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
