"""What runs assertions on examples: the sandbox, or one that shows how far it is."""

from collections.abc import Sequence
from typing import Protocol

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Example
from spade_core.results.matrix import ResultsMatrix


class Runner(Protocol):
    """Runs candidates on examples where generated code may run."""

    def run(self, candidates: Sequence[CandidateAssertion], examples: Sequence[Example]) -> ResultsMatrix:
        """Return the outcome of every candidate on every example."""
        ...
