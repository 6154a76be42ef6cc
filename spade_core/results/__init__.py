"""The results matrix M: every candidate run on every example."""

from spade_core.results.convention import published_convention
from spade_core.results.evaluation import Evaluation, Outcome
from spade_core.results.matrix import ResultsMatrix
from spade_core.results.summary import Trouble, failure_bits, outcome_counts, troubles

__all__ = [
    "Evaluation",
    "Outcome",
    "ResultsMatrix",
    "Trouble",
    "failure_bits",
    "outcome_counts",
    "published_convention",
    "troubles",
]
