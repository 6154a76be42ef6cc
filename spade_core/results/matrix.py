"""The results matrix and the two measures taken on it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import and_, or_
from typing import cast

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Example, Label
from spade_core.results.evaluation import Evaluation, Outcome
from spade_core.results.grid import Grid


@dataclass(frozen=True, slots=True)
class ResultsMatrix:
    """M: `evaluations[example.id, candidate.name]` for every pair."""

    examples: tuple[Example, ...]
    candidates: tuple[CandidateAssertion, ...]
    evaluations: Mapping[tuple[str, str], Evaluation]

    def column(self, candidate: CandidateAssertion) -> Sequence[Evaluation]:
        """Return the cells of one candidate, in the order of the examples."""
        cells = self.cells(candidate.name)
        if not all(cells):
            raise KeyError(candidate.name)
        return cast(Sequence[Evaluation], cells)

    def cells(self, name: str) -> Sequence[Evaluation | None]:
        """Return the cells of a name, in the order of the examples; None where there is none."""
        if isinstance(self.evaluations, Grid) and self.evaluations.has(name, len(self.examples)):
            return self.evaluations.column(name)
        return [self.evaluations.get((example.id, name)) for example in self.examples]

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
        labelled = [example.label is label for example in self.examples]
        flagged = [False] * len(labelled)
        for candidate in chosen:
            failed = [cell.outcome is Outcome.FAILED for cell in self.column(candidate)]
            flagged = list(map(or_, flagged, failed))
        rows = sum(labelled)
        return sum(map(and_, labelled, flagged)) / rows if rows else when_none
