"""Texts of values out of a file: text, CSV, JSON, JSON Lines, Parquet or SQLite, by its suffix."""

import csv
import io
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from spade_core.errors import PromptFileError, ValuesError
from spade_core.helper import Helper
from spade_core.links import followed
from spade_core.parquet import Parquet
from spade_core.regular_file import open_file, read_file
from spade_core.text import decode
from spade_core.values.source import DATABASES, PARQUET, ValueSource

_SEPARATORS: Final = {".csv": ",;\t|", ".tsv": "\t"}
"""The first one of these that the header has parts its columns."""
_JSON_LINES: Final = frozenset({".jsonl", ".ndjson"})
_JSON: Final = ".json"
_LINES: Final = frozenset({"", ".txt", ".text", ".lst", ".list"})
_FORMS: Final = ".txt (one a line), .csv, .tsv, .json, .jsonl, .parquet and .sqlite"
_QUERY_SECONDS: Final = 20.0
"""By the clock: ten million rows take five of the processor."""
_MOST_GROWTH: Final = 10
"""How many times the size of its file what a query gives may have, beside a million characters."""


def texts_of(source: ValueSource) -> Iterator[tuple[int | None, str]]:
    """Yield the line, where there is one, and the text of each value.

    Raises:
        ValuesError: the file cannot be read as what its suffix says.
    """
    suffix = source.path.suffix.lower()
    path = str(source.path)
    if suffix in DATABASES:
        return _of_database(source)
    if source.query is not None:
        raise ValuesError(path, None, "takes no query, which only SQLite does")
    if suffix == PARQUET:
        return _of_parquet(source)
    if suffix in _SEPARATORS:
        return _of_csv(source, _read(source), _SEPARATORS[suffix])
    if suffix in _JSON_LINES:
        return _of_json_lines(source, _read(source))
    if suffix == _JSON:
        return _of_json(source, _read(source))
    if suffix not in _LINES:
        raise ValuesError(path, None, f"values are not read from {suffix} files; {_FORMS} are")
    if source.column is not None:
        raise ValuesError(path, None, "is read as lines of text, which have no columns")
    return enumerate(re.split(r"\r\n|\r|\n", _read(source)), 1)


def _read(source: ValueSource) -> str:
    path = str(source.path)
    try:
        return decode(read_file(source.path, most=source.most_bytes), path=path)
    except OSError as error:
        raise ValuesError(path, None, f"cannot be read: {error.strerror}") from error
    except PromptFileError as error:
        raise ValuesError(error.path, error.line, error.fact) from error


def _text(value: object) -> str:
    """Return a value as it is written; ``true`` and ``false`` as JSON has them."""
    if value is None or isinstance(value, bool):
        return "" if value is None else json.dumps(value)
    return value if isinstance(value, str) else str(value)


def _of_parquet(source: ValueSource) -> Iterator[tuple[int | None, str]]:
    path = str(source.path)
    try:
        with open_file(source.path) as file, Parquet(ValuesError) as reader:
            table = reader.open(file, path)
            column = source.column or next(iter(table.columns), "")
            if column not in table.columns:
                raise ValuesError(path, None, f"no column {column!r}; it has {', '.join(table.columns)}")
            yield from ((None, _text(row[column])) for row in table.read(columns=[column]))
    except OSError as error:
        raise ValuesError(path, None, f"cannot be read: {error.strerror}") from error


def _of_csv(source: ValueSource, text: str, separators: str) -> Iterator[tuple[int | None, str]]:
    first = re.match(r"[^\r\n]*", text.lstrip("\r\n"))
    separator = next((each for each in separators if first and each in first[0]), separators[0])
    csv.field_size_limit(max(len(text), csv.field_size_limit()))  # of the whole process, and the file is bounded
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    path = str(source.path)
    try:
        header = next(rows, [])
        at = _column(path, source.column, header)
        for row in rows:
            if any(row[len(header) :]):
                raise ValuesError(path, rows.line_num, f"has {len(row)} columns, and the header has {len(header)}")
            if len(row) > at:
                yield rows.line_num, row[at]
            elif row:
                raise ValuesError(path, rows.line_num, f"has {len(row)} columns; {header[at]!r} is number {at + 1}")
    except csv.Error as error:
        raise ValuesError(path, rows.line_num, f"not CSV: {error}") from error


def _column(path: str, wanted: str | None, header: list[str]) -> int:
    if wanted is None and header:
        return 0
    if wanted not in header:
        raise ValuesError(path, 1, f"no column {wanted!r}; it has {', '.join(header)}" if header else "is empty")
    if header.count(wanted) > 1:
        raise ValuesError(path, 1, f"has {header.count(wanted)} columns {wanted!r}")
    return header.index(wanted)


def _of_json_lines(source: ValueSource, text: str) -> Iterator[tuple[int | None, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, _of_object(source, number, _parsed(source, number, line))


def _of_json(source: ValueSource, text: str) -> Iterator[tuple[int | None, str]]:
    found = _parsed(source, None, text)
    if not isinstance(found, list):
        raise ValuesError(str(source.path), None, "is no array of texts or objects")
    for place, each in enumerate(found, 1):
        yield None, _of_object(source, None, each, f"element {place}: ")


def _parsed(source: ValueSource, number: int | None, text: str) -> object:
    """Return JSON with its numbers as they are written."""
    try:
        return json.loads(text, parse_int=str, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise ValuesError(str(source.path), number, f"not JSON: {error}") from error


def _of_object(source: ValueSource, number: int | None, found: object, place: str = "") -> str:
    if isinstance(found, dict):
        key = source.column or next(iter(found), "")
        if key not in found:
            raise ValuesError(str(source.path), number, f"{place}no key {key!r}")
        found = found[key]
    if isinstance(found, dict | list):
        raise ValuesError(str(source.path), number, f"{place}is neither a text nor an object with one")
    return _text(found)


def _of_database(source: ValueSource) -> Iterator[tuple[int | None, str]]:
    """Read by one SELECT in a process of its own: see `query`."""
    path = str(source.path)
    try:
        real = followed(source.path).resolve(strict=True)
        room = 1_000_000 + _MOST_GROWTH * real.stat().st_size
        helper = Helper(Path(__file__).with_name("query.py"))
    except OSError as error:
        raise ValuesError(path, None, f"cannot be read: {error.strerror}") from error
    asked: object = {"address": f"{real.as_uri()}?mode=ro", "query": source.query}
    left = _QUERY_SECONDS
    is_at_end = False
    try:
        while True:
            since = time.monotonic()
            found = helper.answer(asked, seconds=left)
            left -= time.monotonic() - since  # what is done with the values is not the query's
            asked = None
            if isinstance(found, dict):
                raise ValuesError(path, None, found["fact"])
            if not isinstance(found, list):
                break
            room -= sum(map(len, found))
            if room < 0:
                raise ValuesError(path, None, f"the query gives more than {_MOST_GROWTH} times what the file holds")
            yield from ((None, text) for text in found)
        is_at_end = True
    finally:
        status = helper.end(kill=not is_at_end)
    if status:
        took_long = f"the query takes more than {_QUERY_SECONDS:.0f} seconds"
        fact = took_long if helper.was_slow else f"its process ended with status {status}"
        raise ValuesError(path, None, f"cannot be queried: {fact}")
