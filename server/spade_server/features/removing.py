"""The removal of one instruction from a prompt document, with the white space that it leaves behind."""

import re
from typing import Final

from spade_core.text import Span

_MARKER: Final = re.compile(r"(?:[-*+\u2022]|\d{1,3}[.)])[ \t]+")


def removal_of(text: str, span: Span) -> Span:
    """Return what to delete so that the instruction at `span` is gone: its lines, if there is nothing else on them.

    Else the spaces after it go with it, or, at the end of a line, those before it; the marker of a list item stays.
    """
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    end = len(text) if end < 0 else end
    if not text[start : span.start].strip() and not text[span.end : end].strip():
        return Span(start, min(end + 1, len(text)))
    behind = span.end
    while behind < end and text[behind] in " \t":
        behind += 1
    marker = _MARKER.match(text, span.start)
    before = marker.end() if marker is not None else span.start
    while behind >= end and before > start and text[before - 1] in " \t":
        before -= 1
    return Span(before, behind)
