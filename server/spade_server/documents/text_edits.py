"""Edits of whole texts, as small as they can be."""

from lsprotocol import types

from spade_core.text import LineIndex, Span
from spade_server.documents.ranges import range_of


def difference(old: str, new: str) -> tuple[types.Range, str]:
    """Return the one replacement that turns `old` into `new`, without what both begin and end with."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return range_of(LineIndex(old), Span(start, len(old) - end)), new[start : len(new) - end]
