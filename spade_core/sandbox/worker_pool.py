"""The worker processes of a run: jobs go in, what became of them comes out, in any order.

Each process has a thread of ours that talks to it. A process that dies is replaced and its job begun again; one that
does not answer in time is killed. A run takes the workers that the last one left; they end when they had
no job for a while, or with this process.
"""

import atexit
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from spade_core.errors import SandboxError
from spade_core.sandbox.process import WorkerProcess, is_cramped
from spade_core.sandbox.rows import Column, Known

_ATTEMPTS: Final = 100
"""Processes that one job, or one start, may use up before it is to blame: somebody may be killing them."""
_JOIN_SECONDS: Final = 2.0
IDLE_SECONDS: Final = 60.0
"""A worker without a job holds some 40 MB."""
POLL_SECONDS: Final = 0.05


@dataclass(frozen=True, slots=True)
class Job:
    """Functions to run on some rows."""

    message: Callable[[], Mapping[str, Any]]
    """Makes what a worker is told: many jobs wait, and each names its rows."""
    columns: Sequence[Column]
    known: Known
    """What the rows are known by: a process that has them is not sent them again."""
    about: Any
    """Whatever the caller knows it by."""
    most_seconds: float
    """After which the process is killed."""


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a job: what the worker said of it, or nothing where it kept ending workers or took too long."""

    job: Job
    said: Sequence[Sequence[Any]] | None


@dataclass(slots=True)
class _Worker:
    """One process and the thread that talks to it."""

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
        """The first process: it loads while the guest is looked for."""
        self._most = most
        self._cramped = is_cramped()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._workers: list[_Worker] = []
        self._lock = threading.Lock()
        """Held while a worker comes, or goes for want of jobs."""
        self._open = 0
        """Jobs that the caller has not heard of yet."""
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
            self._early.append(WorkerProcess())
        if len(self._workers) < self._most or not self._guest.is_file():
            self._guest = guest()

    def put(self, job: Job) -> None:
        """Have a job done."""
        with self._lock:
            self._open += 1
            self._jobs.put(job)
            if len(self._workers) >= min(self._most, self._open):
                return
            worker, name = _Worker(), f"spade-sandbox-{len(self._workers)}"
            worker.thread = threading.Thread(target=self._work, args=(worker,), name=name, daemon=True)
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
        said = self._said(worker, job)
        worker.until = None
        if self._closing.is_set():
            return False
        self.done.put(Done(job, said))
        return True

    def _said(self, worker: _Worker, job: Job) -> Sequence[Sequence[Any]] | None:
        """Have a process do a job, or another where it dies; return nothing where none ends it, or while we close.

        Raises:
            SandboxError: none starts, or has room.
        """
        fault = ""
        for _ in range(_ATTEMPTS):
            worker.until = until = time.monotonic() + job.most_seconds
            if worker.process is None:
                fault = self._begin(worker)
            process = worker.process
            if self._closing.is_set() or process is None:
                break
            if not fault:
                with suppress(OSError, EOFError, ValueError):
                    process.send_job(job.message(), job.columns, job.known)
                    said = process.receive()
                    if isinstance(said, dict):
                        raise SandboxError(f"the sandbox has no room for an interpreter: {said.get('fault')}")
                    return said  # type: ignore[no-any-return]
            elif not process.was_killed():
                break
            _end(worker)
            if time.monotonic() > until:
                break
        if fault and not self._closing.is_set():
            raise SandboxError(f"the sandbox's processes do not live here: {fault}")
        return None

    def _begin(self, worker: _Worker) -> str:
        """Start the worker's process; return why it is not ready."""
        with worker.lock:
            try:
                process = self._early.pop()
            except IndexError:
                process = WorkerProcess()
            worker.process = process
            if self._closing.is_set():
                process.kill()
        return process.open(self._guest)


def _end(worker: _Worker) -> None:
    with worker.lock:
        process, worker.process = worker.process, None
    if process is not None:
        process.close()


_idle: Final[list[WorkerPool]] = []
"""The workers between two runs; one that was cancelled or failed leaves none."""


@contextmanager
def workers(most: int, guest: Callable[[], Path]) -> Iterator[WorkerPool]:
    """Give up to so many workers for a run; `guest` finds what they load.

    Raises:
        SandboxError: none can be started.
    """
    pool = _taken()
    if pool is None or not pool.serves(most):
        if pool is not None:
            pool.close()
        pool = WorkerPool(most=most)
    try:
        pool.prepare(guest)
        yield pool
    except BaseException:
        pool.close()
        raise
    end_idle()  # one is enough: runs in several threads had one each
    _idle.append(pool)


def end_idle() -> None:
    """End the workers that no run uses."""
    while (pool := _taken()) is not None:
        pool.close()


def _taken() -> WorkerPool | None:
    with suppress(IndexError):
        return _idle.pop()
    return None


def _forget() -> None:
    """Leave them to the process that this one was forked from."""
    while (pool := _taken()) is not None:
        pool.let_go()


atexit.register(end_idle)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
