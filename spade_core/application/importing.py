"""A file of another tool: its rows, and its assertions as functions of ours."""

import json
from dataclasses import dataclass, field
from pathlib import Path

from spade_core.errors import ExamplesError, PromptFileError, ValuesError
from spade_core.examples import Table, read_table, table_of_rows
from spade_core.export import ForeignAssertions, assertions_of_document, assertions_of_python
from spade_core.prompt_files import parse_yaml, plain
from spade_core.regular_file import read_file
from spade_core.text import decode
from spade_core.values import parquet_rows


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
    try:
        data = path.read_bytes() if path.is_fifo() else read_file(path)
        if data.startswith(b"PAR1"):
            return ForeignFile(table_of_rows(parquet_rows(data, name), name))
        text = decode(data, path=name)
    except OSError as error:
        raise ExamplesError(name, None, f"cannot be read: {error.strerror}") from error
    except (PromptFileError, ValuesError) as error:
        raise ExamplesError(error.path, error.line, error.fact) from error
    if path.suffix.lower() == ".py":
        return ForeignFile(None, assertions_of_python(text, path.name))
    found = assertions_of_document(_document(text, path), lambda beside: _text_beside(path, beside))
    try:
        return ForeignFile(read_table(text, name), found)
    except ExamplesError:
        if found.is_empty:
            raise
        return ForeignFile(None, found)


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
