"""The executor in the loop: what a model wrote is run in the sandbox on the labelled examples before it is accepted.

An assertion works when it runs on every labelled example without an error and fails at most the share τ of the good
ones (EcoAssistant's "success", restated for assertions). One that asks the judge is not run here: its questions cost
money.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example, Label
from spade_core.results.evaluation import Outcome
from spade_core.results.matrix import ResultsMatrix
from spade_core.sandbox.preflight import preflight
from spade_core.synthesis.untrusted import one_line

_VERDICTS = {Outcome.PASSED, Outcome.FAILED}
_MOST_QUOTED = 300
_MOST_MESSAGE = 300


class Runner(Protocol):
    """What runs assertions: `Sandbox`, or one that shows how far it is."""

    def run(self, candidates: Sequence[CandidateAssertion], examples: Sequence[Example]) -> ResultsMatrix:
        """Return the outcome of every candidate on every example."""
        ...


@dataclass(frozen=True, slots=True)
class Trial:
    """How an assertion did."""

    fault: str = ""
    """What is wrong, for the model and the record; empty when it works."""
    verified: bool = False
    """Whether it ran on labelled examples: pre-flight alone proves little."""

    @property
    def works(self) -> bool:
        """Whether it may be accepted."""
        return not self.fault


class Executor:
    """Tries assertions on the labelled examples, one batch after the other."""

    def __init__(self, runner: Runner, examples: Sequence[Example], *, tau: float) -> None:
        self._runner = runner
        self._examples = tuple(example for example in examples if example.label is not None)
        self._tau = tau
        self._lock = asyncio.Lock()

    async def trials(self, candidates: Sequence[CandidateAssertion]) -> Mapping[str, Trial]:
        """Return how each candidate did, by name (names are distinct)."""
        quiet = [candidate for candidate in candidates if not preflight(candidate.source).asks_judge]
        found = {candidate.name: Trial() for candidate in candidates}
        if quiet and self._examples:
            async with self._lock:
                matrix = await asyncio.to_thread(self._runner.run, quiet, self._examples)
            found |= {candidate.name: trial_of(matrix, candidate, tau=self._tau) for candidate in quiet}
        return found


def trial_of(matrix: ResultsMatrix, candidate: CandidateAssertion, *, tau: float) -> Trial:
    """Return how a candidate did on a matrix of labelled examples."""
    for example in matrix.examples:
        found = matrix.evaluations[example.id, candidate.name]
        if found.outcome not in _VERDICTS:
            line = f", line {found.line}" if found.line else ""
            return Trial(f"{found.outcome.value}{line}: {one_line(found.message, most=_MOST_MESSAGE)}")
    good = [example for example in matrix.examples if example.label is Label.GOOD]
    flagged = [example for example in good if matrix.fails(example, candidate)]
    if good and len(flagged) / len(good) > tau:
        quoted = one_line(flagged[0].response, most=_MOST_QUOTED)
        return Trial(f'it fails {len(flagged)} of {len(good)} good responses, the first of them: "{quoted}"')
    return Trial(verified=bool(good))
