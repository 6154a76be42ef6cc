"""Processes of this machine that check shards, one at a time each, and end with the one that started them."""

import multiprocessing
import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, cast

from spade_core.bulk.job import BulkJob, check_shard
from spade_core.bulk.responses import Shard
from spade_core.errors import SandboxError, SpadeError

_ATTEMPTS: Final = 12
"""Workers that one shard may use up before it is to blame: somebody may be killing them."""


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    line: "Connection[Any, Any]"
    shard: int


def check_here(
    job: BulkJob, shards: Sequence[Shard], missing: Sequence[int], *, workers: int, done: Callable[[], None]
) -> None:
    """Check the shards that are missing; `done` is called after each.

    Raises:
        SpadeError: what a worker raised, or that one shard keeps ending workers.
    """
    left, lost = deque(missing), Counter[int]()
    running: dict[Any, _Worker] = {}
    try:
        while left or running:
            while left and len(running) < workers:
                worker = _started(job)
                running[worker.line] = worker
                _hand(worker, shards, left.popleft())
            for line in wait([*running]):
                worker = running[line]
                try:
                    fault = worker.line.recv()
                except (EOFError, OSError):  # it was killed
                    _end(running.pop(line))
                    lost[worker.shard] += 1
                    if lost[worker.shard] == _ATTEMPTS:
                        shard = shards[worker.shard]
                        raise SandboxError(f"{shard.file}: rows {shard.first} on keep ending the worker") from None
                    left.appendleft(worker.shard)
                    continue
                if fault is not None:
                    raise SpadeError(str(fault))
                done()
                if left:
                    _hand(worker, shards, left.popleft())
                else:
                    _end(running.pop(line))
    finally:
        for worker in running.values():
            _end(worker)


def _started(job: BulkJob) -> _Worker:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(job, theirs), daemon=True)
    with starting():
        process.start()
    theirs.close()
    return _Worker(process, ours, -1)


@contextmanager
def starting() -> Iterator[None]:
    """Have a process that is started begin without Ctrl-C: its imports would end in a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # which the process begins with
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _hand(worker: _Worker, shards: Sequence[Shard], number: int) -> None:
    worker.shard = number
    with suppress(OSError):  # where it is gone, its line says so
        worker.line.send((number, shards[number]))


def _end(worker: _Worker) -> None:
    worker.process.kill()
    worker.process.join()
    worker.line.close()


def _work(job: BulkJob, line: "Connection[Any, Any]") -> None:
    """Check shards until the other end of the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started us
    with suppress(EOFError, OSError):
        while True:
            number, shard = cast(tuple[int, Shard], line.recv())
            try:
                check_shard(job, number, shard)
            except SpadeError as error:
                line.send(str(error))
            else:
                line.send(None)
    os._exit(0)  # our sandbox's process sees it and ends
