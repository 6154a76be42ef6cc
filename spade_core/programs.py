"""Where the programs are that spade runs: never in what it looks at.

The path that programs are looked up on may name the current folder (``.``, an empty entry, on Windows always), and a
repository may hold a file that is called like one.
"""

import os
from pathlib import Path

from spade_core.links import repository_around

_SUFFIX = ".exe" if os.name == "nt" else ""


def git_program(folder: Path | None = None) -> str | None:
    """Return the absolute path of git; None where there is none to be run.

    Passed over is what lies in the current folder, in the repository around it or around `folder`, or in `folder`.
    The environment's `GIT_PYTHON_GIT_EXECUTABLE` may give another name, or an absolute path.
    """
    name = os.environ.get("GIT_PYTHON_GIT_EXECUTABLE") or "git"
    refused = {place for each in (Path(), *filter(None, (folder,))) for place in _places(each)}
    if os.path.basename(name) != name:  # noqa: PTH119  (as it is written)
        return name if _is_outside(Path(name), refused) else None
    file = f"{name.removesuffix(_SUFFIX)}{_SUFFIX}"
    found = (Path(entry, file) for entry in os.environ.get("PATH", os.defpath).split(os.pathsep))
    return next((str(each) for each in found if _is_outside(each, refused)), None)


def _places(folder: Path) -> list[tuple[Path, bool]]:
    """Return a folder and the repository around it, each with whether all that is below it is meant, too."""
    real = Path(os.path.realpath(folder))
    root = repository_around(real / "any")
    return [(real, False), *([(root, True)] if root else [])]


def _is_outside(program: Path, refused: set[tuple[Path, bool]]) -> bool:
    if not (program.is_absolute() and program.is_file() and os.access(program, os.X_OK)):
        return False
    homes = {Path(os.path.realpath(program.parent)), Path(os.path.realpath(program)).parent}
    return not any(home == place or (deep and home.is_relative_to(place)) for home in homes for place, deep in refused)
