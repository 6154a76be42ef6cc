"""A template read block by block: what an edit did not touch, and whose surroundings say the same, is taken over.

What a block says depends on more than its text (which of it is shown as a sample, which sections and placeholders the
rest of the template names), and all of that is compared before a block is taken over.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, TypeAlias

from spade_core.categories.samples import may_show_sample as may_demonstrate
from spade_core.categories.samples import samples_in as demonstrations_in
from spade_core.criteria import Criterion
from spade_core.criteria.outline import Outline
from spade_core.criteria.passage import Surroundings
from spade_core.criteria.readings import JsonKeys
from spade_core.criteria.samples import may_show_sample, shape_of
from spade_core.criteria.sections import may_lead_in
from spade_core.deltas import Sentence, SentenceKind
from spade_core.deltas.blocks import Block, Blocks, blocks_of
from spade_core.prompt_files import PromptTemplate
from spade_core.prompt_files.template import Role
from spade_core.text import SourceMap, Span
from spade_core.versions.version import PromptVersion, VersionState
from spade_server.names import Names
from spade_server.reader import Facts, SentenceReader
from spade_server.said_blocks import Instruction, PlacedBlock, SaidBlock
from spade_server.topics import Disputes

_NOT_SAID: Final = frozenset({SentenceKind.CODE, SentenceKind.TABLE, SentenceKind.DELIMITER})
_Key: TypeAlias = tuple[int, tuple[object, ...]]
"""A block, by its identity, and where in it something is shown or listed."""
_Wording: TypeAlias = tuple[object, ...]


@dataclass(frozen=True)
class TemplateBlocks:
    """The blocks of a template, read."""

    placed: tuple[PlacedBlock, ...]
    blocks: tuple[Blocks, ...] = field(repr=False)
    """By part."""
    around: Surroundings = field(repr=False)
    names: Names = field(repr=False, compare=False)
    said: dict[_Key, SaidBlock] = field(repr=False, compare=False)
    disputes: Disputes = field(repr=False, compare=False)
    """Goes from each reading to the next."""


def read_blocks(
    template: PromptTemplate, reader: SentenceReader, shift: int, before: TemplateBlocks | None = None
) -> TemplateBlocks:
    """Return the blocks of a template with what each says; what stood in `before` is taken from there."""
    old = before.blocks if before is not None else ()
    blocks = tuple(
        blocks_of(part.text, part=i, role=part.role, before=old[i] if i < len(old) else None)
        for i, part in enumerate(template.parts)
    )
    return _Reading(template, reader, blocks, before).read(shift)


def _wording(sentence: Sentence) -> _Wording:
    """Return all of a sentence that decides what it says where nothing is shown or listed."""
    return sentence.text, sentence.kind, sentence.context[-1:], sentence.role


def _ascends(source: SourceMap) -> bool:
    return list(source.begins) == sorted(source.begins)


class _Reading:
    """The reading of one template in the light of an earlier one."""

    def __init__(
        self,
        template: PromptTemplate,
        reader: SentenceReader,
        blocks: tuple[Blocks, ...],
        before: TemplateBlocks | None,
    ) -> None:
        self._template = template
        self._reader = reader
        self._blocks = blocks
        self._before = before
        self._outline = Outline(PromptVersion(1, self._looked_through(), VersionState.UNSAVED, ""), ())
        self._demonstrations = [
            demonstrations_in(part.text) if any(may_demonstrate(each.text) for each in blocks[i].blocks) else ()
            for i, part in enumerate(template.parts)
        ]
        self._standing = [
            (part, start, block)
            for part, each in enumerate(blocks)
            for start, block in zip(each.starts, each.blocks, strict=True)
        ]
        self._replaced: dict[_Wording, Instruction] = {}
        self._keys = [self._key(part, start, block) for part, start, block in self._standing]

    def read(self, shift: int) -> TemplateBlocks:
        self._reader.make_room(sum(len(block.sentences) for _, _, block in self._standing))
        before = self._before.said if self._before is not None else {}
        known = [before.get(key) for key in self._keys]
        facts = [
            self._facts(key, *standing) if each is None else each.facts
            for each, key, standing in zip(known, self._keys, self._standing, strict=True)
        ]
        around = self._surroundings(facts)
        is_same = self._before is not None and self._before.around == around
        names = self._before.names if self._before is not None and is_same else Names(around)
        in_order = [_ascends(part.source) for part in self._template.parts]
        self._replaced = self._instructions_replaced() if is_same else {}
        said: dict[_Key, SaidBlock] = {}
        placed: list[PlacedBlock] = []
        earlier = self._before.placed if self._before is not None else ()
        for number, (key, (part, start, block)) in enumerate(zip(self._keys, self._standing, strict=True)):
            found = known[number] if is_same else None
            if found is None:
                found = said.get(key) or self._said(
                    key, part, start, block, facts[number], around, names, known[number]
                )
            said[key] = found
            source = self._template.parts[part].source
            if number < len(earlier) and earlier[number].stands(found, source, start, shift):
                placed.append(earlier[number])
            else:
                placed.append(PlacedBlock(found, source, start, shift, in_order[part]))
        disputes = self._before.disputes if self._before is not None else Disputes()
        return TemplateBlocks(tuple(placed), self._blocks, around, names, said, disputes)

    def _instructions_replaced(self) -> dict[_Wording, Instruction]:
        """Return the instructions of the blocks that are not there any more, in which nothing is shown or listed.

        Under the same surroundings a sentence of another such block with these words says the same.
        """
        gone = self._before.said.keys() - set(self._keys) if self._before is not None else ()
        blocks = (self._before.said[key] for key in gone if not key[1]) if self._before is not None else ()
        return {_wording(each.sentence): each for block in blocks for each in block.instructions}

    def _looked_through(self) -> PromptTemplate:
        """Return the template without the parts in which no block can show or list anything."""
        looked = (may_show_sample, may_lead_in)
        parts = tuple(
            part if any(may(block.text) for block in blocks.blocks for may in looked) else replace(part, text="")
            for part, blocks in zip(self._template.parts, self._blocks, strict=True)
        )
        return replace(self._template, parts=parts)

    def _key(self, part: int, start: int, block: Block) -> _Key:
        """Return what, but for names, decides what a block says: two blocks with one key are read alike."""
        if not self._is_marked[part]:
            return id(block), ()
        end = start + len(block.text)
        shown: list[object] = [
            (kind, span.start - start, span.end - start)
            for kind, spans in self._shown[part]
            for span in spans
            if span.start < end and start < span.end
        ]
        for section in self._outline.listed:
            if section.part == part and section.span.start < end and start < section.reach.end:
                places = (section.span.start, section.reach.start, section.reach.end)
                shown.append((section.name, section.label, *(place - start for place in places)))
        return id(block), tuple(shown)

    @cached_property
    def _is_marked(self) -> list[bool]:
        """By part: whether anything in it is shown or listed."""
        listed = {section.part for section in self._outline.listed}
        return [part in listed or any(spans for _, spans in shown) for part, shown in enumerate(self._shown)]

    @cached_property
    def _shown(self) -> list[list[tuple[str, list[Span]]]]:
        """By part: the stretches in which a sentence is no instruction, or one with a sample in it."""
        return [
            [
                ("sample", [sample.span for sample in self._outline.samples if sample.part == part]),
                ("whole demonstration", [sample.span for sample in demonstrations]),
                ("demonstration", [sample.body for sample in demonstrations]),
            ]
            for part, demonstrations in enumerate(self._demonstrations)
        ]

    def _facts(self, key: _Key, part: int, start: int, block: Block) -> Facts:
        sections: dict[str, None] = {}
        keys: dict[str, None] = {}
        is_json = False
        for sentence in self._spoken(key, part, start, block):
            facts = self._reader.facts_of(sentence)
            sections.update(dict.fromkeys(facts.sections))
            keys.update(dict.fromkeys(facts.keys))
            is_json = is_json or facts.wants_json
        return Facts(tuple(sections), is_json, tuple(keys))

    def _spoken(self, key: _Key, part: int, start: int, block: Block) -> Iterator[Sentence]:
        """Yield the sentences of a block that are instructions, at their places in the part."""
        if self._template.parts[part].role is Role.ASSISTANT:
            return
        for sentence in block.sentences:
            if not key[1]:
                yield sentence
            elif not self._is_shown(placed := replace(sentence, span=sentence.span.shifted(start))):
                yield placed

    def _is_shown(self, sentence: Sentence) -> bool:
        shown = any(sample.shows(sentence.span) for sample in self._demonstrations[sentence.part])
        return shown or self._outline.sample_of(sentence) is not None

    def _surroundings(self, facts: Sequence[Facts]) -> Surroundings:
        """Return the placeholders, sections and keys of the template: `Outline.surroundings`, from what blocks gave."""
        names = dict.fromkeys(placeholder.name for placeholder in self._template.placeholders)
        sections = dict.fromkeys(section.name for section in self._outline.listed)
        for fact in facts:
            if fact.sections:
                sections.update(dict.fromkeys(fact.sections))
        shapes = [reading for sample in self._outline.samples for reading in shape_of(sample)]
        shown = [reading for reading in shapes if isinstance(reading, JsonKeys)]
        is_json = bool(shown) or any(fact.wants_json for fact in facts)
        keys = dict.fromkeys(key for reading in shown for key in reading.keys)
        for fact in facts if is_json else ():
            keys.update(dict.fromkeys(fact.keys))
        return Surroundings(tuple(names), tuple(sections), self._outline.listed, is_json, tuple(keys))

    def _said(
        self,
        key: _Key,
        part: int,
        start: int,
        block: Block,
        facts: Facts,
        around: Surroundings,
        names: Names,
        known: SaidBlock | None,
    ) -> SaidBlock:
        """Return what a block says, which is what is `known` where the names that it could mean are the same."""
        if known is not None and known.names == names.inside(*block.sentences):
            return known
        bare = around if key[1] else replace(around, listed=())
        instructions = tuple(self._instruction(key, part, start, each, bare, names) for each in block.sentences)
        return SaidBlock(block, facts, names, instructions)

    def _instruction(
        self, key: _Key, part: int, start: int, sentence: Sentence, around: Surroundings, names: Names
    ) -> Instruction:
        same = None if key[1] else self._replaced.get(_wording(sentence))
        if same is not None:
            return Instruction(sentence, sentence.span, same.categories, same.cues, same.criteria)
        placed = replace(sentence, span=sentence.span.shifted(start)) if key[1] else sentence
        in_sample = bool(key[1]) and any(sample.holds(placed.span) for sample in self._demonstrations[part])
        said = self._reader.reading_of(sentence, in_sample=in_sample)
        criteria: tuple[Criterion, ...] = ()
        is_shown = bool(key[1]) and self._is_shown(placed)
        if sentence.kind not in _NOT_SAID and sentence.role is not Role.ASSISTANT and not is_shown:
            shows_sample = bool(key[1]) and self._outline.inline_sample_of(placed) is not None
            criteria = self._reader.criteria_of(placed, around, names, shows_sample=shows_sample)
        return Instruction(sentence, sentence.span, said.categories, said.cues, criteria, in_sample)
