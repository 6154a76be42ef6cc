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

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_TOOLS = {"hatchling", "componentize-py", "wasmtime"}
_SANDBOX = Path("spade_core", "sandbox")


class GuestHook(BuildHookInterface):  # type: ignore[type-arg, misc]
    """Makes `guest.wasm.gz`, and `guest.json`, which says of what."""

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """Build the guest, if there is none of these sources."""
        build_guest(Path(self.root))


def build_guest(root: Path) -> None:
    """Build the guest of the sources below `root`, if there is none yet."""
    packages = _packages(root)
    sources = {
        "sources": _digest(root),
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


def _digest(root: Path) -> str:
    """Return what the guest's sources are known by."""
    spec = importlib.util.spec_from_file_location("sources", root / _SANDBOX / "sources.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(root / _SANDBOX / "sources.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    digest: str = module.sources_digest(root)
    return digest


def _python_in(content: bytes) -> str:
    found = re.search(rb"(3\.\d+\.\d+[\w+]*) \(main, ", content)
    return found[1].decode() if found else "3"


def _stage(root: Path, packages: list[str], stage: Path) -> None:
    """Lay out what the guest can import while it is snapshotted."""
    no_caches = shutil.ignore_patterns("__pycache__")
    shutil.copytree(root / _SANDBOX / "guest", stage, ignore=no_caches)
    shutil.copytree(root / "spade_core" / "checks", stage / "spade_core" / "checks", ignore=no_caches)
    (stage / "spade_core" / "__init__.py").touch()
    _assemble(stage / "hash_seed.wat")
    for package in packages:
        for file in distribution(package).files or ():
            if file.suffix in {".py", ".json"} and ".." not in file.parts:
                target = stage / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(str(file.locate()), target)
    files = sorted(path.relative_to(stage).as_posix() for path in stage.rglob("*.*"))
    (stage / "staged.txt").write_text("\n".join(files), "ascii")


def _assemble(text: Path) -> None:
    """Make a library of a text, under a name by which componentize-py takes it in."""
    import wasmtime

    text.with_suffix(".abi3.so").write_bytes(wasmtime.wat2wasm(text.read_text("utf-8")))


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


# --- the same bytes in every build

_CUSTOM, _MODULE, _INSTANCE, _ALIAS = 0, 1, 2, 6  # sections of a component
_TYPES, _FUNCTIONS, _GLOBALS, _EXPORTS, _CODE, _DATA = 1, 3, 6, 7, 10, 11  # sections of a module
_GAP = re.compile(rb"\0{32,}")
_KIND_GLOBAL = 3
_ASCII = 0b1100000
"""Set where a text is one piece of ASCII."""
_STACK = "__stack_pointer"
_TEXT = "libpython3.14.so:PyUnicode_Type"
_SHAPES = {
    _TEXT: (0, 20, 1, 1),
    "libpython3.14.so:PyBytes_Type": (0, 16, 1, 1),
    "libpython3.14.so:PyTuple_Type": (8, 16, 4, 0),
}
"""Of kinds of objects: how many bytes stand before them, before their items, in each of these, and behind them."""
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
    """Return what componentize-py built without what differs from build to build, all of it of no meaning.

    That is: the order of the stubs that stand for calls of the system, and in memory the stack, which nothing is on,
    what was drawn or read from a clock before any code of ours ran, and the bytes that texts leave unused.
    """
    sections = [(kind, body) for kind, body in _sections(component) if kind != _CUSTOM]
    modules = [at for at, (kind, _) in enumerate(sections) if kind == _MODULE]
    stubs = [number for number, at in enumerate(modules) if _is_stub(sections[at][1])]
    made = {number: _sorted_stub(sections[modules[number]][1]) for number in stubs}
    moved = dict(zip(sorted(stubs, key=made.__getitem__), stubs, strict=True))  # old number -> new number
    for old, new in moved.items():
        sections[modules[new]] = _MODULE, made[old]
    sections[modules[0]] = _MODULE, _with_settled_memory(sections[modules[0]][1])
    instances: list[int] = []
    """The module that each was made of; -1 where of none."""
    for at, (kind, body) in enumerate(sections):
        if kind == _INSTANCE:
            instances += _instances(body)
        elif kind == _ALIAS:
            sections[at] = kind, _with_moved_instances(body, instances, moved)
    return component[:8] + b"".join(bytes([kind]) + _sized(body) for kind, body in sections)


def _is_stub(module: bytes) -> bool:
    return [kind for kind, _ in _sections(module)] == [_TYPES, _FUNCTIONS, _EXPORTS, _CODE]


def _sorted_stub(module: bytes) -> bytes:
    """Return a module of functions that all trap, and have a type each, with them sorted by name."""
    parts = dict(_sections(module))
    types, at = [], 1
    while at < len(parts[_TYPES]):
        start, at = at, at + 1
        for _ in range(2):  # what it takes, what it gives
            count, at = _number(parts[_TYPES], at)
            at += count
        types.append(parts[_TYPES][start:at])
    names = {name: number for name, _, number in _exports(parts[_EXPORTS])}
    order = sorted(names)
    parts[_TYPES] = _leb(len(types)) + b"".join(types[names[name]] for name in order)
    exported = (_sized(name.encode()) + b"\0" + _leb(at) for at, name in enumerate(order))
    parts[_EXPORTS] = _leb(len(order)) + b"".join(exported)
    return module[:8] + b"".join(bytes([kind]) + _sized(body) for kind, body in parts.items())


def _instances(body: bytes) -> list[int]:
    """Return the module that each instance of a section is made of, -1 for those that are made of single items."""
    found = []
    count, at = _number(body, 0)
    for _ in range(count):
        is_loose, module = body[at], -1
        at += 1
        if not is_loose:
            module, at = _number(body, at)
        given, at = _number(body, at)
        for _ in range(given):
            at = _named(body, at)[1] + 1
            at = _number(body, at)[1]
        found.append(module)
    return found


def _with_moved_instances(body: bytes, instances: list[int], moved: dict[int, int]) -> bytes:
    """Return a section of aliases in which what is taken of a stub is taken of where that stub is now."""
    count, at = _number(body, 0)
    out = [_leb(count)]
    for _ in range(count):
        start = at
        at += 1 if body[at] else 2
        target, at = body[at], at + 1
        number, after = _number(body, at)
        if target == 1 and instances[number] in moved:
            number = instances.index(moved[instances[number]])
        out.append(body[start:at] + _leb(number))
        start, at = after, _number(body, after)[1] if target == 2 else _named(body, after)[1]
        out.append(body[start:at])
    return b"".join(out)


def _with_settled_memory(module: bytes) -> bytes:
    sections = list(_sections(module))
    parts = dict(sections)
    values = _globals(parts[_GLOBALS])
    symbols = {name: values[number] for name, kind, number in _exports(parts[_EXPORTS]) if kind == _KIND_GLOBAL}
    memory = _memory(parts[_DATA])
    place, words = symbols["libpython3.14.so:memory_base"] + _BETWEEN[0], _BETWEEN[1]
    if memory[place : place + len(words)] != words:
        raise ValueError("this componentize-py keeps elsewhere what _SEEDED names: find it anew with bench_guest")
    spans = [(symbols[name] + offset, size) for name, held in _SEEDED.items() for offset, size in held]
    for start, size in [(0, symbols[_STACK]), *spans, *_unused(memory, symbols)]:
        memory[start : start + size] = bytes(size)
    settled_data = _segments(bytes(memory))
    return module[:8] + b"".join(
        bytes([kind]) + _sized(settled_data if kind == _DATA else body) for kind, body in sections
    )


def _unused(memory: bytearray, symbols: dict[str, int]) -> Iterator[tuple[int, int]]:
    """Yield where objects in memory leave bytes unused, and how many: behind their items, and in the head of a text."""
    for name, (before, head, each, more) in _SHAPES.items():
        for found in re.finditer(re.escape(struct.pack("<I", symbols[name])), memory):
            at = found.start() - 4  # before the kind of an object is how often it is referred to
            piece = at - before
            [size], [length] = struct.unpack_from("<I", memory, piece - 4), struct.unpack_from("<I", memory, at + 8)
            end, last = at + head + each * length + more, piece - 4 + (size & ~15)
            if piece % 16 or not 0 <= last - end < 16 or any(memory[end - more : end]):
                continue
            yield end, last - end
            if name == _TEXT and memory[at + 16] & _ASCII == _ASCII:
                yield at + 17, 3


def _memory(body: bytes) -> bytearray:
    memory = bytearray()
    count, at = _number(body, 0)
    for _ in range(count):
        place, at = _number(body, at + 2)  # in memory 0, at a constant
        size, at = _number(body, at + 1)
        memory.extend(bytes(max(0, place + size - len(memory))))
        memory[place : place + size] = body[at : at + size]
        at += size
    return memory


def _segments(memory: bytes) -> bytes:
    """Return memory as a section of data that leaves out longer gaps."""
    out, at = [], 0
    for gap in [*_GAP.finditer(memory), None]:
        end = gap.start() if gap else len(memory)
        if end > at:
            out.append(b"\0\x41" + _leb(at, signed=True) + b"\x0b" + _sized(memory[at:end]))
        at = gap.end() if gap else end
    return _leb(len(out)) + b"".join(out)


def _globals(body: bytes) -> list[int]:
    """Return the values of globals, each a constant of 32 bits."""
    count, at = _number(body, 0)
    found = []
    for _ in range(count):
        value, at = _number(body, at + 3)
        found.append(value)
        at += 1
    return found


def _exports(body: bytes) -> Iterator[tuple[str, int, int]]:
    count, at = _number(body, 0)
    for _ in range(count):
        name, at = _named(body, at)
        number, after = _number(body, at + 1)
        yield name, body[at], number
        at = after


def _sections(content: bytes) -> Iterator[tuple[int, bytes]]:
    at = 8
    while at < len(content):
        kind = content[at]
        size, at = _number(content, at + 1)
        yield kind, content[at : at + size]
        at += size


def _named(content: bytes, at: int) -> tuple[str, int]:
    size, at = _number(content, at)
    return content[at : at + size].decode(), at + size


def _number(content: bytes, at: int) -> tuple[int, int]:
    """Return a number that is not negative, of seven bits a byte, and where it ends."""
    value = shift = 0
    while True:
        byte = content[at]
        value, shift, at = value | (byte & 127) << shift, shift + 7, at + 1
        if byte < 128:
            return value, at


def _leb(value: int, *, signed: bool = False) -> bytes:
    out = bytearray()
    while value > (63 if signed else 127):
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def _sized(content: bytes) -> bytes:
    return _leb(len(content)) + content
