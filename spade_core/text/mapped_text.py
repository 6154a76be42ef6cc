"""A text that knows where each of its characters stands in a file."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from spade_core.text.source_map import Piece, SourceMap
from spade_core.text.span import Span

_CR = re.compile(r"\r\n?")


@dataclass(frozen=True, slots=True)
class MappedText:
    """A text and the map of it back to its file. Law: the map is as long as the text."""

    text: str
    source: SourceMap

    @classmethod
    def verbatim(cls, file: str, start: int, end: int) -> "MappedText":
        """Return the slice [start, end) of `file`, as it is."""
        return cls(file[start:end], SourceMap.identity(end - start, offset=start))

    @classmethod
    def lines_of(cls, file: str, start: int, end: int) -> "MappedText":
        """Return the slice [start, end) of `file` with LF line ends: ``verbatim(...).with_lf()``, only faster."""
        builder = MapBuilder()
        kept = start
        for match in _CR.finditer(file, start, end):
            builder.verbatim(file, kept, match.start())
            builder.replaced("\n", Span(*match.span()))
            kept = match.end()
        return builder.verbatim(file, kept, end).build(empty_at=start)

    def sliced(self, start: int, end: int) -> "MappedText":
        """Return the characters [start, end) with their places."""
        return MapBuilder().append(self, start, end).build(empty_at=self.source.locate(Span(start, start)).start)

    def without(self, gaps: Iterable[tuple[int, int]]) -> "MappedText":
        """Return the text with the given ascending, disjoint stretches taken out."""
        builder = MapBuilder()
        kept = 0
        for start, end in gaps:
            builder.append(self, kept, start)
            kept = end
        return builder.append(self, kept, len(self.text)).build(empty_at=self._begin)

    def within(self, outer: "MappedText") -> "MappedText":
        """Return this text, whose places are those in the outer one, with its places in the file of that."""
        builder = MapBuilder()
        for piece in self.source.pieces:
            if piece.one_to_one:
                builder.append(outer, piece.source.start, piece.source.end)
            else:
                builder.replaced(self.text[piece.start : piece.end], outer.source.locate(piece.source))
        return builder.build(empty_at=outer.source.begin)

    def stripped(self) -> "MappedText":
        """Return what ``str.strip()`` leaves."""
        start = len(self.text) - len(self.text.lstrip())
        return self.sliced(start, max(start, len(self.text.rstrip())))

    def with_lf(self) -> "MappedText":
        """Return the text with every CRLF and CR made LF; the file keeps its own line ends."""
        if "\r" not in self.text:
            return self
        builder = MapBuilder()
        kept = 0
        for match in _CR.finditer(self.text):
            builder.append(self, kept, match.start())
            builder.replaced("\n", self.source.locate(Span(*match.span())))
            kept = match.end()
        return builder.append(self, kept, len(self.text)).build(empty_at=self._begin)

    @property
    def _begin(self) -> int:
        return self.source.begin


class MapBuilder:
    """Puts a mapped text together, piece by piece, in template order."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._pieces: list[Piece] = []
        self._length = 0
        self._last_is_verbatim = False

    @property
    def length(self) -> int:
        """How many characters there are so far."""
        return self._length

    def verbatim(self, file: str, start: int, end: int) -> "MapBuilder":
        """Add the characters [start, end) of the file as they are; neighbours become one piece."""
        if start >= end:
            return self
        if self._last_is_verbatim and self._pieces[-1].source.end == start:
            last = self._pieces.pop()
            self._put(Piece(last.start, last.length + end - start, Span(last.source.start, end)), file[start:end])
        else:
            self._put(Piece(self._length, end - start, Span(start, end)), file[start:end])
        self._last_is_verbatim = True
        return self

    def replaced(self, text: str, source: Span) -> "MapBuilder":
        """Add `text`, which the file writes differently, at `source`."""
        if text:
            self._put(Piece(self._length, len(text), source), text)
            self._last_is_verbatim = False
        return self

    def append(self, mapped: MappedText, start: int = 0, end: int | None = None) -> "MapBuilder":
        """Add the characters [start, end) of another mapped text of the same file."""
        end = len(mapped.text) if end is None else end
        at = bisect_right(mapped.source.starts, start) - 1
        while start < end:
            piece = mapped.source.piece(at)
            upto = min(end, piece.end)
            if upto > start:
                self._put(Piece(self._length, upto - start, piece.locate(start, upto)), mapped.text[start:upto])
                start = upto
            at += 1
        self._last_is_verbatim = False
        return self

    def build(self, *, empty_at: int) -> MappedText:
        """Return what was put together; an empty text stands at the file offset `empty_at`."""
        if not self._pieces:
            return MappedText("", SourceMap.identity(0, offset=empty_at))
        return MappedText("".join(self._texts), SourceMap.of(self._pieces))

    def _put(self, piece: Piece, text: str) -> None:
        self._pieces.append(piece)
        self._texts.append(text)
        self._length += len(text)
