"""The worker processes of a run: jobs go in, what became of them comes out, in any order.

Each process has a thread of ours that talks to it. A process that dies is replaced and its job begun again; one that
does not answer in time is killed; one that has had no job for a while ends, and starts again with the next. Closing
kills them all at once, whatever they are at.
"""

import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from spade_core.errors import SandboxError
from spade_core.sandbox.process import WorkerProcess, is_cramped
from spade_core.sandbox.rows import Column

_ATTEMPTS: Final = 100
"""Processes that one job, or one start, may use up before it is to blame: somebody may be killing them."""
_JOIN_SECONDS: Final = 2.0
IDLE_SECONDS: Final = 60.0
"""A worker without a job holds some 40 MB."""
POLL_SECONDS: Final = 0.05


@dataclass(frozen=True, slots=True)
class Job:
    """Functions to run on some rows, and whatever the caller knows it by."""

    message: Callable[[], Mapping[str, Any]]
    """Makes what a worker is told: many jobs wait, and each names its rows."""
    columns: Sequence[Column]
    """The texts of its rows."""
    known_by: object
    """What these are equal to in two jobs if the texts are: a process that has them is not sent them again."""
    about: Any
    most_seconds: float
    """After which the process is killed."""


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a job: what the worker said of it, or nothing where it kept ending workers."""

    job: Job
    said: Sequence[Sequence[Any]] | None


@dataclass(slots=True)
class _Worker:
    """One process and the thread that talks to it."""

    name: str
    thread: threading.Thread = field(init=False)
    process: WorkerProcess | None = None
    until: float | None = None
    """When the job that runs is to be over."""
    lock: threading.Lock = field(default_factory=threading.Lock)


class WorkerPool:
    """Up to `most` processes, started when there is work for them, but for the first."""

    def __init__(self, *, most: int) -> None:
        self.done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        """What is finished, and the errors of the threads; the caller may put more in."""
        self._guest = Path()
        self._early: list[WorkerProcess] = []
        self._most = most
        self._cramped = is_cramped()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._workers: list[_Worker] = []
        self._lock = threading.Lock()
        """Held while a worker comes, or goes for want of jobs."""
        self._open = 0
        self._closing = threading.Event()

    def serves(self, most: int) -> bool:
        """Return whether it is what a run with so many workers needs, and nothing of it is at work."""
        return self._most == most and self._cramped == is_cramped() and not self._open

    def prepare(self, guest: Callable[[], Path]) -> None:
        """Start a first process where there is none, and have the guest looked for where more may start.

        Raises:
            SandboxError: it cannot be started, or there is no guest.
        """
        if not self._workers:
            self._early.append(WorkerProcess())  # it loads meanwhile
        if len(self._workers) < self._most or not self._guest.is_file():
            self._guest = guest()

    def put(self, job: Job) -> None:
        """Have a job done."""
        with self._lock:
            self._open += 1
            self._jobs.put(job)
            if len(self._workers) >= min(self._most, self._open):
                return
            worker = _Worker(f"spade-sandbox-{len(self._workers)}")
            worker.thread = threading.Thread(target=self._work, args=(worker,), name=worker.name, daemon=True)
            try:
                worker.thread.start()
            except RuntimeError as error:
                if not self._workers:
                    raise SandboxError(f"no thread can be started: {error}") from error
            else:
                self._workers.append(worker)

    def take(self) -> Any:
        """Return the next thing that is finished, None after a moment without any; kill what takes too long."""
        try:
            found = self.done.get(timeout=POLL_SECONDS)
        except queue.Empty:
            now = time.monotonic()
            for worker in list(self._workers):
                if worker.until is not None and now > worker.until and worker.process is not None:
                    worker.process.kill()
            return None
        if isinstance(found, Done):
            self._open -= 1
        return found

    def close(self) -> None:
        """End every process and thread."""
        self._closing.set()
        workers = list(self._workers)
        for worker in workers:
            self._jobs.put(None)
            with worker.lock:
                if worker.process is not None:
                    worker.process.kill()
        for process in self._early:
            process.close()
        for worker in workers:
            worker.thread.join(_JOIN_SECONDS)

    def let_go(self) -> None:
        """In a forked process, that has none of the threads: give back what it has of the processes, which live on."""
        for worker in self._workers:
            if worker.process is not None:
                worker.process.let_go()

    def _work(self, worker: _Worker) -> None:
        try:
            while self._does_a_job(worker):
                pass
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that waits
            self.done.put(error)
        finally:
            _end(worker)

    def _does_a_job(self, worker: _Worker) -> bool:
        """Do the next job; return False where there is none, and shall be none for this worker."""
        try:
            job = self._jobs.get(timeout=IDLE_SECONDS)
        except queue.Empty:
            with self._lock:
                if self._jobs.empty():
                    self._workers.remove(worker)
                    return False
            return True
        if job is None:
            return False
        worker.until = time.monotonic() + job.most_seconds
        said = self._said(worker, job)
        worker.until = None
        if self._closing.is_set():
            return False
        self.done.put(Done(job, said))
        return True

    def _said(self, worker: _Worker, job: Job) -> Sequence[Sequence[Any]] | None:
        for _ in range(_ATTEMPTS):
            process = worker.process or self._begin(worker)
            if self._closing.is_set():
                return None
            with suppress(OSError, EOFError, ValueError):
                worker.until = time.monotonic() + job.most_seconds
                process.send_job(job.message(), job.columns, job.known_by)
                said = process.receive()
                if isinstance(said, dict):
                    raise SandboxError(f"the sandbox has no room for an interpreter: {said.get('fault')}")
                return said  # type: ignore[no-any-return]
            _end(worker)
        return None

    def _next_process(self) -> WorkerProcess:
        with suppress(IndexError):
            return self._early.pop()
        return WorkerProcess()

    def _begin(self, worker: _Worker) -> WorkerProcess:
        """Start the worker's process; it may be killed from outside before it is ready.

        Raises:
            SandboxError: it does not start.
        """
        fault = ""
        for _ in range(_ATTEMPTS):
            with worker.lock:
                process = self._next_process()
                worker.process = process
                if self._closing.is_set():
                    process.kill()
            fault = process.open(self._guest)
            if not fault:
                return process
            was_killed = process.was_killed()
            _end(worker)
            if self._closing.is_set():
                return process
            if not was_killed:
                break
        raise SandboxError(f"the sandbox's processes do not live here: {fault}")


def _end(worker: _Worker) -> None:
    with worker.lock:
        process, worker.process = worker.process, None
    if process is not None:
        process.close()
