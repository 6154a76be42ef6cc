"""Running assertions from the command line: the sandbox with a progress bar on standard error."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.cli.console import Output
from spade_core.examples.example import Example
from spade_core.results.matrix import ResultsMatrix
from spade_core.sandbox import MontySandbox


@dataclass(frozen=True, slots=True)
class ShownSandbox:
    """A sandbox that shows how far it is."""

    sandbox: MontySandbox
    output: Output

    def run(self, candidates: Sequence[CandidateAssertion], examples: Sequence[Example]) -> ResultsMatrix:
        """Run every candidate on every example."""
        columns = (TextColumn("running assertions"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        hidden = not self.output.err.is_terminal
        with Progress(*columns, console=self.output.err, transient=True, disable=hidden) as progress:
            task = progress.add_task("run", total=len(candidates) * len(examples) or None)
            return self.sandbox.run(
                candidates, examples, on_progress=lambda done, total: progress.update(task, completed=done, total=total)
            )


@contextmanager
def open_sandbox(output: Output) -> Iterator[ShownSandbox]:
    """Yield a sandbox and leave no process of it behind."""
    with MontySandbox() as sandbox:
        yield ShownSandbox(sandbox, output)
