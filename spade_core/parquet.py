"""Parquet: a file of some hundred bytes may unpack to any amount, so a process of its own reads it.

That process has the memory that a helper has, and what it says of one row has a bound. All Parquet that somebody else
may have written is read there; who writes some, or unpacks Zstandard, has `pyarrow` load it here.
"""

import base64
import os
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO, Final, Self

from spade_core.errors import LocatedError, SettingsError
from spade_core.helper import Helper
from spade_core.regular_file import MOST_IN_A_ROW

_SECONDS: Final = 300.0
_UNBOUNDED: Final = 1 << 62


class Parquet:
    """Reads files, one after the other; to be used in a ``with``."""

    rows: int
    """How many the open file has."""
    columns: list[str]
    note: str
    """What spade wrote into its foot; empty where it did not write it."""

    def __init__(self, fault: type[LocatedError]) -> None:
        """Take what to raise where a file cannot be read."""
        self._fault = fault
        self._helper: Helper | None = None
        self._file: BinaryIO | None = None
        self._path = ""

    def open(self, file: BinaryIO, path: str) -> Self:
        """Turn to a file, and return this; `path` is for messages.

        Raises:
            fault: it cannot be read; later calls raise it, too.
        """
        self._file, self._path = file, path
        head: Any = self._answer({"size": file.seek(0, os.SEEK_END)})
        self.rows, self.columns, self.note = head["rows"], head["columns"], head["note"]
        return self

    def read(
        self,
        *,
        first: int = 0,
        columns: Sequence[str] | None = None,
        among: Mapping[str, Sequence[str] | None] | None = None,
        room: int = _UNBOUNDED,
    ) -> Iterator[dict[str, object]]:
        """Yield the rows from one on, with all columns or some, as JSON has them.

        Args:
            first: the first row.
            columns: which; each of texts or numbers.
            among: only rows where one of these columns is one of these texts, or without texts is there at all.
            room: what all rows may take as values.
        """
        names = self.columns if columns is None else columns
        asked: object = {"first": first, "columns": columns, "among": among or {}, "most": MOST_IN_A_ROW, "room": room}
        while isinstance(found := self._answer(asked), list):
            for row in zip(*found, strict=True):
                yield dict(zip(names, row, strict=True))
            asked = None

    def _start(self) -> Helper:
        package = find_spec("pyarrow")
        if package is None or package.origin is None:
            raise self._fault(self._path, None, "Parquet takes pip install 'spade-assertions[parquet]'")
        try:
            return Helper(Path(__file__).with_name("parquet_process.py"), Path(package.origin).parent.parent)
        except OSError as error:
            raise self._fault(self._path, None, f"cannot be read: no process starts: {error.strerror}") from error

    def _answer(self, asked: object) -> Any:
        """Return what the process says, and give it what it asks for of the file meanwhile."""
        self._helper = self._helper or self._start()
        while isinstance(found := self._helper.answer(asked, seconds=_SECONDS), dict):
            if "fact" in found:
                raise self._fault(self._path, None, found["fact"])
            if "read" not in found:
                break
            at, count = found["read"]
            assert self._file is not None  # noqa: S101  (it was opened)
            self._file.seek(at)
            asked = base64.b64encode(self._file.read(count)).decode()
        if found is None:
            raise self._fault(self._path, None, "cannot be read: its process ended")
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._helper is not None:
            self._helper.end()


def pyarrow_for(what: str, extra: str) -> Any:
    """Return the library, which comes with an extra of the package.

    Raises:
        SettingsError: it is not installed; `what` it is for is named.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise SettingsError(f"{what} takes pip install 'spade-assertions[{extra}]'") from error
    return pyarrow
