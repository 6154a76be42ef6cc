"""The stretches of a prompt that are coloured: placeholders, and phrases in quotes."""

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import Final, NamedTuple

from spade_core.deltas import SentenceKind
from spade_core.text import LineIndex, Span
from spade_server.analysis.prompt_model import Instruction, PromptModel, TemplateModel

_QUOTED: Final = re.compile(
    r"\"[^\"\n]{1,160}\"|“[^“”\n]{1,160}”|「[^「」\n]{1,160}」|(?<![`\w])`[^`\n]{1,80}`(?!`)|(?<!\w)'[^'\n]{2,80}'(?!\w)"
)
_SAID: Final = frozenset({SentenceKind.PROSE, SentenceKind.LIST_ITEM, SentenceKind.HEADING})


class TokenType(IntEnum):
    """The kinds of stretches; the value is the index in the legend of `features.tokens`."""

    PLACEHOLDER = 0
    PHRASE = 1


class Stretch(NamedTuple):
    """One coloured stretch of the document."""

    span: Span
    type: TokenType


def stretches_in(model: PromptModel) -> list[Stretch]:
    """Return the stretches of a document in order; none overlap: a placeholder in quotes cuts the phrase."""
    found = [stretch for template in model.templates for stretch in _stretches(template)]
    kept: list[Stretch] = []
    for stretch in sorted(found, key=lambda each: (each.type, each.span)):
        kept += _pieces(stretch, kept) if stretch.type is TokenType.PHRASE else [stretch]
    ordered = sorted(kept)
    return [each for before, each in zip((None, *ordered), ordered, strict=False) if _is_clear(before, each)]


def _is_clear(before: Stretch | None, stretch: Stretch) -> bool:
    return before is None or before.span.end <= stretch.span.start


def _stretches(template: TemplateModel) -> Iterator[Stretch]:
    for mark in template.marks:
        if mark.placeholder.confident:
            yield Stretch(mark.span, TokenType.PLACEHOLDER)
    for instruction in template.instructions:
        if instruction.sentence.kind in _SAID and not instruction.in_sample:
            for match in _QUOTED.finditer(instruction.sentence.text):
                yield Stretch(span_in_document(template, instruction, Span(*match.span())), TokenType.PHRASE)


def _pieces(phrase: Stretch, placeholders: list[Stretch]) -> Iterator[Stretch]:
    start = phrase.span.start
    marks = [each.span for each in placeholders if each.type is TokenType.PLACEHOLDER]
    inside = [span for span in marks if span.overlaps(phrase.span)]
    for span in sorted(inside):
        if span.start > start:
            yield Stretch(Span(start, span.start), TokenType.PHRASE)
        start = max(start, span.end)
    if start < phrase.span.end:
        yield Stretch(Span(start, phrase.span.end), TokenType.PHRASE)


def span_in_document(template: TemplateModel, instruction: Instruction, phrase: Span) -> Span:
    """Return where a phrase of an instruction (a span of its text) stands in the document."""
    sentence = instruction.sentence
    if len(sentence.text) == instruction.span.end - instruction.span.start:  # the file writes it as it is
        return phrase.shifted(instruction.span.start)
    source = template.template.parts[sentence.part].source
    return source.locate(phrase.shifted(sentence.span.start)).shifted(template.shift)


def encoded(stretches: list[Stretch], lines: LineIndex, text: str, within: Span) -> list[int]:
    """Return the stretches within a span as the protocol's relative numbers, each cut at the ends of lines."""
    data: list[int] = []
    last_line = last_column = 0
    for stretch in stretches:
        if not stretch.span.overlaps(within):
            continue
        for line, column, length in _by_line(stretch.span, lines, text):
            data += [line - last_line, column - last_column if line == last_line else column, length, stretch.type, 0]
            last_line, last_column = line, column
    return data


def _by_line(span: Span, lines: LineIndex, text: str) -> Iterator[tuple[int, int, int]]:
    at = span.start
    while at < span.end:
        line, column = lines.position_utf16(at)
        end = min(lines.offset(line, len(text)), span.end)
        if end > at:
            yield line, column, lines.position_utf16(end)[1] - column
        at = max(lines.start_of(line + 2), at + 1)
