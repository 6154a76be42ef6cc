"""Which commit a working tree stands on, read from the files of git itself: cheap enough to ask at every event."""

from pathlib import Path


def head_of(folder: Path) -> str | None:
    """Return the name of the commit at HEAD; None outside a repository or where it cannot be told this way.

    None must be taken for "unknown", never for "unchanged": refs may be kept in a form that is not read here.
    """
    try:
        git = _git_folder(folder)
        if git is None:
            return None
        said = (git / "HEAD").read_text("utf-8").strip()
        if not said.startswith("ref: "):
            return said or None
        return _commit_of(said.removeprefix("ref: "), git)
    except (OSError, UnicodeDecodeError):
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
    except (OSError, UnicodeDecodeError):
        return frozenset()


def _shared_by(git: Path) -> Path:
    common = git / "commondir"
    return (git / common.read_text("utf-8").strip()).resolve() if common.is_file() else git


def _git_folder(folder: Path) -> Path | None:
    for parent in (folder, *folder.parents):
        marker = parent / ".git"
        if marker.is_dir():
            return marker
        if marker.is_file():  # a worktree or a submodule
            said = marker.read_text("utf-8").strip()
            return (parent / said.removeprefix("gitdir: ")).resolve() if said.startswith("gitdir: ") else None
    return None


def _commit_of(ref: str, git: Path) -> str | None:
    shared = _shared_by(git)
    for place in (git / ref, shared / ref):
        if place.is_file():
            return place.read_text("utf-8").strip()
    packed = shared / "packed-refs"
    for line in packed.read_text("utf-8").splitlines() if packed.is_file() else ():
        sha, _, name = line.partition(" ")
        if name == ref:
            return sha
    return None
