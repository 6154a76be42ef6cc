"""The guest, compiled for this machine: made once, kept in a folder of this user alone, and verified before it is used.

Its name holds the guest's hash, wasmtime's version, the machine and the checksum of its own content: what is damaged or
was made for something else is refused and made anew. It is machine code, so it counts only if it and its folder belong
to this user and nobody else can write there. Where no such folder can be had, it lives as long as this process.
"""

import atexit
import errno
import os
import platform
import shutil
import stat
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

from spade_core.errors import SandboxError
from spade_core.models import user_folders
from spade_core.sandbox.manifest import GUEST, manifest
from spade_core.sandbox.process import fault_of, is_cramped, started

_SETTING: Final = "SPADE_SANDBOX_CACHE"
"""Names another folder than the user's cache, for machines that are set up anew each time."""
_FOLDER: Final = "sandbox"
_OTHERS: Final = 0o077
_POLL_SECONDS: Final = 0.1
_READ_BYTES: Final = 1 << 18
_KEPT_SECONDS: Final = 60 * 86_400.0
_END: Final = ".cwasm"
_PART: Final = ".part"
_LACKING: Final = frozenset({errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE})


@cache
def wasmtime_version() -> str:
    """Return the version of wasmtime that is installed."""
    return version("wasmtime")


def compiled_guest(tell: Callable[[int], None] | None = None) -> Path:
    """Return the compiled guest; where there is none, compile it.

    `tell` hears now and then how many seconds that takes; what it raises ends it.

    Raises:
        SandboxError: it cannot be compiled.
    """
    began = time.monotonic()

    def wait() -> None:
        if tell is not None:
            tell(int(time.monotonic() - began))

    for folder in folders():
        with _only_lacking():
            return _found(folder) or _made(folder, wait)
    try:
        return _made(_folder_of_this_process(), wait)
    except OSError as error:
        raise SandboxError(f"the sandbox does not start: {error}") from error


def kept_guest() -> Path | None:
    """Return the compiled guest that is there for the next start; None where there is none."""
    return next((found for folder in folders() if (found := _found(folder)) is not None), None)


@contextmanager
def _only_lacking() -> Iterator[None]:
    """Pass over a folder that cannot be used, unless it is this process that has no room left.

    Raises:
        SandboxError: it has none.
    """
    try:
        yield
    except OSError as error:
        if error.errno in _LACKING:
            raise SandboxError(f"the sandbox does not start: {error}") from error


def folders() -> Iterator[Path]:
    """Yield the folders that are this user's alone, made where they are not there."""
    candidates = [Path(os.environ[_SETTING])] if os.environ.get(_SETTING) else []
    of_the_system = {name: value for name, value in os.environ.items() if name != "SPADE_HOME"}
    for environ in (of_the_system, os.environ):  # what is this machine's is not made anew for each SPADE_HOME
        with suppress(RuntimeError):  # no home
            candidates.append(user_folders(environ).cache / _FOLDER)
    name = f"spade-sandbox-{os.getuid()}" if hasattr(os, "getuid") else "spade"
    with suppress(OSError):  # no file can be written anywhere
        candidates.append(Path(tempfile.gettempdir(), name))
    for folder in candidates:
        with suppress(OSError, UnicodeError):
            str(folder).encode()  # wasmtime takes no other names
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            found = folder.lstat()
            if stat.S_ISDIR(found.st_mode) and _is_owned(found) and found.st_mode & _OTHERS:
                folder.chmod(0o700)
            if _is_mine(folder, stat.S_ISDIR):
                yield folder


def _found(folder: Path) -> Path | None:
    for path in folder.glob(f"{_key()}-*{_END}"):
        with _only_lacking():
            if _is_mine(path, stat.S_ISREG) and path.name == _name(path):
                return path
            path.unlink()
    return None


def _made(folder: Path, wait: Callable[[], None]) -> Path:
    from filelock import FileLock, Timeout

    lock = FileLock(folder / f"{_key()}.lock")
    while True:
        with suppress(Timeout):
            lock.acquire(timeout=_POLL_SECONDS)
            break
        wait()
    try:
        return _found(folder) or _compile(folder, wait)  # another process may have made it meanwhile
    finally:
        lock.release()


def _compile(folder: Path, wait: Callable[[], None]) -> Path:
    for left in folder.glob(f"{_key()}*{_PART}"):  # by a process that was killed
        with suppress(OSError):
            left.unlink()
    handle, name = tempfile.mkstemp(dir=folder, prefix=_key(), suffix=_PART)
    os.close(handle)
    part = Path(name)
    try:
        with started(GUEST, part) as process:
            try:
                while process.poll() is None:
                    wait()
                    time.sleep(_POLL_SECONDS)
            finally:
                process.kill()
            if process.returncode:
                raise SandboxError(f"the sandbox's guest cannot be compiled: {fault_of(process)}")
        path = folder / _name(part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    _forget_old(folder)
    return path


def _forget_old(folder: Path) -> None:
    for path in folder.glob(f"*{_END}"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _KEPT_SECONDS:
                path.unlink()


@cache
def _folder_of_this_process() -> Path:
    folder, own = Path(tempfile.mkdtemp(prefix="spade-sandbox-")), os.getpid()
    atexit.register(lambda: shutil.rmtree(folder, ignore_errors=True) if os.getpid() == own else None)
    return folder


def _key() -> str:
    size, machine = "-small" if is_cramped() else "", f"{sys.platform}-{platform.machine()}".lower()
    return f"guest{size}-{manifest()['sha256'][:16]}-wasmtime-{wasmtime_version()}-{machine}"


def _name(path: Path) -> str:
    now = path.stat()
    return f"{_key()}-{_checksum(path, now.st_ino, now.st_size, now.st_mtime_ns, now.st_ctime_ns):08x}{_END}"


@lru_cache(maxsize=8)  # read once, and again when it was changed
def _checksum(path: Path, *_state: int) -> int:
    """Return the checksum of a file: a hash of 45 MB takes four times as long."""
    found = 0
    with path.open("rb") as file:
        while part := file.read(_READ_BYTES):
            found = zlib.crc32(part, found)
    return found


def _is_mine(path: Path, is_kind: Callable[[int], bool]) -> bool:
    """Return whether it is what it should be, no link, this user's, and closed to all others."""
    found = path.lstat()
    if not is_kind(found.st_mode):
        return False
    return _is_owned(found) and (not hasattr(os, "getuid") or not found.st_mode & _OTHERS)


def _is_owned(found: os.stat_result) -> bool:
    """Return whether it is this user's; on Windows a folder of the user's profile is taken to be."""
    return not hasattr(os, "getuid") or found.st_uid == os.getuid()
