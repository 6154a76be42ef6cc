"""What an installation takes: ``python -m tests.benchmarks.bench_install``; it needs the network.

The package is built and installed into a new environment with all that it needs, compiled as pip does it; then the
processor time of short commands there, the least of some runs.
"""

import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_RUNS = 10
_SHOWN = 8
_COMMANDS = (("--help",), ("--version",), ("select", "--help"))


def main() -> None:
    """Print the sizes and the times."""
    with tempfile.TemporaryDirectory() as scratch:
        wheels, home = Path(scratch, "wheels"), Path(scratch, "venv")
        _run("-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(wheels), str(_ROOT))
        [wheel] = wheels.glob("*.whl")
        _run("-m", "venv", str(home))
        site = next(home.glob("lib/python*/site-packages"))
        before = sum(_sizes(site).values())
        _run(
            "-m",
            "pip",
            "install",
            "--quiet",
            "-c",
            str(_ROOT / "constraints.txt"),
            str(wheel),
            python=home / "bin" / "python",
        )
        sizes = _sizes(site)
        _say(f"installed: {(sum(sizes.values()) - before) / 1e6:.0f} MB")
        for name, size in sizes.most_common(_SHOWN):
            _say(f"  {name:30}{size / 1e6:6.1f} MB")
        for command in _COMMANDS:
            took = [_processor([str(home / "bin" / "spade"), *command], Path(scratch)) for _ in range(_RUNS)]
            least, middle = min(took), sorted(took)[_RUNS // 2]
            _say(f"spade {' '.join(command)}: {least:.3f} s of the processor at least, {middle:.3f} s mostly")


def _run(*arguments: str, python: Path = Path(sys.executable)) -> None:
    subprocess.run([str(python), *arguments], cwd=_ROOT, check=True, stdout=subprocess.DEVNULL)  # noqa: S603


def _sizes(site: Path) -> Counter[str]:
    """Return how many bytes the files below each entry have."""
    found: Counter[str] = Counter()
    for file in site.rglob("*"):
        if file.is_file() and not file.is_symlink():
            found[file.relative_to(site).parts[0]] += file.stat().st_size
    return found


def _processor(command: Sequence[str], folder: Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
