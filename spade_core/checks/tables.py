"""Tables of Markdown and HTML, and CSV as a table."""

import re
from typing import Final

from spade_core.checks.markup import tags_of
from spade_core.checks.plain import _lines_with_code, folded, plain
from spade_core.checks.structured import _csv_rows, is_csv

__all__ = [
    "before_table",
    "cells_of",
    "columns_of",
    "has_table",
    "only_table",
    "rows_of",
    "tables",
]

_DELIMITER_ROW: Final = r"[ \t]*\|?[ \t]*:?-{1,}:?[ \t]*(?:\|[ \t]*:?-{1,}:?[ \t]*)*\|?[ \t]*$"


def _tables(text: str) -> list[list[list[str]]]:
    """Return each table as its rows of cells, the header first; a response that is CSV is a table too."""
    found: list[list[list[str]]] = []
    rows: list[list[str]] = []
    previous = ""
    for line, _ in [*_lines_with_code(text), ("", False)]:
        if rows and "|" in line:
            rows.append(_cells(line))
        elif rows:
            found.append(rows)
            rows = []
        elif "|" in previous and re.match(_DELIMITER_ROW, line.rstrip()) and "-" in line:
            rows = [_cells(previous)]
        previous = line
    found += _html_tables(text)
    if not found and "|" not in text:
        separator = next((each for each in ",;\t" if is_csv(text, separator=each)), "")
        if separator and len(rows := _csv_rows(text, separator)) > 1:
            return [[[cell.strip() for cell in row] for row in rows]]
    return found


def _cells(line: str) -> list[str]:
    r"""Return the cells of a line of a table, ``\|`` being a bar within one."""
    bare = line.strip().replace("\\|", "\0")
    bare = bare.removeprefix("|").removesuffix("|")
    return [cell.strip().replace("\0", "|") for cell in bare.split("|")]


def _html_tables(text: str) -> list[list[list[str]]]:
    """Return the tables of HTML as rows of cells."""
    if "<t" not in text.lower():
        return []
    return [
        [
            [re.sub(r"<[^<>]+>", " ", cell).strip() for cell in re.split(r"(?i)<t[dh](?:\s[^<>]*)?>", row)[1:]]
            for row in tags_of(table, "tr")
        ]
        for table in tags_of(text, "table")
    ]


def columns_of(text: str) -> list[str]:
    r"""Return the names of the columns of the first table, without marks.

    >>> columns_of("| **Name** | Age |\n|---|---|\n| Ada | 36 |")
    ['Name', 'Age']
    """
    tables = _tables(text)
    return [plain(cell).strip() for cell in tables[0][0]] if tables and tables[0] else []


def cells_of(text: str, column: str | int) -> list[str]:
    r"""Return the cells of a column, by its name or its place (the first is 1, the last -1), below its header.

    >>> cells_of("| Name | Age |\n|---|---|\n| Ada | 36 |\n| Bob | 40 |", "age")
    ['36', '40']
    """
    found = []
    for table in _tables(text):
        names = [folded(plain(cell)) for cell in table[0]] if table else []
        if isinstance(column, int):
            at = column - 1 if column > 0 else len(names) + column
        else:
            at = names.index(folded(plain(column))) if folded(plain(column)) in names else -1
        if 0 <= at < len(names):
            found += [row[at] if at < len(row) else "" for row in table[1:]]
    return found


def rows_of(text: str) -> list[str]:
    r"""Return the rows of the tables below their headers, the cells with bars between.

    >>> rows_of("| Name | Age |\n|---|---|\n| Ada | 36 |")
    ['Ada | 36']
    """
    return [" | ".join(row) for table in _tables(text) for row in table[1:]]


def before_table(text: str) -> str:
    r"""Return what stands before the first table; the whole text when there is none.

    >>> before_table("Scores:\n\n| a |\n|---|\n| 1 |")
    'Scores:'
    """
    previous, at = "", 0
    for line, _ in _lines_with_code(text):
        if "|" in previous and "-" in line and re.match(_DELIMITER_ROW, line.rstrip()):
            return text[: at - len(previous)].strip()
        previous, at = line, at + len(line)
    html = re.search(r"(?i)<table\b", text)
    return text[: html.start()].strip() if html else text.strip()


def has_table(text: str) -> bool:
    r"""Tell whether there is a table, of Markdown or HTML.

    >>> has_table("Name | Age\n--- | ---\nAda | 36"), has_table("a | b")
    (True, False)
    """
    return tables(text) > 0


def tables(text: str) -> int:
    r"""Count the tables of Markdown and HTML.

    >>> tables("| a |\n|---|\n| 1 |")
    1
    """
    return len(_tables(text)) if "|" in text or "<t" in text.lower() else 0


def only_table(text: str) -> bool:
    r"""Tell whether the response is one table with nothing before or behind it, bare or in one fence.

    >>> only_table("| a |\n|---|\n| 1 |"), only_table("Table:\n\n| a |\n|---|\n| 1 |")
    (True, False)
    """
    lines = [line for line, _ in _lines_with_code(text) if line.strip() and not line.lstrip().startswith("```")]
    bare = text.strip().lower()
    return tables(text) == 1 and (
        all("|" in line for line in lines) or (bare.startswith("<table") and bare.endswith("</table>"))
    )
