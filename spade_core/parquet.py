"""Parquet: a file of some hundred bytes may unpack to any amount, so a process of its own reads it.

That process has the memory that a helper has, and what it says of one row has a bound. All Parquet that somebody else
may have written is read here; pyarrow is loaded there alone.
"""

import base64
import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO, Final, Self

from spade_core.errors import LocatedError
from spade_core.helper import Helper
from spade_core.regular_file import MOST_IN_A_ROW

_SECONDS: Final = 300.0
_UNBOUNDED: Final = 1 << 62


class Parquet:
    """An open file; to be used in a ``with``."""

    def __init__(self, file: BinaryIO, path: str, fault: type[LocatedError]) -> None:
        """Read what it holds; `path` is for messages.

        Raises:
            fault: it cannot be read; later calls raise it, too.
        """
        self._file = file
        self._path = path
        self._fault = fault
        package = find_spec("pyarrow")
        if package is None or package.origin is None:
            raise fault(path, None, "Parquet takes pip install 'spade-assertions[parquet]'")
        try:
            here = Path(__file__).with_name("parquet_process.py")
            self._helper = Helper(here, Path(package.origin).parent.parent)
        except OSError as error:
            raise fault(path, None, f"cannot be read: no process starts: {error.strerror}") from error
        try:
            head: Any = self._answer({"size": file.seek(0, os.SEEK_END)})
        except BaseException:
            self._helper.end()
            raise
        self.rows: int = head["rows"]
        self.columns: list[str] = head["columns"]

    def read(self, *, first: int = 0, column: str | None = None, room: int = _UNBOUNDED) -> Iterator[dict[str, object]]:
        """Yield the rows from one on, with all columns or one, as JSON has them; `room` is what they may take."""
        columns = self.columns if column is None else [column]
        asked: object = {"first": first, "column": column, "most": MOST_IN_A_ROW, "room": room}
        while (found := self._answer(asked)) is not None:
            for row in zip(*found, strict=True):
                yield dict(zip(columns, row, strict=True))
            asked = None

    def _answer(self, asked: object) -> Any:
        """Return what the process says, and give it what it asks for of the file meanwhile."""
        while isinstance(found := self._helper.answer(asked, seconds=_SECONDS), dict):
            if "fact" in found:
                raise self._fault(self._path, None, found["fact"])
            if "read" not in found:
                break
            at, count = found["read"]
            self._file.seek(at)
            asked = base64.b64encode(self._file.read(count)).decode()
        if found is None and not self._helper.is_alive:
            raise self._fault(self._path, None, "cannot be read: its process ended")
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._helper.end()
