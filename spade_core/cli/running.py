"""Running assertions from the command line: the sandbox with a progress bar on standard error."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.cli.console import Output
from spade_core.cli.judging import LazyJudge, judge_of, tell_judge_estimate
from spade_core.examples.example import Example
from spade_core.models.folders import results_file
from spade_core.results.matrix import ResultsMatrix
from spade_core.sandbox import FileCache, Limits, Sandbox
from spade_core.settings import Settings

_JUDGE_SECONDS = 600.0
"""A judge that waits out a rate limit is still at work."""


@dataclass(frozen=True, slots=True)
class ShownSandbox:
    """A sandbox that shows how far it is."""

    sandbox: Sandbox
    output: Output
    judge: LazyJudge | None = None

    def run(self, candidates: Sequence[CandidateAssertion], examples: Sequence[Example]) -> ResultsMatrix:
        """Run every candidate on every example."""
        columns = (TextColumn("running assertions"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        if self.judge is not None:
            tell_judge_estimate(self.judge, candidates, examples, self.output)
        hidden = not self.output.err.is_terminal
        with Progress(*columns, console=self.output.err, transient=True, disable=hidden) as progress:
            task = progress.add_task("run", total=len(candidates) * len(examples) or None)
            return self.sandbox.run(
                candidates,
                examples,
                judge=self.judge,
                on_progress=lambda done, total: progress.update(task, completed=done, total=total),
            )


@contextmanager
def open_sandbox(
    output: Output, settings: Settings | None = None, *, prompt: Path | None = None
) -> Iterator[ShownSandbox]:
    """Yield a sandbox, with the judge that the settings name, and leave no process and no connection of it behind.

    With `prompt`, what an unchanged assertion said of an unchanged example the last time is not asked again.
    """
    judge = judge_of(settings, output) if settings is not None else None
    threads = settings.max_in_flight if settings is not None else Limits().judge_threads
    try:
        limits = Limits(judge_seconds=_JUDGE_SECONDS, judge_threads=threads)
        with Sandbox(limits, cache=FileCache(results_file(prompt, os.environ)) if prompt else None) as sandbox:
            yield ShownSandbox(sandbox, output, judge)
    finally:
        if judge is not None:
            judge.close()
