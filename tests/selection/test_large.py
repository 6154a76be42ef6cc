"""The methods for what the everyday searches give up on."""

from dataclasses import replace

import pytest

from spade_core.selection.problem import CoverProblem, Objective, Solution, problem_of, problem_within
from spade_core.selection.request import Thresholds
from spade_core.selection.solvers.allowance_search import least_lost_or_chosen
from spade_core.selection.solvers.bits import bits_of, members_of
from spade_core.selection.solvers.cover_search import fewest
from spade_core.selection.solvers.greedy import greedy_set
from spade_core.selection.solvers.packed import counted, packed
from spade_core.selection.solvers.projection import projected
from spade_core.selection.solvers.relaxation import least_flagged, most_caught
from spade_core.selection.solvers.solving import solve
from spade_core.selection.solvers.wide_cover import fewest_wide
from spade_core.selection.solvers.wide_relaxation import WideRelaxation
from spade_core.selection.solvers.work import WorkLimitReachedError
from tests.selection.large_tables import KINDS
from tests.selection.tables import random_share, random_table


def random_problem(seed: int) -> CoverProblem:
    table = random_table(seed, constraints=seed % 2 == 1)
    return problem_of(table, Thresholds(random_share(seed + 10**6), random_share(seed + 2 * 10**6)))


def test_the_search_for_many_rows_gives_the_very_set_of_the_search_for_few() -> None:
    answered = 0
    for seed in range(1000):
        problem = random_problem(seed)
        try:
            found = fewest_wide(problem)
        except WorkLimitReachedError:
            continue
        answered += found is not None
        exact = fewest(problem)
        assert (found and found.chosen) == (exact and exact.chosen), seed
    assert answered > 500


@pytest.mark.parametrize("kind", ["mixed", "modes", "copies", "tight"])
def test_the_search_for_many_rows_agrees_with_the_other_on_larger_tables(kind: str) -> None:
    for seed in range(2):
        problem = problem_of(KINDS[kind](seed, 150, 260), Thresholds())
        found, exact = fewest_wide(problem), fewest(problem, work_limit=10**8)
        assert found is not None
        assert exact is not None
        assert found.ties_broken
        assert found.chosen == exact.chosen


def test_the_projected_program_finds_the_smallest_set() -> None:
    for seed in range(120):
        problem = random_problem(seed)
        exact, found = fewest(problem), projected(problem, Objective.FEWEST)
        assert (exact is None) == (found is None)
        if exact is not None and found is not None:
            assert problem.accepts(found.chosen)
            assert found.gap == 0.0
            assert found.chosen.bit_count() == exact.chosen.bit_count()


def test_the_projected_program_loses_least_by_subsumption() -> None:
    for seed in range(120):
        problem = random_problem(seed)
        exact, found = least_lost_or_chosen(problem), projected(problem, Objective.SUBSUMPTION)
        assert (exact is None) == (found is None)
        if exact is not None and found is not None:
            assert problem.accepts(found.chosen)
            assert found.gap == 0.0
            assert problem.subsumed(found.chosen).bit_count() == problem.subsumed(exact.chosen).bit_count()


def test_a_greedy_set_satisfies_the_problem() -> None:
    found = 0
    for seed in range(300):
        problem = random_problem(seed)
        for objective in (Objective.FEWEST, Objective.SUBSUMPTION):
            chosen = greedy_set(problem, objective)
            if chosen is not None:
                found += 1
                assert problem.accepts(chosen)
    assert found > 200


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("objective", [Objective.FEWEST, Objective.SUBSUMPTION])
def test_a_large_table_is_answered_with_proof_or_a_small_gap(kind: str, objective: Objective) -> None:
    problem = problem_of(KINDS[kind](1, 300, 1500), Thresholds())
    solution = solve(problem, objective, seconds=20.0 if kind != "tight" else 2.0)
    assert solution is not None
    assert problem.accepts(solution.chosen)
    assert solution.gap == 0.0 if kind != "tight" else solution.gap < 0.02


def test_a_large_table_is_answered_the_same_twice() -> None:
    for kind in ("mixed", "modes"):
        problem = problem_of(KINDS[kind](2, 200, 3500), Thresholds())
        for objective in (Objective.FEWEST, Objective.SUBSUMPTION):
            first, second = (solve(problem, objective, seconds=30.0) for _ in "ab")
            assert first == second


def test_rows_as_words_are_counted_as_they_are_as_numbers() -> None:
    bitsets = [bits_of([0, 1, 64, 129]), 0, bits_of(range(130)), bits_of([129])]
    assert counted(packed(bitsets)).tolist() == [4, 0, 130, 1]


def _apart(rows: int) -> int:
    return bits_of(700 * row for row in members_of(rows))


def test_rows_that_lie_far_apart_are_answered_like_the_same_rows_side_by_side() -> None:
    for seed in range(60):
        near = random_problem(seed)
        table = replace(near.table, good=tuple(map(_apart, near.table.good)), bad=tuple(map(_apart, near.table.bad)))
        far = replace(near, table=table)
        for objective in (Objective.FEWEST, Objective.SUBSUMPTION):
            one, other = projected(near, objective), projected(far, objective)
            assert (one and one.chosen) == (other and other.chosen), seed
        if not near.table.required & ~near.eligible:
            one_most, other_most = (WideRelaxation.of(problem).most_caught(None) for problem in (near, far))
            assert one_most == other_most, seed


def test_the_relaxation_for_large_tables_is_never_better_than_the_exact_one_and_mostly_as_good() -> None:
    same = answered = 0
    for seed in range(300):
        problem = random_problem(seed)
        most, least = most_caught(problem), least_flagged(problem)
        if most is None or problem.table.required & ~problem.eligible:
            continue
        everything = problem_within(problem.table, problem.least_caught, problem.table.n_good, [0] * problem.table.size)
        found_most = WideRelaxation.of(problem).most_caught(None)
        found_least = None if everything.hopeless else WideRelaxation.of(everything).least_flagged(None)
        assert found_most <= most
        assert (found_least is None) == (least is None)
        assert found_least is None or least is None or found_least >= least
        answered += 1
        same += (found_most, found_least) == (most, least)
    assert answered > 200
    assert same >= 0.99 * answered


def test_an_infeasible_request_on_a_large_table_is_relaxed_in_reasonable_time() -> None:
    problem = problem_of(KINDS["mixed"](0, 300, 8000), Thresholds(1.0, 0.05))
    most, least = most_caught(problem, seconds=2.0), least_flagged(problem, seconds=2.0)
    assert most is not None
    assert least is not None
    assert least > problem.most_flagged or most == problem.table.n_bad


def test_what_the_search_proved_before_it_gave_up_counts_in_the_gap() -> None:
    problem = problem_of(KINDS["hidden"](0, 300, 4000), Thresholds())
    with pytest.raises(WorkLimitReachedError) as gave_up:
        fewest_wide(problem, seconds=0.0)
    assert gave_up.value.best is not None
    found = solve(problem, Objective.FEWEST, seconds=0.0)
    assert found is not None
    assert 1 <= round(found.chosen.bit_count() * (1 - found.gap)) <= found.chosen.bit_count()
    assert projected(problem, Objective.FEWEST, start=found.chosen, at_least=found.chosen.bit_count(), seconds=0.0) == (
        Solution(found.chosen, "HiGHS with projected rows", gap=0.0, ties_broken=False)
    )
