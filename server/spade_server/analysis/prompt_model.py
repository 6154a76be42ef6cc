"""A prompt document as it stands in the editor: its templates, their sentences and what each says. No IO here.

Law: a model that was read with the one before the edit is the model that is read without it, only sooner.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

from spade_core.errors import Problem, PromptFileError
from spade_core.prompt_files import Placeholder, PromptFormat, PromptTemplate, place_of, read_prompt, refuse_large_text
from spade_core.text import LineIndex, Span
from spade_server.analysis.block_reading import TemplateBlocks, read_blocks
from spade_server.analysis.reader import SentenceReader
from spade_server.analysis.said_blocks import Instruction, PlacedBlock

__all__ = ["Instruction", "PlacedPlaceholder", "PromptModel", "TemplateModel", "read_model"]
_BOM: Final = "\ufeff"


@dataclass(frozen=True, slots=True)
class PlacedPlaceholder:
    """A placeholder and where it stands in the document."""

    placeholder: Placeholder
    span: Span


@dataclass(frozen=True)
class TemplateModel:
    """One template of the document; what is asked of it seldom is worked out when it is asked."""

    template: PromptTemplate
    read: TemplateBlocks = field(repr=False)
    shift: int = 0
    """Characters before the text that the template's places count from: a byte order mark."""

    @property
    def name(self) -> str:
        """The template's name; empty when the file is one prompt."""
        return self.template.name

    @property
    def blocks(self) -> tuple[PlacedBlock, ...]:
        """Its blocks in reading order."""
        return self.read.placed

    @cached_property
    def instructions(self) -> tuple[Instruction, ...]:
        """All sentences in reading order, delimiters and code included."""
        return tuple(instruction for block in self.blocks for instruction in block.instructions)

    @cached_property
    def marks(self) -> tuple[PlacedPlaceholder, ...]:
        """The placeholders in reading order."""
        parts = self.template.parts
        return tuple(
            PlacedPlaceholder(each, parts[each.part].source.locate(each.span).shifted(self.shift))
            for each in self.template.placeholders
        )

    def at(self, offset: int) -> Instruction | None:
        """Return the instruction at an offset of the document's text; its end counts as its own."""
        near = (each for block in self.blocks if block.may_reach(offset, offset) for each in block.instructions)
        return next((each for each in near if each.span.start <= offset <= each.span.end), None)

    def touching(self, start: int, end: int) -> Iterator[tuple[Instruction | None, Instruction]]:
        """Yield the instructions that have something of [start, end], each with the one before it."""
        before: PlacedBlock | None = None
        for block in self.blocks:
            if block.may_reach(start, end):
                previous = before.instructions[-1] if before is not None else None
                for instruction in block.instructions:
                    if instruction.span.start <= end and start <= instruction.span.end:
                        yield previous, instruction
                    previous = instruction
            before = block if block.said.instructions else before


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
    error: PromptFileError | None = None
    """Why the file cannot be read at all; there are no templates then."""


def read_model(
    path: Path, version: int, text: str, reader: SentenceReader, before: PromptModel | None = None
) -> PromptModel:
    """Return what a prompt document says; a file that cannot be read gives a model with its error.

    `before` is the model of an earlier text: what was not edited is taken from there.
    """
    lines = LineIndex(text)
    shift = 1 if text.startswith(_BOM) else 0
    try:
        refuse_large_text(str(path), text)
        file = read_prompt(str(path), text, place=place_of(path))
    except PromptFileError as error:
        return PromptModel(path, version, text, lines, error=error)
    known = {template.name: template.read for template in reversed(before.templates)} if before is not None else {}
    templates = tuple(
        TemplateModel(template, read_blocks(template, reader, shift, known.get(template.name)), shift)
        for template in file.templates
    )
    problems = (*file.problems, *(problem for each in templates for problem in _unread(path, each, lines)))
    return PromptModel(path, version, text, lines, templates, file.format, file.metadata, problems)


def _unread(path: Path, template: TemplateModel, lines: LineIndex) -> Iterator[Problem]:
    """Yield what of a template is too much to be read."""
    if template.read.told:
        yield Problem(str(path), lines.line_of(template.instructions[0].span.start), template.read.told, is_used=True)
    if template.read.unread:
        last = template.instructions[-1]
        fact = f"the prompt is long: its first {len(template.instructions):,} sentences are read, "
        yield Problem(
            str(path), lines.line_of(last.span.start), f"{fact}to here; {template.read.unread:,} are not", is_used=True
        )
