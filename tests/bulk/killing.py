"""Killing the processes of a command while it runs."""

import os
import random
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tests.command import SPADE


def children_of(process: int) -> list[int]:
    """Return the processes below one, however deep."""
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{process}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                found += [child, *children_of(child)]
    return found


def run_killing(
    folder: Path, arguments: Sequence[str], results: str, chance: random.Random, kills: int
) -> tuple[int, bytes, int]:
    """Run the command, each time that it finishes a shard kill one of its processes or itself; so often at most."""
    command = [SPADE, *arguments, results]
    driver = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)  # noqa: S603
    seen = done_in(folder / results)
    while driver.poll() is None and kills:
        time.sleep(0.02)
        if done_in(folder / results) > seen:
            seen = done_in(folder / results)
            kills -= 1
            with suppress(ProcessLookupError):
                os.kill(chance.choice([driver.pid, *children_of(driver.pid)]), signal.SIGKILL)
    _, told = driver.communicate()
    return driver.returncode, told, kills


def done_in(results: Path) -> int:
    """Return how many parts are there."""
    return len(list(results.glob("part-*")))
