"""A text's sentences read block by block, so that after an edit only what it touched is read again.

A block is what stands between two blank lines; one that a fence or a comment runs over goes with the next.

Law: the blocks tile the text, and their sentences are those of `segment`, whatever was remembered. What a block says
depends on its text, on the outline at its beginning, and, where it ends in a heading, on the line that follows: the
three are the key under which it is known.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from spade_core.deltas.comments import comments_in
from spade_core.deltas.layout import FENCES, Line, LineKind, lines_of, open_fence
from spade_core.deltas.outline import Outline, OutlineState
from spade_core.deltas.segmentation import sentences_on
from spade_core.deltas.sentence import Sentence
from spade_core.prompt_files.template import Role
from spade_core.text import Span

_GAP: Final = re.compile(r"\n(?:[^\S\n]*\n)+")
_PROSE: Final = frozenset({LineKind.TEXT, LineKind.HEADING})
_Key: TypeAlias = tuple[str, OutlineState, bool]


@dataclass(frozen=True, slots=True)
class Block:
    """What one block says, wherever in the text it stands."""

    text: str
    sentences: tuple[Sentence, ...]
    """Their spans count from the beginning of the block."""
    after: OutlineState = field(repr=False)
    """The outline that it leaves to the next."""
    first: Line | None = field(repr=False)
    """Its first line that is no comment."""
    ends_in_heading: bool


@dataclass(frozen=True, slots=True)
class Blocks:
    """The blocks of one part of a template, in order."""

    part: int
    role: Role | None
    blocks: tuple[Block, ...]
    starts: tuple[int, ...]
    """Where each begins in the text."""
    _known: dict[_Key, Block] = field(repr=False, compare=False)
    _by_text: dict[str, Block] = field(repr=False, compare=False)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences with their places in the text."""
        return tuple(
            replace(sentence, span=sentence.span.shifted(start))
            for start, block in zip(self.starts, self.blocks, strict=True)
            for sentence in block.sentences
        )


def blocks_of(text: str, *, part: int = 0, role: Role | None = None, before: Blocks | None = None) -> Blocks:
    """Return the blocks of a text; those that stood in `before` as they stand here are taken from there."""
    if before is not None and (before.part, before.role) != (part, role):
        before = None
    starts = _starts(text)
    texts = [text[start:end] for start, end in zip(starts, (*starts[1:], len(text)), strict=True)]
    layouts = [_layout(each, before) for each in texts]
    following = _following(layouts)
    state = OutlineState()
    known: dict[_Key, Block] = {}
    blocks: list[Block] = []
    for chunk, layout, line in zip(texts, layouts, following, strict=True):
        over_prose = not layout.ends_in_heading or line is None or line.kind in _PROSE
        key = (chunk, state, over_prose)
        block = known.get(key) or (before._known.get(key) if before is not None else None)
        if block is None:
            block = _read(chunk, layout, state, line, part, role)
        known[key] = block
        blocks.append(block)
        state = block.after
    return Blocks(part, role, tuple(blocks), starts, known, {block.text: block for block in blocks})


@dataclass(frozen=True, slots=True)
class _Layout:
    """What must be known of a block before it is read; its lines where they are known."""

    first: Line | None
    ends_in_heading: bool
    lines: Sequence[Line] | None = None


def _layout(text: str, before: Blocks | None) -> _Layout:
    known = before._by_text.get(text) if before is not None else None
    if known is not None:
        return _Layout(known.first, known.ends_in_heading)
    lines = lines_of(text)
    said = [line for line in lines if line.kind is not LineKind.COMMENT]
    return _Layout(said[0] if said else None, bool(said) and said[-1].kind is LineKind.HEADING, lines)


def _following(layouts: Sequence[_Layout]) -> list[Line | None]:
    """Return, for each block, the first line behind it that is no comment."""
    found: list[Line | None] = []
    following: Line | None = None
    for layout in reversed(layouts):
        found.append(following)
        following = layout.first or following
    return found[::-1]


def _read(
    text: str, layout: _Layout, state: OutlineState, following: Line | None, part: int, role: Role | None
) -> Block:
    outline = Outline.resumed(state)
    lines = lines_of(text) if layout.lines is None else layout.lines
    sentences = sentences_on(text, lines, outline, following, part=part, role=role)
    return Block(text, sentences, outline.state, layout.first, layout.ends_in_heading)


def _starts(text: str) -> tuple[int, ...]:
    """Return where the blocks begin."""
    gaps = [match.end() for match in _GAP.finditer(text)]
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
    line = re.compile(rf"^[^\S\n]*{re.escape(fence)}{re.escape(fence[0])}*[^\S\n]*$", re.MULTILINE)
    match = line.search(text, start)
    return match.end() if match is not None else None
