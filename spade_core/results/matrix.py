"""The results matrix and the two measures taken on it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example, Label
from spade_core.results.evaluation import Evaluation, Outcome


@dataclass(frozen=True, slots=True)
class ResultsMatrix:
    """M: `evaluations[example.id, candidate.name]` for every pair."""

    examples: tuple[Example, ...]
    candidates: tuple[CandidateAssertion, ...]
    evaluations: Mapping[tuple[str, str], Evaluation]

    def fails(self, example: Example, candidate: CandidateAssertion) -> bool:
        """Whether the candidate fails the example; an error is not a failure."""
        return self.evaluations[example.id, candidate.name].outcome is Outcome.FAILED

    def coverage(self, chosen: Collection[CandidateAssertion]) -> float:
        """Share of the bad examples that at least one of `chosen` fails; 1.0 when there are no bad examples."""
        return self._share_failed(Label.BAD, chosen, when_none=1.0)

    def ffr(self, chosen: Collection[CandidateAssertion]) -> float:
        """False failure rate: share of the good examples that at least one fails; 0.0 when there are none."""
        return self._share_failed(Label.GOOD, chosen, when_none=0.0)

    def _share_failed(self, label: Label, chosen: Collection[CandidateAssertion], *, when_none: float) -> float:
        failed = [any(self.fails(e, c) for c in chosen) for e in self.examples if e.label is label]
        return sum(failed) / len(failed) if failed else when_none
