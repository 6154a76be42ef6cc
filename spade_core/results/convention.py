"""The published convention: a candidate that does not pass counts as failing."""

from dataclasses import replace

from spade_core.results.evaluation import Evaluation, Outcome
from spade_core.results.grid import Grid
from spade_core.results.matrix import ResultsMatrix

_NOT_RUN = frozenset({Outcome.UNSUPPORTED, Outcome.JUDGE_FAILED})


def published_convention(matrix: ResultsMatrix) -> ResultsMatrix:
    """Return the matrix with ERRORED, TIMED_OUT, OUT_OF_MEMORY and CRASHED counted as FAILED (SPADE, section 5).

    What never ran (UNSUPPORTED, JUDGE_FAILED) stays as it is: nothing is known of it. Messages are kept.
    """
    columns: dict[str, list[Evaluation | None]] = {
        each.name: list(map(_counted, matrix.column(each))) for each in matrix.candidates
    }
    return replace(matrix, evaluations=Grid([example.id for example in matrix.examples], columns))


def _counted(evaluation: Evaluation) -> Evaluation:
    if evaluation.outcome is Outcome.PASSED or evaluation.outcome in _NOT_RUN:
        return evaluation
    return replace(evaluation, outcome=Outcome.FAILED)
