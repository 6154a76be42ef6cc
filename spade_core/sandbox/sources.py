"""What the guest is built from, and the code around it that outcomes depend on. Imports nothing of ours."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

_RUNNING: Final = ("jobs", "rows", "run", "webassembly", "worker")
SOURCES: Final = ("hatch_build.py", "guest_linking.py", "spade_core/sandbox/guest", "spade_core/checks")
RULES: Final = ("spade_core/static_analysis", *(f"spade_core/sandbox/{name}.py" for name in _RUNNING))
"""What decides how a function is run: which rows share an interpreter, what it is given, what its answer means."""


@cache
def sources_digest(root: Path, sources: tuple[str, ...] = SOURCES) -> str:
    """Return what sources below `root` are known by."""
    digest = hashlib.sha256()
    for source in map(root.joinpath, sources):
        for path in sorted(source.rglob("*")) if source.is_dir() else [source]:
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
