"""The one gate for what is read and written in a workspace: where a path leads through its links.

Laws:

* No link leads out of the repository that the path stands in, and none into the files of git. Outside a repository
  the folder of the file takes its place. A link to nothing is none to be followed: who writes would make what it names.
* Which repository that is, the path says as it is written: a repository that is reached through a link out of another
  one is not its own.
* What is wrong is an OSError whose `strerror` is the fact.

What lies above the repository may be links: the person went that way.
"""

import errno
import os
from pathlib import Path
from typing import Final

_GIT: Final = ".git"


def followed(path: Path) -> Path:
    """Return the path without links; the file itself need not be there.

    Raises:
        OSError: a link leads out of the repository or nowhere, or the file is of git itself.
    """
    try:
        given, real = Path(os.path.abspath(path)), Path(os.path.realpath(path))  # noqa: PTH100  (as it is written)
    except ValueError as error:
        raise OSError(errno.EINVAL, "no such name can be: it holds a NUL character", str(path)) from error
    if real != given or _is_of_git(real):
        root, what = _root_of(given)
        if not real.is_relative_to(root):
            raise OSError(errno.EPERM, f"a link leads out of the {what} {root}", str(path))
        if _is_of_git(real.relative_to(root)):
            raise OSError(errno.EPERM, "git's own files are left alone", str(path))
        there = next(each for each in (given, *given.parents) if os.path.lexists(each))
        if not there.exists():
            raise OSError(errno.EPERM, "a link leads nowhere", str(path))
    return real


def repository_around(path: Path) -> Path | None:
    """Return the root of the innermost repository that a path without links stands in; None outside of one."""
    return next((folder for folder in path.parents if os.path.lexists(folder / _GIT)), None)


def _is_of_git(path: Path) -> bool:
    return any(part.casefold() == _GIT for part in path.parts)


def _root_of(given: Path) -> tuple[Path, str]:
    """Return the innermost repository that is not reached through a link out of one around it, and what it is."""
    root: Path | None = None
    for folder in reversed(given.parents):
        if os.path.lexists(folder / _GIT):
            real = Path(os.path.realpath(folder))
            if root is None or real.is_relative_to(root):
                root = real
    return (Path(os.path.realpath(given.parent)), "folder") if root is None else (root, "repository")
