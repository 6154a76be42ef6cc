"""Files of a workspace, read whole and without trust in what stands at the path.

Laws:

* Links are followed as far as `links` lets them lead; the files of git itself are read by `read_file_of_git` alone.
* Only a regular file is opened. A pipe would keep its reader waiting for ever, a device has no end, and opening one may
  already do something; a repository can hold a link to either.
* No more is read than the caller says, whatever the file system said of the size.
* What is wrong is an OSError whose `strerror` is the fact, so that a caller needs one handler.
"""

import errno
import os
import stat
from io import BufferedReader
from pathlib import Path
from typing import Final

from spade_core.links import followed

MOST_BYTES: Final = 256 * 1024**2
"""Ten times what 100,000 labelled responses take."""
MOST_IN_A_ROW: Final = 64 * 1024**2
"""Of one response and what stands beside it; where it is read, it is held several times."""
_PORTION: Final = 1024**2
_DESCRIPTORS: Final = ("/dev/fd", "/proc/self/fd")
_FLAGS: Final = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_NONBLOCK", 0)  # where a pipe took the file's place since it was looked at
)


def read_file(path: Path, *, most: int = MOST_BYTES) -> bytes:
    """Return the content of a regular file.

    Raises:
        FileNotFoundError, NotADirectoryError: there is none.
        OSError: it is something else, lies elsewhere, has more than `most` bytes, or cannot be read.
    """
    return _whole(followed(path), most)


def read_file_of_git(path: Path, *, most: int = MOST_BYTES) -> bytes:
    """Return the content of one of git's own files, wherever git keeps it; no clone brings such links along.

    Raises:
        OSError: as for `read_file`.
    """
    return _whole(path, most)


def read_start(path: Path | str, count: int, *, in_real_folder: bool = False) -> bytes:
    """Return the first `count` bytes of a regular file, fewer where it ends before.

    `in_real_folder` is for who has looked: no folder above the file is a link.

    Raises:
        FileNotFoundError, NotADirectoryError: there is none.
        OSError: it is something else, lies elsewhere, or cannot be read.
    """
    if in_real_folder and stat.S_ISREG(os.lstat(path).st_mode):
        return _opened(path, count)
    return _start(followed(Path(path)), count)


def open_file(path: Path) -> BufferedReader:
    """Return a regular file, open to be read in portions.

    Raises:
        FileNotFoundError, NotADirectoryError: there is none.
        OSError: it is something else, lies elsewhere, or cannot be read.
    """
    real = followed(path)
    _require_regular(path, real.stat().st_mode)
    file = os.fdopen(os.open(real, _FLAGS), "rb")
    try:
        _require_regular(path, os.fstat(file.fileno()).st_mode)
    except OSError:
        file.close()
        raise
    return file


def is_pipe_of_shell(path: Path) -> bool:
    """Whether it is a pipe that was handed to this process, as a shell does for ``<(...)``; someone writes into it."""
    return str(path.parent) in _DESCRIPTORS and path.is_fifo()


def read_pipe(path: Path) -> bytes:
    """Return what comes out of a pipe.

    Raises:
        OSError: it is more than `MOST_BYTES`, or cannot be read.
    """
    with path.open("rb") as file:
        return bounded(file.read(MOST_BYTES + 1), path)


def _whole(path: Path, most: int) -> bytes:
    return bounded(_start(path, most + 1), path, most)


def bounded(data: bytes, path: Path, most: int = MOST_BYTES) -> bytes:
    """Return what was read of a file, one byte more than `most` at the most.

    Raises:
        OSError: it is that one more.
    """
    if len(data) > most:
        raise OSError(errno.EFBIG, f"more than {most:,} bytes, which is the most that is read", str(path))
    return data


def _start(path: Path, count: int) -> bytes:
    _require_regular(path, path.stat().st_mode)
    return _opened(path, count)


def _opened(path: Path | str, count: int) -> bytes:
    descriptor = os.open(path, _FLAGS)
    try:  # a file object would cost as much again as opening and reading a small file
        opened = os.fstat(descriptor)
        _require_regular(path, opened.st_mode)
        portions = [os.read(descriptor, min(count, opened.st_size + 1))]
        left = count - len(portions[0])
        is_whole = 0 < opened.st_size == len(portions[0])
        while (
            left > 0 and not is_whole and (more := os.read(descriptor, min(left, _PORTION)))
        ):  # a file of /proc says that it has no bytes
            portions.append(more)
            left -= len(more)
    finally:
        os.close(descriptor)
    return portions[0] if len(portions) == 1 else b"".join(portions)


def _require_regular(path: Path | str, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
