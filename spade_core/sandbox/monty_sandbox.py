"""The sandbox: runs candidate assertions on examples and returns the results matrix."""

import queue
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Self

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.errors import CancelledError
from spade_core.examples.example import Example
from spade_core.results.evaluation import Evaluation, Outcome
from spade_core.results.matrix import ResultsMatrix
from spade_core.sandbox.judge import Judge
from spade_core.sandbox.judge_bridge import JudgeBridge
from spade_core.sandbox.limits import Limits
from spade_core.sandbox.preflight import preflight
from spade_core.sandbox.routing import Route, route
from spade_core.sandbox.rows import Row, row_of

if TYPE_CHECKING:
    from spade_core.sandbox.monty_engine import MontyEngine

NO_JUDGE = "no judge is configured"
_CHUNK_ROWS = 200
_CHUNK_CHARACTERS = 8_000_000
_POLL_SECONDS = 0.02
_JOIN_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class _Job:
    """One function on some rows."""

    candidate: CandidateAssertion
    name: str
    """The name in the source, which a person may have changed."""
    route: Route
    rows: tuple[Row, ...]


_Cells = dict[tuple[str, str], Evaluation]


class MontySandbox:
    """Runs assertions in Monty worker processes, never in this one.

    As a context manager it keeps its workers warm between runs; without one each run starts and ends its own. What
    Monty cannot run exactly as CPython does comes back as UNSUPPORTED with reason and line.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._engine: MontyEngine | None = None

    def __enter__(self) -> Self:
        self._engine = self._open_engine()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the warm workers; the sandbox can be used again."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

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
        total = len(candidates) * len(examples)
        report = on_progress or _say_nothing
        rows = tuple(row_of(example) for example in examples)
        jobs, cells = self._plan(candidates, rows, has_judge=judge is not None)
        report(len(cells), total)
        if jobs:
            cells |= self._work(jobs, judge, cancelled, lambda done: report(len(cells) + done, total))
        return ResultsMatrix(tuple(examples), tuple(candidates), _in_order(cells, candidates, examples))

    def _plan(
        self, candidates: Sequence[CandidateAssertion], rows: tuple[Row, ...], *, has_judge: bool
    ) -> tuple[list[_Job], _Cells]:
        """Split the matrix into the cells decided without running and the jobs to run."""
        jobs: list[_Job] = []
        cells: _Cells = {}
        for candidate in candidates:
            decided = _decided_at_once(candidate.source, has_judge=has_judge)
            if decided is not None:
                cells |= {(row.example.id, candidate.name): decided for row in rows}
                continue
            fit: list[Row] = []
            chosen = route(candidate.source)
            for row in rows:
                if reason := unfit(row, chosen):
                    cells[row.example.id, candidate.name] = Evaluation(Outcome.UNSUPPORTED, message=reason)
                else:
                    fit.append(row)
            name = preflight(candidate.source).name
            jobs += [_Job(candidate, name, chosen, chunk) for chunk in _chunks(fit)]
        return jobs, cells

    def _work(
        self,
        jobs: list[_Job],
        judge: Judge | None,
        cancelled: threading.Event | None,
        report: Callable[[int], None],
    ) -> _Cells:
        engine = self._engine or self._open_engine()
        bridge = JudgeBridge(judge, threads=self._limits.judge_threads) if judge is not None else None
        crew = _Crew(engine, bridge, self._limits, jobs)
        try:
            return crew.finish(cancelled, report)
        except BaseException:
            engine.kill()
            self._engine = None if engine is self._engine else self._engine
            raise
        finally:
            if bridge is not None:
                bridge.close()
            crew.join()
            if engine is not self._engine:
                engine.close()

    def _open_engine(self) -> "MontyEngine":
        from spade_core.sandbox.monty_engine import MontyEngine

        engine = MontyEngine(self._limits)
        engine.open()
        return engine


class _Crew:
    """The worker threads of one run."""

    def __init__(self, engine: "MontyEngine", bridge: JudgeBridge | None, limits: Limits, jobs: list[_Job]) -> None:
        from spade_core.sandbox.function_run import run_function

        self._jobs: queue.SimpleQueue[_Job] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[_Cells | BaseException] = queue.SimpleQueue()
        self._count = len(jobs)
        for job in jobs:
            self._jobs.put(job)

        def work() -> None:
            try:
                while not self._jobs.empty():
                    job = self._jobs.get_nowait()
                    evaluations = run_function(
                        engine, job.candidate.source, job.name, job.route, job.rows, bridge=bridge, limits=limits
                    )
                    self._done.put(
                        {
                            (row.example.id, job.candidate.name): evaluation
                            for row, evaluation in zip(job.rows, evaluations, strict=True)
                        }
                    )
            except queue.Empty:
                return
            except BaseException as error:  # noqa: BLE001 - handed to the thread that waits
                self._done.put(error)

        self._threads = [
            threading.Thread(target=work, name=f"spade-sandbox-{index}") for index in range(limits.workers)
        ]
        for thread in self._threads:
            thread.start()

    def finish(self, cancelled: threading.Event | None, report: Callable[[int], None]) -> _Cells:
        """Return every cell once all jobs are done."""
        cells: _Cells = {}
        finished = 0
        while finished < self._count:
            if cancelled is not None and cancelled.is_set():
                raise CancelledError("the evaluation was cancelled")
            try:
                result = self._done.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                continue
            if isinstance(result, BaseException):
                raise result
            cells |= result
            finished += 1
            report(len(cells))
        return cells

    def join(self) -> None:
        """Wait for the threads to end."""
        while not self._jobs.empty():
            try:
                self._jobs.get_nowait()
            except queue.Empty:
                break
        for thread in self._threads:
            thread.join(_JOIN_SECONDS)


def unfit(row: Row, chosen: Route) -> str:
    """Return why Monty must not run this function on this row; empty when it may."""
    if row.defect:
        return row.defect
    if row.has_surrogates:
        return "the example holds a lone surrogate, which Monty cannot hold"
    if row.has_nan and (chosen.parses_numbers or chosen.parses_json):
        return "the example may hold NaN, on which Monty differs"
    if row.is_deep and chosen.parses_json:
        return "the example may hold deeply nested JSON, on which Monty differs"
    if chosen.parses_numbers and any(character.isdecimal() for character in row.characters):
        return "the example holds digits beyond ASCII, on which Monty differs"
    return ""


def _decided_at_once(source: str, *, has_judge: bool) -> Evaluation | None:
    chosen = route(source).unsupported
    found = preflight(source)
    if found.accepted and found.asks_judge and not has_judge:
        return Evaluation(Outcome.JUDGE_FAILED, message=NO_JUDGE)
    if chosen is not None:
        return Evaluation(Outcome.UNSUPPORTED, message=str(chosen), line=chosen.line)
    return None


def _chunks(rows: Sequence[Row]) -> Iterator[tuple[Row, ...]]:
    chunk: list[Row] = []
    size = 0
    for row in rows:
        if chunk and (len(chunk) == _CHUNK_ROWS or size + row.size > _CHUNK_CHARACTERS):
            yield tuple(chunk)
            chunk, size = [], 0
        chunk.append(row)
        size += row.size
    if chunk:
        yield tuple(chunk)


def _in_order(
    cells: Mapping[tuple[str, str], Evaluation], candidates: Sequence[CandidateAssertion], examples: Sequence[Example]
) -> _Cells:
    return {
        (example.id, candidate.name): cells[example.id, candidate.name]
        for example in examples
        for candidate in candidates
    }


def _say_nothing(_done: int, _total: int) -> None:
    """Report to nobody."""
