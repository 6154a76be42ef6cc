"""A text held in source code, with its holes: the places where an expression's value goes."""

import textwrap
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from spade_core.prompt_files.placeholders import Mark
from spade_core.prompt_files.template import Dialect
from spade_core.text import MapBuilder, MappedText, Span


@dataclass(frozen=True, slots=True)
class CodeText:
    """What a string expression says. Law: a hole's mark slices the text to ``{expression}`` or ``${expression}``."""

    mapped: MappedText
    holes: tuple[Mark, ...] = ()
    is_fstring: bool = False
    """Whether a literal of it is filled by its language (an f-string); braces elsewhere are then no placeholders."""
    dialect: Dialect | None = None
    """What the expression itself tells, e.g. PERCENT for ``"..." % x``."""

    @property
    def text(self) -> str:
        """The characters alone."""
        return self.mapped.text

    def in_dialect(self, dialect: Dialect | None) -> "CodeText":
        """Return the same text, known to be in `dialect`; None tells nothing."""
        return self if dialect is None else replace(self, dialect=dialect)

    def stripped(self, *, left: bool = True, right: bool = True) -> "CodeText":
        """Return what ``.strip()``, ``.lstrip()`` or ``.rstrip()`` leaves."""
        start = len(self.text) - len(self.text.lstrip()) if left else 0
        end = max(start, len(self.text.rstrip())) if right else len(self.text)
        return self.cut([(0, start), (end, len(self.text))])

    def dedented(self, *, first_line: bool = True) -> "CodeText":
        """Return what ``textwrap.dedent`` leaves, of all lines or of all but the first; holes count as text."""
        begin = 0 if first_line else self.text.find("\n") + 1
        gaps: list[tuple[int, int]] = []
        at = begin
        lines = self.text[begin:].split("\n")
        for before, after in zip(lines, textwrap.dedent(self.text[begin:]).split("\n"), strict=True):
            gaps.append((at, at + len(before) - len(after)))
            at += len(before) + 1
        return self.cut(gaps)

    def with_lf(self) -> "CodeText":
        """Return the text with LF line ends only."""
        if "\r" not in self.text:
            return self
        text = self.text
        gaps = [(i, i + 1) for i, c in enumerate(text[:-1]) if c == "\r" and text[i + 1] == "\n"]
        return replace(self, mapped=self.mapped.with_lf(), holes=_moved(self.holes, gaps))

    def cut(self, gaps: Sequence[tuple[int, int]]) -> "CodeText":
        """Return the text with the given ascending, disjoint stretches taken out."""
        return replace(self, mapped=self.mapped.without(gaps), holes=_moved(self.holes, gaps))


def in_a_row(texts: Sequence[CodeText]) -> CodeText:
    """Return the texts one after the other; there must be one at least."""
    if len(texts) == 1:
        return texts[0]
    builder = MapBuilder()
    holes: list[Mark] = []
    for text in texts:
        shift = builder.length
        holes.extend((name, start + shift, end + shift) for name, start, end in text.holes)
        builder.append(text.mapped)
    return CodeText(
        builder.build(empty_at=texts[0].mapped.source.locate(Span(0, 0)).start),
        tuple(holes),
        is_fstring=any(text.is_fstring for text in texts),
        dialect=next((text.dialect for text in texts if text.dialect is not None), None),
    )


def hole(name: str, mark: str, source: Span) -> CodeText:
    """Return the text of an expression that is no literal: the `mark` of `name`, standing where the expression does."""
    mapped = MapBuilder().replaced(mark, source).build(empty_at=source.start)
    return CodeText(mapped, ((name, 0, len(mark)),))


def _moved(marks: Sequence[Mark], gaps: Sequence[tuple[int, int]]) -> tuple[Mark, ...]:
    """Return the marks as they stand once the ascending `gaps` are taken out."""
    starts = [start for start, _ in gaps]
    removed = [0, *accumulate(end - start for start, end in gaps)]

    def after(offset: int) -> int:
        at = bisect_right(starts, offset)
        inside = max(0, gaps[at - 1][1] - offset) if at else 0
        return offset - removed[at] + inside

    return tuple((name, after(start), after(end)) for name, start, end in marks)
