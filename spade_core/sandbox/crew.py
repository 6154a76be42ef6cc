"""The crew: the threads that take jobs off a list until it is empty, while the caller's thread waits and reports."""

import queue
import threading
from collections.abc import Callable, Sequence

from spade_core.errors import CancelledError
from spade_core.sandbox.habitat import NoRoomError
from spade_core.sandbox.planning import Cells, Job

_POLL_SECONDS = 0.02
_JOIN_SECONDS = 5.0


class Crew:
    """Threads at work on jobs. What goes wrong in one is raised in the thread that waits."""

    def __init__(self, jobs: Sequence[Job], run: Callable[[Job], Cells], *, workers: int) -> None:
        self._run = run
        self._count = len(jobs)
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[Cells | BaseException] = queue.SimpleQueue()
        for job in jobs:
            self._jobs.put(job)
        self._threads: list[threading.Thread] = []
        for index in range(min(workers, len(jobs))):
            self._start(threading.Thread(target=self._work, name=f"spade-sandbox-{index}"))

    def finish(self, cancelled: threading.Event | None, report: Callable[[int], None]) -> Cells:
        """Return every cell once all jobs are done; `report` hears of the cells done so far."""
        cells: Cells = {}
        for _ in range(self._count):
            cells |= self._next(cancelled)
            report(len(cells))
        return cells

    def join(self) -> None:
        """Drop the jobs not yet begun and wait for the threads to end."""
        while self._take() is not None:
            pass
        for thread in self._threads:
            thread.join(_JOIN_SECONDS)

    def _start(self, thread: threading.Thread) -> None:
        """Start a thread; one is enough where there is no room for more."""
        try:
            thread.start()
        except RuntimeError as error:
            if not self._threads:
                raise NoRoomError(f"no thread can be started: {error}") from error
        else:
            self._threads.append(thread)

    def _next(self, cancelled: threading.Event | None) -> Cells:
        while True:
            if cancelled is not None and cancelled.is_set():
                raise CancelledError("the evaluation was cancelled")
            try:
                result = self._done.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                continue
            if isinstance(result, BaseException):
                raise result
            return result

    def _take(self) -> Job | None:
        try:
            return self._jobs.get_nowait()
        except queue.Empty:
            return None

    def _work(self) -> None:
        try:
            while (job := self._take()) is not None:
                self._done.put(self._run(job))
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that waits
            self._done.put(error)
