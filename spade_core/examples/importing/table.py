"""A file of another tool as a table: JSON Lines, JSON or CSV in, rows with named columns out.

Laws:

* A row that cannot be read is a Problem with its place; every other row still works.
* An object is opened one level deep: ``{"inputs": {"topic": "tea"}}`` has the column ``inputs.topic``. What lies deeper
  is a value, but for an object of fields called ``example``. A CSV cell that holds an object is opened where every cell
  of its column does.
"""

import csv
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from typing import Final

from spade_core.errors import ExamplesError, Problem, PromptFileError
from spade_core.examples.importing.formulas import without_apostrophe
from spade_core.examples.jsonl import BOM, LineError, decode_object
from spade_core.prompt_files import parse_yaml, plain

_LISTS: Final = ("results", "tests", "testData", "examples", "data", "rows", "items", "runs", "traces")
"""Where an export keeps its rows; promptfoo has ``results`` twice, one inside the other."""
_JSON: Final = (".json", ".jsonl", ".ndjson")
_LONGEST_CELL: Final = 1 << 27
_EXCEL_DELIMITER: Final = re.compile(r"sep=([^\"\s]|\t)(?=[\r\n])", re.IGNORECASE)
"""The first line of a file that tells Excel how it is separated."""
EMPTY: Final[tuple[object, ...]] = (None, "", {})
"""What an empty cell may hold."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row; a column that it does not have is absent."""

    values: Mapping[str, object]
    line: int | None
    """1-based; None in a JSON document, where rows are counted."""
    number: int
    """1-based, among the rows."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a file holds."""

    path: str
    columns: tuple[str, ...]
    """In the order in which they first appear."""
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...] = ()

    def values_of(self, column: str) -> list[object]:
        """Return what the rows say in a column, empty cells left out."""
        values = (row.values.get(column) for row in self.rows)
        return [value for value in values if value not in EMPTY]

    def problem(self, row: Row, fact: str) -> Problem:
        """Return a problem with a row."""
        return Problem(self.path, row.line, fact if row.line is not None else f"row {row.number}: {fact}")


def read_table(text: str, path: str) -> Table:
    """Return the table in a file, judged by its name and, where that does not tell, by its first character.

    Raises:
        ExamplesError: there is no table in it.
    """
    text = text.removeprefix(BOM)
    if not text.strip():
        raise ExamplesError(path, None, "is empty")
    name = path.lower().removesuffix(".gz")
    if name.endswith((".yaml", ".yml")):
        document = _rows_in(_plain_yaml(text, path))
        if document is None:
            raise ExamplesError(path, None, f"holds no list of rows; known are {', '.join(_LISTS)}")
        return table_of_rows(document, path)
    if name.endswith((".csv", ".tsv")) or not (name.endswith(_JSON) or text.lstrip().startswith(("{", "["))):
        return _csv_table(text, path)
    if not name.endswith((".jsonl", ".ndjson")) and (document := _rows_of_document(text, path)) is not None:
        return table_of_rows(document, path)
    return _jsonl_table(text, path)


def _jsonl_table(text: str, path: str) -> Table:
    rows: list[Row] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip(" \t\r"):
            continue
        try:
            rows.append(Row(_opened(decode_object(line)), number, len(rows) + 1))
        except LineError as error:
            problems.append(Problem(path, number, f"{error}; left out"))
        except RecursionError:
            problems.append(Problem(path, number, "nested too deeply; left out"))
    return _table(path, rows, problems)


def _rows_of_document(text: str, path: str) -> list[object] | None:
    """Return the rows in a JSON document; None where it holds no list of rows, or is JSON Lines."""
    try:
        value = read_json(text)
    except (ValueError, RecursionError) as error:
        if _object_in(text.lstrip().partition("\n")[0]) is not None:
            return None
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise ExamplesError(path, line, f"not JSON: {getattr(error, 'msg', error)}") from error
    return _rows_in(value)


def _plain_yaml(text: str, path: str) -> object:
    try:
        return plain(parse_yaml(text, path).root)
    except PromptFileError as error:
        raise ExamplesError(error.path, error.line, error.fact) from error


def _rows_in(value: object) -> list[object] | None:
    for _ in range(len(_LISTS)):
        if not isinstance(value, dict):
            break
        document = value
        value = next((document[key] for key in _LISTS if isinstance(document.get(key), list | dict)), None)
    return value if isinstance(value, list) else None


def read_json(text: str) -> object:
    """Return what a tool wrote as JSON; a number that is none, or beyond a float, is None.

    Raises:
        ValueError, RecursionError: it is no JSON.
    """
    value: object = json.loads(text, parse_constant=_nothing, parse_float=_finite)
    return value


def _nothing(_constant: str) -> None:
    """NaN and Infinity are no JSON; what some tools write for "none" is none."""


def _finite(digits: str) -> float | None:
    number = float(digits)
    return number if math.isfinite(number) else None


def table_of_rows(items: Iterable[object], path: str) -> Table:
    """Return the table of rows that are objects."""
    rows: list[Row] = []
    problems: list[Problem] = []
    for number, item in enumerate(items, start=1):
        if isinstance(item, dict):
            rows.append(Row(_opened(item), None, number))
        else:
            problems.append(Problem(path, None, f"row {number}: not an object; left out"))
    return _table(path, rows, problems)


def _csv_table(text: str, path: str) -> Table:
    problems: list[Problem] = []
    found = [(line, cells) for line, cells in _csv_rows(text, path, problems) if any(cell.strip() for cell in cells)]
    if not found:
        raise ExamplesError(path, None, "has no header")
    columns = _header([without_apostrophe(cell) for cell in found[0][1]], path)
    rows: list[Row] = []
    for line, cells in found[1:]:
        if len(cells) > len(columns):
            problems.append(
                Problem(path, line, f"{len(cells)} cells, but {len(columns)} columns in the header; left out")
            )
            continue
        values = {column: without_apostrophe(cell) for column, cell in zip(columns, cells, strict=False) if cell}
        rows.append(Row(values, line, len(rows) + 1))
    return _table(path, _with_objects_opened(rows, columns), problems)


def _csv_rows(text: str, path: str, problems: list[Problem]) -> Iterator[tuple[int, list[str]]]:
    """Yield the line on which each row begins, and its cells; what is no row is a problem.

    It is read strictly: else a quote that is not closed has the rows below it in its cell.
    """
    csv.field_size_limit(_LONGEST_CELL)  # for the whole process, and no reader of ours wants less
    reader = csv.reader(StringIO(text, newline=""), delimiter=_delimiter_of(text, path), strict=True)
    if _EXCEL_DELIMITER.match(text):
        next(reader)
    line = first = reader.line_num + 1
    while True:
        try:
            yield line, next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            if "end of data" in str(error):
                raise ExamplesError(path, line, "a quote is never closed") from error
            if line == first:
                raise ExamplesError(path, line, f"not CSV: {error}") from error
            where = f" on line {reader.line_num}" if reader.line_num > line else ""
            problems.append(Problem(path, line, f"not CSV{where}: {error}; left out"))
        line = reader.line_num + 1


def _delimiter_of(text: str, path: str) -> str:
    if said := _EXCEL_DELIMITER.match(text):
        return said[1]
    if path.lower().endswith(".tsv"):
        return "\t"
    header = next(StringIO(text.lstrip("\r\n"), newline=""), "")
    return max(",;\t", key=lambda each: (header.count(each), each == ","))


def _header(cells: list[str], path: str) -> list[str]:
    names = [cell.strip() or f"column {number}" for number, cell in enumerate(cells, start=1)]
    twice, times = Counter(names).most_common(1)[0] if names else ("", 0)
    if times > 1:
        raise ExamplesError(path, 1, f'two columns are called "{twice:.60}"')
    return names


def _with_objects_opened(rows: list[Row], columns: list[str]) -> list[Row]:
    """Return the rows with the cells of those columns opened that hold nothing but JSON objects."""
    objects: dict[str, list[dict[str, object] | None]] = {}
    for column in columns:
        cells = [_object_in(row.values.get(column)) for row in rows]
        if any(cells) and all(
            each is not None or not row.values.get(column) for each, row in zip(cells, rows, strict=True)
        ):
            objects[column] = cells
    if not objects:
        return rows
    return [
        Row(_opened({**row.values, **{column: cells[at] for column, cells in objects.items()}}), row.line, row.number)
        for at, row in enumerate(rows)
    ]


def _object_in(cell: object) -> dict[str, object] | None:
    if not isinstance(cell, str) or not cell.lstrip().startswith("{"):
        return None
    try:
        return decode_object(cell.strip())
    except (LineError, RecursionError):
        return None


def _opened(values: Mapping[str, object]) -> dict[str, object]:
    opened: dict[str, object] = {}
    for name, value in values.items():
        if isinstance(value, dict) and value:
            for inner, part in value.items():
                fields = part if inner == "example" and isinstance(part, dict) else {}
                for field, text in fields.items():
                    opened.setdefault(f"{name}.{inner}.{field}", text)
                if not fields:
                    opened.setdefault(f"{name}.{inner}", part)
        else:
            opened[name] = value
    return opened


def _table(path: str, rows: Iterable[Row], problems: Iterable[Problem]) -> Table:
    kept = tuple(rows)
    columns = tuple(dict.fromkeys(name for row in kept for name in row.values))
    if not columns:
        first = next(iter(problems), Problem(path, None, "holds no rows"))
        raise ExamplesError(path, first.line, first.message)
    return Table(path, columns, kept, tuple(problems))
