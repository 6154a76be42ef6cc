"""The bar of offline candidates: what they catch, alone, on pipelines that people labelled."""

import pytest

from spade_core.results.evaluation import Outcome
from spade_core.results.matrix import ResultsMatrix
from tests.pipelines.offline_table import matrix_of, selection_of
from tests.pipelines.research_data import PIPELINES, pipeline_folder

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(
        not all(pipeline_folder(name).is_dir() for name in PIPELINES),
        reason="the research data is not there; name its folder in SPADE_DATA",
    ),
]


@pytest.fixture(scope="module")
def matrices() -> dict[str, ResultsMatrix]:
    return {name: matrix_of(name) for name in PIPELINES}


def test_offline_candidates_alone_are_feasible_on_three_of_four_pipelines(matrices: dict[str, ResultsMatrix]) -> None:
    feasible = [name for name, matrix in matrices.items() if selection_of(matrix).infeasibility is None]
    assert len(feasible) >= 3, f"feasible only on {feasible}"


def test_every_offline_candidate_decides_every_real_response(matrices: dict[str, ResultsMatrix]) -> None:
    for name, matrix in matrices.items():
        strange = {
            (cell[1], evaluation.outcome, evaluation.message)
            for cell, evaluation in matrix.evaluations.items()
            if evaluation.outcome not in (Outcome.PASSED, Outcome.FAILED)
        }
        assert strange == set(), name


def test_each_pipeline_gives_a_number_of_candidates_that_a_person_can_read(matrices: dict[str, ResultsMatrix]) -> None:
    assert all(15 <= len(matrix.candidates) <= 160 for matrix in matrices.values())
