"""Cells of a table that a spreadsheet would take for a formula: an apostrophe before them makes them text."""

import re

_FORMULA = re.compile("'*[-=+@\t\r\n＝＋－＠]")


def with_apostrophe(cell: str) -> str:
    """Return what to write: no spreadsheet calculates it."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def without_apostrophe(cell: str) -> str:
    """Return what was to be written."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
