"""Every solver against the definitions, on random small instances of every awkward kind."""

from collections.abc import Callable

import pytest

from spade_core.selection.problem import CoverProblem, Objective, Solution, problem_of
from spade_core.selection.request import Thresholds
from spade_core.selection.solvers.allowance_search import least_lost_or_chosen
from spade_core.selection.solvers.bits import members_of
from spade_core.selection.solvers.cover_search import fewest
from spade_core.selection.solvers.mixed_integer import optimum
from spade_core.selection.solvers.relaxation import least_flagged, most_caught
from tests.selection.brute_force import best_set, failed
from tests.selection.replication import problem_as_published
from tests.selection.tables import random_share, random_table

Solver = Callable[[CoverProblem], Solution | None]


def random_problem(seed: int) -> CoverProblem:
    table = random_table(seed, constraints=seed % 2 == 1)
    return problem_of(table, Thresholds(random_share(seed + 10**6), random_share(seed + 2 * 10**6)))


def columns(solution: Solution | None) -> tuple[int, ...] | None:
    return None if solution is None else tuple(members_of(solution.chosen))


def expected(problem: CoverProblem, objective: Objective) -> tuple[int, ...] | None:
    return best_set(
        problem.table,
        problem.least_caught,
        problem.most_flagged,
        subsumption=objective is Objective.SUBSUMPTION,
    )


def test_the_random_instances_are_of_every_kind() -> None:
    problems = [random_problem(seed) for seed in range(1000)]
    answers = [expected(problem, Objective.FEWEST) for problem in problems]
    assert sum(answer is None for answer in answers) > 100
    assert sum(answer is not None and len(answer) >= 2 for answer in answers) > 150
    assert sum(problem.table.n_bad == 0 for problem in problems) > 100
    assert sum(problem.table.n_good == 0 for problem in problems) > 100
    assert sum(problem.table.size == 0 for problem in problems) > 20
    assert sum(bool(problem.table.required) for problem in problems) > 100


@pytest.mark.parametrize(
    ("search", "objective"),
    [(fewest, Objective.FEWEST), (least_lost_or_chosen, Objective.SUBSUMPTION)],
    ids=["coverage", "subsumption"],
)
def test_branch_and_bound_agrees_with_brute_force_on_1000_instances(search: Solver, objective: Objective) -> None:
    differing = []
    for seed in range(1000):
        problem = random_problem(seed)
        if columns(search(problem)) != expected(problem, objective):
            differing.append(seed)
    assert differing == []


@pytest.mark.parametrize("objective", [Objective.FEWEST, Objective.SUBSUMPTION])
def test_the_mixed_integer_program_agrees_with_brute_force(objective: Objective) -> None:
    differing = []
    for seed in range(150):
        problem = random_problem(seed)
        if columns(optimum(problem, objective)) != expected(problem, objective):
            differing.append(seed)
    assert differing == []


def test_the_mixed_integer_program_takes_a_contradictory_relation_as_it_is() -> None:
    differing = []
    for seed in range(150):
        table = random_table(seed)
        thresholds = Thresholds(random_share(seed + 1), random_share(seed + 2))
        problem = problem_as_published(table, thresholds)
        wanted = best_set(
            table,
            problem.least_caught,
            problem.most_flagged,
            subsumption=True,
            pairs={(i, j) for i, j in table.implies if i != j},
            count_ineligible=True,
        )
        if columns(optimum(problem, Objective.SUBSUMPTION)) != wanted:
            differing.append(seed)
    assert differing == []


def test_relaxation_agrees_with_brute_force() -> None:
    for seed in range(300):
        problem = random_problem(seed)
        table = problem.table
        sets = [
            [j for j in range(table.size) if chosen >> j & 1]
            for chosen in range(1 << table.size)
            if not chosen & table.ineligible and not table.required & ~chosen
        ]
        scores = [(failed(table.bad, tuple(s), table.n_bad), failed(table.good, tuple(s), table.n_good)) for s in sets]
        most = max((caught for caught, flagged in scores if flagged <= problem.most_flagged), default=None)
        least = min((flagged for caught, flagged in scores if caught >= problem.least_caught), default=None)
        assert most_caught(problem) == most
        assert least_flagged(problem) == least
