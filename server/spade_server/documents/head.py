"""Which commit a working tree stands on, read from the files of git itself: cheap enough to ask at every event."""

from pathlib import Path
from typing import Final

from spade_core.regular_file import read_file_of_git

_MOST_BYTES: Final = 64 * 1024**2
"""Packed refs: some half a million branches and tags."""


def head_of(folder: Path) -> str | None:
    """Return the name of the commit at HEAD; None outside a repository or where it cannot be told this way.

    None must be taken for "unknown", never for "unchanged": refs may be kept in a form that is not read here.
    """
    try:
        git = _git_folder(folder)
        if git is None:
            return None
        said = _text(git / "HEAD")
        if not said.startswith("ref: "):
            return said or None
        return _commit_of(said.removeprefix("ref: "), git)
    except (OSError, RuntimeError, ValueError):
        return None


def git_folders(folder: Path) -> frozenset[Path]:
    """Return the folders in which git writes down what a working tree stands on; none outside a repository.

    They are two in a linked worktree: its own, with HEAD, and the one that all worktrees share, with the branches.
    """
    try:
        git = _git_folder(folder)
        if git is None or not git.is_dir():
            return frozenset()
        return frozenset({git, _shared_by(git)})
    except (OSError, RuntimeError, ValueError):
        return frozenset()


def _text(path: Path) -> str:
    return read_file_of_git(path, most=_MOST_BYTES).decode("utf-8").strip()


def _shared_by(git: Path) -> Path:
    common = git / "commondir"
    return (git / _text(common)).resolve() if common.is_file() else git


def _git_folder(folder: Path) -> Path | None:
    for parent in (folder, *folder.parents):
        marker = parent / ".git"
        if marker.is_dir():
            return marker
        if marker.is_file():  # a worktree or a submodule
            said = _text(marker)
            return (parent / said.removeprefix("gitdir: ")).resolve() if said.startswith("gitdir: ") else None
    return None


def _commit_of(ref: str, git: Path) -> str | None:
    shared = _shared_by(git)
    for place in (git / ref, shared / ref):
        if place.is_file():
            return _text(place)
    packed = shared / "packed-refs"
    for line in _text(packed).splitlines() if packed.is_file() else ():
        sha, _, name = line.partition(" ")
        if name == ref:
            return sha
    return None
