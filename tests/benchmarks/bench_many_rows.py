"""The command itself on 1,200 to 100,000 labelled responses: ``python -m tests.benchmarks.bench_many_rows [rows ...]``.

Each line is one process on a new folder: what it took and the most memory that it or its children held. 30 words make
the choice hard, 8 easy; `again` is the same selection once more, with the results kept.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.cli.large_workspace import make_large_workspace

_ROWS = (1200, 3400, 10_000, 100_000)
_WORDS = (8, 30)


def main() -> None:
    """Print a line a command."""
    sys.stdout.write(f"{'rows':>7}{'words':>6}  {'command':30}{'seconds':>8}{'processor':>10}{'MB':>6}\n")
    for rows in map(int, sys.argv[1:]) if sys.argv[1:] else _ROWS:
        for words in _WORDS:
            with tempfile.TemporaryDirectory() as scratch:
                folder = make_large_workspace(Path(scratch) / "w", rows=rows, words=words)
                environ = {**os.environ, "SPADE_HOME": str(Path(scratch) / "home")}
                for command in ("evaluate", "select", "select --method subsumption", "report"):
                    seconds, processor, memory = _cost(folder, command.split(), environ)
                    line = f"{rows:>7}{words:>6}  {command:30}{seconds:>8.1f}{processor:>10.1f}{memory:>6.0f}\n"
                    sys.stdout.write(line)
                    sys.stdout.flush()


def _cost(folder: Path, arguments: Sequence[str], environ: Mapping[str, str]) -> tuple[float, float, float]:
    """Return seconds, processor seconds, and MB; a process between counts, so that the memory is that of one run."""
    measuring = [sys.executable, "-c", _MEASURE, str(Path(sys.executable).with_name("spade")), *arguments]
    started = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(measuring, cwd=folder, env=environ, capture_output=True, check=True, text=True)  # noqa: S603
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - started, processor, int(done.stdout) / 1024


_MEASURE = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


if __name__ == "__main__":
    main()
