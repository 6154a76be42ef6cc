"""Rows of Parquet files as JSON, in a process of its own: see ``spade_core.parquet``.

The process that started this one has the files, of which one is open, and is asked for its bytes.
"""

import base64
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from math import isfinite
from typing import Any

_ROWS_AT_ONCE = 256
_ROWS_TO_SEARCH = 1 << 15
_BUFFER = 1 << 20
_PORTION = 4 << 20
"""Bytes of rows that are said together, and of the file that are asked for at once."""
_open: list[Any] = []


class _Asked(io.RawIOBase):
    """The file."""

    def __init__(self, size: int, say: Callable[[object], None]) -> None:
        self._size = size
        self._say = say
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        self._at = offset + {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence]
        return self._at

    def tell(self) -> int:
        return self._at

    def readinto(self, buffer: Any) -> int:
        self._say({"read": [self._at, min(len(buffer), _PORTION)]})
        data = base64.b64decode(json.loads(sys.stdin.readline()))
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)


class _UnfitError(Exception):
    """The file is Parquet, and cannot be used."""


def _head(size: int, say: Callable[[object], None]) -> dict[str, object]:
    os.environ.update(ARROW_DEFAULT_MEMORY_POOL="system", OPENBLAS_NUM_THREADS="1")  # others reserve very much
    import pyarrow.parquet

    file = io.BufferedReader(_Asked(size, say), _BUFFER)
    table = pyarrow.parquet.ParquetFile(file, buffer_size=_BUFFER, pre_buffer=False)
    names = table.schema_arrow.names
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise _UnfitError(f'two columns are called "{twice:.60}"')
    _open[:] = [table]
    note = (table.metadata.metadata or {}).get(b"spade", b"")
    return {"rows": table.metadata.num_rows, "columns": names, "note": note.decode()}


def _rows(
    first: int, columns: list[str] | None, among: dict[str, list[str] | None], most: int, room: int
) -> Iterator[str]:
    """Yield the columns of some rows at a time, in JSON."""
    import pyarrow

    table = _open[0]
    for name in columns or ():
        kind = table.schema_arrow.field(name).type
        if pyarrow.types.is_nested(kind) or "binary" in str(kind):
            raise _UnfitError(f"column {name!r} holds no texts but {kind}")
    groups = list(range(table.num_row_groups))
    while groups and first >= (count := table.metadata.row_group(groups[0]).num_rows):
        first -= count
        del groups[0]
    at_once = _ROWS_TO_SEARCH if among else _ROWS_AT_ONCE
    for found in table.iter_batches(at_once, groups, columns, use_threads=False) if groups else ():
        skipped = min(first, found.num_rows)
        first -= skipped
        batch = found.slice(skipped)
        whole = [each.dictionary_decode() if pyarrow.types.is_dictionary(each.type) else each for each in batch.columns]
        batch = pyarrow.RecordBatch.from_arrays(whole, batch.schema.names)
        for text, count in _texts(_those_among(batch, among) if among else batch):
            held = len(text) + 50 * text.count(",")  # values are objects
            room -= held + 1000 * count
            if held > most and count == 1:
                raise _UnfitError(f"a row takes more than {most:,} bytes, which is the most that is read")
            if room < 0:
                raise _UnfitError("more rows or values than are held at once")
            yield text


def _those_among(batch: Any, among: dict[str, list[str] | None]) -> Any:
    """Return the rows where one of some columns is one of its texts, or is there at all."""
    import pyarrow.compute

    is_given = pyarrow.scalar(False)
    for name, texts in among.items():
        column = batch.column(name)
        known = pyarrow.compute.is_valid(column)
        if texts is not None:
            known = pyarrow.compute.is_in(column, value_set=pyarrow.array(texts, pyarrow.string()))
        is_given = pyarrow.compute.or_(is_given, known)
    return batch.filter(is_given)


def _texts(batch: Any) -> Iterator[tuple[str, int]]:
    rows = batch.num_rows
    if rows <= 1 or batch.nbytes <= _PORTION:
        text = json.dumps([_plain_ones(column) for column in batch.columns])
        if rows <= 1 or len(text) <= 2 * _PORTION:
            yield text, rows
            return
    yield from _texts(batch.slice(0, rows // 2))
    yield from _texts(batch.slice(rows // 2))


def _plain_ones(column: Any) -> list[object]:
    import pyarrow

    values: list[object] = column.to_pylist()
    is_plain = pyarrow.types.is_string(column.type) or pyarrow.types.is_integer(column.type)
    return values if is_plain else [_plain(each) for each in values]


def _plain(value: object) -> object:
    """Return a value of a table as JSON has it.

    A day or a decimal is its text, and so are bytes that are one; what is no number, and other bytes, is null.
    """
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return None
    return value if isinstance(value, str | int | None) else str(value)


def answer(asked: Any, say: Callable[[object], None]) -> None:
    """Say what the file has, or its rows, some at a time, and then that there are no more; or what is wrong."""
    try:
        if "size" in asked:
            say(_head(asked["size"], say))
            return
        for text in _rows(**asked):
            say(text)
        say({})
    except _UnfitError as error:
        say({"fact": str(error)})
    except MemoryError:
        say({"fact": "it takes too much memory to be read"})
    except Exception as error:  # noqa: BLE001  (pyarrow raises what it likes at what is no Parquet)
        say({"fact": f"not Parquet: {error}"})
