"""A sandbox for guards: a fixed set of assertions, kept ready for one response at a time, with a limit on the wait.

A response goes to a worker in the thread that asks, as one message with one answer. Functions keep their interpreters,
but for those with side effects. A worker that does not answer in time, or dies, is looked after by a thread beside:
who asks does not wait for that.
"""

import builtins
import contextlib
import os
import queue
import threading
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from spade_core.candidates import CandidateAssertion
from spade_core.errors import SandboxError
from spade_core.examples import Example
from spade_core.results import Evaluation, Outcome
from spade_core.sandbox import (
    SHARED,
    Column,
    Limits,
    Rows,
    WorkerProcess,
    compiled_guest,
    decided_at_once,
    evaluation_of,
    function_told,
    refuse_if_cramped,
)
from spade_core.static_analysis import names_in, scores_needed, sets_needed
from spade_core.values import NO_SETS, ValueSet, with_values

_MOST_KEPT: Final = 16
"""Interpreters that a worker keeps; one holds some 5 MB of its own."""
_MOST_MET: Final = 3
"""Time-outs in a row after which a function is left out for a while."""
_REST_SECONDS: Final = 60.0
_SHARE: Final = 0.4
"""Of the whole wait, what one function may take: one that never ends leaves time for the others."""
_WALL: Final = 1.5
"""How much longer than that it may take by the clock: who asks does not wait for a busy machine."""
_AGAIN_SECONDS: Final = 1.0
_READY_SECONDS: Final = 30.0
_LATE_SECONDS: Final = 2.0
_MEMORY: Final = Limits().memory_bytes
_MOST_FACT: Final = 300

_MOST_TOGETHER: Final = 100
_PARAMETERS: Final = "example, prompt, response"
_TOLD: Final = "_all: "
_ALL: Final = f"""async def _all({_PARAMETERS}):
    said = [{{calls}}]
    if not all(said):
        raise AssertionError("{_TOLD}" + "".join("P" if each else "F" for each in said))
    return True
"""
"""One that goes by this very name calls itself without end: then each is run by itself."""
_PASSED: Final = Evaluation(Outcome.PASSED)
_FAILED: Final = Evaluation(Outcome.FAILED)
_Function = Mapping[str, Any]

_ready: "weakref.WeakSet[GuardSandbox]" = weakref.WeakSet()


class GuardSandbox:
    """Runs the same assertions on one response after another. Threads may share it; a forked process starts its own."""

    def __init__(
        self,
        candidates: Sequence[CandidateAssertion],
        *,
        seconds: float = 0.25,
        workers: int = 2,
        values: Mapping[str, ValueSet] = NO_SETS,
    ) -> None:
        """Start the workers and wait for the first.

        Raises:
            SandboxError: it does not live here.
            ValueError: there would be no worker.
        """
        if workers < 1:
            raise ValueError(f"there are {workers} workers: one at least")
        self._seconds = seconds
        self._workers = workers
        self._values = values
        self._known = [_decided(each.source) for each in candidates]
        runs = [each for each, known in zip(candidates, self._known, strict=True) if known is None]
        self._functions = [
            {**function_told(each, str(index)), "rows": [0], "answers": {}, "met": 0} for index, each in enumerate(runs)
        ]
        self._lots = _lots([sets_needed(each.source) for each in runs], self._functions)
        self._names = frozenset[str]().union(*(names_in(each.source) for each in runs))
        self._met = [0] * len(runs)
        self._rests = [0.0] * len(runs)
        refuse_if_cramped(Limits())
        self._guest = compiled_guest() if runs else Path()
        self._begin()
        _ready.add(self)
        if runs:
            self._free.put(self._started())
            self._start_beside(workers - 1)

    def run(self, example: Example, *, until: float | None = None) -> tuple[Evaluation, ...]:
        """Return what each assertion says of a response, in their order, in time; it raises nothing.

        `until` is by `time.monotonic`, for who has waited already.
        """
        until = time.monotonic() + self._seconds if until is None else until
        found = iter(self._found(example, until) if self._functions else ())
        return tuple(next(found) if known is None else known for known in self._known)

    def close(self) -> None:
        """End the workers."""
        self._closed.set()
        self._dead.put(None)
        while (process := self._free.take(0.0)) is not None:
            process.close()

    def _begin(self) -> None:
        self._free = _Free()
        self._dead: queue.SimpleQueue[WorkerProcess | None] = queue.SimpleQueue()
        self._closed = threading.Event()
        self._counting = threading.Lock()
        self._lost = 0
        """Workers that are not there, or say nothing."""
        self._fault = ""

    def begin_in_fork(self) -> None:
        """Leave the workers to the process that this one was forked from, and start others."""
        if self._closed.is_set():
            return
        self._inherited = self._free  # nothing of theirs is closed here
        self._begin()
        if self._functions:
            self._start_beside(self._workers)

    # --- one response

    def _found(self, example: Example, until: float) -> Sequence[Evaluation]:
        rests = Evaluation(Outcome.TIMED_OUT, message="not run: it met its time limit too often")
        found = [rests] * len(self._functions)
        for lot in self._lots:
            try:
                [seen] = with_values([example], lot.sets, self._values)
                rows = Rows([seen])
                if fault := rows.defects.get(0):
                    raise _NoAnswerError(Outcome.UNSUPPORTED, fault)  # noqa: TRY301
                self._ask(lot, rows.columns(self._names, [0]), until, found)
            except _NoAnswerError as error:
                lot.fill(found, error.outcome, str(error))
            except Exception as error:  # noqa: BLE001 - whatever breaks here must not break who asks
                lot.fill(found, Outcome.CRASHED, f"{type(error).__name__}: {error}")
        return found

    def _ask(self, lot: "_Lot", columns: Sequence[Column], until: float, found: list[Evaluation]) -> None:
        now = time.monotonic()
        wanted = [at for at in lot.places if self._rests[at] <= now]
        if lot.together is not None and len(wanted) == len(lot.places):
            shared, function = lot.together
            alone = [at for at in wanted if at not in shared]
            [first, *others] = self._said([function, *(self._functions[at] for at in alone)], columns, until)
            for at, one in zip(alone, others, strict=True):
                found[at] = self._read(at, one)
            letters = _letters(first, len(shared))
            for at, letter in zip(shared, letters, strict=False):
                found[at] = _PASSED if letter == "P" else _FAILED
            wanted = [] if letters else shared
        if wanted:
            for at, one in zip(wanted, self._said([self._functions[at] for at in wanted], columns, until), strict=True):
                found[at] = self._read(at, one)

    def _said(self, functions: Sequence[_Function], columns: Sequence[Column], until: float) -> Sequence[Any]:
        """Return what a worker says of functions, one that is free in time.

        Raises:
            _NoAnswerError: none says anything.
        """
        while True:
            none_lives = self._fault and self._lost == self._workers
            process = self._free.take(0.0 if none_lives else until - time.monotonic())
            if self._closed.is_set():
                if process is not None:
                    process.close()
                raise _NoAnswerError(Outcome.CRASHED, "the sandbox is closed")
            if process is None and self._fault:
                raise _NoAnswerError(Outcome.CRASHED, self._fault)
            if process is None:
                raise _NoAnswerError(Outcome.TIMED_OUT, f"no answer within {self._seconds:g} s")
            try:
                said = self._answer(process, functions, columns, until)
            except BaseException:
                self._renew(process)
                raise
            if said is not None:
                self._free.put(process)
                if self._closed.is_set():
                    self.close()
                return said
            self._renew(process)  # where it died, another may answer in time

    def _answer(
        self, process: WorkerProcess, functions: Sequence[_Function], columns: Sequence[Column], until: float
    ) -> Sequence[Any] | None:
        """Return what a worker says; None where it has died, or says nothing in time."""
        with contextlib.suppress(OSError, EOFError, ValueError):
            process.send_job(self._job(functions), columns)
            said = process.receive(until - time.monotonic())
            return said if isinstance(said, list) else None
        return None

    def _job(self, functions: Sequence[_Function]) -> Mapping[str, Any]:
        return {
            "functions": functions,
            "memory": _MEMORY,
            "seconds": self._seconds * _SHARE,
            "function_seconds": self._seconds,
            "keep": _MOST_KEPT,
            "wall": _WALL,
        }

    def _read(self, at: int, said: Sequence[Any]) -> Evaluation:
        letters, _, more = said
        message, line, seconds = more[0][1:] if more else ("", 0, 0.0)
        found = evaluation_of(letters, message, line, seconds, memory_bytes=_MEMORY)
        self._met[at] = self._met[at] + 1 if found.outcome is Outcome.TIMED_OUT else 0
        if self._met[at] == _MOST_MET:
            self._met[at], self._rests[at] = 0, time.monotonic() + _REST_SECONDS
        return found

    # --- workers

    def _started(self) -> WorkerProcess:
        """Return a worker that is ready.

        Raises:
            SandboxError: it does not live here.
        """
        process = WorkerProcess()
        fault = process.open(self._guest, _READY_SECONDS)
        if not fault:
            with contextlib.suppress(OSError, EOFError, ValueError):  # else it is looked after when it is asked
                self._warm(process)
            return process
        process.close()
        raise SandboxError(f"the sandbox's processes do not live here: {fault}")

    def _warm(self, process: WorkerProcess) -> None:
        """Have it run all functions once: the first time takes longest."""
        rows = Rows([Example("", {}, "", "", None)])
        together = [lot.together[1] for lot in self._lots if lot.together is not None]
        process.send_job(self._job([*together, *self._functions]), rows.columns(self._names, [0]))
        process.receive(_READY_SECONDS)

    def _comes_to_itself(self, process: WorkerProcess) -> bool:
        """Return whether a worker answers late: on a busy machine that costs less than another."""
        with contextlib.suppress(OSError, EOFError, ValueError):
            return isinstance(process.receive(_LATE_SECONDS), list)
        return False

    def _count_lost(self, number: int) -> None:
        with self._counting:
            self._lost += number

    def _renew(self, process: WorkerProcess) -> None:
        self._count_lost(1)
        self._dead.put(process)

    def _start_beside(self, count: int) -> None:
        self._count_lost(count)
        args = (self._free, self._dead, self._closed, count)
        threading.Thread(target=self._keep, args=args, name="spade-guard-workers", daemon=True).start()

    def _keep(
        self, free: "_Free", dead: "queue.SimpleQueue[WorkerProcess | None]", closed: threading.Event, count: int
    ) -> None:
        """Put new workers where those are that are free: so many, and one for each that dies."""
        while not closed.is_set():
            if count == 0:
                process = dead.get()
                if process is None:
                    return
                if self._comes_to_itself(process):
                    self._count_lost(-1)
                    free.put(process)
                    continue
                process.close()
                count += 1
            try:
                process = self._started()
            except Exception as error:  # noqa: BLE001 - whatever it is, the next one may start
                self._fault = str(error) or type(error).__name__
                closed.wait(_AGAIN_SECONDS)
                continue
            count -= 1
            self._fault = ""
            self._count_lost(-1)
            free.put(process)
        self.close()


class _NoAnswerError(Exception):
    """No worker says anything of a response."""

    def __init__(self, outcome: Outcome, fact: str) -> None:
        super().__init__(fact)
        self.outcome = outcome


class _Waiting:
    """Who waits for a worker."""

    def __init__(self) -> None:
        self.process: WorkerProcess | None = None
        self.served = threading.Lock()
        self.served.acquire()


class _Free:
    """The workers that are free. Who came first is served first: nobody waits while others come and go."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._workers: deque[WorkerProcess] = deque()
        self._waiting: deque[_Waiting] = deque()

    def put(self, process: WorkerProcess) -> None:
        """Give a worker back."""
        with self._lock:
            if not self._waiting:
                self._workers.append(process)
                return
            first = self._waiting.popleft()
            first.process = process
        first.served.release()

    def take(self, seconds: float) -> WorkerProcess | None:
        """Return a worker that is free within that time."""
        with self._lock:
            if self._workers:
                return self._workers.popleft()
            if seconds <= 0:
                return None
            mine = _Waiting()
            self._waiting.append(mine)
        if not mine.served.acquire(timeout=seconds):
            with self._lock:
                if mine.process is None:
                    self._waiting.remove(mine)
        return mine.process


@dataclass(frozen=True, slots=True)
class _Lot:
    """Functions that see the same row: those that read the same sets of valid values."""

    sets: Sequence[str]
    places: Sequence[int]
    together: tuple[list[int], _Function] | None
    """See `_together`."""

    def fill(self, found: list[Evaluation], outcome: Outcome, fact: str) -> None:
        """Say the same of all of them."""
        for at in self.places:
            found[at] = Evaluation(outcome, message=fact[:_MOST_FACT])


def _lots(sets: Sequence[Sequence[str]], functions: Sequence[_Function]) -> list[_Lot]:
    places: dict[Sequence[str], list[int]] = {}
    for at, each in enumerate(sets):
        places.setdefault(each, []).append(at)
    return [_Lot(names, some, _together(some, functions)) for names, some in places.items()]


def _together(places: Sequence[int], functions: Sequence[_Function]) -> tuple[list[int], _Function] | None:
    """Return those that share an interpreter, and a function that runs them all and tells in one answer: `_letters`."""
    named = {
        functions[at]["name"]: at
        for at in places
        if functions[at]["key"] == SHARED and not hasattr(builtins, functions[at]["name"])  # else others call it
    }
    shared = list(named.values())  # one of each name
    if not 1 < len(shared) < _MOST_TOGETHER:
        return None
    source = "\n\n".join(functions[at]["source"] for at in shared)
    calls = ", ".join(f"await {functions[at]['name']}({_PARAMETERS})" for at in shared)
    whole = f"{source}\n\n{_ALL.format(calls=calls)}"
    reads = any(functions[at]["reads"] for at in shared)
    return shared, {**functions[shared[0]], "source": whole, "name": "_all", "reads": reads}


def _letters(said: Sequence[Any], count: int) -> str:
    """Return a letter for each function of `_together`; none where one of them neither passed nor failed."""
    if said[0] == "P":
        return "P" * count
    letters = str(said[2][0][1]).removeprefix(f"AssertionError: {_TOLD}") if said[0] == "E" else ""
    return letters if len(letters) == count and set(letters) <= {"P", "F"} else ""


def _decided(source: str) -> Evaluation | None:
    """Return what is known of a function without running it: nobody judges here, and nobody computes scores."""
    if names := scores_needed(source):
        return Evaluation(Outcome.JUDGE_FAILED, message=f"no score {names[0]}: nothing computes scores here")
    return decided_at_once(source, has_judge=False)


def _begin_in_fork() -> None:
    for each in list(_ready):
        each.begin_in_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_in_fork)
