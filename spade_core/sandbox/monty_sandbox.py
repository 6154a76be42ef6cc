"""The sandbox: runs candidate assertions on examples and returns the results matrix."""

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Self

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples.example import Example
from spade_core.results.matrix import ResultsMatrix
from spade_core.sandbox.crew import Crew
from spade_core.sandbox.judge import Judge
from spade_core.sandbox.judge_bridge import JudgeBridge
from spade_core.sandbox.limits import Limits
from spade_core.sandbox.planning import Cells, Job, plan_of
from spade_core.sandbox.rows import row_of

if TYPE_CHECKING:
    from spade_core.sandbox.engines import Engines


class MontySandbox:
    """Runs assertions in worker processes, never in this one: Monty where it is faithful, else a locked-down CPython.

    As a context manager it keeps its workers warm between runs; without one each run starts and ends its own. What no
    engine here runs exactly as CPython does comes back as UNSUPPORTED with reason and line. One run at a time.
    """

    def __init__(self, limits: Limits | None = None, *, second_engine: bool = True) -> None:
        """Set the limits, and whether the second engine may be used where this machine has it (Linux)."""
        self._limits = limits or Limits()
        self._wants_second = second_engine
        self._warm: Engines | None = None
        self._keeps_warm = False

    def __enter__(self) -> Self:
        self._keeps_warm = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._keeps_warm = False
        self._close_warm()

    def run(
        self,
        candidates: Sequence[CandidateAssertion],
        examples: Sequence[Example],
        *,
        judge: Judge | None = None,
        on_progress: Callable[[int, int], None] | None = None,
        cancelled: threading.Event | None = None,
    ) -> ResultsMatrix:
        """Return the outcome of every candidate on every example, whatever the code does.

        Args:
            candidates: Assertions; untrusted.
            examples: Rows; untrusted.
            judge: Answers ``ask_llm``; without one, candidates that ask are JUDGE_FAILED and not run.
            on_progress: Called in this thread with the pairs done and all pairs.
            cancelled: Set it from elsewhere to stop.

        Raises:
            CancelledError: `cancelled` was set; the workers are gone.
            SandboxError: The engine does not start.
        """
        cells: Cells = {}
        if candidates and examples:
            report = _share(on_progress, len(candidates) * len(examples))
            with self._engines() as engines:
                rows = [row_of(example) for example in examples]
                plan = plan_of(
                    candidates,
                    rows,
                    has_judge=judge is not None,
                    has_second=engines.has_second,
                    check=engines.characters,
                )
                cells = plan.decided
                report(len(cells))
                done = len(cells)
                cells |= self._work(engines, plan.jobs, judge, cancelled, lambda count: report(done + count))
        ordered = {
            (example.id, candidate.name): cells[example.id, candidate.name]
            for example in examples
            for candidate in candidates
        }
        return ResultsMatrix(tuple(examples), tuple(candidates), ordered)

    def _work(
        self,
        engines: "Engines",
        jobs: Sequence[Job],
        judge: Judge | None,
        cancelled: threading.Event | None,
        report: Callable[[int], None],
    ) -> Cells:
        bridge = JudgeBridge(judge, threads=self._limits.judge_threads) if judge is not None else None
        crew = Crew(jobs, lambda job: engines.run(job, bridge), workers=self._limits.workers)
        try:
            return crew.finish(cancelled, report)
        except BaseException:
            engines.kill()
            raise
        finally:
            if bridge is not None:
                bridge.close()
            crew.join()

    @contextmanager
    def _engines(self) -> "Iterator[Engines]":
        """Lend the engines: the warm ones, or some for this run; those in trouble are never kept."""
        if self._warm is None:
            self._warm = _open_engines(self._limits, wants_second=self._wants_second)
        try:
            yield self._warm
        except BaseException:
            self._close_warm()
            raise
        if not self._keeps_warm:
            self._close_warm()

    def _close_warm(self) -> None:
        engines, self._warm = self._warm, None
        if engines is not None:
            engines.close()


def _open_engines(limits: Limits, *, wants_second: bool) -> "Engines":
    from spade_core.sandbox.engines import Engines

    second = None
    if wants_second and sys.platform == "linux":
        from spade_core.sandbox.cpython_engine import CPythonEngine

        second = CPythonEngine(limits)
    return Engines(limits, second=second).open()


def _share(on_progress: Callable[[int, int], None] | None, total: int) -> Callable[[int], None]:
    def report(done: int) -> None:
        if on_progress is not None:
            on_progress(done, total)

    return report
