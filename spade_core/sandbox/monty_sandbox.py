"""The sandbox: runs candidate assertions on examples and returns the results matrix."""

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
    from spade_core.sandbox.monty_engine import MontyEngine


class MontySandbox:
    """Runs assertions in Monty worker processes, never in this one.

    As a context manager it keeps its workers warm between runs; without one each run starts and ends its own. What
    Monty cannot run exactly as CPython does comes back as UNSUPPORTED with reason and line. One run at a time.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._warm: MontyEngine | None = None
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
            with self._engine() as engine:
                rows = [row_of(example) for example in examples]
                plan = plan_of(candidates, rows, has_judge=judge is not None, check=engine.characters)
                cells = plan.decided
                report(len(cells))
                done = len(cells)
                cells |= self._work(engine, plan.jobs, judge, cancelled, lambda count: report(done + count))
        ordered = {
            (example.id, candidate.name): cells[example.id, candidate.name]
            for example in examples
            for candidate in candidates
        }
        return ResultsMatrix(tuple(examples), tuple(candidates), ordered)

    def _work(
        self,
        engine: "MontyEngine",
        jobs: Sequence[Job],
        judge: Judge | None,
        cancelled: threading.Event | None,
        report: Callable[[int], None],
    ) -> Cells:
        from spade_core.sandbox.function_run import run_job

        bridge = JudgeBridge(judge, threads=self._limits.judge_threads) if judge is not None else None
        crew = Crew(
            jobs, lambda job: run_job(engine, job, bridge=bridge, limits=self._limits), workers=self._limits.workers
        )
        try:
            return crew.finish(cancelled, report)
        except BaseException:
            engine.kill()
            raise
        finally:
            if bridge is not None:
                bridge.close()
            crew.join()

    @contextmanager
    def _engine(self) -> "Iterator[MontyEngine]":
        """Lend an engine: the warm one, or one for this run; one in trouble is never kept."""
        from spade_core.sandbox.monty_engine import MontyEngine

        if self._warm is None:
            self._warm = MontyEngine(self._limits)
            self._warm.open()
        try:
            yield self._warm
        except BaseException:
            self._close_warm()
            raise
        if not self._keeps_warm:
            self._close_warm()

    def _close_warm(self) -> None:
        engine, self._warm = self._warm, None
        if engine is not None:
            engine.close()


def _share(on_progress: Callable[[int, int], None] | None, total: int) -> Callable[[int], None]:
    def report(done: int) -> None:
        if on_progress is not None:
            on_progress(done, total)

    return report
