"""Builds the sandbox's guest twice from the same sources and says what the two have in common, bit for bit.

Run with ``python -m tests.benchmarks.bench_guest``; it takes two minutes and needs the package index. Every function
is the same in every build. The memory is not: componentize-py starts Python with random bytes of the system and has no
setting for them, so each build has another secret by which texts are hashed, and other places for all that is kept by
hash. The stubs that it puts where calls of the system were stand in an order that is random as well.

Tried on Linux with componentize-py 0.25.1: where a library loaded before it (``LD_PRELOAD``) answers ``getrandom`` with
constant bytes and the staged files have one date, all but some 400 of the 28,784,379 bytes are equal. What is left are
readings of the clock, which did not change when ``clock_gettime`` was answered in the same way, and seeds. It hands
out only the end of its work, so the step that starts Python cannot be run with a WASI of our own either.
"""

import gzip
import hashlib
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

_ROOT = Path(__file__).parents[2]
_PARTS = ("spade_core", "server", "docs", "hatch_build.py", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md")
_CORE, _COMPONENT = 1, 4
_KINDS = {10: "functions", 11: "memory"}


def main() -> None:
    """Print how many parts differ of which kind; functions must not."""
    one, other = (Counter(_parts(_built())) for _ in range(2))
    differing = [kind for kind, _ in ((one - other) + (other - one))]
    sys.stdout.write(f"{one.total()} parts, differing: {Counter(differing)}\n")
    sys.exit("the functions differ" if "functions" in differing else 0)


def _built() -> bytes:
    """Return a guest built in a folder of its own."""
    with TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        copy.mkdir()
        for part in _PARTS:
            source = _ROOT / part
            if source.is_dir():
                copytree(source, copy / part, ignore=ignore_patterns("guest.wasm.gz", "guest.json", "__pycache__"))
            else:
                (copy / part).write_bytes(source.read_bytes())
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, str(copy)]
        subprocess.run(command, check=True)  # noqa: S603 - our own package
        wheel = next(Path(folder).glob("*.whl"))
        return gzip.decompress(zipfile.ZipFile(wheel).read("spade_core/sandbox/guest.wasm.gz"))


def _parts(wasm: bytes) -> Iterator[tuple[str, str]]:
    """Yield of each part of a component what kind it is, and its hash."""
    at = 8
    is_component = wasm[4:8] != b"\x01\0\0\0"
    while at < len(wasm):
        kind, size, shift, at = wasm[at], 0, 0, at + 1
        while True:
            byte = wasm[at]
            size, shift, at = size | (byte & 127) << shift, shift + 7, at + 1
            if byte < 128:
                break
        part, at = wasm[at : at + size], at + size
        if is_component and kind in {_CORE, _COMPONENT}:
            yield from _parts(part)
        else:
            yield "order" if is_component else _KINDS.get(kind, "order"), hashlib.sha256(part).hexdigest()


if __name__ == "__main__":
    main()
