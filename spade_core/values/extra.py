"""The libraries of ``spade-assertions[values]``, each imported where it is first used, and here alone.

Without them the search is slower, and knows of other scripts than Latin only whether two words are the same.
"""

import io
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from math import isfinite
from typing import Any, Final

from spade_core.errors import ValuesError
from spade_core.regular_file import MOST_BYTES

_ROWS_AT_ONCE: Final = 256
"""A few hundred bytes may say a million letters in each row, and all rows that are read at once are in memory."""


@cache
def can_transliterate() -> bool:
    """Return whether `ascii_of` knows other scripts than Latin."""
    return find_spec("anyascii") is not None


def ascii_of(text: str) -> str:
    """Return a text transliterated to ASCII; without the library each letter that has none becomes its number."""
    if can_transliterate():
        from anyascii import anyascii

        return anyascii(text)
    letters = (each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return "".join(each if each.isascii() or not each.isalnum() else f"u{ord(each):x}" for each in letters)


def edit_distance(one: str, other: str, most: int) -> int:
    """Return how many letters are put in, left out, changed or swapped; `most` + 1 where more than `most` are."""
    try:
        from rapidfuzz.distance import OSA
    except ImportError:
        return min(_edits(one, other), most + 1) if abs(len(one) - len(other)) <= most else most + 1
    return OSA.distance(one, other, score_cutoff=most)


def _edits(one: str, other: str) -> int:
    before: list[int] = []
    row = list(range(len(one) + 1))
    for i, letter in enumerate(other, 1):
        last, row = row, [i]
        for j, own in enumerate(one, 1):
            best = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (own != letter))
            if i > 1 and j > 1 and own == other[i - 2] and one[j - 2] == letter:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        before = last
    return row[-1]


def parquet_column(path: str, column: str | None) -> Iterator[Any]:
    """Yield the content of a column of a Parquet file, the first one where none is named.

    Raises:
        ValuesError: it cannot be read, or has no such column.
    """
    pyarrow = _pyarrow(path)
    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            names = file.schema_arrow.names
            chosen = column or next(iter(names), "")
            if chosen not in names:
                raise ValuesError(path, None, f"no column {chosen!r}; it has {', '.join(names)}")
            kind = file.schema_arrow.field(names.index(chosen)).type
            if pyarrow.types.is_nested(kind) or "binary" in str(kind):
                raise ValuesError(path, None, f"column {chosen!r} holds no texts but {kind}")
            for batch in file.iter_batches(_ROWS_AT_ONCE, columns=[chosen]):
                yield from batch.column(0).to_pylist()
    except (pyarrow.ArrowException, OSError) as error:
        raise ValuesError(path, None, f"not Parquet: {error}") from error


def parquet_rows(data: bytes, path: str) -> list[dict[str, Any]]:
    """Return the rows of a Parquet file.

    Raises:
        ValuesError: it cannot be read.
    """
    pyarrow = _pyarrow(path)
    try:
        table = pyarrow.parquet.ParquetFile(pyarrow.BufferReader(data))
        names = table.schema_arrow.names
        if name := twice_in(names):
            raise ValuesError(path, None, f'two columns are called "{name:.60}"')
        rows: list[dict[str, Any]] = []
        room = MOST_BYTES
        for batch in table.iter_batches(_ROWS_AT_ONCE):
            room -= batch.nbytes + batch.num_rows * sum(map(len, names))
            if room < 0:
                raise ValuesError(path, None, f"more than {MOST_BYTES:,} bytes as JSON, which is the most that is read")
            rows.extend({name: plain_value(value) for name, value in row.items()} for row in batch.to_pylist())
    except (pyarrow.ArrowException, OSError) as error:
        raise ValuesError(path, None, f"not Parquet: {error}") from error
    return rows


def twice_in(names: Sequence[str]) -> str | None:
    """Return a name that stands there twice."""
    return next((name for name in names if names.count(name) > 1), None)


def plain_value(value: object) -> object:
    """Return a value of a table as JSON has it.

    A day or a decimal is its text, and so are bytes that are one; what is no number, and other bytes, is null.
    """
    if isinstance(value, Mapping):
        return {str(name): plain_value(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(each) for each in value]
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return None
    return value if isinstance(value, str | int | None) else str(value)


def parquet_bytes(columns: Mapping[str, Sequence[str | None]]) -> bytes:
    """Return a Parquet file of texts.

    Raises:
        ValuesError: pyarrow is not installed.
    """
    pyarrow = _pyarrow("the export")
    out = io.BytesIO()
    types = dict.fromkeys(columns, pyarrow.string())
    pyarrow.parquet.write_table(pyarrow.table(dict(columns), pyarrow.schema(types.items())), out)
    return out.getvalue()


def _pyarrow(path: str) -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ValuesError(path, None, "Parquet takes pip install 'spade-assertions[parquet]'") from error
    return pyarrow
