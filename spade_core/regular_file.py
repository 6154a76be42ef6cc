"""Files of a workspace, read whole and without trust in what stands at the path.

Laws:

* Only a regular file is opened, itself or through symbolic links. A pipe would keep its reader waiting for ever, a
  device has no end, and opening one may already do something; a repository can hold a link to either.
* No more is read than the caller says, whatever the file system said of the size.
* What is wrong is an OSError whose `strerror` is the fact, so that a caller needs one handler.
"""

import errno
import os
import stat
from pathlib import Path
from typing import Final

MOST_BYTES: Final = 256 * 1024**2
"""Ten times what 100,000 labelled responses take."""
_PORTION: Final = 1024**2
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
        OSError: it is something else, has more than `most` bytes, or cannot be read.
    """
    data = read_start(path, most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"more than {most:,} bytes, which is the most that is read", str(path))
    return data


def read_start(path: Path, count: int) -> bytes:
    """Return the first `count` bytes of a regular file, fewer where it ends before.

    Raises:
        FileNotFoundError, NotADirectoryError: there is none.
        OSError: it is something else, or cannot be read.
    """
    try:
        _require_regular(path, path.stat().st_mode)
        descriptor = os.open(path, _FLAGS)
    except ValueError as error:
        raise OSError(errno.EINVAL, "no such name can be: it holds a NUL character", str(path)) from error
    with os.fdopen(descriptor, "rb") as file:
        opened = os.fstat(descriptor)
        _require_regular(path, opened.st_mode)
        portions = [file.read(min(count, opened.st_size + 1))]
        left = count - len(portions[0])
        while left > 0 and (more := file.read(min(left, _PORTION))):  # a file of /proc says that it has no bytes
            portions.append(more)
            left -= len(more)
    return portions[0] if len(portions) == 1 else b"".join(portions)


def _require_regular(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
