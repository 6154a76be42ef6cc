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
import tomllib
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
        content = built.read_bytes()
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
    shutil.copytree(root / _SANDBOX / "guest", stage, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(root / "spade_core" / "checks", stage / "spade_core" / "checks")
    (stage / "spade_core" / "__init__.py").touch()
    _assemble(stage / "hash_seed.wat")
    for package in packages:
        for file in distribution(package).files or ():
            if file.suffix in {".py", ".json"} and ".." not in file.parts:
                target = stage / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(str(file.locate()), target)


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
        app_name="app",
        output_path=output,
        stub_wasi=True,  # the guest imports nothing, not even WASI
        import_interface_names=[],
        export_interface_names=[],
        full_names=False,
        intersect_world=None,
    )
