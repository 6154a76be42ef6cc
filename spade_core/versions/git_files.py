"""The files of git that are opened before git can say anything: a pipe among them would keep it waiting for ever."""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from spade_core.regular_file import read_file_of_git

_OPENED = ("HEAD", "index", "config", "config.worktree", "commondir", "gitdir", "packed-refs", "shallow")
_FOLDERS = ("info", "objects/info", "objects/pack")
_INCLUDED = re.compile(rb"^[ \t]*path[ \t]*=[ \t]*\"?([^\"\r\n]+)", re.MULTILINE | re.IGNORECASE)
_MOST_CONFIGURATION = 1 << 20
_NAMED_IN = 4096
"""Bytes of a file that names a folder or a branch."""


def odd_file_of_git(folder: Path) -> Path | None:
    """Return a file of the repository around a folder that is no regular file though it must be one, or None."""
    return next((each for each in _opened_around(folder) if _is_odd(each)), None)


def _opened_around(folder: Path) -> Iterator[Path]:
    for parent in (folder, *folder.parents):
        marker = parent / ".git"
        yield marker
        is_bare = not os.path.lexists(marker) and (parent / "HEAD").is_file() and (parent / "objects").is_dir()
        if marker.is_dir() or is_bare:
            yield from _opened(parent if is_bare else marker)
            return
        if marker.is_file():  # a worktree or a submodule
            if named := _named_in(marker, "gitdir: "):
                yield from _opened(parent / named)
            return


def _opened(git: Path) -> Iterator[Path]:
    yield from (git / name for name in _OPENED)
    yield from _listed(git)
    yield from _included(git / "config")
    if branch := _named_in(git / "HEAD", "ref: "):
        yield git / branch
    if common := _named_in(git / "commondir", ""):
        yield git / common / "config"
        yield git / common / "packed-refs"
        yield from _listed(git / common)
        yield from _included(git / common / "config")


def _listed(git: Path) -> Iterator[Path]:
    """Yield what stands in the folders of which git opens whatever is there."""
    for name in _FOLDERS:
        with suppress(OSError):
            yield from (git / name).iterdir()


def _included(config: Path) -> Iterator[Path]:
    """Yield the files that a configuration includes; what those include is left to the deadline of git."""
    try:
        text = read_file_of_git(config, most=_MOST_CONFIGURATION)
    except OSError:
        return
    for found in _INCLUDED.finditer(text):
        named = Path(os.fsdecode(found[1].strip()))
        with suppress(RuntimeError):
            yield config.parent / (named.expanduser() if named.parts[:1] == ("~",) else named)


def _named_in(path: Path, prefix: str) -> str:
    try:
        said = read_file_of_git(path, most=_NAMED_IN).decode("utf-8", "replace").strip()
    except OSError:
        return ""
    return said.removeprefix(prefix) if said.startswith(prefix) and "\0" not in said else ""


def _is_odd(path: Path) -> bool:
    """Whether there is something that is neither a file nor a folder."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
