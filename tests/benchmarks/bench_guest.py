"""Builds the sandbox's guest twice, in other folders and in other places of the world: the same bytes, or it fails.

Run with ``python -m tests.benchmarks.bench_guest``; it takes two minutes and needs the package index. What would
differ, and what takes that out, is told by `settled` in `hatch_build.py` and by `start.py` of the guest.

It prints as well what is downloaded for the sandbox: the guest in the wheel, and wasmtime. The bar is 15 MB more than
with the two wheels of pydantic-monty 1.4.0, which they took the place of.
"""

import gzip
import hashlib
import os
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

_ROOT = Path(__file__).parents[2]
_MONTY_BYTES = 4_410_295 + 14_726_134
_MEGABYTE = 1_000_000
_PARTS = (
    "spade_core",
    "server",
    "docs",
    "hatch_build.py",
    "guest_linking.py",
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
)


def main() -> None:
    """Print the hash of each build, where they first differ, and what is downloaded."""
    for more in (False, True):  # one file more moves all that is in memory
        one, other = (_built(zone, more=more) for zone in ("UTC", "Asia/Tokyo"))
        if not more:
            _print_sizes(len(gzip.compress(one, mtime=0)))
        for built in (one, other):
            sys.stdout.write(f"{hashlib.sha256(built).hexdigest()}, {len(built)} bytes\n")
        apart = [at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b]
        if one != other:
            sys.exit(f"{len(apart)} bytes differ, the first at {apart[:1]}")


def _print_sizes(guest: int) -> None:
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder]
        subprocess.run([*command, f"wasmtime=={version('wasmtime')}"], check=True)  # noqa: S603 - our own requirement
        engine = next(Path(folder).iterdir()).stat().st_size
    more = (guest + engine - _MONTY_BYTES) / _MEGABYTE
    parts = f"guest {guest / _MEGABYTE:.1f} MB, wasmtime {engine / _MEGABYTE:.1f} MB"
    sys.stdout.write(f"{parts}: {more:+.1f} MB beside pydantic-monty, bar +15\n")


def _built(zone: str, *, more: bool) -> bytes:
    """Return a guest built in a folder of its own, with one more file among its sources or not."""
    with TemporaryDirectory() as folder:
        copy = Path(folder, zone)
        copy.mkdir(parents=True)
        for part in _PARTS:
            source = _ROOT / part
            if source.is_dir():
                copytree(source, copy / part, ignore=ignore_patterns("guest.wasm.gz", "guest.json", "__pycache__"))
            else:
                (copy / part).write_bytes(source.read_bytes())
        if more:
            (copy / "spade_core/sandbox/guest/more.txt").write_text("It says nothing.\n", "ascii")
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, str(copy)]
        subprocess.run(command, check=True, env={**os.environ, "TZ": zone})  # noqa: S603 - our own package
        wheel = next(Path(folder).glob("*.whl"))
        return gzip.decompress(zipfile.ZipFile(wheel).read("spade_core/sandbox/guest.wasm.gz"))


if __name__ == "__main__":
    main()
