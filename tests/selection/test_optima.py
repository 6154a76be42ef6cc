"""The optima of the public pipelines at alpha 0.6 and tau 0.25, to the digit."""

import pytest

from spade_core.selection.problem import CoverProblem, Objective, Solution, problem_of
from spade_core.selection.request import Thresholds
from spade_core.selection.solvers.mixed_integer import optimum
from spade_core.selection.solvers.solving import solve
from tests.selection.replication import problem_as_published
from tests.selection.shipped import PIPELINES, shipped_table

pytestmark = pytest.mark.data


def solved(problem: CoverProblem, objective: Objective) -> Solution:
    solution = solve(problem, objective)
    assert solution is not None
    assert solution.gap == 0.0
    return solution


def rates(problem: CoverProblem, chosen: int) -> tuple[float, float]:
    table = problem.table
    return round(problem.caught(chosen) / table.n_bad, 3), round(problem.flagged(chosen) / table.n_good, 3)


@pytest.mark.parametrize(
    ("pipeline", "size", "coverage", "ffr"),
    [
        ("codereviews", 2, 0.625, 0.0),
        ("finance", 4, 0.673, 0.229),
        ("lecturesummaries", 1, 0.643, 0.194),
        ("sportroutine", 2, 0.774, 0.211),
    ],
)
def test_coverage_method_reaches_the_optimum(pipeline: str, size: int, coverage: float, ffr: float) -> None:
    problem = problem_of(shipped_table(pipeline), Thresholds())
    chosen = solved(problem, Objective.FEWEST).chosen
    assert chosen.bit_count() == size
    assert rates(problem, chosen) == (coverage, ffr)


@pytest.mark.parametrize(
    ("pipeline", "size", "lost", "coverage", "ffr"),
    [
        ("codereviews", 15, 24, 0.875, 0.117),
        ("finance", 23, 12, 1.0, 0.229),
        ("lecturesummaries", 24, 34, 1.0, 0.194),
        ("sportroutine", 8, 11, 0.871, 0.0),
    ],
)
def test_subsumption_method_reaches_the_optimum_on_the_relation_as_published(
    pipeline: str, size: int, lost: int, coverage: float, ffr: float
) -> None:
    problem = problem_as_published(shipped_table(pipeline), Thresholds())
    chosen = solved(problem, Objective.SUBSUMPTION).chosen
    assert (chosen.bit_count(), problem.lost(chosen).bit_count()) == (size, lost)
    assert rates(problem, chosen) == (coverage, ffr)


@pytest.mark.parametrize(
    ("pipeline", "objective"), [("codereviews", 40), ("finance", 45), ("lecturesummaries", 65), ("sportroutine", 23)]
)
def test_subsumption_method_reaches_the_optimum_once_refuted_pairs_are_dropped(pipeline: str, objective: int) -> None:
    table = shipped_table(pipeline)
    problem = problem_of(table, Thresholds())
    chosen = solved(problem, Objective.SUBSUMPTION).chosen
    ineligible = table.size - problem.eligible.bit_count()
    assert chosen.bit_count() + problem.lost(chosen).bit_count() + ineligible == objective


@pytest.mark.parametrize(
    ("pipeline", "lost"), [("codereviews", 24), ("finance", 11), ("lecturesummaries", 34), ("sportroutine", 11)]
)
def test_least_lost_alone_is_what_the_published_code_minimises(pipeline: str, lost: int) -> None:
    problem = problem_as_published(shipped_table(pipeline), Thresholds())
    assert problem.lost(solved(problem, Objective.LEAST_LOST).chosen).bit_count() == lost


@pytest.mark.parametrize("pipeline", PIPELINES)
@pytest.mark.parametrize("objective", [Objective.FEWEST, Objective.SUBSUMPTION])
def test_both_solvers_choose_the_very_same_set(pipeline: str, objective: Objective) -> None:
    problem = problem_of(shipped_table(pipeline), Thresholds())
    by_program = optimum(problem, objective)
    assert by_program is not None
    assert by_program.ties_broken
    assert by_program.chosen == solved(problem, objective).chosen
