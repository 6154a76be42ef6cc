"""Running assertions from the command line: the sandbox with a progress bar on standard error."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from spade_core.candidates import CandidateAssertion
from spade_core.cli.console import Output
from spade_core.cli.judging import LazyJudge, agree_on_judge, agree_on_scores, judge_of
from spade_core.examples import Example
from spade_core.models import results_file
from spade_core.results import ResultsMatrix
from spade_core.sandbox import FileCache, Limits, Sandbox
from spade_core.settings import Settings, named_sets
from spade_core.static_analysis import scores_needed

_JUDGE_SECONDS = 600.0
"""A judge that waits out a rate limit is still at work."""
PREPARING = "preparing the sandbox, once on this machine"


@dataclass(frozen=True, slots=True)
class ShownSandbox:
    """A sandbox that shows how far it is."""

    sandbox: Sandbox
    output: Output
    judge: LazyJudge | None = None

    def run(self, candidates: Sequence[CandidateAssertion], examples: Sequence[Example]) -> ResultsMatrix:
        """Run every candidate on every example."""
        judge = self.judge
        if judge is not None and not agree_on_judge(judge, candidates, examples, self.output):
            judge = None
        scorer = self.judge
        names = {name for each in candidates for name in scores_needed(each.source)}
        if scorer is not None and not agree_on_scores(scorer, names, examples, self.output):
            scorer = None
        with self.output.progress() as progress:
            task = progress.add_task("running assertions", total=len(candidates) * len(examples) or None)

            def tell_progress(done: int, total: int) -> None:
                progress.update(task, completed=done, total=total, description="running assertions")

            def tell_preparing(seconds: int) -> None:
                if progress.disable and not told:
                    told.append(seconds)
                    self.output.note(f"{PREPARING}: about 10 s")
                progress.update(task, description=f"{PREPARING}: {seconds} s")

            told: list[int] = []
            return self.sandbox.run(
                candidates,
                examples,
                judge=judge,
                scorer=scorer,
                on_progress=tell_progress,
                on_preparing=tell_preparing,
            )


@contextmanager
def open_sandbox(
    output: Output, settings: Settings | None = None, *, prompt: Path | None = None, kept: bool = True
) -> Iterator[ShownSandbox]:
    """Yield a sandbox, with the judge that the settings name, and leave no process and no connection of it behind.

    With `prompt` and `kept`, what an unchanged assertion said of an unchanged example the last time is not asked again.
    """
    judge = judge_of(settings, output, prompt.parent) if settings is not None and prompt is not None else None
    threads = settings.max_in_flight if settings is not None else Limits().judge_threads
    cache = FileCache(results_file(prompt, os.environ)) if prompt is not None and kept else None
    try:
        limits = Limits(judge_seconds=_JUDGE_SECONDS, judge_threads=threads)
        values = named_sets(settings, lambda problem: output.warn(str(problem)))
        with Sandbox(limits, cache=cache, values=values) as sandbox:
            yield ShownSandbox(sandbox, output, judge)
    finally:
        if judge is not None:
            judge.close()
