"""What is read from the disk and from git, in a thread; each function loads what it needs when it is first called."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spade_core.storage import Orphan
    from spade_core.versions import History
    from spade_server.documents.sidecars import Overlay, Sidecars


def beside_of(path: Path, name: str, overlay: "Overlay") -> "Sidecars":
    """Return the files beside a template."""
    from spade_server.documents.sidecars import read_beside

    return read_beside(path, name, overlay)


def history_since(
    path: Path, name: str, seen: tuple[str, float] | None
) -> "tuple[tuple[str, float] | None, History | None]":
    """Return the history of a template and what it was read at; None for it where nothing has changed or there is none.

    Nothing has changed where it was `seen` at the same commit and the same time of the file.
    """
    from spade_core.errors import SpadeError
    from spade_core.versions import read_history
    from spade_server.documents.head import head_of

    head = head_of(path.parent)
    try:
        state = (head, path.stat().st_mtime) if head is not None else None
    except OSError:
        state = None
    if state is not None and state == seen:
        return state, None
    try:
        return state, read_history(path, template=name)
    except SpadeError:
        return None, None


def still_there(orphans: "tuple[Orphan, ...]") -> "tuple[Orphan, ...]":
    """Return the orphans whose files are where they were."""
    return tuple(each for each in orphans if all(path.exists() for path in each.files))


def git_folders_of(path: Path) -> frozenset[Path]:
    """Return the folders in which git writes down what the working tree around a file stands on."""
    from spade_server.documents.head import git_folders

    return git_folders(path.parent)


def owner_beside(path: Path) -> Path | None:
    """Return the prompt that a file stands beside."""
    from spade_core.storage import owner_of

    return owner_of(path)


def text_of(path: Path) -> str | None:
    """Return the text of a prompt file; None when it cannot be read."""
    from spade_core.errors import PromptFileError
    from spade_core.regular_file import read_file
    from spade_core.text import decode

    try:
        return decode(read_file(path), path=str(path))
    except (OSError, PromptFileError):
        return None
