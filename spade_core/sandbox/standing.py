"""A standing sandbox: a fixed set of assertions, kept ready for one response at a time, with a limit on the wait.

A response goes to a worker in the thread that asks, as one message with one answer. Functions keep their interpreters,
but for those with side effects. A worker that does not answer in time, or dies, is replaced by a thread beside: who
asks does not wait for that.
"""

import contextlib
import os
import queue
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, Self

from spade_core.candidates import CandidateAssertion
from spade_core.criteria import Origin
from spade_core.errors import SandboxError
from spade_core.examples import Example
from spade_core.results import Evaluation, Outcome
from spade_core.sandbox.compiled import compiled_guest
from spade_core.sandbox.input_fields import sets_needed
from spade_core.sandbox.limits import Limits
from spade_core.sandbox.process import WorkerProcess
from spade_core.sandbox.rows import Rows
from spade_core.sandbox.run import OUTCOMES, decided_at_once
from spade_core.sandbox.sandbox import refuse_if_cramped
from spade_core.sandbox.side_effects import has_side_effects, names_in
from spade_core.sandbox.static_checks import preflight
from spade_core.values import NO_SETS, ValueSet, with_values

_MOST_KEPT: Final = 16
"""Interpreters that a worker keeps; one holds some 5 MB of its own."""
_MOST_MET: Final = 3
"""Time-outs in a row after which a function is left out for a while."""
_REST_SECONDS: Final = 60.0
_SHARE: Final = 0.4
"""Of the whole wait, what one function may take: one that never ends leaves time for the others."""
_AGAIN_SECONDS: Final = 1.0
_READY_SECONDS: Final = 30.0

_standing: "weakref.WeakSet[StandingSandbox]" = weakref.WeakSet()


class StandingSandbox:
    """Runs the same assertions on one response after another. Threads may share it; a forked process starts its own."""

    def __init__(
        self,
        candidates: Sequence[CandidateAssertion],
        *,
        seconds: float = 0.25,
        workers: int = 2,
        limits: Limits | None = None,
        values: Mapping[str, ValueSet] = NO_SETS,
    ) -> None:
        """Start the workers and wait for the first.

        Raises:
            SandboxError: it does not live here.
        """
        self._limits = limits or Limits()
        self._seconds = seconds
        self._workers = workers
        self._values = values
        self._sets = {name for each in candidates for name in sets_needed(each.source)}
        self._known = [decided_at_once(each.source, has_judge=False) for each in candidates]
        runs = [each for each, known in zip(candidates, self._known, strict=True) if known is None]
        self._functions = [_function(each, index) for index, each in enumerate(runs)]
        self._names = frozenset[str]().union(*(names_in(each.source) for each in runs))
        self._met = [0] * len(runs)
        self._rests = [0.0] * len(runs)
        refuse_if_cramped(self._limits)
        self._guest = os.fsencode(compiled_guest(_tell_nobody, _never)) if runs else b""
        self._begin()
        _standing.add(self)
        if runs:
            self._free.put(self._started())
            self._add_worker(workers - 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, example: Example, *, seconds: float | None = None) -> tuple[Evaluation, ...]:
        """Return what each assertion says of a response, in their order, within `seconds`; it raises nothing."""
        until = time.monotonic() + (self._seconds if seconds is None else seconds)
        found = iter(self._found(example, until) if self._functions else ())
        return tuple(next(found) if known is None else known for known in self._known)

    def close(self) -> None:
        """End the workers."""
        self._closed.set()
        while True:
            try:
                self._free.get_nowait().close()
            except queue.Empty:
                break

    def _begin(self) -> None:
        self._process = os.getpid()
        self._free: queue.SimpleQueue[WorkerProcess] = queue.SimpleQueue()
        self._closed = threading.Event()
        self._lost = 0
        self._fault = ""

    def begin_in_fork(self) -> None:
        """Leave the workers to the process that this one was forked from, and start others."""
        if self._closed.is_set():
            return
        self._inherited = self._free  # nothing of theirs is closed here
        self._begin()
        if self._functions:
            self._add_worker(self._workers)

    # --- one response

    def _found(self, example: Example, until: float) -> Sequence[Evaluation]:
        try:
            [seen] = with_values([example], self._sets, self._values)
            rows = Rows([seen])
            if fault := rows.defects([0]).get(0):
                return [Evaluation(Outcome.UNSUPPORTED, message=fault)] * len(self._functions)
            return self._asked(rows, until)
        except Exception as error:  # noqa: BLE001 - whatever breaks here must not break who asks
            return self._broken(f"{type(error).__name__}: {error}")

    def _asked(self, rows: Rows, until: float) -> Sequence[Evaluation]:
        now = time.monotonic()
        active = [at for at, rests in enumerate(self._rests) if rests <= now]
        found = [Evaluation(Outcome.TIMED_OUT, message="not run: it met its time limit too often")] * len(self._rests)
        columns = [
            partial(maker, [0]) if name in self._names else tuple
            for name, maker in (("example", rows.fields), ("prompt", rows.prompts), ("response", rows.responses))
        ]
        while active:
            if self._closed.is_set():
                return self._broken("the sandbox is closed")
            process = self._taken(until)
            if process is None:
                late = f"no answer within {self._seconds:g} s"
                return self._broken(self._fault) if self._fault else self._late(late)
            said = None
            with contextlib.suppress(OSError, EOFError, ValueError):
                process.send_job(self._job(active), columns)
                said = process.receive_within(until - time.monotonic())
                if said is None:
                    self._renew(process)
                    return self._late(f"no answer within {self._seconds:g} s")
            if isinstance(said, list):
                self._free.put(process)
                if self._closed.is_set():
                    self.close()
                for at, one in zip(active, said, strict=True):
                    found[at] = self._read(at, one)
                break
            self._renew(process)  # it died: another may answer in time
        return found

    def _taken(self, until: float) -> WorkerProcess | None:
        """Return a worker that is free in time; where none lives here, nobody waits."""
        try:
            if self._fault and self._lost == self._workers:
                return self._free.get_nowait()
            return self._free.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            return None

    def _job(self, active: Sequence[int]) -> Mapping[str, Any]:
        return {
            "functions": [self._functions[at] for at in active],
            "memory": self._limits.memory_bytes,
            "seconds": self._seconds * _SHARE,
            "function_seconds": self._seconds,
            "more_seconds": 0.0,
            "keep": _MOST_KEPT,
        }

    def _read(self, at: int, said: Sequence[Any]) -> Evaluation:
        letters, _, more = said
        message, line, seconds = more[0][1:] if more else ("", 0, 0.0)
        outcome = OUTCOMES.get(letters, Outcome.CRASHED)
        self._met[at] = self._met[at] + 1 if outcome is Outcome.TIMED_OUT else 0
        if self._met[at] == _MOST_MET:
            self._met[at], self._rests[at] = 0, time.monotonic() + _REST_SECONDS
        return Evaluation(outcome, "", seconds, str(message)[:300], line or None)

    def _late(self, fact: str) -> Sequence[Evaluation]:
        return [Evaluation(Outcome.TIMED_OUT, message=fact)] * len(self._functions)

    def _broken(self, fact: str) -> Sequence[Evaluation]:
        return [Evaluation(Outcome.CRASHED, message=fact[:300])] * len(self._functions)

    # --- workers

    def _started(self) -> WorkerProcess:
        """Return a worker that is ready.

        Raises:
            SandboxError: it does not live here.
        """
        process = WorkerProcess()
        fault = ""
        try:
            process.send(self._guest)
            told = process.receive_within(_READY_SECONDS) or {}
            if told.get("ready"):
                return process
            fault = str(told.get("fault", f"not ready within {_READY_SECONDS:g} s"))
        except (OSError, EOFError, ValueError):
            fault = process.ended()[1]
        process.close()
        raise SandboxError(f"the sandbox's processes do not live here: {fault}")

    def _renew(self, process: WorkerProcess) -> None:
        process.kill()
        self._add_worker(1, process)

    def _add_worker(self, count: int, dead: WorkerProcess | None = None) -> None:
        self._lost += count
        for _ in range(count):
            threading.Thread(target=self._start, args=(dead,), name="spade-guard-worker", daemon=True).start()

    def _start(self, dead: WorkerProcess | None) -> None:
        """Put a new worker where those are that are free, when it is ready."""
        if dead is not None:
            dead.close()
        free, closed = self._free, self._closed
        while not closed.is_set():
            try:
                process = self._started()
            except SandboxError as error:
                self._fault = str(error)
                closed.wait(_AGAIN_SECONDS)
                continue
            self._lost, self._fault = self._lost - 1, ""
            free.put(process)
            if closed.is_set():
                self.close()
            return


def _function(candidate: CandidateAssertion, index: int) -> Mapping[str, Any]:
    """Return what a worker is told of a function; those of spade that nobody changed share an interpreter."""
    alone = has_side_effects(candidate.source)
    return {
        "source": candidate.source,
        "name": preflight(candidate.source).name,
        "rows": [0],
        "answers": {},
        "met": 0,
        "alone": alone,
        "key": "shared" if candidate.origin is Origin.CUES else index,
        "reads": "example" in names_in(candidate.source),
    }


def _begin_in_fork() -> None:
    for each in list(_standing):
        each.begin_in_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_in_fork)


def _tell_nobody(seconds: int) -> None:
    """Say nothing."""


def _never() -> bool:
    return False
