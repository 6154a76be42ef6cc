"""The sandbox: runs candidate assertions on examples and returns the results matrix."""

import os
import platform
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from importlib.metadata import version
from types import TracebackType
from typing import TYPE_CHECKING, Self

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.errors import CancelledError, SandboxError
from spade_core.examples.example import Example
from spade_core.results.matrix import ResultsMatrix
from spade_core.sandbox.cache import ResultCache
from spade_core.sandbox.crew import Crew
from spade_core.sandbox.extras import emoji_version
from spade_core.sandbox.habitat import FORKED, refuse_if_cramped
from spade_core.sandbox.judge import Judge
from spade_core.sandbox.judge_bridge import JudgeBridge
from spade_core.sandbox.limits import Limits
from spade_core.sandbox.planning import Cells, Job, plan_of
from spade_core.sandbox.recall import Recall
from spade_core.sandbox.routing import RULES
from spade_core.sandbox.rows import Row

if TYPE_CHECKING:
    from spade_core.sandbox.engines import Engines

_POLL_SECONDS = 0.05


class Sandbox:
    """Runs assertions in worker processes, never in this one: Monty where it is faithful, else a locked-down CPython.

    As a context manager it keeps its workers warm between runs; without one each run starts and ends its own. What no
    engine here runs exactly as CPython does comes back as UNSUPPORTED with reason and line. Runs from several threads
    take turns.
    """

    def __init__(
        self, limits: Limits | None = None, *, second_engine: bool = True, cache: ResultCache | None = None
    ) -> None:
        """Set the limits; whether the second engine may be used where this machine has it (Linux); a cache, if any."""
        self._limits = limits or Limits()
        self._cache = cache
        self._wants_second = second_engine
        self._warm: Engines | None = None
        self._process: int | None = None
        """The process that the warm engines belong to; they are of no use to one forked from it."""
        self._keeps_warm = False
        self._turn = threading.Lock()

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
            SandboxError: The engines do not start or do not live here: not in a process forked from one that used
                them, not under limits that leave too little memory or too few processes.
        """
        self._refuse_if_forked()
        while not self._turn.acquire(timeout=_POLL_SECONDS):
            if cancelled is not None and cancelled.is_set():
                raise CancelledError("the evaluation was cancelled")
        try:
            return self._run(candidates, examples, judge, on_progress, cancelled)
        finally:
            self._turn.release()

    def _run(
        self,
        candidates: Sequence[CandidateAssertion],
        examples: Sequence[Example],
        judge: Judge | None,
        on_progress: Callable[[int, int], None] | None,
        cancelled: threading.Event | None,
    ) -> ResultsMatrix:
        recall = Recall(self._cache, self._version if self._cache is not None else "", candidates, examples)
        pending = recall.pending()
        total = len(candidates) * len(examples)
        known = total - sum(len(rows) for _, rows in pending)
        report = _share(on_progress, total)
        if pending:
            with self._engines() as engines:
                recall.take(self._run_pending(engines, pending, judge, cancelled, partial(_add, report, known)))
        else:
            report(known)
        return ResultsMatrix(tuple(examples), tuple(candidates), recall.cells())

    def _run_pending(
        self,
        engines: "Engines",
        pending: Sequence[tuple[CandidateAssertion, Sequence[Row]]],
        judge: Judge | None,
        cancelled: threading.Event | None,
        report: Callable[[int], None],
    ) -> Cells:
        plan = plan_of(
            pending,
            has_judge=judge is not None,
            has_second=engines.has_second,
            check=engines.characters,
            limits=self._limits,
        )
        report(len(plan.decided))
        report_job = partial(_add, report, len(plan.decided))
        return plan.decided | self._work(engines, plan.jobs, judge, cancelled, report_job)

    @cached_property
    def _version(self) -> str:
        """Return what outcomes depend on beside source and row: engines, rules, limits."""
        second = platform.python_version() if self._has_second else "none"
        engines = f"monty {version('pydantic-monty')}, cpython {second}, emoji {emoji_version()}"
        return f"{engines}, rules {RULES}, {self._limits.memory_bytes} bytes"

    @property
    def _has_second(self) -> bool:
        return self._wants_second and sys.platform == "linux"

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
        refuse_if_cramped(self._limits)
        if self._warm is None:
            self._process = os.getpid()
            self._warm = _open_engines(self._limits, has_second=self._has_second)
        try:
            yield self._warm
        except BaseException:
            self._close_warm()
            raise
        if not self._keeps_warm:
            self._close_warm()

    def _close_warm(self) -> None:
        if self._process not in {None, os.getpid()}:
            return  # they belong to the process that this one was forked from
        engines, self._warm, self._process = self._warm, None, None
        if engines is not None:
            engines.close()

    def _refuse_if_forked(self) -> None:
        if self._process not in {None, os.getpid()}:
            raise SandboxError(FORKED)


def _open_engines(limits: Limits, *, has_second: bool) -> "Engines":
    second = None
    try:
        from spade_core.sandbox.engines import Engines

        if has_second:
            from spade_core.sandbox.cpython_engine import CPythonEngine

            second = CPythonEngine(limits)
        return Engines(limits, second=second).open()
    except (ImportError, OSError) as error:
        raise SandboxError(f"the sandbox does not start: {error}") from error


def _add(report: Callable[[int], None], before: int, count: int) -> None:
    report(before + count)


def _share(on_progress: Callable[[int, int], None] | None, total: int) -> Callable[[int], None]:
    def report(done: int) -> None:
        if on_progress is not None:
            on_progress(done, total)

    return report
