"""What the blocks of a template say, and where they stand: values that one keystroke takes over from another."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from spade_core.categories import Cue
from spade_core.constraints import Constraint, Facts, Judgement, wish_of, wishing_words
from spade_core.criteria import Criterion
from spade_core.deltas import Sentence, TextBlock, identity_of
from spade_core.taxonomy import Category
from spade_core.text import SourceMap, Span
from spade_server.analysis.finding import Finding
from spade_server.analysis.names import Names
from spade_server.analysis.topics import Topics, may_clash, topics_of

Beside: TypeAlias = tuple[int, Constraint, Span]
"""The number of a sentence, what it asks for that stands elsewhere, and which words of it do."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """One sentence of a template, where it stands and what it says."""

    sentence: Sentence
    span: Span
    """In the document's text; in the block's where it is that of a `SaidBlock`."""
    categories: tuple[Category, ...]
    """The strongest first; empty for a sentence that no cue speaks for."""
    cues: tuple[Cue, ...]
    criteria: tuple[Criterion, ...]
    in_sample: bool = False
    """Whether it is part of a demonstration."""


@dataclass(frozen=True)
class SaidBlock:
    """What a block says, wherever it stands; spans count from its beginning."""

    block: TextBlock
    facts: Facts
    named_by: Names = field(repr=False, compare=False)
    instructions: tuple[Instruction, ...]
    beside: tuple[Beside, ...] = ()
    """What its sentences ask for that stands elsewhere."""
    findings: dict[object, tuple[int, tuple[Finding, ...]]] = field(default_factory=dict, repr=False, compare=False)
    """What was last found in it, by how it stood in the document, with the line that it stood on."""

    @cached_property
    def names(self) -> tuple[object, ...]:
        """The names of the template that its sentences could mean."""
        return self.named_by.inside(*self.block.sentences)

    @cached_property
    def clashing(self) -> tuple[tuple[int, Criterion], ...]:
        """The criteria that can contradict others, each with the number of its instruction."""
        return tuple(
            (number, criterion)
            for number, instruction in enumerate(self.instructions)
            for criterion in instruction.criteria
            if may_clash(criterion)
        )

    @cached_property
    def topics(self) -> Topics:
        """What the `clashing` speak of, in their order."""
        return topics_of(criterion for _, criterion in self.clashing)

    @cached_property
    def vague(self) -> tuple[tuple[int, Span], ...]:
        """The words that wish for a length without a number, each with the number of its instruction."""
        return tuple(
            (number, wishing_words(instruction.sentence.text, wish))
            for number, instruction in enumerate(self.instructions)
            for criterion in instruction.criteria
            if isinstance(criterion.constraint, Judgement) and (wish := wish_of(criterion.constraint)) is not None
        )

    @cached_property
    def names_inside(self) -> tuple[tuple[str, int], ...]:
        """The identities of the instructions with their numbers, the last first."""
        last = len(self.instructions) - 1
        return tuple((identity_of(each.sentence.text), last - i) for i, each in enumerate(reversed(self.instructions)))

    @cached_property
    def asking(self) -> tuple[int, ...]:
        """The numbers of the instructions that ask for something."""
        return tuple(number for number, instruction in enumerate(self.instructions) if instruction.criteria)


@dataclass(frozen=True)
class PlacedBlock:
    """A block where it stands in one version of the document."""

    said: SaidBlock
    source: SourceMap
    """Of the part that it stands in, whose text it must not keep."""
    start: int
    """Where it begins in the part's text."""
    shift: int
    in_order: bool
    """Whether the file has the part's pieces in the order of its text."""

    @cached_property
    def instructions(self) -> tuple[Instruction, ...]:
        """Its sentences with their places in the document."""
        return tuple(
            Instruction(
                replace(each.sentence, span=each.sentence.span.shifted(self.start)),
                self.locate(each.span),
                each.categories,
                each.cues,
                each.criteria,
                each.in_sample,
            )
            for each in self.said.instructions
        )

    @property
    def verbatim_at(self) -> int | None:
        """Where in the document it begins; None where the file does not have its part's text as it is."""
        return self.start + self.source.begin + self.shift if self.source.is_verbatim else None

    def locate(self, span: Span) -> Span:
        """Return where a stretch of the block stands in the document."""
        begin = self.verbatim_at
        if begin is not None:
            return span.shifted(begin)
        return self.source.locate(span.shifted(self.start)).shifted(self.shift)

    def locate_phrase(self, number: int, phrase: Span) -> Span:
        """Return where a phrase of an instruction stands in the document."""
        return self.locate(phrase.shifted(self.said.instructions[number].span.start))

    def may_reach(self, start: int, end: int) -> bool:
        """Whether an instruction of it may have something of [start, end] of the document."""
        if not self.said.instructions:
            return False
        if not self.in_order:
            return True
        begin = self.verbatim_at
        if begin is not None and (begin > end or begin + len(self.said.block.text) < start):
            return False
        whole = self.locate(Span(self.said.instructions[0].span.start, self.said.instructions[-1].span.end))
        return whole.start <= end and start <= whole.end

    def stands(self, said: SaidBlock, source: SourceMap, start: int, shift: int) -> bool:
        """Whether it is what these make: the same instructions at the same places."""
        return (
            self.said is said
            and (self.start, self.shift) == (start, shift)
            and self.source.agrees(source, Span(start, start + len(said.block.text)))
        )
