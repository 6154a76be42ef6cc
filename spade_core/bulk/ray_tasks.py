"""Shards checked on a Ray cluster, one task each. The only module that knows Ray.

What speaks with Ray is a process of its own: where Ray's own process beside it dies, Ray ends it without a word.
"""

import _thread
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from multiprocessing.connection import Connection
from typing import Any, Final, cast

from spade_core.bulk.job import BulkJob, check_shard
from spade_core.bulk.responses import Shard
from spade_core.bulk.workers import starting
from spade_core.errors import SandboxError, SettingsError, SpadeError

_ATTEMPTS: Final = 12
_AHEAD: Final = 4
"""Tasks that wait for each core: the plan may have very many."""
HERE: Final = "local"
_SECONDS: Final = 30
"""How long a cluster may take to answer, and to be left; Ray itself tries for a quarter of an hour."""


def check_on_ray(
    job: BulkJob,
    shards: Sequence[Shard],
    missing: Sequence[int],
    *,
    address: str,
    workers: int,
    done: Callable[[], None],
) -> None:
    """Check the shards that are missing; `done` is called after each.

    `address` is that of a cluster, or `local` for one on this machine with so many workers.

    Raises:
        SettingsError: Ray is not there, or no cluster at the address.
        SandboxError: the cluster broke, or one shard keeps ending workers.
        SpadeError: what a worker raised.
    """
    if find_spec("ray") is None:
        raise SettingsError("--ray takes pip install 'spade-assertions[ray]'")
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    driver = context.Process(target=_drive, args=(theirs, job, shards, missing, address, workers), daemon=True)
    with starting():
        driver.start()
    theirs.close()
    try:
        ours.recv()  # Ray is loaded
        if not ours.poll(None if address == HERE else _SECONDS):
            driver.kill()
            raise SettingsError(f"--ray {address}: no cluster answers there within {_SECONDS} seconds")
        while (said := ours.recv()) is not None:
            if isinstance(said, Exception):
                raise said
            if said:
                done()
    except (EOFError, OSError) as error:
        raise SandboxError("on Ray: its process on this machine was ended; the same command goes on") from error
    finally:
        ours.close()  # the driver sees it, and leaves the cluster
        driver.join(_SECONDS)
        driver.kill()


def _drive(
    line: "Connection[Any, Any]",
    job: BulkJob,
    shards: Sequence[Shard],
    missing: Sequence[int],
    address: str,
    workers: int,
) -> None:
    """Say False when Ray is loaded and when the cluster is there, True after each shard, then None or a fault."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started us
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()
    fault: Exception | None = None
    try:
        _check(line, job, shards, missing, address, workers)
    except SpadeError as error:
        fault = error
    except Exception as error:  # noqa: BLE001 - a bug, which who started us tells
        fault = RuntimeError(f"on Ray: {type(error).__name__}: {error}")
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it has left the cluster
    with suppress(OSError):  # who started us is gone
        line.send(fault)


def _end_with(line: "Connection[Any, Any]") -> None:
    """Leave the cluster, and end this process, when the other end of the line is closed."""
    with suppress(EOFError, OSError):
        line.recv()
    _thread.interrupt_main(signal.SIGTERM)  # Ray makes it an exception; a signal of the system's would be reported
    time.sleep(_SECONDS)
    os._exit(1)


def _check(
    line: "Connection[Any, Any]",
    job: BulkJob,
    shards: Sequence[Shard],
    missing: Sequence[int],
    address: str,
    workers: int,
) -> None:
    import ray

    line.send(False)
    options: dict[str, Any] = {}
    if address == HERE:
        # Ray gives its workers the lowest priority but four: on a busy machine they would hardly run.
        options = {"num_cpus": workers, "include_dashboard": False, "_system_config": {"worker_niceness": 0}}
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **options)
    except Exception as error:  # where a machine is too busy to start in time, Ray raises just that
        raise SettingsError(f"--ray {address}: {' '.join(str(error).split())}") from error
    try:
        line.send(False)
        check = ray.remote(num_cpus=1, max_retries=_ATTEMPTS)(_checked)
        shared = ray.put(job)
        resources: dict[str, float] = cast("Any", ray).cluster_resources()
        most = _AHEAD * max(1, int(resources.get("CPU", 1)))
        waiting: list[Any] = []
        left = list(reversed(missing))
        while left or waiting:
            while left and len(waiting) < most:
                number = left.pop()
                waiting.append(check.remote(shared, number, shards[number]))
            [finished], waiting = ray.wait(waiting)
            if fault := ray.get(finished):
                raise SpadeError(fault)
            line.send(True)
    except ray.exceptions.RayError as error:
        raise SandboxError(f"on Ray: {str(error).strip().splitlines()[-1]}") from error
    finally:
        ray.shutdown()


def _checked(job: BulkJob, number: int, shard: Shard) -> str:
    """Check a shard and return what is wrong with it; an error of ours is not one to be tried again."""
    try:
        check_shard(job, number, shard)
    except SpadeError as error:
        return str(error)
    return ""
