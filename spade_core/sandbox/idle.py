"""The workers between two runs: a run takes those that the last one left, whichever sandbox that was of.

They end when nothing comes for a while (see `worker_pool`), with this process, or when somebody says so. A run that was
cancelled or failed leaves none.
"""

import atexit
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from spade_core.sandbox.worker_pool import WorkerPool

_left: Final[list[WorkerPool]] = []


@contextmanager
def workers(most: int, guest: Callable[[], Path]) -> Iterator[WorkerPool]:
    """Give up to so many workers for a run; `guest` finds what those load that have to be started.

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
    _left.append(pool)


def end_idle() -> None:
    """End the workers that no run uses."""
    while (pool := _taken()) is not None:
        pool.close()


def _taken() -> WorkerPool | None:
    with suppress(IndexError):
        return _left.pop()
    return None


def _forget() -> None:
    """Leave them to the process that this one was forked from."""
    while (pool := _taken()) is not None:
        pool.let_go()


atexit.register(end_idle)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
