"""The Monty engine: runs one function over a batch of rows in a fresh session of a worker process.

The only module that imports pydantic_monty. Laws: one checkout per batch, never reused; every row is judged inside a
``try`` that the function cannot reach, so a limit (which nothing inside can catch) is told from an exception of the
same name; results are printed row by row, so that the rows before a limit or a crash keep theirs.
"""

import ast
import importlib.util
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

import pydantic_monty as monty

from spade_core.errors import CancelledError, SandboxError
from spade_core.examples.example import Example
from spade_core.results.evaluation import Outcome
from spade_core.sandbox.characters import CharacterCheck
from spade_core.sandbox.habitat import NoRoomError, refuse_if_forked
from spade_core.sandbox.judge_bridge import ASKS_AGAIN, MAX_QUESTION_CHARACTERS, MOST_QUESTIONS, JudgeBridge
from spade_core.sandbox.limits import Limits
from spade_core.sandbox.rows import Row
from spade_core.text.steady import steadied

_CLOCK = datetime(2024, 1, 1, tzinfo=UTC)
_SOURCE_FEED = "<python-input-1>"
_POLL_SECONDS = 0.05
_GRACE_SECONDS = 0.3
_ASK_ARGUMENTS = 4
_TELEMETRY = "opentelemetry"
_ATTEMPTS = 12
"""How often our own code is run before Monty is given up; its processes may be ended from outside."""
_OWN_ROWS = 1_000
"""Our own expressions get the time of that many rows."""

_ABOUT_THE_CODE = (monty.MontyRuntimeError, monty.MontySyntaxError, monty.MontyTypingError, monty.MontyConversionError)

_PRELUDE = """
__emit = print
def print(*values, sep=None, end=None):
    pass
def __told(error):
    return " E " + repr(type(error).__name__ + ": " + str(error)[:300])
async def ask_llm(prompt, response, question):
    global __current
    __mine = __current
    try:
        return await __ask(__mine, prompt, response, question)
    finally:
        __current = __mine
"""
_ONE_BY_ONE = """
for __current, __row in enumerate(__rows):
    try:
        __verdict = bool(await {name}(*__row))
    except BaseException as __error:
        __emit(str(__current) + __told(__error))
    else:
        __emit(str(__current) + (" P" if __verdict else " F"))
"""
_TOGETHER = """
import asyncio as __asyncio
async def __one(__index, __row):
    global __current
    __current = __index
    try:
        __verdict = bool(await {name}(*__row))
    except BaseException as __error:
        __emit(str(__index) + __told(__error))
    else:
        __emit(str(__index) + (" P" if __verdict else " F"))
await __asyncio.gather(*[__one(__index, __row) for __index, __row in enumerate(__rows)])
"""
_UNGUARDED = """
__current = {index}
bool(await {name}(*__rows[{index}]))
"""


@dataclass(frozen=True, slots=True)
class Stop:
    """What ended a batch before its last row."""

    outcome: Outcome
    message: str
    """Empty for TIMED_OUT: how long the row had is the caller's to say."""
    line: int | None
    seconds: float
    """Since the last result before it."""
    results_complete: bool = True
    """False when the process was killed or died: results it had not sent yet are lost."""


@dataclass(slots=True)
class Batch:
    """What came out of one batch."""

    verdicts: dict[int, bool | str] = field(default_factory=dict)
    """By position in the batch: the truth value returned, or the exception as text."""
    judge_faults: dict[int, str] = field(default_factory=dict)
    seconds: float = 0.0
    stop: Stop | None = None


class MontyEngine:
    """A pool of Monty workers. Use it as a context manager; safe to call from several threads."""

    def __init__(self, limits: Limits) -> None:
        self.name = f"monty {version('pydantic-monty')}"
        self._limits = limits
        self.characters = CharacterCheck(self._evaluate)
        self._pool: monty.Monty | None = None
        self._pids: set[int] = set()
        self._cancelled = threading.Event()

    def open(self) -> None:
        """Start the pool.

        Raises:
            SandboxError: Monty's program is not there, or does not start.
        """
        refuse_if_forked()
        _stop_looking_for_telemetry()
        try:
            pool = monty.Monty(
                min_processes=1,
                max_processes=self._limits.workers,
                feed_duration_limit_grace=_GRACE_SECONDS,
                max_checkouts_per_worker=2_000,
            )
            self._pool = pool.__enter__()
        except BaseException as error:
            _look_for_telemetry_again()
            if isinstance(error, monty.MontyError | RuntimeError | OSError) or _is_panic(error):
                raise SandboxError(f"the Monty sandbox does not start: {error}") from error
            raise

    def close(self) -> None:
        """End every worker process."""
        if self._pool is not None:
            self._pool.__exit__(None, None, None)
            self._pool = None
            _look_for_telemetry_again()

    def kill(self) -> None:
        """End every worker at once: batches under way raise CancelledError."""
        self._cancelled.set()
        for pid in tuple(self._pids):
            with suppress(OSError):  # it may have ended by itself
                os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    def run_batch(
        self,
        source: str,
        name: str,
        rows: Sequence[Row],
        bridge: JudgeBridge | None,
        *,
        row_seconds: float | None = None,
    ) -> Batch:
        """Return what the function says of each row, as far as it got; a row may take less than the limit says."""
        batch = Batch()
        started = time.perf_counter()
        heard = [started]
        lines: list[str] = []

        def listen(_stream: str, text: str) -> None:
            lines.append(text)
            heard[0] = time.perf_counter()

        try:
            with self._session(len(rows), row_seconds) as session:
                loop = _TOGETHER if bridge is not None else _ONE_BY_ONE
                self._load(session, source, rows)
                heard[0] = time.perf_counter()
                self._drive(session, loop.format(name=name), listen, _Answers(rows, batch, bridge))
        except monty.MontyError as error:
            batch.stop = self._stop(error, time.perf_counter() - heard[0])
        except _AsksOnError as error:
            lines.append(f"{error.index} F\n")  # no verdict: its judge fault goes before it
        batch.seconds = time.perf_counter() - started
        _read("".join(lines), batch)
        return batch

    def error_lines(self, source: str, name: str, rows: Sequence[Row], bridge: JudgeBridge | None) -> list[int | None]:
        """Return the line at which the function raises on each row, found by running it once more without the guard.

        One session serves all of them: nothing but the line is taken from these runs.
        """
        lines: list[int | None] = []
        try:
            with self._session(len(rows)) as session:
                self._load(session, source, rows)
                for index in range(len(rows)):
                    answers = _Answers(rows, Batch(), bridge)
                    try:
                        self._drive(session, _UNGUARDED.format(name=name, index=index), _ignore, answers)
                    except monty.MontyRuntimeError as error:
                        lines.append(_line(error))
                    except _AsksOnError:
                        break
                    else:
                        lines.append(None)
        except monty.MontyError:
            self.check_cancelled()
        return lines + [None] * (len(rows) - len(lines))

    def _evaluate(self, expression: str, inputs: dict[str, Any]) -> Any:
        """Return the value of an expression of ours, never of generated code."""
        for attempt in range(_ATTEMPTS):
            try:
                with self._session(_OWN_ROWS) as session:
                    return session.feed_run(expression, inputs=inputs)
            except monty.MontyError as error:
                self.check_cancelled()
                if attempt + 1 == _ATTEMPTS:
                    raise NoRoomError(f"Monty's processes do not live here: {error}") from error
        raise AssertionError("the last attempt returns or raises")

    def prove_alive(self) -> None:
        """Return when Monty still runs our own code: whatever ended its processes, then, is not this machine.

        Raises:
            NoRoomError: It does not.
        """
        self._evaluate("1", {})

    @contextmanager
    def _session(self, rows: int, row_seconds: float | None = None) -> Iterator[monty.MontySession]:
        """Lend a fresh session; while it is out, its process is among those that `kill` ends."""
        with _telling_panics(), ExitStack() as stack:
            try:
                session = stack.enter_context(self._checkout(rows, row_seconds or self._limits.row_seconds))
            except (RuntimeError, OSError) as error:
                raise NoRoomError(f"no Monty process can be started: {error}") from error
            pid = session.worker_pid
            if pid is not None:
                self._pids.add(pid)
                stack.callback(self._pids.discard, pid)
            self.check_cancelled()
            yield session

    def _checkout(self, rows: int, row_seconds: float) -> monty.MontySession:
        self.check_cancelled()
        if self._pool is None:
            raise SandboxError("the Monty engine is not open")
        limits: monty.ResourceLimits = {
            "max_feed_duration_secs": row_seconds + self._limits.extra_seconds_per_row * (rows - 1),
            "max_memory": self._limits.memory_bytes,
            "max_recursion_depth": self._limits.recursion_depth,
            "max_suspensions": 4 * rows + 16,
        }
        return self._pool.checkout(
            limits=limits,
            assert_message_annotations=False,
            os_policy={"sleep": "zero", "datetime": _CLOCK, "random_start": {"seed": 0}},
        )

    def _load(self, session: monty.MontySession, source: str, rows: Sequence[Row]) -> None:
        """Give a fresh session the function and its rows; defining the function runs none of it."""
        payloads = [row.payload for row in rows]
        session.feed_run(_PRELUDE, inputs={"__rows": payloads}, print_callback=_ignore)
        session.feed_run(source, print_callback=_ignore)

    def _drive(
        self, session: monty.MontySession, code: str, listen: Callable[[str, str], None], answers: "_Answers"
    ) -> None:
        """Run our loop over the function, answering what it asks."""
        snapshot = session.feed_start(code, print_callback=listen)
        while not isinstance(snapshot, monty.MontyComplete):
            self.check_cancelled()
            if isinstance(snapshot, monty.FutureSnapshot):
                snapshot = snapshot.resume(answers.wait(snapshot.pending_call_ids, self))
            elif isinstance(snapshot, monty.NameLookupSnapshot):
                snapshot = snapshot.resume()
            elif snapshot.is_os_function:
                snapshot = snapshot.resume_not_handled()
            else:
                snapshot = snapshot.resume(answers.begin(snapshot))

    def _stop(self, error: monty.MontyError, seconds: float) -> Stop:
        self.check_cancelled()
        if isinstance(error, monty.MontyCrashedError):
            if error.timed_out:
                return Stop(Outcome.TIMED_OUT, "", None, seconds, results_complete=False)
            return Stop(Outcome.CRASHED, f"the Monty process died: {error}", None, seconds, results_complete=False)
        if not isinstance(error, _ABOUT_THE_CODE):
            return Stop(Outcome.CRASHED, f"Monty broke off: {error}", None, seconds, results_complete=False)
        line = _line(error) if isinstance(error, monty.MontyRuntimeError) else None
        inner = error.exception()
        if isinstance(inner, TimeoutError):
            return Stop(Outcome.TIMED_OUT, "", line, seconds)
        if isinstance(inner, MemoryError):
            megabytes = self._limits.memory_bytes // (1024 * 1024)
            return Stop(Outcome.OUT_OF_MEMORY, f"it needs more than {megabytes} MB of memory", line, seconds)
        return Stop(Outcome.UNSUPPORTED, f"Monty cannot run it: {error}", line, seconds)

    @property
    def judge_seconds(self) -> float:
        """Longest wait for an answer of the judge."""
        return self._limits.judge_seconds

    def check_cancelled(self) -> None:
        """Raise CancelledError when the run was cancelled."""
        if self._cancelled.is_set():
            raise CancelledError("the evaluation was cancelled")


class _AsksOnError(Exception):
    """A row asks on after it was refused: its batch is ended, the rows without a verdict are run again."""

    def __init__(self, index: int) -> None:
        super().__init__(index)
        self.index = index


class _Answers:
    """The host's side of ``ask_llm`` for one batch: whatever the code passes, the texts are the row's own."""

    def __init__(self, rows: Sequence[Row], batch: Batch, bridge: JudgeBridge | None) -> None:
        self._rows = rows
        self._batch = batch
        self._bridge = bridge
        self._pending: dict[int, tuple[int, Future[bool]]] = {}
        self._asked: set[int] = set()
        self._questions: Counter[int] = Counter()

    def begin(self, call: monty.FunctionSnapshot) -> Any:
        """Return the promise of an answer, or the exception that the code sees."""
        if call.function_name != "__ask" or self._bridge is None or len(call.args) != _ASK_ARGUMENTS:
            return {"exception": NameError(f"name {call.function_name[:80]!r} is not defined")}
        index, *texts = call.args
        if type(index) is not int or not 0 <= index < len(self._rows):
            return {"exception": NameError("name '__ask' is not defined")}
        if not all(isinstance(text, str) for text in texts):
            return {"exception": TypeError("ask_llm takes three strings")}
        question: str = texts[-1]
        self._questions[index] += 1
        if self._questions[index] > MOST_QUESTIONS:
            raise _AsksOnError(index)
        if index in self._asked:
            return self._refuse(index, ASKS_AGAIN)
        if len(question) > MAX_QUESTION_CHARACTERS:
            return self._refuse(index, f"its question has more than {MAX_QUESTION_CHARACTERS} characters")
        self._asked.add(index)
        example: Example = self._rows[index].example
        self._pending[call.call_id] = (index, self._bridge.ask(example, question))
        return {"future": ...}

    def wait(self, call_ids: Sequence[int], engine: MontyEngine) -> dict[int, Any]:
        """Return the answers that are there, once there is one; looks for a cancellation meanwhile."""
        futures = {self._pending[call_id][1] for call_id in call_ids}
        deadline = time.monotonic() + engine.judge_seconds
        while True:
            done, _ = wait(futures, timeout=_POLL_SECONDS, return_when=FIRST_COMPLETED)
            engine.check_cancelled()
            late = time.monotonic() > deadline
            if done or late:
                return {
                    call_id: self._settle(*self._pending[call_id], late=late)
                    for call_id in call_ids
                    if late or self._pending[call_id][1].done()
                }

    def _settle(self, index: int, future: "Future[bool]", *, late: bool) -> Any:
        if not future.done() and late:
            return self._refuse(index, "the judge gave no answer in time")
        error = future.exception()
        if error is not None:
            return self._refuse(index, f"the judge failed: {type(error).__name__}: {error}"[:300])
        return {"return_value": future.result()}

    def _refuse(self, index: int, message: str) -> dict[str, BaseException]:
        self._batch.judge_faults[index] = message
        return {"exception": RuntimeError(message)}


@contextmanager
def _telling_panics() -> Iterator[None]:
    """Translate what Monty's library raises when it finds no room for its threads; it is no `Exception`."""
    try:
        yield
    except BaseException as error:
        if _is_panic(error):
            raise NoRoomError(f"Monty broke down: {error}") from error
        raise


def _is_panic(error: BaseException) -> bool:
    return type(error).__name__ == "PanicException"


def _stop_looking_for_telemetry() -> None:
    """Mark a telemetry library that is not installed as absent (None says so): Monty looks for it at every turn."""
    if _TELEMETRY not in sys.modules and importlib.util.find_spec(_TELEMETRY) is None:
        sys.modules[_TELEMETRY] = None  # type: ignore[assignment]


def _look_for_telemetry_again() -> None:
    if sys.modules.get(_TELEMETRY, sys) is None:
        del sys.modules[_TELEMETRY]


def _ignore(_stream: str, _text: str) -> None:
    """Drop what a feed prints."""


def _line(error: monty.MontyRuntimeError) -> int | None:
    return next((frame.line for frame in reversed(error.traceback()) if frame.filename == _SOURCE_FEED), None)


def _read(printed: str, batch: Batch) -> None:
    for line in printed.split("\n"):
        index, _, verdict = line.partition(" ")
        if verdict in {"P", "F"}:
            batch.verdicts[int(index)] = verdict == "P"
        elif verdict.startswith("E "):
            batch.verdicts[int(index)] = _unquoted(verdict[2:])


def _unquoted(text: str) -> str:
    try:
        return str(steadied(lambda: ast.literal_eval(text)))
    except (SyntaxError, ValueError):
        return text
