"""The files of git that are opened before git can say anything: a pipe among them would keep it waiting for ever."""

import stat
from collections.abc import Iterator
from pathlib import Path

from spade_core.regular_file import read_file

_OPENED = ("HEAD", "config", "config.worktree", "commondir", "packed-refs", "shallow")


def odd_file_of_git(folder: Path) -> Path | None:
    """Return a file of the repository around a folder that is no regular file though it must be one, or None."""
    for parent in (folder, *folder.parents):
        marker = parent / ".git"
        if marker.is_dir():
            return next((each for each in _opened(marker) if _is_odd(each)), None)
        if _is_odd(marker) or marker.is_file():
            return marker if _is_odd(marker) else None
    return None


def _opened(git: Path) -> Iterator[Path]:
    for name in _OPENED:
        yield git / name
    try:
        said = read_file(git / "HEAD").decode("utf-8", "replace").strip()
    except OSError:
        return
    if said.startswith("ref: refs/"):
        yield git / said.removeprefix("ref: ")


def _is_odd(path: Path) -> bool:
    """Whether there is something that is neither a file nor a folder."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
