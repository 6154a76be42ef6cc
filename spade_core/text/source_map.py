"""From offsets in a template's text back to offsets in the file that holds it.

A template is rarely a plain slice of its file: line ends are normalised, YAML block scalars lose their
indentation, JSON and Python strings lose their escapes. A SourceMap remembers where each piece came from.
"""

from bisect import bisect_right
from dataclasses import dataclass
from operator import attrgetter

from spade_core.text.span import Span

_START = attrgetter("start")


@dataclass(frozen=True, slots=True)
class Piece:
    """`length` code points of the template that came from `source` in the file.

    When the source is as long as the piece, it is verbatim and maps character by character; otherwise
    (an escape, a CRLF) every character of the piece maps to the whole source range.
    """

    start: int
    length: int
    source: Span

    @property
    def end(self) -> int:
        """Offset in the template just after the piece."""
        return self.start + self.length

    @property
    def one_to_one(self) -> bool:
        """Whether each character of the piece has one character of the file to itself."""
        return self.source.end - self.source.start == self.length

    def locate(self, start: int, end: int) -> Span:
        """Return where the template's characters [start, end), all within the piece, stand in the file."""
        if not self.one_to_one:
            return self.source
        by = self.source.start - self.start
        return Span(start + by, end + by)


@dataclass(frozen=True, slots=True)
class SourceMap:
    """Pieces in template order; together they tile the template's text."""

    pieces: tuple[Piece, ...]

    @classmethod
    def identity(cls, length: int, *, offset: int = 0) -> "SourceMap":
        """Return the map of a text that is a verbatim slice of its file, beginning at `offset`."""
        return cls((Piece(0, length, Span(offset, offset + length)),))

    @property
    def length(self) -> int:
        """How many code points the mapped text has."""
        return self.pieces[-1].end if self.pieces else 0

    def locate(self, span: Span) -> Span:
        """Return the stretch of the file that `span` of the template came from.

        From the first character's source to the last one's, so gaps between them (indentation, quotes)
        are covered. An empty span gives an empty span before the character it stands at, or after the
        last one. Raises ValueError when `span` ends after the text.
        """
        if span.end > self.length:
            raise ValueError(f"span [{span.start}, {span.end}) ends after the text of {self.length} characters")
        if not self.pieces:
            return Span(0, 0)
        if span.start == span.end:
            return self._locate_gap(span.start)
        first = self._piece_at(span.start).locate(span.start, span.start + 1)
        last = self._piece_at(span.end - 1).locate(span.end - 1, span.end)
        return Span(min(first.start, last.start), max(first.end, last.end))

    def _locate_gap(self, offset: int) -> Span:
        if offset == self.length:
            end = self.pieces[-1].source.end
            return Span(end, end)
        start = self._piece_at(offset).locate(offset, offset + 1).start
        return Span(start, start)

    def _piece_at(self, offset: int) -> Piece:
        return self.pieces[bisect_right(self.pieces, offset, key=_START) - 1]
