"""Lines of a text, and positions as a person and as an editor count them.

Only LF, CRLF and CR end a line here, as in an editor; ``str.splitlines`` also splits at form feeds,
U+2028 and more, which shifts every position after them.
"""

import re
from bisect import bisect_right
from itertools import accumulate, count
from operator import add

_LINE_END = re.compile(r"\r\n|\n|\r")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


class LineIndex:
    """Where the lines of one text begin. Offsets and columns are 0-based, `line_of` is 1-based."""

    __slots__ = ("_ends", "_is_narrow", "_starts", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends: list[int] | None
        """None: each line ends in one LF, but for the last."""
        self._is_narrow = text.isascii() or _ASTRAL.search(text) is None
        if "\r" not in text:  # several times as quick
            self._starts: list[int] = [0, *map(add, accumulate(map(len, text.split("\n"))), count(1))]
            self._starts.pop()
            self._ends = None
            return
        ends = [match.span() for match in _LINE_END.finditer(text)]
        self._starts = [0, *(after for _, after in ends)]
        self._ends = [*(before for before, _ in ends), len(text)]

    @property
    def count(self) -> int:
        """How many lines there are; the empty text has one, and so has what follows a last line end."""
        return len(self._starts)

    def line_of(self, offset: int) -> int:
        """Return the 1-based line that holds `offset`; an offset outside the text counts as its nearest end."""
        return self._row(self._inside(offset)) + 1

    def start_of(self, line: int) -> int:
        """Return the offset at which the 1-based `line` begins; the text's end when there is no such line."""
        return self._starts[max(line, 1) - 1] if line <= self.count else len(self._text)

    def position(self, offset: int) -> tuple[int, int]:
        """Return the 0-based (line, column) of `offset`, the column in code points."""
        offset = self._inside(offset)
        row = self._row(offset)
        return row, offset - self._starts[row]

    def position_utf16(self, offset: int) -> tuple[int, int]:
        """Return the 0-based (line, column) of `offset`, the column in UTF-16 code units (LSP)."""
        row, column = self.position(offset)
        if self._is_narrow:
            return row, column
        start = self._starts[row]
        return row, column + sum(1 for _ in _ASTRAL.finditer(self._text, start, start + column))

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a 0-based (line, column in code points).

        A column past the line's end means the line's end, a line past the last means the text's end.
        """
        if line < 0:
            return 0
        if line >= self.count:
            return len(self._text)
        return min(self._starts[line] + max(column, 0), self._end_of(line))

    def offset_utf16(self, line: int, column: int) -> int:
        """Return the offset of a 0-based (line, column in UTF-16 code units), as `offset` does.

        A column between the two halves of a surrogate pair means the character's beginning.
        """
        if line < 0 or line >= self.count:
            return self.offset(line, 0)
        start, end = self._starts[line], self._end_of(line)
        if self._is_narrow:
            return min(start + max(column, 0), end)
        spare = 0
        for match in _ASTRAL.finditer(self._text, start, min(end, start + max(column, 0))):
            units = match.start() - start + spare
            if units + 1 >= column:
                return match.start() if units < column else start + max(column - spare, 0)
            spare += 1
        return min(start + max(column - spare, 0), end)

    def _end_of(self, row: int) -> int:
        if self._ends is not None:
            return self._ends[row]
        return self._starts[row + 1] - 1 if row + 1 < len(self._starts) else len(self._text)

    def _row(self, offset: int) -> int:
        return bisect_right(self._starts, offset) - 1

    def _inside(self, offset: int) -> int:
        return min(max(offset, 0), len(self._text))
