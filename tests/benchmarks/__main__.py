"""Run every benchmark, one process each, so that none warms up another: ``python -m tests.benchmarks [name ...]``."""

import subprocess
import sys
from pathlib import Path


def main() -> int:
    """Print every benchmark's table; the exit code counts those that broke."""
    here = Path(__file__).parent
    names = sys.argv[1:] or sorted(path.stem.removeprefix("bench_") for path in here.glob("bench_*.py"))
    broken = 0
    for name in names:
        sys.stdout.write(f"\n=== {name}\n")
        sys.stdout.flush()
        done = subprocess.run([sys.executable, "-m", f"tests.benchmarks.bench_{name}"], check=False)  # noqa: S603
        broken += done.returncode != 0
    return broken


if __name__ == "__main__":
    sys.exit(main())
