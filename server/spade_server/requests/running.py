"""Running assertions: in the sandbox, with progress, stopped at once, and never twice for the same."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Example, Label
from spade_core.models import results_file
from spade_core.results import Outcome, ResultsMatrix
from spade_core.sandbox import FileCache, Sandbox
from spade_core.selection import one_kind
from spade_core.static_analysis import scores_needed, sets_needed
from spade_server.analysis.results_memory import Results
from spade_server.protocol.messages import ErrorCode
from spade_server.requests.judging import Judging
from spade_server.requests.request_run import RequestRun
from spade_server.requests.serving import RequestError
from spade_server.requests.target import RequestTarget


@dataclass(frozen=True, slots=True)
class RequestSandbox:
    """A sandbox for one request: what the last run already told is not run again."""

    run_of_request: RequestRun
    judging: Judging | None = None
    """Who answers ``ask_llm``; None: what asks is not checked."""
    known: ResultsMatrix | None = None

    def run(self, candidates: Sequence[CandidateAssertion], examples: Sequence[Example]) -> ResultsMatrix:
        """Return the outcome of every candidate on every example."""
        self.run_of_request.look()
        if self.known is not None and _is_same(self.known, candidates, examples) and not self._tells_more(self.known):
            return self.known
        self.run_of_request.step("running assertions")
        target = self.run_of_request.target
        # What did not change is not run again, whether here or on the command line.
        cache = FileCache(results_file(target.path, os.environ))
        return Sandbox(cache=cache, values=target.values).run(
            candidates,
            examples,
            judge=self.judging.judge if self.judging is not None else None,
            scorer=self.judging.scorer if self.judging is not None else None,
            on_progress=self._progress,
            on_preparing=self._preparing,
            cancelled=self.run_of_request.stop,
        )

    def _tells_more(self, known: ResultsMatrix) -> bool:
        """Whether there is a judge now for what none answered then."""
        return self.judging is not None and bool(unjudged(known))

    def _preparing(self, seconds: int) -> None:
        self.run_of_request.say(f"preparing the sandbox, once on this machine: {seconds} s", None)

    def _progress(self, done: int, total: int) -> None:
        note = f"; {self.judging.models.spent}" if self.judging is not None and self.judging.models.spent else ""
        self.run_of_request.progress(done, total, note)


def unjudged(matrix: ResultsMatrix) -> int:
    """Return how many assertions went without a judge's answer somewhere."""
    return sum(any(cell.outcome is Outcome.JUDGE_FAILED for cell in matrix.column(each)) for each in matrix.candidates)


def _is_same(known: ResultsMatrix, candidates: Sequence[CandidateAssertion], examples: Sequence[Example]) -> bool:
    # the set may be another one now, and scores may have been computed
    if any(sets_needed(candidate.source) or scores_needed(candidate.source) for candidate in candidates):
        return False
    return [(c.name, c.hash) for c in known.candidates] == [(c.name, c.hash) for c in candidates] and list(
        known.examples
    ) == list(examples)


def require_runnable(target: RequestTarget, *, labels: bool = True) -> None:
    """Refuse a run that has nothing to run."""
    beside = target.beside
    if not beside.stored.assertions:
        said = f": {beside.all_problems[0]}" if beside.all_problems else "; generate some first"
        raise RequestError(ErrorCode.NO_ASSERTIONS, f"{beside.files.assertions.name}: there are no assertions{said}")
    if labels and not beside.examples.examples:
        unread = f": {beside.examples.problems[0]}" if beside.examples.problems else ""
        message = f"there are no responses yet: import some into {beside.examples_path.name}, or have a model make them"
        raise RequestError(ErrorCode.NO_EXAMPLES, message + unread)
    if labels and not (target.count(Label.GOOD) or target.count(Label.BAD)):
        raise RequestError(
            ErrorCode.NO_LABELS, f"{beside.examples_path.name}: no example carries a label; label some first"
        )


def require_both_kinds(target: RequestTarget) -> None:
    """Refuse to select where all labels are of one kind."""
    if said := one_kind(target.count(Label.GOOD), target.count(Label.BAD)):
        message = f"{target.beside.examples_path.name}: {said}; label some of the other kind first"
        raise RequestError(ErrorCode.NO_LABELS, message)


def last_matrix(run: RequestRun) -> ResultsMatrix | None:
    """Return the matrix of the last run; called on the event loop's values, which are replaced and never changed."""
    results = run.ls.session.results.get((run.target.path, run.target.template))
    return results.matrix if results is not None else None


def remember(run: RequestRun, results: Results) -> None:
    """Have hovers, lenses and diagnostics show the results. May be called in any thread."""
    loop, target = run.ls.session.loop, run.target
    if loop is not None:
        loop.call_soon_threadsafe(run.ls.session.remember, target.path, target.template, results)
