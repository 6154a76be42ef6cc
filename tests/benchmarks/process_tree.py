"""What a command takes, with all the processes below it."""

import os
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.bulk.killing import children_of

_POLL_SECONDS = 0.2


@dataclass(slots=True)
class Cost:
    """What a command took, and the most that its processes had together."""

    code: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    megabytes: float = 0.0
    """What is shared counts once (PSS)."""


def cost_of(command: Sequence[str], folder: Path, environ: Mapping[str, str] | None = None) -> Cost:
    """Run the command and look at all its processes meanwhile."""
    cost, spent = Cost(), dict[int, float]()
    began = time.perf_counter()
    nowhere = subprocess.DEVNULL
    driver = subprocess.Popen(command, cwd=folder, env=environ, stdin=nowhere, stdout=nowhere, stderr=nowhere)  # noqa: S603

    def look() -> None:
        while driver.poll() is None:
            there = [driver.pid, *children_of(driver.pid)]
            spent.update((each, took) for each in there if (took := _processor_of(each)))
            cost.megabytes = max(cost.megabytes, sum(map(_megabytes_of, there)))
            time.sleep(_POLL_SECONDS)

    looking = threading.Thread(target=look)
    looking.start()
    cost.code = driver.wait()
    cost.seconds = time.perf_counter() - began
    looking.join()
    cost.processor = sum(spent.values())
    return cost


def _processor_of(process: int) -> float:
    with suppress(OSError):
        told = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _megabytes_of(process: int) -> float:
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text("utf-8").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0
