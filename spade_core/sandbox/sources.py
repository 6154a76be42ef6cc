"""What the guest is built from, for the build and for those who ask whether it is stale. Imports nothing of ours."""

import hashlib
from pathlib import Path
from typing import Final

SOURCES: Final = ("hatch_build.py", "spade_core/sandbox/linking.py", "spade_core/sandbox/guest", "spade_core/checks")


def sources_digest(root: Path) -> str:
    """Return what the sources below `root` are known by."""
    digest = hashlib.sha256()
    for source in map(root.joinpath, SOURCES):
        for path in sorted(source.rglob("*")) if source.is_dir() else [source]:
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
