"""A model brought up to date after a keystroke within one sentence, without reading the rest again.

It may be wrong in what a keystroke rarely changes (where the sentence ends, what stands under it), so the text is read
as a whole as soon as the typing rests. Whatever could change more than its own sentence is not patched at all.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from spade_core.deltas import Sentence, SentenceKind
from spade_core.prompt_files import PromptFormat
from spade_core.text import LineIndex, Span
from spade_server.prompt_model import Instruction, Mark, PromptModel, TemplateModel
from spade_server.reader import SentenceReader

_FORMATS: Final = frozenset({PromptFormat.MARKDOWN, PromptFormat.PLAIN, PromptFormat.DOTPROMPT, PromptFormat.PROMPTY})
_KINDS: Final = frozenset({SentenceKind.PROSE, SentenceKind.LIST_ITEM})
_HARMLESS: Final = frozenset(" ,-")
_REACH: Final = 80
_NEAR: Final = 60
_LONGEST_LEAD: Final = 300
_MARKER: Final = 12
"""Characters of a sentence, its list marker and emphasis, that do not count when others stand under it."""
_MOST: Final = 200
"""Characters; more are no keystroke."""


def brought_up_to(model: PromptModel, version: int, text: str, reader: SentenceReader) -> PromptModel | None:
    """Return the model of another version of the text without reading it as a whole; None where it must be read."""
    if model.text == text:
        return replace(model, version=version)
    return patched(model, version, text, reader)


def patched(model: PromptModel, version: int, text: str, reader: SentenceReader) -> PromptModel | None:
    """Return the model of an edited text where only words within one sentence changed; None where it must be read."""
    if model.format not in _FORMATS or len(model.templates) != 1 or model.error is not None:
        return None
    start, end = difference(model.text, text)
    grown = len(text) - len(model.text)
    if not _is_harmless(model.text[start:end]) or not _is_harmless(text[start : end + grown]):
        return None
    template = model.templates[0]
    at = next((i for i, each in enumerate(template.instructions) if each.span.start < start <= each.span.end), None)
    if at is None or end > template.instructions[at].span.end or _meets(template.marks, start, end):
        return None
    if _leads(template.instructions[at], template.instructions[at + 1 :]):
        return None
    changed = _reread(template, template.instructions[at], text, start, grown, reader)
    if changed is None:
        return None
    instructions = (*template.instructions[:at], changed, *_shifted(template.instructions[at + 1 :], grown))
    marks = tuple(Mark(m.placeholder, m.span.shifted(grown)) if m.span.start >= start else m for m in template.marks)
    fresh = TemplateModel(template.template, instructions, marks, template.outline)
    return replace(model, version=version, text=text, lines=LineIndex(text), templates=(fresh,), is_patched=True)


def difference(old: str, new: str) -> tuple[int, int]:
    """Return the stretch of `old` that is replaced in `new`: outside of it both are the same."""
    start = _common(old, new, min(len(old), len(new)))
    most = min(len(old), len(new)) - start
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if old[len(old) - middle :] == new[len(new) - middle :]:
            low = middle
        else:
            high = middle - 1
    return start, len(old) - low


def _common(old: str, new: str, most: int) -> int:
    """Return how many characters both begin with, by halving: comparing slices is quick."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if old[:middle] == new[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _is_harmless(text: str) -> bool:
    return len(text) <= _MOST and all(char.isalnum() or char in _HARMLESS for char in text)


def _meets(marks: Sequence[Mark], start: int, end: int) -> bool:
    return any(mark.span.start <= end and start <= mark.span.end for mark in marks)


def _leads(instruction: Instruction, following: Sequence[Instruction]) -> bool:
    """Whether other sentences stand under this one, so that its words are part of what they say."""
    text = " ".join(instruction.sentence.text.split())
    least = min(len(text), _LONGEST_LEAD) - _MARKER
    near = following[:_NEAR]  # what stands under a sentence follows it
    return any(len(each) >= least and each in text for one in near for each in one.sentence.context)


def _near_a_stop(words: str, at: int) -> bool:
    """Whether a mark that may end a sentence stands within a word of the edit."""
    before = " ".join(words[:at].rsplit(maxsplit=2)[-2:])[-_REACH:]
    after = " ".join(words[at:].split(maxsplit=2)[:2])[:_REACH]
    return any(not (char.isalnum() or char.isspace() or char in _HARMLESS) for char in before + after)


def _reread(
    template: TemplateModel, old: Instruction, text: str, start: int, grown: int, reader: SentenceReader
) -> Instruction | None:
    """Return the instruction with its new words; None where it was not written as it is, or no longer is a sentence."""
    if old.sentence.kind not in _KINDS or old.in_sample or template.outline is None:
        return None
    if len(old.sentence.text) != old.span.end - old.span.start:
        return None
    span = Span(old.span.start, old.span.end + grown)
    words = span.of(text)
    if not words or words != words.strip() or "\r" in words or _near_a_stop(words, start - span.start):
        return None
    sentence = Sentence(
        text=words,
        part=old.sentence.part,
        role=old.sentence.role,
        span=Span(old.sentence.span.start, old.sentence.span.end + grown),
        kind=old.sentence.kind,
        context=old.sentence.context,
    )
    said = reader.reading_of(sentence, in_sample=False)
    return Instruction(sentence, span, said.categories, said.cues, reader.criteria_of(sentence, template.outline))


def _shifted(instructions: Sequence[Instruction], by: int) -> Sequence[Instruction]:
    """Return the instructions further on in the file; where each stands in its part is read again later."""
    return [
        Instruction(i.sentence, i.span.shifted(by), i.categories, i.cues, i.criteria, i.in_sample) for i in instructions
    ]
