"""The whole chain from a cold start: `spade select` in a process of its own on the replayed pipelines.

The floor is a Python that imports nothing and a `git log` of the same file; what is above it is ours.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.pipelines.replay import replay
from tests.research import DATA, PIPELINES

_RUNS = 5


def main() -> None:
    """Print a line a pipeline."""
    if not DATA.is_dir():
        sys.stdout.write(f"skipped: no research data at {DATA} (set SPADE_DATA)\n")
        return
    spade = str(Path(sys.executable).with_name("spade"))
    heading = f"{'pipeline':18}{'cold select s':>14}{'floor s':>9}{'ratio':>7}"
    sys.stdout.write(f"{heading}   (target: lecturesummaries within 3 s)\n")
    for name in PIPELINES:
        with tempfile.TemporaryDirectory() as scratch:
            folder = replay(name, Path(scratch) / name).prompt.parent
            ours = _median(lambda folder=folder: _cold_select(spade, folder))  # type: ignore[misc]
            floor = _median(lambda folder=folder: _floor(folder))  # type: ignore[misc]
        sys.stdout.write(f"{name:18}{ours:>14.2f}{floor:>9.2f}{ours / floor:>7.1f}\n")


def _median(run: Callable[[], float]) -> float:
    return statistics.median(run() for _ in range(_RUNS))


def _cold_select(spade: str, folder: Path) -> float:
    for pattern in ("*.assertions.py", "*.spade.json"):
        for path in folder.glob(pattern):
            path.unlink()
    return _seconds([spade, "select", "--method", "coverage", "--json"], folder)


def _floor(folder: Path) -> float:
    return _seconds([sys.executable, "-c", ""], folder) + _seconds(["git", "log", "--format=%H"], folder)


def _seconds(command: Sequence[str], folder: Path) -> float:
    started = time.perf_counter()
    # Exit code 3 says that the pipeline is infeasible: the chain ran all the same.
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)  # noqa: S603
    if done.returncode not in {0, 3}:
        raise RuntimeError(done.stderr.decode())
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
