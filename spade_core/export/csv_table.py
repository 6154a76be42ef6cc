"""The examples as CSV, for spreadsheets; `spade import` reads it back."""

import csv
import io
import json
from collections.abc import Mapping, Sequence

from spade_core.examples import Example, with_apostrophe


def examples_as_csv(
    examples: Sequence[Example], *, verdicts: Mapping[str, Sequence[str]] | None = None, separator: str = ","
) -> str:
    """Return a table with a column for each field, then for each of `verdicts`; CRLF line ends as RFC 4180 has them.

    A field's column is called ``example.<name>``. Values that are no strings are written as JSON; other keys of a line
    are left out. Lone surrogates, which no encoding knows, become U+FFFD. A text that a spreadsheet would take for a
    formula has an apostrophe before it, which `spade import` takes off again.
    """
    names = list(dict.fromkeys(name for example in examples for name in example.fields))
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    writer.writerow(["id", *(f"example.{name}" for name in names), "prompt", "response", "label", *(verdicts or {})])
    for at, example in enumerate(examples):
        fields = [_cell(example.fields.get(name)) for name in names]
        cells = [example.id, *fields, example.prompt, example.response, example.label or ""]
        cells += [column[at] for column in (verdicts or {}).values()]
        writer.writerow([with_apostrophe(cell) for cell in cells])
    return out.getvalue().encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _cell(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
