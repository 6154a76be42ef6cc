"""Offline candidates on real responses."""

import pytest

from spade_core.results.matrix import Outcome, ResultsMatrix
from tests.pipelines.offline_table import matrix_of
from tests.research import PIPELINES, needs_data

pytestmark = needs_data


@pytest.fixture(scope="module")
def matrices() -> dict[str, ResultsMatrix]:
    return {name: matrix_of(name) for name in PIPELINES}


def test_every_offline_candidate_decides_every_real_response(matrices: dict[str, ResultsMatrix]) -> None:
    for name, matrix in matrices.items():
        strange = {
            (cell[1], evaluation.outcome, evaluation.message)
            for cell, evaluation in matrix.evaluations.items()
            if evaluation.outcome not in (Outcome.PASSED, Outcome.FAILED)
        }
        assert strange == set(), name
