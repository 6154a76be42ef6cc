"""The executor in the loop: what a model wrote is run in the sandbox on the labelled examples before it is accepted.

An assertion works when it runs on every labelled example without an error and fails at most the share τ of the good
ones (EcoAssistant's "success", restated for assertions). It runs on a few of them first: what crashes or never ends
there is not run on the rest. One that asks the judge is not run here: its questions cost money.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Example, Label
from spade_core.models import one_line
from spade_core.results import ResultsMatrix, Runner
from spade_core.sandbox import unsupported_here
from spade_core.static_analysis import preflight

_MOST_QUOTED = 300
_MOST_MESSAGE = 300
_PROBES = 3
"""Examples that an assertion runs on first."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How an assertion did."""

    fault: str = ""
    """What is wrong, for the model and the record; empty when it works."""
    verified: bool = False
    """Whether it ran on labelled examples: pre-flight alone proves little."""
    doubt: str = ""
    """What speaks against one that works: it decides nothing on what is labelled. The model is asked once."""

    @property
    def works(self) -> bool:
        """Whether it may be accepted."""
        return not self.fault


class Executor:
    """Tries assertions on the labelled examples, one batch after the other."""

    def __init__(
        self, runner: Runner, examples: Sequence[Example], *, tau: float, has_judge: bool = True, tries: bool = True
    ) -> None:
        """Take what runs assertions, and the examples; without a judge, one that asks it does not work.

        Without `tries` nothing is run: the examples are only there to be shown.
        """
        labelled = tuple(example for example in examples if example.label is not None)
        self.shown = tuple(
            found
            for label in (Label.GOOD, Label.BAD)
            if (found := next((each for each in labelled if each.label is label and each.response.strip()), None))
        )
        """The first good and the first bad example: what a model is shown of what its functions will see."""
        self._runner = runner
        self._examples = labelled if tries else ()
        self._tau = tau
        self._has_judge = has_judge
        self._lock = asyncio.Lock()

    async def trials(self, candidates: Sequence[CandidateAssertion]) -> Mapping[str, Trial]:
        """Return how each candidate did, by name (names are distinct)."""
        asking = {candidate.name for candidate in candidates if preflight(candidate.source).asks_judge}
        found = {candidate.name: _read(candidate) for candidate in candidates}
        if not self._has_judge:
            found |= dict.fromkeys(asking, Trial("it asks a judge, and there is none"))
        open_ = [candidate for candidate in candidates if found[candidate.name].works and candidate.name not in asking]
        if open_ and self._examples:
            async with self._lock:
                found |= await asyncio.to_thread(self._tried, open_)
        return found

    def _tried(self, candidates: Sequence[CandidateAssertion]) -> Mapping[str, Trial]:
        """Return how candidates did: those that do not even run on a few examples, by those few."""
        few = self._runner.run(candidates, _spread(self._examples, _PROBES))
        found = {candidate.name: Trial(crash_in(few, candidate)) for candidate in candidates}
        sound = [candidate for candidate in candidates if found[candidate.name].works]
        if sound:
            matrix = self._runner.run(sound, self._examples)
            found |= {candidate.name: trial_of(matrix, candidate, tau=self._tau) for candidate in sound}
        return found


def trial_of(matrix: ResultsMatrix, candidate: CandidateAssertion, *, tau: float) -> Trial:
    """Return how a candidate did on a matrix of labelled examples."""
    if crash := crash_in(matrix, candidate):
        return Trial(crash)
    good = [example for example in matrix.examples if example.label is Label.GOOD]
    flagged = [example for example in good if matrix.fails(example, candidate)]
    if good and len(flagged) / len(good) > tau:
        quoted = one_line(flagged[0].response, most=_MOST_QUOTED)
        return Trial(f'it fails {len(flagged)} of {len(good)} good responses, the first of them: "{quoted}"')
    failed = sum(matrix.fails(example, candidate) for example in matrix.examples)
    bad = len(matrix.examples) - len(good)
    if bad and not failed:
        doubt = f"it passes all {len(matrix.examples)} labelled responses, the {bad} bad ones too"
    else:
        doubt = f"it fails all {failed} labelled responses" if failed == len(matrix.examples) > 1 else ""
    return Trial(verified=bool(good), doubt=doubt)


def crash_in(matrix: ResultsMatrix, candidate: CandidateAssertion) -> str:
    """Return what kept a candidate from a verdict on the first example where it has none; empty when it has all."""
    for example in matrix.examples:
        found = matrix.evaluations[example.id, candidate.name]
        if not found.outcome.decides:
            line = f", line {found.line}" if found.line else ""
            return f"{found.outcome.value}{line}: {one_line(found.message, most=_MOST_MESSAGE)}"
    return ""


def _read(candidate: CandidateAssertion) -> Trial:
    """Return what can be told without running: whether anything here runs it."""
    unsupported = unsupported_here(candidate.source)
    if unsupported is None:
        return Trial()
    line = f", line {unsupported.line}" if unsupported.line else ""
    return Trial(f"unsupported{line}: {one_line(unsupported.reason, most=_MOST_MESSAGE)}")


def _spread(examples: Sequence[Example], most: int) -> list[Example]:
    """Return a few examples of very different length, longest first: what they do to a function differs most."""
    by_length = sorted(examples, key=lambda example: (-len(example.response), example.id))
    last = len(by_length) - 1
    return [by_length[i] for i in sorted({round(k * last / (most - 1)) for k in range(most)})]
