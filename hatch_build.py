"""Builds the sandbox's guest: CPython in WebAssembly, with what assertions may import, snapshotted after its imports.

Runs in every build of the package (a wheel, an editable install), and does nothing where the guest there was built from
the same sources. The packages that the guest has beside the standard library are those of `build-system.requires`.
"""

import gzip
import hashlib
import importlib.util
import json
import re
import shutil
import struct
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution, version
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_TOOLS = {"hatchling", "componentize-py", "wasmtime"}
_SANDBOX = Path("spade_core", "sandbox")


def _loaded(path: Path) -> ModuleType:
    """Return the module in a file below this folder: there is no package yet to import it from."""
    spec = importlib.util.spec_from_file_location(path.stem, Path(__file__).parent / path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_linking = _loaded(Path("guest_linking.py"))


class GuestHook(BuildHookInterface):  # type: ignore[type-arg, misc]
    """Makes `guest.wasm.gz`, and `guest.json`, which says of what."""

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """Build the guest, if there is none of these sources."""
        build_guest(Path(self.root))


def build_guest(root: Path) -> None:
    """Build the guest of the sources below `root`, if there is none yet."""
    packages = _packages(root)
    sources = {
        "sources": _loaded(_SANDBOX / "sources.py").sources_digest(root),
        "packages": {name: version(name) for name in packages},
        "componentize-py": version("componentize-py"),
    }
    wasm, manifest = root / _SANDBOX / "guest.wasm.gz", root / _SANDBOX / "guest.json"
    if wasm.exists() and manifest.exists():
        known = json.loads(manifest.read_text("utf-8"))
        if sources.items() <= known.items() and known["sha256"] == _sha256(gzip.decompress(wasm.read_bytes())):
            return
    with TemporaryDirectory() as folder:
        stage = Path(folder, "stage")
        _stage(root, packages, stage)
        built = Path(folder, "guest.wasm")
        _componentize(stage, built)
        content = settled(built.read_bytes())
    wasm.write_bytes(gzip.compress(content, mtime=0))  # a third of the size, and read once on a machine
    told = {**sources, "python": _python_in(content), "sha256": _sha256(content)}
    manifest.write_text(json.dumps(told, indent=1) + "\n", "utf-8")


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _packages(root: Path) -> list[str]:
    requires = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    names = [re.split(r"[=<>~!;\[ ]", each)[0] for each in requires]
    return [name for name in names if name not in _TOOLS]


def _python_in(content: bytes) -> str:
    found = re.search(rb"(3\.\d+\.\d+[\w+]*) \(main, ", content)
    return found[1].decode() if found else "3"


def _stage(root: Path, packages: list[str], stage: Path) -> None:
    """Lay out what the guest can import while it is snapshotted."""
    no_caches = shutil.ignore_patterns("__pycache__")
    shutil.copytree(root / _SANDBOX / "guest", stage, ignore=no_caches)
    shutil.copytree(root / "spade_core" / "checks", stage / "spade_core" / "checks", ignore=no_caches)
    (stage / "spade_core" / "__init__.py").touch()
    library = stage / "hash_seed.abi3.so"  # a name by which componentize-py takes it in
    library.write_bytes(_assembled((stage / "hash_seed.wat").read_text("utf-8")))
    for package in packages:
        for file in distribution(package).files or ():
            if file.suffix in {".py", ".json"} and ".." not in file.parts:
                target = stage / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(str(file.locate()), target)
    files = sorted(path.relative_to(stage).as_posix() for path in stage.rglob("*.*"))
    (stage / "staged.txt").write_text("\n".join(files), "ascii")


def _assembled(text: str) -> bytes:
    import wasmtime

    return bytes(wasmtime.wat2wasm(text))


def _componentize(stage: Path, output: Path) -> None:
    import componentize_py

    componentize_py.componentize(
        wit_path=[stage / "guest.wit"],
        worlds=["guest"],
        features=[],
        all_features=False,
        world_module=None,
        python_path=[str(stage)],
        module_worlds=[],
        app_name="start",
        output_path=output,
        stub_wasi=True,  # the guest imports nothing, not even WASI
        import_interface_names=[],
        export_interface_names=[],
        full_names=False,
        intersect_world=None,
    )


# --- one module, of the same bytes in every build

_GAP = re.compile(rb"\0{32,}")
_STACK, _HEAP = "__stack_pointer", "__heap_base"
_TYPE, _TEXT = "libpython3.14.so:PyType_Type", "libpython3.14.so:PyUnicode_Type"
_COUNTED = {f"libpython3.14.so:{name}_Type" for name in ("PyBytes", "PyTuple", "PyCode")}
"""Kinds of objects with items, whose number stands where it does in most."""
_SIZE, _FLAGS, _HAS_HEAD, _HEAD = 16, 84, 1 << 14, 8
"""In a type: where it says how large its objects are, and whether the garbage collector has a head before them."""
_CLASS = 1 << 2 | 1 << 9 | 1 << 12
"""The flags of a class whose instances have room for their fields behind them."""
_COUNTS = range(1 << 20, 1 << 29)
"""What is no count of references: places of what Python allocates. Nor is 0: what was there is gone, and another thing
may lie behind what is left of it."""
_SEEDED = {
    "libc.so:__stack_chk_guard": [(0, 4)],
    "libwasi-emulated-process-clocks.so:memory_base": [(8, 12)],  # when the clock was started
    # mimalloc, which Python has but does not use: when it was started, and its numbers drawn at random
    "libpython3.14.so:memory_base": [(0x2762DC, 12), (0x2762F8, 32), (0x276334, 52), (0x2F98F8, 8)],
}
"""Where componentize-py 0.25.1 keeps what it is given at the very start: by a symbol, bytes from there and how many."""
_BETWEEN = 0x2762E8, b"expand 32-byte k"
"""What stands between these numbers of mimalloc, in every build: elsewhere is another version."""


def settled(component: bytes) -> bytes:
    """Return what componentize-py built as one module, the same in every build.

    What differs from build to build has no meaning: the order of what stands for calls of the system, which
    `guest_linking` puts in another, and in memory the stack, which nothing is on, what was drawn or read from a clock
    before any code of ours ran, and the bytes that texts leave unused.
    """
    parts = list(_linking.sections(component))
    first = next(at for at, (kind, _) in enumerate(parts) if kind == _linking.MODULE)  # which has the memory
    parts[first] = _linking.MODULE, _with_settled_memory(parts[first][1])
    settled_parts = component[:8] + b"".join(_linking.section(*part) for part in parts)
    return _linking.linked(settled_parts)


def _with_settled_memory(module: bytes) -> bytes:
    parts = dict(_linking.sections(module))
    values = list(_linking.vector(parts[_linking.GLOBALS], _global))
    exports = _linking.vector(parts[_linking.EXPORTS], _linking.export)
    symbols = {name: values[number] for name, kind, number in exports if kind == _linking.GLOBAL}
    memory = _memory(parts[_linking.DATA])
    place, words = symbols["libpython3.14.so:memory_base"] + _BETWEEN[0], _BETWEEN[1]
    if memory[place : place + len(words)] != words:
        raise ValueError("this componentize-py keeps elsewhere what _SEEDED names: find it anew with bench_guest")
    spans = [(symbols[name] + offset, size) for name, held in _SEEDED.items() for offset, size in held]
    unused = [*_unused(memory, symbols), *_unused_by_instances(memory, symbols)]
    for start, size in [(0, symbols[_STACK]), *spans, *unused]:
        memory[start : start + size] = bytes(size)
    parts[_linking.DATA] = _segments(bytes(memory))
    return module[:8] + b"".join(_linking.section(*part) for part in parts.items())


def _unused(memory: bytearray, symbols: dict[str, int]) -> Iterator[tuple[int, int]]:
    """Yield where objects in memory leave bytes unused, and how many: behind them, and in the head of a text.

    What lay there before is still in those, be it the date of a file. Below the heap objects lie close together.
    """
    for kind, before, head, each in _kinds(memory, symbols):
        is_text = kind == symbols[_TEXT]
        for found in re.compile(re.escape(struct.pack("<I", kind))).finditer(memory, symbols[_HEAP]):
            at = found.start() - 4  # before the kind of an object is how often it is referred to
            piece = at - before
            count = _word(memory, at)
            if piece % 16 or piece < 16 or count == 0 or count in _COUNTS:
                continue
            end = at + (_text_size(memory, at) if is_text else head + each * _word(memory, at + 8))
            last = piece - 4 + (_word(memory, piece - 4) & ~15)
            if 0 <= last - end < 16:
                yield end, last - end
                if is_text:
                    yield at + 17, 3


def _unused_by_instances(memory: bytearray, symbols: dict[str, int]) -> Iterator[tuple[int, int]]:
    """Yield the same of instances of classes. Behind them are their fields and the order of these.

    Before them are two words of theirs and the head of the collector.
    """
    classes = range(symbols[_HEAP], len(memory) - _FLAGS - 4, 4)
    for piece in range(-(-symbols[_HEAP] // 16) * 16, len(memory) - 64, 16):
        at = piece + 8 + _HEAD
        kind, count = _word(memory, at + 4), _word(memory, at)
        if kind not in classes or count == 0 or count in _COUNTS or _word(memory, kind + _FLAGS) & _CLASS != _CLASS:
            continue
        if _word(memory, kind + 4) in classes or _word(memory, kind + 4) == symbols[_TYPE]:
            fields = at + _word(memory, kind + _SIZE)
            room = memory[fields] if fields < len(memory) else 0
            end = fields + (room + 3 & ~3) + 4 * (room + 1)
            last = piece - 4 + (_word(memory, piece - 4) & ~15)
            if room and 0 <= last - end < 16:
                yield end, last - end


def _kinds(memory: bytearray, symbols: dict[str, int]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the kinds of objects: their place, and how large the head of the collector, the object and an item are.

    Python's own types tell it, in memory as well. Those whose number of items stands elsewhere are left out.
    """
    for name, kind in symbols.items():
        if kind + _FLAGS + 4 <= len(memory) and _word(memory, kind + 4) == symbols[_TYPE]:
            size, each = _word(memory, kind + _SIZE), _word(memory, kind + _SIZE + 4)
            if not each or name in _COUNTED:
                yield kind, _HEAD if _word(memory, kind + _FLAGS) & _HAS_HEAD else 0, size, each


def _text_size(memory: bytearray, at: int) -> int:
    """Return the size of a text in one piece, a head, shorter for ASCII, the letters and a zero; 0 of others."""
    state = memory[at + 16]
    width, in_one_piece, is_ascii = state >> 2 & 7, state & 32, state & 64
    size = (20 if is_ascii else 28) + width * (_word(memory, at + 8) + 1)
    return size if in_one_piece and not any(memory[at + size - width : at + size]) else 0


def _word(memory: bytearray, at: int) -> int:
    found: int = struct.unpack_from("<I", memory, at)[0]
    return found


def _memory(body: bytes) -> bytearray:
    memory = bytearray()
    for place, content in _linking.vector(body, _segment):
        memory.extend(bytes(max(0, place + len(content) - len(memory))))
        memory[place : place + len(content)] = content
    return memory


def _segment(body: bytes, at: int) -> tuple[tuple[int, bytes], int]:
    """Read what memory 0 has from a constant on."""
    place, at = _linking.number(body, at + 2)
    size, at = _linking.number(body, at + 1)
    return (place, body[at : at + size]), at + size


def _segments(memory: bytes) -> bytes:
    """Return memory as a section of data that leaves out longer gaps."""
    out, at = [], 0
    for gap in [*_GAP.finditer(memory), None]:
        end = gap.start() if gap else len(memory)
        if end > at:
            place = _linking.leb(at, signed=True)
            out.append(b"\0\x41" + place + b"\x0b" + _linking.sized(memory[at:end]))
        at = gap.end() if gap else end
    return _linking.leb(len(out)) + b"".join(out)


def _global(body: bytes, at: int) -> tuple[int, int]:
    """Read the value of a global, a constant of 32 bits."""
    value, at = _linking.number(body, at + 3)
    return value, at + 1
