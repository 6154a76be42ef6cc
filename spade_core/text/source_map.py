"""From offsets in a template's text back to offsets in the file that holds it.

A template is rarely a plain slice of its file: line ends are normalised, YAML block scalars lose their
indentation, JSON and Python strings lose their escapes. A SourceMap remembers where each piece came from.
"""

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


@dataclass(frozen=True, slots=True)
class SourceMap:
    """Pieces in template order; together they tile the template's text."""

    pieces: tuple[Piece, ...]

    @classmethod
    def identity(cls, length: int, *, offset: int = 0) -> "SourceMap":
        """Return the map of a text that is a verbatim slice of its file, beginning at `offset`."""
        return cls((Piece(0, length, Span(offset, offset + length)),))
