"""A lock between processes around read-change-write of the files beside a prompt.

What is locked is the *folder* of the (resolved) file, by ``flock`` on the folder itself: there is no lock file to
be left lying about, nothing goes stale when a process is killed, and it holds whatever the environment of the two
processes (an editor's server and a terminal often disagree about temporary and cache folders). Where a folder
cannot be locked (Windows, some network file systems) a lock file in the per-user temporary folder, named
after a hash of the folder's path, does the same.
"""

import contextlib
import errno
import getpass
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Generator, Iterator
from pathlib import Path

from spade_core.errors import StorageError
from spade_core.links import followed
from spade_core.storage.text_file import remove_leftovers

_NOT_LOCKABLE = {errno.EBADF, errno.EINVAL, errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EISDIR}


@contextlib.contextmanager
def locked(*paths: Path, timeout: float = 30.0) -> Iterator[None]:
    """Hold the lock of every path; not reentrant. `timeout` is in seconds.

    Raises:
        StorageError: a folder is not there or cannot be opened, or another process held its lock all the time.
    """
    deadline = time.monotonic() + timeout
    with contextlib.ExitStack() as stack:
        for folder in sorted({_folder_of(path) for path in paths}):
            stack.enter_context(_folder_lock(folder, deadline))
            remove_leftovers(folder)
        yield


def _folder_of(path: Path) -> Path:
    try:
        return followed(path).parent
    except OSError as error:
        raise StorageError(str(path), None, f"cannot be written: {error.strerror}") from error


@contextlib.contextmanager
def _folder_lock(folder: Path, deadline: float) -> Generator[None]:
    if sys.platform == "win32":
        with _file_lock(folder, deadline):
            yield
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise StorageError(str(folder), None, f"cannot be opened: {error.strerror}") from error
    try:
        if _flock(descriptor, folder, deadline):
            try:
                yield
            finally:
                _unlock(descriptor)
        else:
            with _file_lock(folder, deadline):
                yield
    finally:
        os.close(descriptor)


def _flock(descriptor: int, folder: Path, deadline: float) -> bool:
    """Take the lock; False where this file system cannot lock a folder."""
    if sys.platform == "win32":
        return False
    import fcntl

    pause = 0.001
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() > deadline:
                raise _busy(folder) from error
            time.sleep(pause)
            pause = min(pause * 1.5, 0.05)
        except OSError as error:
            if error.errno in _NOT_LOCKABLE:
                return False
            raise StorageError(str(folder), None, f"cannot be locked: {error.strerror}") from error
        else:
            return True


def _unlock(descriptor: int) -> None:
    """Free the lock also when a process forked meanwhile still has the descriptor."""
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextlib.contextmanager
def _file_lock(folder: Path, deadline: float) -> Iterator[None]:
    """Hold a lock file outside the folder; the operating system frees it when its holder dies."""
    from filelock import FileLock, Timeout

    user = getattr(os, "getuid", getpass.getuser)()
    home = Path(tempfile.gettempdir()) / f"spade-locks-{user}"
    name = hashlib.sha256(os.fsencode(os.path.normcase(folder))).hexdigest()[:32]
    lock = FileLock(home / f"{name}.lock")
    try:
        home.mkdir(mode=0o700, exist_ok=True)
        lock.acquire(timeout=max(0.0, deadline - time.monotonic()))
    except Timeout as error:
        raise _busy(folder) from error
    except OSError as error:
        raise StorageError(str(home), None, f"no lock can be made here: {error.strerror}") from error
    try:
        yield
    finally:
        lock.release()


def _busy(folder: Path) -> StorageError:
    return StorageError(str(folder), None, "another process has been writing here all the time; try again")
