"""A prompt document as it stands in the editor: its templates, their sentences and what each says. No IO here."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from spade_core.categories import Category, Cue
from spade_core.categories.samples import samples_in
from spade_core.criteria import Criterion
from spade_core.criteria.outline import Outline
from spade_core.deltas import Sentence, sentences_of
from spade_core.errors import Problem, PromptFileError
from spade_core.prompt_files import Placeholder, PromptFormat, PromptTemplate, read_prompt
from spade_core.text import LineIndex, Span
from spade_core.versions.version import PromptVersion, VersionState
from spade_server.reader import SentenceReader

_BOM: Final = "\ufeff"


@dataclass(frozen=True, slots=True)
class Instruction:
    """One sentence of a template, where it stands and what it says."""

    sentence: Sentence
    span: Span
    """In the document's text."""
    categories: tuple[Category, ...]
    """The strongest first; empty for a sentence that no cue speaks for."""
    cues: tuple[Cue, ...]
    criteria: tuple[Criterion, ...]
    in_sample: bool = False
    """Whether it is part of a demonstration."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A placeholder and where it stands in the document."""

    placeholder: Placeholder
    span: Span


@dataclass(frozen=True, slots=True)
class TemplateModel:
    """One template of the document."""

    template: PromptTemplate
    instructions: tuple[Instruction, ...]
    """In reading order, delimiters and code included."""
    marks: tuple[Mark, ...]
    outline: Outline | None = field(default=None, compare=False, repr=False)
    """What the sentences were read in the light of."""

    @property
    def name(self) -> str:
        """The template's name; empty when the file is one prompt."""
        return self.template.name

    def at(self, offset: int) -> Instruction | None:
        """Return the instruction at an offset of the document's text; its end counts as its own."""
        return next((each for each in self.instructions if each.span.start <= offset <= each.span.end), None)


@dataclass(frozen=True, slots=True)
class PromptModel:
    """One version of a prompt document, read."""

    path: Path
    version: int
    """The client's version of the document."""
    text: str
    lines: LineIndex = field(compare=False)
    templates: tuple[TemplateModel, ...] = ()
    format: PromptFormat | None = None
    """None when the file cannot be read."""
    metadata: Mapping[str, object] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    is_patched: bool = False
    """Whether only one sentence was read and the rest taken over: see `patching`."""
    error: PromptFileError | None = None
    """Why the file cannot be read at all; there are no templates then."""

    def at(self, offset: int) -> tuple[TemplateModel, Instruction] | None:
        """Return the instruction at an offset with its template."""
        for template in self.templates:
            if (found := template.at(offset)) is not None:
                return template, found
        return None


def read_model(path: Path, version: int, text: str, reader: SentenceReader) -> PromptModel:
    """Return what a prompt document says; a file that cannot be read gives a model with its error."""
    lines = LineIndex(text)
    shift = 1 if text.startswith(_BOM) else 0
    try:
        file = read_prompt(str(path), text)
    except PromptFileError as error:
        return PromptModel(path, version, text, lines, error=error)
    templates = tuple(_template(template, reader, shift) for template in file.templates)
    return PromptModel(path, version, text, lines, templates, file.format, file.metadata, file.problems)


def _template(template: PromptTemplate, reader: SentenceReader, shift: int) -> TemplateModel:
    sentences = sentences_of(template)
    outline = Outline(PromptVersion(1, template, VersionState.UNSAVED, ""), sentences)
    instructions = tuple(_instructions(template, sentences, outline, reader, shift))
    marks = (Mark(p, template.parts[p.part].source.locate(p.span).shifted(shift)) for p in template.placeholders)
    return TemplateModel(template, instructions, tuple(marks), outline)


def _instructions(
    template: PromptTemplate, sentences: tuple[Sentence, ...], outline: Outline, reader: SentenceReader, shift: int
) -> Iterator[Instruction]:
    samples = [[sample.span for sample in samples_in(part.text)] for part in template.parts]
    for sentence in sentences:
        in_sample = _within(sentence.span, samples[sentence.part])
        said = reader.reading_of(sentence, in_sample=in_sample)
        yield Instruction(
            sentence=sentence,
            span=template.parts[sentence.part].source.locate(sentence.span).shifted(shift),
            categories=said.categories,
            cues=said.cues,
            criteria=reader.criteria_of(sentence, outline),
            in_sample=in_sample,
        )


def _within(span: Span, samples: list[Span]) -> bool:
    before = bisect_right(samples, span.start, key=lambda sample: sample.start)
    return before > 0 and span.end <= samples[before - 1].end
