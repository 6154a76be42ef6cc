"""A template read block by block: what an edit did not touch, and whose surroundings say the same, is taken over.

What a block says depends on more than its text (which of it is shown as a sample, what the rest of the template says of
the whole response), and all of that is compared before a block is taken over.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cached_property
from typing import TypeAlias

from spade_core.constraints import (
    NO_FACTS,
    Around,
    Facts,
    Found,
    around_from,
    may_close_cases,
    may_offer,
    may_tabulate,
    may_tell_case,
    may_type_keys,
    or_instead,
    read_beside,
    repeats,
    told_of_keys,
    united,
)
from spade_core.criteria import MOST_SENTENCES, Criterion, statement_of
from spade_core.deltas import Blocks, Sentence, SentenceKind, TextBlock, blocks_of
from spade_core.prompt_files import PromptTemplate
from spade_core.structure import (
    LONGEST_STRETCH,
    SAID_BEFORE,
    Placed,
    Structure,
    demonstrations_in,
    ends_a_stretch,
    in_items,
    is_lead,
    may_demonstrate,
    may_lay_out,
    may_show,
    place,
    structure_of,
)
from spade_core.text import SourceMap, Span
from spade_server.analysis.names import Names
from spade_server.analysis.reader import SentenceReader, criterion_of
from spade_server.analysis.said_blocks import Beside, Instruction, PlacedBlock, SaidBlock
from spade_server.analysis.topics import Disputes

_Key: TypeAlias = tuple[int, tuple[object, ...]]
"""A block, by its identity, and what is shown in it or near it."""


@dataclass(frozen=True)
class TemplateBlocks:
    """The blocks of a template, read."""

    placed: tuple[PlacedBlock, ...]
    blocks: tuple[Blocks, ...] = field(repr=False)
    """By part; those of a long template also behind what is read of it."""
    names: Names = field(repr=False, compare=False)
    """Of what its sentences are read by."""
    said: dict[_Key, SaidBlock] = field(repr=False, compare=False)
    clues: "dict[int, _Clues]" = field(repr=False, compare=False)
    """By the identity of the block."""
    disputes: Disputes = field(repr=False, compare=False)
    """Goes from each reading to the next."""
    told: str = ""
    """What is to be told of samples of which not all is read."""

    @property
    def unread(self) -> int:
        """How many sentences stand behind the last that is read."""
        return max(sum(each.count for each in self.blocks) - MOST_SENTENCES, 0)


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


def _up_to(blocks: Iterable[Blocks], count: int) -> Iterator[Blocks]:
    """Yield the first `count` sentences of all parts."""
    for each in blocks:
        yield each.up_to(count)
        count -= min(count, each.count)


def _ascends(source: SourceMap) -> bool:
    return list(source.begins) == sorted(source.begins)


@dataclass(frozen=True, slots=True)
class _LocatedBlock:
    """A block and where it stands in the template."""

    part: int
    start: int
    block: TextBlock
    clues: "_Clues"

    @property
    def span(self) -> Span:
        return Span(self.start, self.start + len(self.block.text))


class _Reading:
    """The reading of one template in the light of an earlier one."""

    def __init__(
        self,
        template: PromptTemplate,
        reader: SentenceReader,
        blocks: tuple[Blocks, ...],
        before: TemplateBlocks | None,
    ) -> None:
        read = tuple(_up_to(blocks, MOST_SENTENCES))
        parts = tuple(replace(part, text=each.text) for part, each in zip(template.parts, read, strict=True))
        self._template = replace(template, parts=parts)
        self._reader = reader
        self._blocks = blocks
        self._before = before
        known = before.clues if before is not None else {}
        self._clues = {id(block): known.get(id(block)) or _clues_of(block) for each in read for block in each.blocks}
        self._located = [
            _LocatedBlock(part, start, block, self._clues[id(block)])
            for part, each in enumerate(read)
            for start, block in zip(each.starts, each.blocks, strict=True)
        ]
        showing = {each.part for each in self._located if each.clues.may_demonstrate}
        self._demonstrations = [demonstrations_in(part.text) if i in showing else () for i, part in enumerate(parts)]

    def read(self, shift: int) -> TemplateBlocks:
        self._reader.make_room(sum(len(each.block.sentences) for each in self._located))
        before = self._before.said if self._before is not None else {}
        keys = [self._key(number) for number in range(len(self._located))]
        known = [before.get(key) for key in keys]
        facts = [each.facts if each is not None else self._facts(number) for number, each in enumerate(known)]
        names = self._names(facts)
        beside = self._beside(names.around)
        said: dict[_Key, SaidBlock] = {}
        placed: list[PlacedBlock] = []
        in_order = [_ascends(part.source) for part in self._template.parts]
        earlier = self._before.placed if self._before is not None else ()
        for number, (key, located) in enumerate(zip(keys, self._located, strict=True)):
            more = beside.get(number, ())
            found = self._said(number, facts[number], names, more, said.get(key) or known[number])
            said[key] = found
            source = self._template.parts[located.part].source
            if number < len(earlier) and earlier[number].stands(found, source, located.start, shift):
                placed.append(earlier[number])
            else:
                placed.append(PlacedBlock(found, source, located.start, shift, in_order[located.part]))
        disputes = self._before.disputes if self._before is not None else Disputes()
        told = told_of_keys(self._structure)
        return TemplateBlocks(tuple(placed), self._blocks, names, said, self._clues, disputes, told)

    @cached_property
    def _looked_through(self) -> PromptTemplate:
        """The template without the parts in which nothing can be shown or spoken of."""
        read = {each.part for each in self._located if each.clues.is_read_in_lines}
        parts = tuple(part if i in read else replace(part, text="") for i, part in enumerate(self._template.parts))
        return replace(self._template, parts=parts)

    @cached_property
    def _near(self) -> list[int]:
        """The numbers of the blocks that the structure of the template depends on: samples, leads and what is near."""
        if any(each.clues.may_lay_out for each in self._located):
            return list(range(len(self._located)))
        spans: list[list[Span]] = [[] for _ in self._template.parts]
        for sample in structure_of(self._looked_through, ()).samples:
            spans[sample.part].append(sample.span)
        near = set(self._of_cases())
        for number, each in enumerate(self._located):
            bearing = each.clues.bearing
            shows = each.clues.may_list or any(span.overlaps(each.span) for span in spans[each.part])
            if shows or bearing is not _Bearing.NONE or each.clues.is_led:
                near.add(number)
            if shows:
                near.update(self._before_until_said(number, spans))
            if bearing is _Bearing.ENDS:
                near.update(self._by_count(range(number - 1, -1, -1)))
            if bearing is _Bearing.LEADS:
                near.update(self._by_count(range(number + 1, len(self._located))))
        return sorted(near)

    def _of_cases(self) -> Iterator[int]:
        """Yield the blocks that say what is answered in some case, and with them those that say there is no other."""
        tell = [number for number, each in enumerate(self._located) if each.clues.tells_case]
        yield from tell
        yield from (number for number, each in enumerate(self._located if tell else ()) if each.clues.closes_cases)

    def _before_until_said(self, number: int, spans: list[list[Span]]) -> Iterator[int]:
        """Yield the blocks before a sample, up to what is said before the sentence that leads it in."""
        said = 0
        for before in range(number - 1, -1, -1):
            yield before
            located = self._located[before]
            said += sum(
                sentence.kind is not SentenceKind.DELIMITER
                and not _touches(sentence, located.start, spans[located.part])
                for sentence in located.block.sentences
            )
            if said > SAID_BEFORE:
                return

    def _by_count(self, numbers: Iterable[int]) -> Iterator[int]:
        """Yield blocks as long as a stretch may last."""
        sentences = 0
        for number in numbers:
            yield number
            sentences += len(self._located[number].block.sentences)
            if sentences >= LONGEST_STRETCH:
                return

    @cached_property
    def _structure(self) -> Structure:
        """The structure of the blocks that are near: of what is shown and led in, it is that of the whole template."""
        return self._structure_of(self._near)

    def _structure_of(self, numbers: Iterable[int]) -> Structure:
        sentences = [
            replace(sentence, span=sentence.span.shifted(self._located[number].start))
            for number in numbers
            for sentence in self._located[number].block.sentences
        ]
        return structure_of(self._looked_through, sentences, [part.text for part in self._template.parts])

    @cached_property
    def _placed_near(self) -> dict[int, tuple[Placed, ...]]:
        """The sentences of the blocks that are near, at their places in the part, by the number of the block."""
        found: dict[int, tuple[Placed, ...]] = {}
        at = 0
        for number in self._near:
            count = len(self._located[number].block.sentences)
            found[number] = self._structure.placed[at : at + count]
            at += count
        return found

    def _placed(self, number: int) -> tuple[Placed, ...]:
        """Return the sentences of a block with what they stand in."""
        near = self._placed_near.get(number)
        if near is not None:
            return near
        located = self._located[number]
        bodies = [sample.body for sample in self._demonstrations[located.part]]
        placed = [
            place(sentence, shown=_lies_in(sentence, located.start, bodies)) for sentence in located.block.sentences
        ]
        return tuple(in_items(placed))

    def _key(self, number: int) -> _Key:
        """Return what decides what a block says, but for the rest of the template: equal keys, equal sentences."""
        located = self._located[number]
        samples, near = self._demonstrations[located.part], self._placed_near.get(number)
        shown: list[object] = []
        if samples:
            shown += (
                (kind, span.start - located.start, span.end - located.start)
                for sample in samples
                for kind, span in (("whole", sample.span), ("body", sample.body))
                if span.overlaps(located.span)
            )
        if near:
            shown += ((placed.shown, placed.normal.text if placed.leads else "") for placed in near)
        return id(located.block), tuple(shown)

    def _facts(self, number: int) -> Facts:
        found = NO_FACTS
        for placed in self._placed(number):
            found |= self._reader.facts_of(placed)
        return found

    def _names(self, facts: Sequence[Facts]) -> Names:
        """Return the names of what the sentences are read by: those of before, where that is the same."""
        whole = NO_FACTS
        for each in facts:
            whole |= each
        around = around_from(whole, self._structure)
        if around.is_json:
            names = Names(around)
            keys = dict.fromkeys(around.keys)
            for number in range(len(self._located)):
                for placed in self._placed(number):
                    keys.update(dict.fromkeys(self._reader.keys_asked(placed, around, names)))
            around = replace(around, keys=tuple(keys))
        if self._before is not None and self._before.names.around == around:
            return self._before.names
        return Names(around)

    def _beside(self, around: Around) -> dict[int, tuple[Beside, ...]]:
        """Return what sentences ask for that stands elsewhere, by the number of their block."""
        places = {
            id(placed.sentence): (number, at)
            for number, block in self._placed_near.items()
            for at, placed in enumerate(block)
        }
        found: dict[int, list[Beside]] = {}
        for each in read_beside(self._structure, around):
            number, at = places[id(each.sentence)]
            found.setdefault(number, []).append((at, each.constraint, each.phrase))
        return {number: tuple(each) for number, each in found.items()}

    def _said(
        self, number: int, facts: Facts, names: Names, beside: tuple[Beside, ...], known: SaidBlock | None
    ) -> SaidBlock:
        """Return what a block says, which is what is `known` where what it is read by is the same."""
        located = self._located[number]
        is_same = known is not None and known.beside == beside
        if (
            known is not None
            and is_same
            and (known.named_by is names or known.names == names.inside_block(known.block))
        ):
            return known
        spans = [sample.span for sample in self._demonstrations[located.part]]
        instructions: list[Instruction] = []
        for at, (sentence, placed) in enumerate(zip(located.block.sentences, self._placed(number), strict=True)):
            in_sample = _lies_in(sentence, located.start, spans)
            said = self._reader.reading_of(sentence, in_sample=in_sample)
            criteria = self._reader.criteria_of(placed, names.around, names)
            more = [criterion_of(Found(each, sentence, phrase)) for place, each, phrase in beside if place == at]
            criteria = tuple(_or_instead(each, names.around) for each in united(placed, criteria, more))
            instructions.append(Instruction(sentence, sentence.span, said.categories, said.cues, criteria, in_sample))
        return SaidBlock(located.block, facts, names, tuple(instructions), beside)


def _or_instead(criterion: Criterion, around: Around) -> Criterion:
    """Return a criterion that accepts what the prompt may be answered with instead: itself where it does anyway."""
    constraint = criterion.constraint
    asked = or_instead(constraint, around) if constraint is not None else None
    if asked is None or asked is constraint:
        return criterion
    return replace(criterion, description=statement_of(asked), constraint=asked)


class _Bearing(Enum):
    """What of a block other blocks depend on."""

    NONE = auto()
    SOMETHING = auto()
    """It speaks of what stands around it, or is a heading of what the response has."""
    LEADS = auto()
    """It leads in what stands below it."""
    ENDS = auto()
    """It ends a stretch that begins before it."""


@dataclass(frozen=True)
class _Clues:
    """What of a block says by itself whether others must be looked at; asked at every keystroke, found out once."""

    block: TextBlock
    bearing: _Bearing
    may_demonstrate: bool
    may_lay_out: bool
    may_list: bool
    is_read_in_lines: bool
    """Whether the text around it is looked at, where samples, layouts and items stand in lines."""
    is_led: bool
    """Whether a sentence of it stands under a lead-in."""

    @cached_property
    def tells_case(self) -> bool:
        return any(may_tell_case(sentence.text) for sentence in self.block.sentences)

    @cached_property
    def closes_cases(self) -> bool:
        return any(may_close_cases(sentence.text) for sentence in self.block.sentences)


def _clues_of(block: TextBlock) -> _Clues:
    text = block.text
    bearing = _bearing(text)
    demonstrates, lays_out = may_demonstrate(text), may_lay_out(text)
    lists = may_tabulate(text) or may_type_keys(text)
    shows = may_show(text) or demonstrates or repeats(text)
    contexts = {sentence.context for sentence in block.sentences}
    return _Clues(
        block,
        bearing,
        demonstrates,
        lays_out,
        lists,
        shows or lists or lays_out or bearing is _Bearing.LEADS,
        any(context and is_lead(context[-1]) for context in contexts),
    )


def _bearing(text: str) -> _Bearing:
    lines = [line.strip() for line in text.split("\n")]
    if any(ends_a_stretch(line) for line in lines if "end" in line.lower()):
        return _Bearing.ENDS
    if any(map(is_lead, lines)):
        return _Bearing.LEADS
    bears = repeats(text) or any(map(may_offer, lines))
    return _Bearing.SOMETHING if bears else _Bearing.NONE


def _touches(sentence: Sentence, start: int, spans: Sequence[Span]) -> bool:
    return any(span.overlaps(sentence.span.shifted(start)) for span in spans)


def _lies_in(sentence: Sentence, start: int, spans: Sequence[Span]) -> bool:
    return any(span.holds(sentence.span.shifted(start)) for span in spans)
