"""The sentences of a prompt, in reading order, each with its place, its kind and what it stands under.

Laws, for every text: ``sentence.span.of(text) == sentence.text``; no sentence is empty or has white space at an end;
spans ascend and do not overlap; everything outside them is white space, so nothing of the prompt is lost. The same
text gives the same sentences, and the time is linear in its length.

List markers, hashes, quotes and tags belong to the sentence they open; a fenced block is one sentence a line.
A comment of the template language is one delimiter, however many its lines, and what stands around it is read as if
it were not there; within a line, between words, it stays in their sentence.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from spade_core.deltas.layout import LineKind, TextLine, line_after, lines_of
from spade_core.deltas.outline import OutlineReader
from spade_core.deltas.sentence import Sentence, SentenceKind
from spade_core.deltas.stops import breaks_in
from spade_core.deltas.vocabulary import GLYPHS
from spade_core.deltas.wrapping import joins
from spade_core.prompt_files import PromptTemplate, Role
from spade_core.text import Span

_KINDS = {
    LineKind.TEXT: SentenceKind.PROSE,
    LineKind.ITEM: SentenceKind.LIST_ITEM,
    LineKind.HEADING: SentenceKind.HEADING,
    LineKind.CODE: SentenceKind.CODE,
    LineKind.TABLE: SentenceKind.TABLE,
    LineKind.DELIMITER: SentenceKind.DELIMITER,
    LineKind.COMMENT: SentenceKind.DELIMITER,
}
_GLYPHS = tuple(GLYPHS)
_FLOWING = {LineKind.TEXT, LineKind.ITEM}
# A longer line in hashes is running text that someone wrote large.
_LONGEST_HEADING = 100
_Piece: TypeAlias = tuple[Span, SentenceKind, tuple[str, ...]]
_COLONS = (":", "：", ":**", ":__")


def sentences_of(template: PromptTemplate) -> tuple[Sentence, ...]:
    """Return the sentences of all parts of `template`, in reading order."""
    return tuple(
        sentence
        for index, part in enumerate(template.parts)
        for sentence in segment(part.text, part=index, role=part.role)
    )


def segment(text: str, *, part: int = 0, role: Role | None = None) -> tuple[Sentence, ...]:
    """Return the sentences of a bare text; `part` and `role` are noted in each."""
    return sentences_on(text, lines_of(text), OutlineReader(), None, part=part, role=role)


def sentences_on(
    text: str,
    lines: Sequence[TextLine],
    outline: OutlineReader,
    following: TextLine | None,
    *,
    part: int,
    role: Role | None,
) -> tuple[Sentence, ...]:
    """Return the sentences on the lines of a text; `outline` is told them, `following` is the line behind them."""
    pieces = _pieces(text, lines, outline, following)
    return tuple(Sentence(span.of(text), part, role, span, kind, context) for span, kind, context in pieces)


def _pieces(
    text: str, lines: Sequence[TextLine], outline: OutlineReader, following: TextLine | None
) -> Iterator[_Piece]:
    at = 0
    while at < len(lines):
        if lines[at].kind in _FLOWING:
            end = _end_of_block(lines, at)
            yield from _block(text, lines[at:end], outline)
            at = end
        else:
            yield from _rigid(text, lines, at, outline, following)
            at += 1


def _end_of_block(lines: Sequence[TextLine], start: int) -> int:
    end = start + 1
    while end < len(lines) and lines[end].kind in _FLOWING and not lines[end].after_blank:
        end += 1
    return end


def _rigid(
    text: str, lines: Sequence[TextLine], at: int, outline: OutlineReader, following: TextLine | None
) -> Iterator[_Piece]:
    """Yield a line that does not flow: a heading, a line of code, a table row, a delimiter."""
    line = lines[at]
    context = outline.context if line.kind is LineKind.COMMENT else outline.enter(line)
    if line.kind is LineKind.HEADING:
        whole = line.end - line.start <= _LONGEST_HEADING
        for span in [Span(line.start, line.end)] if whole else _split(text, line.start, line.end):
            yield span, SentenceKind.HEADING, context
        outline.note_heading(line, line_after(lines, at) or following)
    else:
        yield Span(line.start, line.end), _KINDS[line.kind], context


def _block(text: str, block: Sequence[TextLine], outline: OutlineReader) -> Iterator[_Piece]:
    """Yield the sentences of a paragraph or of list items with no blank line between them."""
    for run in _runs(block):
        first = run[0]
        context = outline.enter(first)
        in_item = first.kind is LineKind.ITEM or outline.in_item
        spans = list(_split(text, first.start, run[-1].end))
        for span in spans:
            glyph = text.startswith(_GLYPHS, span.start)
            yield span, SentenceKind.LIST_ITEM if in_item or glyph else SentenceKind.PROSE, context
        last = spans[-1].of(text)
        if first.kind is LineKind.ITEM:
            outline.note_item(first, spans[0].of(text))
        elif last.endswith(_COLONS):
            outline.note_lead_in(last)


def _runs(block: Sequence[TextLine]) -> Iterator[Sequence[TextLine]]:
    """Yield the stretches of lines over whose ends the text runs on."""
    start = 0
    for index, joined in enumerate(joins(block), start=1):
        if not joined:
            yield block[start:index]
            start = index
    yield block[start:]


def _split(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the sentences of text[start:end], which has no white space at its ends."""
    stretch = text[start:end]
    if not (stops := breaks_in(stretch)):
        yield Span(start, end)
        return
    begin = 0
    for stop in [*stops, len(stretch)]:
        piece = stretch[begin:stop]
        bare = piece.strip()
        if bare:
            offset = start + begin + len(piece) - len(piece.lstrip())
            yield Span(offset, offset + len(bare))
        begin = stop
