"""The same on a Ray cluster: a task a shard. The only module that knows Ray."""

import logging
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from spade_core.bulk.job import Job, check_shard
from spade_core.bulk.responses import Shard
from spade_core.errors import SandboxError, SettingsError, SpadeError

_ATTEMPTS: Final = 12
_AHEAD: Final = 4
"""Tasks that wait for each core: the plan may have very many."""
HERE: Final = "local"


def check_on_ray(
    job: Job, shards: Sequence[Shard], missing: Sequence[int], *, address: str, workers: int, done: Callable[[], None]
) -> None:
    """Check the shards that are missing; `done` is called after each.

    `address` is that of a cluster, or `local` for one on this machine with so many workers.

    Raises:
        SettingsError: Ray is not there, or no cluster at the address.
        SpadeError: what a worker raised, or that one shard keeps ending workers.
    """
    try:
        import ray
    except ImportError as error:
        raise SettingsError("--ray takes pip install 'spade-assertions[ray]'") from error
    options: dict[str, Any] = (
        {"num_cpus": workers, "include_dashboard": False} if address == HERE else {"address": address}
    )
    try:
        ray.init(log_to_driver=False, logging_level=logging.ERROR, **options)
    except Exception as error:  # where a machine is too busy to start in time, Ray raises just that
        raise SettingsError(f"--ray {address}: {' '.join(str(error).split())}") from error
    try:
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
            done()
    except ray.exceptions.RayError as error:
        raise SandboxError(f"on Ray: {str(error).strip().splitlines()[-1]}") from error
    finally:
        ray.shutdown()


def _checked(job: Job, number: int, shard: Shard) -> str:
    """Check a shard and return what is wrong with it; an error of ours is not one to be tried again."""
    try:
        check_shard(job, number, shard)
    except SpadeError as error:
        return str(error)
    return ""
