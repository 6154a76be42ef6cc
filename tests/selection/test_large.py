"""The methods for what the everyday searches give up on."""

from spade_core.selection.allowance_search import least_lost_or_chosen
from spade_core.selection.bits import bits_of
from spade_core.selection.cover_search import fewest
from spade_core.selection.greedy import greedy_set
from spade_core.selection.problem import Objective, Problem, problem_of
from spade_core.selection.projection import projected, rows_reaching_one
from spade_core.selection.solving import solve
from spade_core.selection.thresholds import Thresholds
from tests.selection.tables import large_table, random_share, random_table


def random_problem(seed: int) -> Problem:
    table = random_table(seed, constraints=seed % 2 == 1)
    return problem_of(table, Thresholds(random_share(seed + 10**6), random_share(seed + 2 * 10**6)))


def test_the_projected_program_finds_the_smallest_set() -> None:
    for seed in range(120):
        problem = random_problem(seed)
        exact, found = fewest(problem), projected(problem, Objective.FEWEST)
        assert (exact is None) == (found is None)
        if exact is not None and found is not None:
            assert problem.accepts(found.chosen)
            assert found.gap == 0.0
            assert found.chosen.bit_count() == exact.chosen.bit_count()


def test_the_projected_program_keeps_the_most_by_subsumption() -> None:
    for seed in range(120):
        problem = random_problem(seed)
        exact, found = least_lost_or_chosen(problem), projected(problem, Objective.SUBSUMPTION)
        assert (exact is None) == (found is None)
        if exact is not None and found is not None:
            assert problem.accepts(found.chosen)
            assert problem.subsumed(found.chosen).bit_count() == problem.subsumed(exact.chosen).bit_count()
            assert found.chosen.bit_count() == exact.chosen.bit_count()


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


def test_a_large_table_is_answered_with_a_small_proven_gap() -> None:
    problem = problem_of(large_table(1, 300, 2000), Thresholds())
    solution = solve(problem, Objective.SUBSUMPTION, seconds=5.0)
    assert solution is not None
    assert problem.accepts(solution.chosen)
    assert solution.gap < 0.01


def test_rows_are_counted_in_sixteenths() -> None:
    columns = [bits_of([0, 1]), bits_of([1, 2]), bits_of([2, 3]), bits_of([3])]
    assert rows_reaching_one(columns, [0.5, 0.5, 0.4375, 1.0]) == bits_of([1, 3])
