"""The last results of a prompt's assertions, kept in memory: what a person's request brought, never run unasked."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Example, Label
from spade_core.results import Evaluation, ResultsMatrix, lack_of, why_undecided
from spade_core.selection import Rate, rates_of
from spade_core.storage import StoredAssertion, renamed

if TYPE_CHECKING:
    from spade_core.selection import Selection


@dataclass(frozen=True, slots=True)
class AssertionVerdict:
    """What the labelled examples say of one assertion."""

    coverage: Rate
    ffr: Rate
    unsure: int
    """Examples on which it neither passed nor failed."""
    message: str = ""
    """Why, of most of them."""
    lack: str = ""
    """Why nothing was measured; empty where it passed or failed at least one."""


@dataclass(frozen=True, slots=True)
class Results:
    """A matrix and, where one was made, the selection from it."""

    matrix: ResultsMatrix
    selection: "Selection | None" = None

    def verdict_on(self, assertion: StoredAssertion) -> AssertionVerdict | None:
        """Return what is known of an assertion; None when it was not run, or has changed since."""
        candidate = self._run_of(assertion)
        if candidate is None:
            return None
        cells = self.matrix.column(candidate)
        unsure = [cell for cell in cells if not cell.outcome.decides]
        coverage, ffr = rates_of(self.matrix, [candidate])
        return AssertionVerdict(coverage, ffr, len(unsure), why_undecided(unsure) if unsure else "", lack_of(cells))

    def broken_off(self, assertion: StoredAssertion) -> tuple[tuple[Example, Evaluation], ...]:
        """Return where an assertion came to no verdict, and why; none when it has changed since."""
        candidate = self._run_of(assertion)
        if candidate is None:
            return ()
        cells = ((example, self.matrix.evaluations[example.id, candidate.name]) for example in self.matrix.examples)
        return tuple((e, cell) for e, cell in cells if not cell.outcome.decides)

    def failed_by(self, assertion: StoredAssertion, label: Label) -> tuple[Example, ...]:
        """Return the examples with a label that an assertion fails; none when it has changed since."""
        candidate = self._run_of(assertion)
        if candidate is None:
            return ()
        return tuple(e for e in self.matrix.examples if e.label is label and self.matrix.fails(e, candidate))

    def _run_of(self, assertion: StoredAssertion) -> CandidateAssertion | None:
        """Return what was run of an assertion, under whatever name; None when it was not run, or has changed since."""
        candidate = next((c for c in self.matrix.candidates if c.name == assertion.name), None)
        if candidate is not None:
            return candidate if candidate.hash == assertion.hash else None
        size = len(assertion.source) - len(assertion.name)
        alike = (c for c in self.matrix.candidates if len(c.source) - len(c.name) == size)
        return next((c for c in alike if renamed(assertion.source, assertion.name, c.name) == c.source), None)
