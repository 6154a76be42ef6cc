"""Where responses are read and results written: files of this machine, or of a store that fsspec reaches by a URL.

The only module here that knows fsspec. Responses that cannot be read are an ExamplesError, results that
cannot be read or written a StorageError.
"""

import io
import os
import secrets
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from spade_core.errors import ExamplesError, SettingsError, SpadeError, StorageError
from spade_core.links import followed
from spade_core.regular_file import MOST_BYTES, bounded, open_file

_SCHEME: Final = "://"
_PORTION: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file, and what tells whether it is the same as before."""

    path: str
    """Opens it: a path of this machine or a URL."""
    name: str
    """Relative to the folder that was named; without that its own name."""
    state: str
    """Its size and the moment or the version that the store gives it."""


def is_url(path: str) -> bool:
    """Return whether a path is for fsspec."""
    return _SCHEME in path


def files_at(path: str, endings: tuple[str, ...]) -> list[StoredFile]:
    """Return the file, or the files below the folder with those endings, in the order of their names.

    Hidden ones are left out.
    """
    with _told(path):
        found = _files_of_store(path, endings) if is_url(path) else _files_here(Path(path), endings)
        return sorted(found, key=lambda each: each.name)


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """Give a file, open to be read in portions."""
    with _told(path), _open(path) as file:
        yield file


def _open(path: str) -> BinaryIO:
    if not is_url(path):
        return open_file(Path(path))
    store, name = _store(path)
    return io.BufferedReader(store.open(name, "rb"), _PORTION)  # not every store's own file reads lines up to a length


class ResultsFolder:
    """A folder that results go to; what is written to it is there whole or not at all."""

    def __init__(self, path: str) -> None:
        self.path = path.rstrip("/") or path
        self._store: Any = None
        self._root = self.path
        if is_url(self.path):
            self._store, self._root = _store(self.path)

    def names(self) -> set[str]:
        """Return the names of the files in it; none where it is not there."""
        try:
            if self._store is None:
                return {each.name for each in os.scandir(followed(Path(self._root)))}
            self._store.invalidate_cache()
            return {str(each).rstrip("/").rpartition("/")[2] for each in self._store.ls(self._root, detail=False)}
        except FileNotFoundError:
            return set()
        except Exception as error:
            raise self._fault("cannot be read", error) from error

    def read(self, name: str) -> bytes | None:
        """Return a file; None where it is not there."""
        try:
            with self.open(name) as file:
                return bounded(file.read(MOST_BYTES + 1), Path(name))
        except FileNotFoundError:
            return None
        except Exception as error:
            raise self._fault("cannot be read", error) from error

    def open(self, name: str) -> BinaryIO:
        """Open a file to be read; what that raises is the store's."""
        return _open(f"{self.path}/{name}")

    def write(self, name: str, data: bytes) -> None:
        """Make or replace a file."""
        try:
            if self._store is None:
                self._write_here(name, data)
            else:
                self._store.makedirs(self._root, exist_ok=True)
                self._store.pipe_file(f"{self._root}/{name}", data)
        except Exception as error:
            raise self._fault("cannot be written", error) from error

    def _write_here(self, name: str, data: bytes) -> None:
        folder = followed(Path(self._root))
        folder.mkdir(parents=True, exist_ok=True)
        target = followed(folder / name)
        half = folder / f".{name}.{secrets.token_hex(4)}.tmp"
        try:
            half.write_bytes(data)
            half.replace(target)
        finally:
            half.unlink(missing_ok=True)

    @contextmanager
    def without_halves(self) -> Iterator[None]:
        """Take away afterwards what writers that were killed have left."""
        try:
            yield
        finally:
            for path in Path(self._root).glob(".*.tmp") if self._store is None else ():
                path.unlink(missing_ok=True)

    def _fault(self, fact: str, error: Exception) -> SpadeError:
        """Return what a store raised, and stores raise what they like, as an error of ours."""
        if isinstance(error, SpadeError):
            return error
        return StorageError(self.path, None, f"{fact}: {_fact_of(error)}")


def _files_here(path: Path, endings: tuple[str, ...]) -> Iterator[StoredFile]:
    if not path.is_dir():
        yield _file_here(path, path.name)
        return
    for folder, _, names in os.walk(path):
        for name in names:
            each = Path(folder, name)
            inside = each.relative_to(path).as_posix()
            if inside.endswith(endings) and not _is_hidden(inside):
                with _told(str(each)):
                    file = _file_here(each, inside)
                yield file


def _file_here(path: Path, name: str) -> StoredFile:
    there = followed(path).stat()
    return StoredFile(str(path), name, f"{there.st_size} {there.st_mtime_ns}")


def _files_of_store(url: str, endings: tuple[str, ...]) -> Iterator[StoredFile]:
    store, root = _store(url)
    for path, about in store.find(root, detail=True).items():
        inside = str(path).removeprefix(root).lstrip("/")
        if inside and (not inside.endswith(endings) or _is_hidden(inside)):
            continue
        name = inside or root.rpartition("/")[2]
        version = next((about[key] for key in ("ETag", "etag", "mtime", "LastModified", "created") if key in about), "")
        yield StoredFile(str(store.unstrip_protocol(path)), name, f"{about.get('size')} {version}")


def _store(url: str) -> tuple[Any, str]:
    """Return the store of a URL, and the path in it."""
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise SettingsError(f"{url}: URLs take pip install 'spade-assertions[bulk]'") from error
    try:
        store, path = url_to_fs(url)
    except (ImportError, ValueError) as error:
        raise SettingsError(f"{url}: {error}") from error
    return store, str(path)


def _is_hidden(name: str) -> bool:
    return any(part.startswith((".", "_")) for part in name.split("/"))


@contextmanager
def _told(path: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise ExamplesError(path, None, "there is no such file") from error
    except SpadeError:
        raise
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise ExamplesError(path, None, f"cannot be read: {_fact_of(error)}") from error
    except Exception as error:
        if not is_url(path):
            raise
        raise ExamplesError(path, None, f"cannot be read: {_fact_of(error)}") from error  # stores raise what they like


def _fact_of(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
