"""Builds the sandbox's guest twice from the same sources and says what the two have in common, byte for byte.

Run with ``python -m tests.benchmarks.bench_guest``; it takes two minutes and needs the package index. Every function is
the same in every build, and so is what an assertion can see. Some hundred of 29,556,685 bytes of memory are not:

* readings of clocks and dates of files, in memory that nothing uses any more. The build's folders are new each time,
  and componentize-py has no setting for the clock that Python has while it starts;
* three seeds by which no assertion's values are kept: the guard of the C stack, that of `arc4random`, that of tables in
  componentize-py itself.

The stubs that it puts where calls of the system were stand in an order that is random as well.
"""

import gzip
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
_MOST_BYTES = 1_000


def main() -> None:
    """Print how many parts differ of which kind, and how many bytes of memory; functions must not, and bytes hardly."""
    one, other = (list(_parts(_built())) for _ in range(2))
    differing = Counter(kind for kind, _ in (Counter(one) - Counter(other)))
    first, second = (
        b"".join(map(_memory, (part for kind, part in parts if kind == "memory"))) for parts in (one, other)
    )
    apart = sum(a != b for a, b in zip(first, second, strict=False)) + abs(len(first) - len(second))
    sys.stdout.write(
        f"{len(one)} parts, differing: {dict(differing)}\n{apart} of {len(first)} bytes of memory differ\n"
    )
    sys.exit("the builds differ" if "functions" in differing or apart > _MOST_BYTES else 0)


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


def _parts(wasm: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield of each part of a component what kind it is, and the part."""
    at = 8
    is_component = wasm[4:8] != b"\x01\0\0\0"
    while at < len(wasm):
        kind = wasm[at]
        size, at = _number(wasm, at + 1)
        part, at = wasm[at : at + size], at + size
        if is_component and kind in {_CORE, _COMPONENT}:
            yield from _parts(part)
        else:
            yield "order" if is_component else _KINDS.get(kind, "order"), part


def _memory(part: bytes) -> bytes:
    """Return what memory begins with: segments, each a kind, the place (65, place, 11), and its bytes."""
    memory = bytearray()
    count, at = _number(part, 0)
    for _ in range(count):
        if part[at : at + 2] != b"\0\x41":  # that of a library, whose place is told later
            return b""
        place, at = _number(part, at + 2)
        size, at = _number(part, at + 1)
        memory.extend(bytes(max(0, place + size - len(memory))))
        memory[place : place + size] = part[at : at + size]
        at += size
    return bytes(memory)


def _number(content: bytes, at: int) -> tuple[int, int]:
    """Return a number, of seven bits a byte, and where it ends."""
    value = shift = 0
    while True:
        byte = content[at]
        value, shift, at = value | (byte & 127) << shift, shift + 7, at + 1
        if byte < 128:
            return value, at


if __name__ == "__main__":
    main()
