"""The examples as CSV and as Parquet; `spade import` reads both back."""

import csv
import io
import json
from collections.abc import Mapping, Sequence

from spade_core.examples import Example, with_apostrophe
from spade_core.values import parquet_bytes


def examples_as_csv(
    examples: Sequence[Example], *, verdicts: Mapping[str, Sequence[str]] | None = None, separator: str = ","
) -> str:
    """Return a table with a column for each field, then for each of `verdicts`; CRLF line ends as RFC 4180 has them.

    A field's column is called ``example.<name>``. Values that are no strings are written as JSON; other keys of a line
    are left out. Lone surrogates, which no encoding knows, become U+FFFD. Where a spreadsheet would find a
    formula in a text, an apostrophe stands before it and before the text; `spade import` takes them off again.
    """
    written = io.BytesIO()  # StringIO would take four bytes for each character
    out = io.TextIOWrapper(written, "utf-8", newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    columns = _columns(examples) | dict(verdicts or {})
    writer.writerow(with_apostrophe(_encodable(name)) for name in columns)
    for at in range(len(examples)):
        writer.writerow([with_apostrophe(_encodable(column[at] or "")) for column in columns.values()])
    out.flush()
    return written.getvalue().decode()


def examples_as_parquet(examples: Sequence[Example]) -> str:
    """Return the same columns as a Parquet file, whose bytes are text as `TextFile` has them.

    Raises:
        ValuesError: pyarrow is not installed.
    """
    columns = {name: [cell and _encodable(cell) for cell in cells] for name, cells in _columns(examples).items()}
    return parquet_bytes(columns).decode("utf-8", "surrogateescape")


def left_out_of_tables(examples: Sequence[Example]) -> tuple[str, ...]:
    """Return what a table has no place for."""
    keys = list(dict.fromkeys(key for example in examples for key in example.extra))
    return (f"other keys of the lines: {', '.join(keys)}",) if keys else ()


def _columns(examples: Sequence[Example]) -> dict[str, Sequence[str | None]]:
    names = list(dict.fromkeys(name for example in examples for name in example.fields))
    return {
        "id": [each.id for each in examples],
        **{f"example.{name}": [_cell(each.fields.get(name)) for each in examples] for name in names},
        "prompt": [each.prompt for each in examples],
        "response": [each.response for each in examples],
        "label": [each.label for each in examples],
    }


def _encodable(text: str) -> str:
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _cell(value: object) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
