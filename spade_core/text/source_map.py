"""From offsets in a template's text back to offsets in the file that holds it.

A template is rarely a plain slice of its file: line ends are normalised, YAML block scalars lose their
indentation, JSON and Python strings lose their escapes. A SourceMap remembers where each piece came from.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from spade_core.text.span import Span


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
    """Pieces in template order; together they tile the template's text.

    They are kept as numbers: a long text in YAML has one for each line.
    """

    starts: tuple[int, ...]
    """Where each piece begins in the template."""
    begins: tuple[int, ...]
    """Where the source of each begins in the file."""
    ends: tuple[int, ...]
    """Where it ends there."""
    length: int
    """How many code points the mapped text has."""

    @classmethod
    def of(cls, pieces: Iterable[Piece]) -> "SourceMap":
        """Return the map of pieces that are in order and tile a text."""
        pieces = tuple(pieces)
        return cls(
            tuple(piece.start for piece in pieces),
            tuple(piece.source.start for piece in pieces),
            tuple(piece.source.end for piece in pieces),
            pieces[-1].end if pieces else 0,
        )

    @classmethod
    def identity(cls, length: int, *, offset: int = 0) -> "SourceMap":
        """Return the map of a text that is a verbatim slice of its file, beginning at `offset`."""
        return cls((0,), (offset,), (offset + length,), length)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces."""
        return tuple(map(self.piece, range(len(self.starts))))

    def piece(self, number: int) -> Piece:
        """Return one of the pieces, counted from 0."""
        start = self.starts[number]
        end = self.starts[number + 1] if number + 1 < len(self.starts) else self.length
        return Piece(start, end - start, Span(self.begins[number], self.ends[number]))

    @property
    def begin(self) -> int:
        """Where the first piece stands in the file; 0 without any."""
        return self.begins[0] if self.begins else 0

    @property
    def is_verbatim(self) -> bool:
        """Whether the text stands in the file as it is, in one piece."""
        return len(self.starts) == 1 and self.ends[0] - self.begins[0] == self.length

    def agrees(self, other: "SourceMap", span: Span) -> bool:
        """Whether the other map has the characters of a stretch at the same places of the file."""
        one, two = self._pieces_of(span), other._pieces_of(span)
        if (self.starts[one], self.begins[one]) != (other.starts[two], other.begins[two]):
            return False
        # The last piece may go on behind the stretch, and be longer in one of them.
        last, its = one.stop - 1, two.stop - 1
        is_exact = self._is_exact(last)
        return self.ends[one][:-1] == other.ends[two][:-1] and (
            is_exact == other._is_exact(its) and (is_exact or self.ends[last] == other.ends[its])
        )

    def _pieces_of(self, span: Span) -> slice:
        return slice(max(bisect_right(self.starts, span.start) - 1, 0), bisect_right(self.starts, span.end))

    def _is_exact(self, number: int) -> bool:
        """Whether a piece stands in the file as it is."""
        after = self.starts[number + 1] if number + 1 < len(self.starts) else self.length
        return self.ends[number] - self.begins[number] == after - self.starts[number]

    def locate(self, span: Span) -> Span:
        """Return the stretch of the file that `span` of the template came from.

        From the first character's source to the last one's, so gaps between them (indentation, quotes)
        are covered. An empty span gives an empty span before the character it stands at, or after the
        last one. Raises ValueError when `span` ends after the text.
        """
        if span.end > self.length:
            raise ValueError(f"span [{span.start}, {span.end}) ends after the text of {self.length} characters")
        if not self.starts:
            return Span(0, 0)
        if span.start == span.end:
            at = self.ends[-1] if span.start == self.length else self._source_of(span.start)[0]
            return Span(at, at)
        first, last = self._source_of(span.start), self._source_of(span.end - 1)
        return Span(min(first[0], last[0]), max(first[1], last[1]))

    def _source_of(self, offset: int) -> tuple[int, int]:
        """Return where the source of one character begins and ends."""
        number = bisect_right(self.starts, offset) - 1
        start, begin, end = self.starts[number], self.begins[number], self.ends[number]
        if not self._is_exact(number):
            return begin, end
        return begin + offset - start, begin + offset - start + 1
