"""A file of another tool: its rows, and its assertions as functions of ours."""

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from spade_core.errors import ExamplesError, PromptFileError
from spade_core.examples import Collected, Table, read_table, rows_in, table_of_rows
from spade_core.export import ForeignAssertions, assertions_of_document, assertions_of_python
from spade_core.parquet import Parquet
from spade_core.prompt_files import parse_yaml, plain
from spade_core.regular_file import MOST_BYTES, bounded, is_pipe_of_shell, read_file, read_pipe
from spade_core.text import decode

_ROOM: Final = 512 * 1024**2
"""What all rows may take together, as values."""
_GZIP: Final = b"\x1f\x8b"
_WORKBOOK: Final = 'is a workbook or an archive, and no text: save the sheet as "CSV UTF-8"'
_NO_TEXT: Final = {
    b"PK\x03\x04": _WORKBOOK,
    b"\xd0\xcf\x11\xe0": _WORKBOOK,
    b"\x28\xb5\x2f\xfd": "is packed by Zstandard: unpack it first",
}
"""What files begin with that are often given, and are none of ours."""


@dataclass(frozen=True, slots=True)
class ForeignFile:
    """What a file holds."""

    table: Table | None
    """None where it has assertions alone."""
    assertions: ForeignAssertions = field(default_factory=ForeignAssertions)


def load_foreign(path: Path, name: str = "") -> ForeignFile:
    """Return what a file of another tool holds; `name` is what messages call it.

    Raises:
        ExamplesError: it cannot be read, or holds neither rows nor assertions.
    """
    name = name or str(path)
    text = _read(path, name)
    if not isinstance(text, str):
        return ForeignFile(table_of_rows(text, name))
    if path.suffix.lower() == ".py":
        return ForeignFile(None, assertions_of_python(text, path.name))
    found = assertions_of_document(_document(text, path), lambda beside: _text_beside(path, beside))
    try:
        return ForeignFile(read_table(text, name), found)
    except ExamplesError:
        if found.is_empty:
            raise
        return ForeignFile(None, found)


def recorded_in(path: Path, into: Collected) -> Iterator[object]:
    """Yield the rows of a file that a tool recorded; what is no row is counted.

    Raises:
        ExamplesError: it cannot be read, or is neither JSON nor Parquet.
    """
    found = _read(path, str(path))
    yield from rows_in(found, str(path), into) if isinstance(found, str) else found


def _read(path: Path, name: str) -> str | list[dict[str, Any]]:
    """Return the text of a file, or the rows of Parquet."""
    try:
        data = read_pipe(path) if is_pipe_of_shell(path) else read_file(path)
        if data.startswith(_GZIP):
            with gzip.open(BytesIO(data)) as file:
                data = bounded(file.read(MOST_BYTES + 1), path)
            if len(data) + 50 * data.count(b",") + 600 * data.count(b"{") > _ROOM:  # values and objects of Python
                raise ExamplesError(name, None, "unpacks to more rows or values than are held at once")
        if fact := next((fact for start, fact in _NO_TEXT.items() if data.startswith(start)), ""):
            raise ExamplesError(name, None, fact)
        if data.startswith(b"PAR1"):
            with Parquet(ExamplesError) as reader:
                return list(reader.open(BytesIO(data), name).read(room=_ROOM))
        return decode(data, path=name)
    except (OSError, EOFError, zlib.error) as error:
        raise ExamplesError(name, None, f"cannot be read: {getattr(error, 'strerror', None) or error}") from error
    except PromptFileError as error:
        raise ExamplesError(name, error.line, f'{error.fact}; save it as UTF-8 (in Excel as "CSV UTF-8")') from error


def _document(text: str, path: Path) -> object:
    """Return what a configuration says; None where the file is none."""
    try:
        if path.suffix.lower() in (".yaml", ".yml"):
            return plain(parse_yaml(text, str(path)).root)
        return json.loads(text) if path.suffix.lower() == ".json" else None
    except (ValueError, RecursionError, PromptFileError):
        return None


def _text_beside(path: Path, name: str) -> str | None:
    """Return the text of a file in the folder of another or below it; None where there is none."""
    folder = path.resolve().parent
    try:
        found = (folder / name).resolve()
        return decode(read_file(found), path=name) if found.is_relative_to(folder) else None
    except (OSError, ValueError, PromptFileError):
        return None
