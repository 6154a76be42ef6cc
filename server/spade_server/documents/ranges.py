"""Between offsets in a text and positions of the protocol."""

from lsprotocol import types

from spade_core.text import LineIndex, Span


def position_of(lines: LineIndex, offset: int) -> types.Position:
    """Return the position of an offset."""
    return types.Position(*lines.position_utf16(offset))


def range_of(lines: LineIndex, span: Span) -> types.Range:
    """Return the range that a span covers."""
    return types.Range(position_of(lines, span.start), position_of(lines, span.end))


def offset_of(lines: LineIndex, position: types.Position) -> int:
    """Return the offset of a position."""
    return lines.offset_utf16(position.line, position.character)


def line_range(lines: LineIndex, line: int | None, text: str) -> types.Range:
    """Return the range of a 1-based line without its white space; of the first line when there is no number."""
    start = lines.start_of(line or 1)
    row = text[start : lines.offset(lines.line_of(start) - 1, len(text))]
    lead = len(row) - len(row.lstrip())
    return range_of(lines, Span(start + lead, max(start + lead, start + len(row.rstrip()))))


def wire_range(place: types.Range) -> dict[str, dict[str, int]]:
    """Return a range as the wire carries it, for data and arguments that no converter sees."""
    start, end = place.start, place.end
    return {
        "start": {"line": start.line, "character": start.character},
        "end": {"line": end.line, "character": end.character},
    }


def difference(old: str, new: str) -> tuple[types.Range, str]:
    """Return the one replacement that turns `old` into `new`, without what both begin and end with."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return range_of(LineIndex(old), Span(start, len(old) - end)), new[start : len(new) - end]
