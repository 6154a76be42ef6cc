"""A text's sentences read block by block, so that after an edit only what it touched is read again.

A block is what stands between two blank lines; one that a fence or a comment runs over goes with the next.

Law: the blocks tile the text, and their sentences are those of `segment`, whatever was remembered. What a block says
depends on its text, on the outline at its beginning, and, where it ends in a heading, on the line that follows: the
three are the key under which it is known.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from spade_core.deltas.comments import COMMENT_MARKS, comments_in
from spade_core.deltas.layout import FENCES, LineKind, TextLine, closing_line, lines_of, open_fence
from spade_core.deltas.outline import OutlineReader, OutlineState
from spade_core.deltas.segmentation import sentences_on
from spade_core.deltas.sentence import Sentence
from spade_core.prompt_files import Role
from spade_core.text import Span, common_prefix, common_suffix

_GAP: Final = re.compile(r"\n(?:[^\S\n]*\n)+")
_RUNNING: Final = (*FENCES, *COMMENT_MARKS)
_PROSE: Final = frozenset({LineKind.TEXT, LineKind.HEADING})


@dataclass(frozen=True, slots=True)
class TextBlock:
    """What one block says, wherever in the text it stands."""

    text: str
    sentences: tuple[Sentence, ...]
    """Their spans count from the beginning of the block."""
    after: OutlineState = field(repr=False)
    """The outline that it leaves to the next."""
    first: TextLine | None = field(repr=False)
    """Its first line that is no comment."""
    ends_in_heading: bool


@dataclass(frozen=True)
class Blocks:
    """The blocks of one part of a template, in order."""

    part: int
    role: Role | None
    text: str = field(repr=False)
    blocks: tuple[TextBlock, ...]
    starts: tuple[int, ...]
    """Where each begins in the text."""
    gaps: tuple[int, ...] = field(repr=False)
    """Where the blank lines end."""
    is_plain: bool
    """Whether no fence and no comment may run over them."""

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences with their places in the text."""
        return tuple(
            replace(sentence, span=sentence.span.shifted(start))
            for start, block in zip(self.starts, self.blocks, strict=True)
            for sentence in block.sentences
        )

    @property
    def count(self) -> int:
        """How many sentences there are."""
        return sum(len(block.sentences) for block in self.blocks)

    def up_to(self, count: int) -> "Blocks":
        """Return the first `count` sentences; the last block that has some of them ends with the last of them."""
        kept: list[TextBlock] = []
        for block in self.blocks:
            if len(block.sentences) > count:
                if count:
                    last = block.sentences[count - 1].span.end
                    kept.append(replace(block, text=block.text[:last], sentences=block.sentences[:count]))
                break
            kept.append(block)
            count -= len(block.sentences)
        else:
            return self
        starts = self.starts[: len(kept)]
        text = self.text[: starts[-1] + len(kept[-1].text)] if kept else ""
        return replace(self, text=text, blocks=tuple(kept), starts=starts)

    def state_before(self, number: int) -> OutlineState:
        """Return the outline at the beginning of a block."""
        return self.blocks[number - 1].after if number else OutlineState()

    def between(self, first: int, end: int) -> "_Known":
        """Return some of the blocks by what they are known under."""
        known = _Known()
        following = next((block.first for block in self.blocks[end:] if block.first is not None), None)
        for number in reversed(range(first, end)):
            block = self.blocks[number]
            known.add(block, self.state_before(number), following)
            following = block.first or following
        return known


def blocks_of(text: str, *, part: int = 0, role: Role | None = None, before: Blocks | None = None) -> Blocks:
    """Return the blocks of a text; those that stood in `before` as they stand here are taken from there."""
    if before is None or (before.part, before.role) != (part, role):
        before = Blocks(part, role, "", (), (), (), is_plain=True)
    begin = common_prefix(before.text, text)
    end = len(text) - common_suffix(before.text, text, begin)
    gaps = _gaps(text, begin, end, before)
    is_plain = _is_plain(text, begin, end, before)
    starts = (0, *gaps) if is_plain else _starts(text, gaps)
    head, tail = _untouched(text, begin, end, starts, before)
    edited = len(starts) - tail
    moved = len(before.blocks) - len(starts)
    ends = (*starts[1:], len(text))
    known = before.between(head, edited + moved)
    layouts = [_layout(text[starts[number] : ends[number]], known) for number in range(head, edited)]
    shapes: Sequence[_Shape] = (*layouts, *before.blocks[edited + moved :])
    blocks = list(before.blocks[:head])
    state = before.state_before(head)
    for number, (shape, following) in enumerate(zip(shapes, _following(shapes), strict=True), head):
        if number >= edited and state == before.state_before(number + moved):
            blocks += before.blocks[number + moved :]
            break
        block = known.find(shape, state, following)
        if block is None:
            block = _read(shape, state, following, part, role)
            known.add(block, state, following)
        blocks.append(block)
        state = block.after
    return Blocks(part, role, text, tuple(blocks), starts, gaps, is_plain)


def _gaps(text: str, begin: int, end: int, before: Blocks) -> tuple[int, ...]:
    """Return where the blank lines of a text end, of which only what lies between two offsets is new."""
    longer = len(text) - len(before.text)
    # A gap is what it was when the next one is: the line between them ends its blank lines.
    kept = max(bisect_right(before.gaps, begin) - 1, 0)
    gaps = list(before.gaps[:kept])
    for match in _GAP.finditer(text, gaps[-1] if gaps else 0):
        gap = match.end()
        at = bisect_left(before.gaps, gap - longer) if gap >= end else len(before.gaps)
        if at < len(before.gaps) and before.gaps[at] == gap - longer:
            return (*gaps, *(known + longer for known in before.gaps[at:]))
        gaps.append(gap)
    return tuple(gaps)


def _is_plain(text: str, begin: int, end: int, before: Blocks) -> bool:
    """Whether nothing in a text begins a fence or a comment; only what lies between two offsets is new."""
    longest = max(map(len, _RUNNING))
    new = text[max(begin - longest, 0) : end + longest] if before.is_plain else text
    return not any(mark in new for mark in _RUNNING)


def _untouched(text: str, begin: int, end: int, starts: tuple[int, ...], before: Blocks) -> tuple[int, int]:
    """Return how many blocks at the beginning and at the end of a text stand there as they stood before.

    What lies between `begin` and `end` is new. The blocks at the beginning say what they said; those at the end do so
    where they begin under the same outline.
    """
    head = bisect_right(starts, begin) - 1
    if before.starts[: head + 1] != starts[: head + 1]:
        head = 0
    head = max(head - 1, 0)  # a block may depend on the first line behind it, so that must not have changed either
    while head and before.blocks[head].first is None:
        head -= 1
    tail = len(starts) - bisect_left(starts, end, head)
    longer = len(text) - len(before.text)
    old = before.starts[len(before.starts) - tail :] if head + tail <= len(before.starts) else ()
    return head, tail if tuple(start + longer for start in old) == starts[len(starts) - tail :] else 0


class _Shape(Protocol):
    """What must be known of a block before it is read."""

    @property
    def text(self) -> str: ...
    @property
    def first(self) -> TextLine | None: ...
    @property
    def ends_in_heading(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class _Layout:
    """The shape of a block that may not have been read yet; its lines where they are known."""

    text: str
    first: TextLine | None
    ends_in_heading: bool
    lines: Sequence[TextLine] | None = None


class _Known:
    """Blocks that were read, by their text, the outline at their beginning and what a last heading stands over."""

    _MOST: Final = 8
    """Blocks of one text that are remembered."""

    def __init__(self) -> None:
        self._blocks: dict[str, list[tuple[OutlineState, bool, TextBlock]]] = {}

    def add(self, block: TextBlock, state: OutlineState, following: TextLine | None) -> None:
        """Remember a block."""
        alike = self._blocks.setdefault(block.text, [])
        if len(alike) < self._MOST:
            alike.append((state, _stands_over_prose(block, following), block))

    def find(self, shape: _Shape, state: OutlineState, following: TextLine | None) -> TextBlock | None:
        """Return the block that says what a block of this shape says."""
        over_prose = _stands_over_prose(shape, following)
        alike = self._blocks.get(shape.text, ())
        return next((block for at, over, block in alike if over is over_prose and at == state), None)

    def like(self, text: str) -> TextBlock | None:
        """Return a block of this text."""
        alike = self._blocks.get(text)
        return alike[0][2] if alike else None


def _layout(text: str, known: _Known) -> _Layout:
    same = known.like(text)
    if same is not None:
        return _Layout(text, same.first, same.ends_in_heading)
    lines = lines_of(text)
    said = [line for line in lines if line.kind is not LineKind.COMMENT]
    return _Layout(text, said[0] if said else None, bool(said) and said[-1].kind is LineKind.HEADING, lines)


def _stands_over_prose(shape: _Shape, following: TextLine | None) -> bool:
    return not shape.ends_in_heading or following is None or following.kind in _PROSE


def _following(shapes: Sequence[_Shape]) -> list[TextLine | None]:
    """Return, for each block, the first line behind it that is no comment."""
    found: list[TextLine | None] = []
    following: TextLine | None = None
    for shape in reversed(shapes):
        found.append(following)
        following = shape.first or following
    return found[::-1]


def _read(shape: _Shape, state: OutlineState, following: TextLine | None, part: int, role: Role | None) -> TextBlock:
    outline = OutlineReader.resumed(state)
    known = shape.lines if isinstance(shape, _Layout) else None
    lines = lines_of(shape.text) if known is None else known
    sentences = sentences_on(shape.text, lines, outline, following, part=part, role=role)
    return TextBlock(shape.text, sentences, outline.state, shape.first, shape.ends_in_heading)


def _starts(text: str, gaps: Sequence[int]) -> tuple[int, ...]:
    """Return where the blocks begin."""
    comments = comments_in(text)
    fenced = any(mark in text for mark in FENCES)
    if comments and fenced:
        return (0,)  # either may stand in the other; such texts are read as a whole
    if comments:
        gaps = _outside(gaps, comments)
    if fenced:
        gaps = _unfenced(text, gaps)
    return (0, *gaps)


def _outside(gaps: Sequence[int], comments: Sequence[Span]) -> list[int]:
    starts = [comment.start for comment in comments]
    kept = []
    for gap in gaps:
        around = bisect_right(starts, gap) - 1
        if around < 0 or gap >= comments[around].end:
            kept.append(gap)
    return kept


def _unfenced(text: str, gaps: Sequence[int]) -> list[int]:
    """Return the gaps that do not lie in a fenced block."""
    kept: list[int] = []
    start = 0
    closed = 0
    for gap in gaps:
        if gap < closed:
            continue
        fence = open_fence(text[start:gap])
        closing = _closing(text, gap, fence) if fence is not None else None
        if closing is not None:
            closed = closing
            continue
        kept.append(gap)
        start = gap
    return kept


def _closing(text: str, start: int, fence: str) -> int | None:
    """Return the end of the line, at or after `start`, that closes a fence; None when nothing does."""
    match = closing_line(fence).search(text, start)
    return match.end() if match is not None else None
