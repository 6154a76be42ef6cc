"""A worker process: runs jobs in interpreters, with a clock, and says what became of each row.

It is started by `spade_core.sandbox.process` without the packages around it, and loads wasmtime and nothing else. What
it reads comes from the host and is trusted; what an interpreter says is text, and is handed on as such.

One call runs all rows of a function. If it does not end in time, or dies, or meets the limit on memory, its rows are
run a few at a time, and where that fails too one by one, each against the full limits: so only the culprit is blamed. A
row that was cut short leaves nothing behind, for its interpreter goes with it.
"""

import ctypes
import json
import marshal
import mmap
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import accumulate
from typing import IO, Any, Final

from spade_core.sandbox.webassembly import Interpreter, Machine, MachineError, TrapError

FULL_ROWS: Final = 3
"""Rows of a function that may use the whole time of a row up."""
MOST_ROWS: Final = 10
"""Rows that may time out before the rest is left unrun."""
_SHORT: Final = 0.25
"""Share of its time that a row between these gets: what never ends on three rows rarely ends on others."""
_PARTS: Final = 5
"""Parts that rows are run in whose one call failed, or would take too long."""
_SLOWER: Final = 3
"""How much slower than the rows of a function before they others may be, in one call."""
_MOST_PACES: Final = 1000
_LEAST_SECONDS: Final = 0.2
_SECONDS_EACH: Final = 0.002
"""How long rows may run together, in all and for each of them, before they are run in parts."""
WALL: Final = 4
"""How much longer than its processor time something may take by the clock, while others have the processor."""
_LOOK_SECONDS: Final = 0.005
_OWN_BYTES: Final = 48 << 20
"""What an interpreter has in use before it runs anything, and some room for the rows."""
_LARGE: Final = 2_100_000
"""Bytes of rows that need an interpreter of their own."""
_LOAD_SECONDS: Final = 20.0
"""How long rows may be loaded: a function may have left what never ends."""
_LARGEST: Final = 1 << 20
"""Bytes of an answer that are read."""
_STACK_BYTES: Final = 96 << 20
_MOST_CALLS: Final = 20_000
"""After which an interpreter makes room for a fresh one, whatever was left lying in it."""
SHARED: Final = "shared"
"""The key of the interpreter of all functions that are one expression."""
_OPEN: Final = frozenset("?M")
"""Rows that are to be run by themselves."""
_NULL_CALL: Final = "uninitialized element"
"""How CPython 3.14.0 may end after it lost the MemoryError of ``text += other``: see `guest.app`."""
_NONSENSE: Final = "the interpreter does not make sense"

Said = list[Any]
"""``[letters, seconds, more]``: a letter a row, what a row took, and ``[place, message, line, seconds]`` of some rows.

The letters are those of `guest.app`, and T timed out, C crashed, U refused by the compiler.
"""


class Watchdog(threading.Thread):
    """Interrupts the call that runs when its time is up: processor time where that can be told, else the clock's.

    A timer of the system wakes it, so that a short call costs no change of threads. Where the host is gone, as far as
    the system tells, it ends this process.
    """

    def __init__(self, machine: Machine) -> None:
        super().__init__(daemon=True)
        self._machine = machine
        self._lock = threading.Lock()
        self._is_busy = False
        self._ticks = threading.Event()
        """On Windows, which has no such timer."""
        self._ends: tuple[float, float] = (0.0, 0.0)
        """By processor time and by the clock."""
        self.rang = False
        self._host = os.getppid()
        clock = getattr(time, "pthread_getcpuclockid", None)
        self._cpu = clock(threading.get_ident()) if clock else None

    def set(self, seconds: float, wall: float) -> None:
        """Begin to count for the thread that made this watch."""
        with self._lock:
            self._ends = (self._spent() + seconds, time.monotonic() + wall * seconds)
            self._is_busy = True
        self._tick(_LOOK_SECONDS)

    def stop(self) -> None:
        """Stop counting."""
        with self._lock:
            self._is_busy = self.rang = False
        self._tick(0.0)

    def run(self) -> None:
        """Look at the clocks while a call runs."""
        while True:
            if sys.platform == "win32":
                self._ticks.wait()
                time.sleep(_LOOK_SECONDS)
            else:
                signal.sigwait({signal.SIGALRM})
            if os.getppid() != self._host:
                os._exit(1)
            with self._lock:
                if self._is_busy and (self._spent() > self._ends[0] or time.monotonic() > self._ends[1]):
                    self.rang = True
                    self._is_busy = False
                    self._machine.interrupt()

    def _tick(self, seconds: float) -> None:
        """Wake the one that looks every so many seconds; 0: no more."""
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
        elif seconds:
            self._ticks.set()
        else:
            self._ticks.clear()

    def _spent(self) -> float:
        return time.clock_gettime(self._cpu) if self._cpu is not None else time.monotonic()


class LoadedRows:
    """The texts of rows: a column of fields, one of prompts, one of responses, empty where not read."""

    def __init__(self, texts: "bytes | ctypes.Array[ctypes.c_char]", lengths: list[list[int]]) -> None:
        """Take texts that lie one after the other, and stay until the last call that is about these rows."""
        self.texts = texts
        self.lengths = lengths
        self.size = sum(sum(map(abs, column)) for column in lengths)

    def only(self, row: int) -> "LoadedRows":
        """Return one of the rows."""
        lengths = [column[row : row + 1] for column in self.lengths]
        whole = memoryview(self.texts)
        texts = (whole[ends[row] : ends[row + 1]] for ends in self._ends if len(ends) > 1)
        return LoadedRows(b"".join(texts), lengths)

    @cached_property
    def _ends(self) -> list[list[int]]:
        """Where each column begins, and each of its texts ends."""
        ends, start = [], 0
        for column in self.lengths:
            ends.append(list(accumulate(map(abs, column), initial=start)))
            start = ends[-1][-1]
        return ends


class Worker:
    """The interpreters of one process, one at a time."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._watchdog = Watchdog(machine)
        self._watchdog.start()
        self._kept: dict[object, _Kept] = {}
        """By who may use them; the last used is last."""
        self._most = 1
        """Of these; a guard has it keep more."""
        self._wall: float = WALL
        self.paces: dict[str, float] = {}
        """The seconds that a row took where a function last ran on several."""

    def run(self, job: Mapping[str, Any]) -> list[Said]:
        """Return what became of each row of each function."""
        self._most, self._wall = job.get("keep", 1), job.get("wall", WALL)
        if len(self.paces) > _MOST_PACES:
            self.paces.clear()
        return [_Function(self, job, one).said() for one in job["functions"]]

    def attempt(
        self, key: object, memory: int, rows: LoadedRows, call: bytes, seconds: float
    ) -> "Mapping[str, Any] | str":
        """Return what an interpreter says of one call, or the letter of how it died and why.

        `key` says who may use the interpreter again; None: nobody.
        """
        use = (key, memory, rows if rows.size > _LARGE else None) if key is not None else None
        kept = self._interpreter(use)
        kept.interpreter.ready()  # once for all calls, for the watchdog may ring between two
        try:
            if kept.rows is not rows:
                self._watchdog.set(_LOAD_SECONDS, self._wall)
                kept.interpreter.load(json.dumps(rows.lengths).encode(), rows.texts, rows.size)
                kept.rows = rows
            if not kept.calls:
                kept.interpreter.limit(memory, least=_OWN_BYTES)
            self._watchdog.set(seconds, self._wall)
            said: Mapping[str, Any] = json.loads(kept.interpreter.run(call, _LARGEST))
        except (TrapError, ValueError, RecursionError) as error:
            self._drop(use)
            return "T" if self._watchdog.rang else "C" + _reason(error)
        finally:
            self._watchdog.stop()
        kept.calls += 1
        if use is None or kept.calls == _MOST_CALLS:
            self._drop(use)
        return said

    def _interpreter(self, use: object) -> "_Kept":
        kept = self._kept.pop(use, None)
        if kept is None:
            self.drop_but(self._most - 1)
            kept = _Kept(Interpreter(self._machine))
        self._kept[use] = kept
        return kept

    def _drop(self, use: object) -> None:
        self._kept.pop(use).interpreter.close()

    def drop_but(self, keep: int) -> None:
        """Let interpreters go, the last used last, until so few are left."""
        while len(self._kept) > keep:
            self._drop(next(iter(self._kept)))


class _Kept:
    """An interpreter, and the rows that it has."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.rows: LoadedRows | None = None
        self.calls = 0


def _reason(error: Exception) -> str:
    if not isinstance(error, TrapError):
        return _NONSENSE
    text = str(error)
    if "stack exhausted" in text:
        return "the interpreter's stack is exhausted"
    if "unreachable" in text:
        return "the interpreter ended: it called the operating system, or could not go on"
    return text.strip().splitlines()[-1].strip()[:200]


class _Function:
    """One function over its rows."""

    def __init__(self, worker: Worker, job: Mapping[str, Any], one: Mapping[str, Any]) -> None:
        self._worker = worker
        self._texts: LoadedRows = job["texts"]
        self._one = one
        self._lines = one["source"].count("\n") + 1
        self._rows: Sequence[int] = one["rows"]
        self._memory: int = job["memory"]
        self._full: float = job["seconds"]
        self._met: int = one["met"]
        # Whether a row by itself runs in the interpreter that is kept: under a guard, or in a shared one.
        self._stays: bool = not one["alone"] and ("keep" in job or (len(self._rows) == 1 and one["key"] == SHARED))
        seconds, wall = job["function_seconds"], job.get("wall", WALL)
        self._ends: tuple[float, float] = (time.process_time() + seconds, time.monotonic() + wall * seconds)
        self._letters = ["?"] * len(self._rows)
        self._row_seconds = 0.0
        self._told: dict[int, list[Any]] = {}

    def said(self) -> Said:
        """Return what became of its rows."""
        self._run(range(len(self._rows)))
        return ["".join(self._letters), self._row_seconds, [[place, *told] for place, told in self._told.items()]]

    def _run(self, places: range) -> None:
        """Find what became of the rows at these places: together, else in parts, down to the row that is at fault."""
        if len(places) == 1 or self._run_together(places):
            for place in places:
                if self._letters[place] in _OPEN:
                    self._letters[place], *self._told[place] = self._found_alone(self._rows[place])
            return
        step = -(-len(places) // _PARTS)
        for start in range(places.start, places.stop, step):
            self._run(range(start, min(start + step, places.stop)))

    def _run_together(self, places: range) -> bool:
        """Run rows in one call; return whether it ended. A row that met the limit on memory is still open then."""
        pace = self._worker.paces.get(self._one["source"], 0.0)
        if self._one["alone"] or self._met >= MOST_ROWS or self._is_late() or pace * len(places) > self._full:
            return False
        rows = self._rows[places.start : places.stop]
        each = max(_SECONDS_EACH, _SLOWER * pace)
        seconds = min(self._full, _LEAST_SECONDS + each * len(rows))
        call = self._call(rows, self._one["answers"])
        began = time.perf_counter()
        said = self._worker.attempt(self._one["key"], self._memory, self._texts, call, seconds)
        if isinstance(said, str):
            return False
        self._row_seconds = (time.perf_counter() - began) / len(rows)
        self._worker.paces[self._one["source"]] = self._row_seconds
        letters, told = self._sense_of(said, len(rows))
        if "M" in letters:
            self._worker.drop_but(0)
        self._letters[places.start : places.stop] = letters
        for place, (message, line) in told.items():
            self._told[places.start + place] = [message, line, self._row_seconds]
        return True

    def _found_alone(self, row: int) -> "tuple[str, str, int, float]":
        """Run one row in the interpreter that stays; in a fresh one if none does, or if it may have had no room."""
        if self._stays:
            found = self._run_alone(row, self._one["key"])
            if found[0] not in "MC":
                return found
            self._worker.drop_but(0)
        return self._run_alone(row)

    def _run_alone(self, row: int, key: object = None) -> "tuple[str, str, int, float]":
        """Return what became of one row: its letter, a message, a line, and how many seconds it took."""
        if self._met >= MOST_ROWS:
            return "T", f"not run: the function met its time limit on {self._met} rows before", 0, 0.0
        if self._is_late():
            return "T", "the function used up its time before this row", 0, 0.0
        is_short = self._met >= FULL_ROWS
        seconds = min(self._full, max(_LEAST_SECONDS, _SHORT * self._full)) if is_short else self._full
        rows, place = (self._texts, row) if self._stays else (self._texts.only(row), 0)
        answers = {place: self._one["answers"][row]} if row in self._one["answers"] else {}
        began = time.perf_counter()
        said = self._worker.attempt(key, self._memory, rows, self._call([place], answers), seconds)
        took = time.perf_counter() - began
        if said == "T":
            self._met += 1
            if is_short:
                cut = f"stopped after {seconds:g} s: the function met its time limit on {FULL_ROWS} rows before"
                return "T", cut, 0, took
            return "T", f"it runs longer than {seconds:g} s on one row", 0, took
        if isinstance(said, str):
            return "M" if _NULL_CALL in said else "C", said[1:], 0, took
        letter, told = self._sense_of(said, 1)
        message, line = told.get(0, ("", 0))
        return letter, message, line, took

    def _is_late(self) -> bool:
        return time.process_time() > self._ends[0] or time.monotonic() > self._ends[1]

    def _call(self, rows: Sequence[int], answers: Mapping[int, Mapping[str, bool]]) -> bytes:
        job: Any = (self._one["source"], self._one["name"], list(rows), answers, self._one["reads"])
        return marshal.dumps(job, 2).decode("latin-1").encode()

    def _sense_of(self, said: Mapping[str, Any], count: int) -> "tuple[str, dict[int, tuple[str, int]]]":
        """Return what the guest says of so many rows; it may have been tampered with, so what is odd is a crash."""
        try:
            if "refused" in said:
                return "U" * count, dict.fromkeys(range(count), self._words(said["refused"]))
            letters = "".join(said["said"])
            if len(letters) == count and set(letters) <= set("PFEMQ"):
                told = {int(place): self._words(words) for place, words in said["more"].items()}
                if all(0 <= place < count for place in told):
                    return letters, told
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
            pass
        return "C" * count, dict.fromkeys(range(count), (_NONSENSE, 0))

    def _words(self, given: Sequence[Any]) -> tuple[str, int]:
        """Return a message or a question, and the line of the function that it is about; 0 where that has no such."""
        message, line = given
        return str(message), int(line) if line and 0 < line <= self._lines else 0


# --- the line to the host


def read(stream: IO[bytes]) -> bytes:
    """Return the next message.

    Raises:
        EOFError: there is none.
    """
    head = stream.read(8)
    size = int.from_bytes(head, "little")
    body = stream.read(size) if len(head) == 8 else b""
    if len(head) < 8 or len(body) < size:
        raise EOFError
    return body


def write(stream: IO[bytes], message: bytes) -> None:
    """Send a message."""
    stream.write(len(message).to_bytes(8, "little"))
    stream.write(message)
    stream.flush()


def serve(machine: Machine, shared: "mmap.mmap | None") -> None:
    """Run jobs until the host hangs up; the first thing it says is where the guest is."""
    try:
        machine.open(read(sys.stdin.buffer))
    except MachineError as error:
        write(sys.stdout.buffer, json.dumps({"fault": str(error)}).encode())
        return
    worker = Worker(machine)  # where it cannot have its thread, it ends here: no row is to blame
    write(sys.stdout.buffer, json.dumps({"ready": True}).encode())
    both_see = (ctypes.c_char * len(shared)).from_buffer(shared) if shared is not None else None
    rows = LoadedRows(b"", [])
    while True:
        job = marshal.loads(read(sys.stdin.buffer))  # noqa: S302 - the host's
        if job["lengths"] is not None:  # else they are those of the job before, which an interpreter may have already
            texts = both_see if job["shared"] and both_see is not None else read(sys.stdin.buffer)
            rows = LoadedRows(texts, job["lengths"])
        job["texts"] = rows
        try:
            said: object = worker.run(job)
        except MachineError as error:  # no room for an interpreter
            said = {"fault": str(error)}
        write(sys.stdout.buffer, json.dumps(said).encode())


def compile_guest(machine: Machine, source: str, target: str) -> None:
    """Write the guest compiled for this machine."""
    import gzip  # needed once on a machine

    with gzip.open(source, "rb") as wasm, open(target, "wb") as compiled:  # noqa: PTH123 - pathlib takes long to load
        compiled.write(machine.compile(wasm.read()))


def main(library: str, small: str, shared: str, *paths: str) -> None:
    """Compile the guest, if told what and where to; else serve, with the memory that a file shares with the host."""
    failed = True

    def work() -> None:
        nonlocal failed
        machine = Machine(library, small=small == "small")
        if paths:
            compile_guest(machine, *paths)
        else:
            with suppress(EOFError):
                serve(machine, mmap.mmap(int(shared), 0) if shared else None)
        failed = False

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the host, who ends us
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})  # in all threads: the watchdog waits for it
    threading.stack_size(_STACK_BYTES)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    sys.exit(failed)  # what is raised in a thread is told, and forgotten
