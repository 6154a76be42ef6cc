"""Text files on disk, read whole and replaced whole.

Laws:

* A write is atomic: whoever reads the path, also after kill -9 or a power cut, finds the old text or the new one.
* What cannot be read or written, or is UTF-16, is a StorageError; the old text is untouched.
* What the person chose about the file stays: mode, owner, symlink, byte order mark.
* Links lead as far as `links` lets them.
* Bytes that are not UTF-8 survive a read and a write (they are lone surrogates, U+DC80 to U+DCFF, in between).
"""

import contextlib
import errno
import os
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path

from spade_core.errors import StorageError
from spade_core.links import followed
from spade_core.regular_file import read_file

BOM = "\ufeff"
_PREFIX, _SUFFIX = ".spade-", ".tmp"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file's text, its byte order mark taken off, line ends as they are."""

    path: Path
    text: str
    bom: bool = False

    @property
    def newline(self) -> str:
        """How the file ends its lines, judged by the first; LF when it has none."""
        first, lf, _ = self.text.partition("\n")
        return "\r\n" if lf and first.endswith("\r") else "\n"


def read_text_file(path: Path) -> TextFile | None:
    """Return the file, or None when there is none."""
    try:
        data = read_file(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _storage_error(path, "cannot be read", error) from error
    if data.startswith(UTF16_MARKS):
        raise StorageError(str(path), None, "is UTF-16; save it as UTF-8")
    text = data.decode("utf-8", "surrogateescape")
    return TextFile(path, text.removeprefix(BOM), bom=text.startswith(BOM))


def write_text_file(file: TextFile) -> None:
    """Replace (or make) the file at `file.path` in one step; hold its lock (`storage.lock`) meanwhile."""
    text = BOM + file.text if file.bom else file.text
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        fact = f"cannot be written: character {error.start} is a lone surrogate"
        raise StorageError(str(file.path), None, fact) from error
    try:
        _replace(followed(file.path), data)
    except OSError as error:
        raise _storage_error(file.path, "cannot be written", error) from error


def make_folder_for(path: Path) -> None:
    """Make the folder of a file that is to be written, and those above it, where they are not there."""
    try:
        followed(path).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _storage_error(path, "cannot be written", error) from error


def _replace(target: Path, data: bytes) -> None:
    temporary = target.with_name(f"{_PREFIX}{secrets.token_hex(8)}{_SUFFIX}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(descriptor, "wb") as out:
            _take_over_owner_and_mode(target, out.fileno())
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def remove_leftovers(folder: Path) -> None:
    """Remove what killed writers left in a folder; its lock must be held, so that nobody is writing there now."""
    with contextlib.suppress(OSError):
        for leftover in folder.glob(f"{_PREFIX}*{_SUFFIX}"):
            leftover.unlink()


def _take_over_owner_and_mode(target: Path, descriptor: int) -> None:
    try:
        old = target.stat()
    except FileNotFoundError:
        return
    if not stat.S_ISREG(old.st_mode):
        raise OSError(errno.EINVAL, "not a regular file")
    os.close(os.open(target, os.O_WRONLY))  # a write-protected file is not replaced
    if hasattr(os, "fchown"):
        with contextlib.suppress(OSError):
            os.fchown(descriptor, old.st_uid, old.st_gid)
        os.fchmod(descriptor, stat.S_IMODE(old.st_mode))


def _sync_folder(folder: Path) -> None:
    """Make the new name durable, where a folder can be synced at all."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with contextlib.suppress(OSError):  # some network file systems refuse
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _storage_error(path: Path, what: str, error: OSError) -> StorageError:
    return StorageError(str(path), None, f"{what}: {error.strerror or error}")
