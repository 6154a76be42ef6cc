"""Cells of a table that a spreadsheet would take for a formula: apostrophes make them text.

A spreadsheet may skip what does not show before a sign, and may take a semicolon, a tab or the end
of a line for the end of a cell.
"""

import re

_SIGN = "'*(?:[^\\S\t\r\n]|[\0\u200b-\u200f\u2060\ufeff])*[-=+@＝＋－＠]"
_FORMULA = re.compile(f"'*[\t\r\n]|{_SIGN}")
_WITHIN = re.compile(f"(?<=[;\t\r\n])(?={_SIGN})")
_MARKED = re.compile(f"(?<=[;\t\r\n])'(?={_SIGN})")


def with_apostrophe(cell: str) -> str:
    """Return what to write: no spreadsheet calculates it, or what it takes for a cell of it."""
    if not _FORMULA.match(cell) and not _WITHIN.search(cell):
        return cell
    return "'" + _WITHIN.sub("'", cell)


def without_apostrophe(cell: str) -> str:
    """Return what was to be written."""
    if not cell.startswith("'"):
        return cell
    written = _MARKED.sub("", cell[1:])
    return written if with_apostrophe(written) == cell else cell
