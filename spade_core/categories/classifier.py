"""The categories of a delta: what its sentences newly tell, what it shows, what it is given, what it only rewords."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from spade_core.categories.category_match import CategoryMatch
from spade_core.categories.classification import Classification, Cue
from spade_core.categories.cues import told_by
from spade_core.categories.novelty import Novelty, novelty_of
from spade_core.constraints import Constraint
from spade_core.deltas import Change, PromptDelta, Sentence, SentenceKind, Sign, sentences_of, without_comments
from spade_core.language import Reading, normalised, reading_of
from spade_core.prompt_files import Role
from spade_core.structure import (
    Addressee,
    Area,
    Demonstration,
    Placed,
    Sample,
    SampleRole,
    Structure,
    addressee_of,
    demonstrations_in,
    holding,
    marks_in,
    place,
    placeholders_in,
)
from spade_core.taxonomy import Category
from spade_core.text import Span

_NEW_SHARE = 0.5
"""A sample is a new demonstration when at least this share of it is new."""
_REWRITTEN_SHARE = 0.5
"""A template is rewritten when at least this share of the version before went without a successor."""
_REWORDED_SHARE = 0.5
"""A sentence with a larger share of new words is a new one."""
_GROWTH = 3
"""New words that make what is asked for or ruled out another, though the verb is the old one."""


_SEVERAL = 2
_PART = 4
"""Sentences reworded beside new ones count when they are several, one in four, or have so many new words."""
_MOST_CHANGES = 3000
"""Of one delta, from its beginning: where there are more, these tell what it was about."""
_NEW_LINE = 0.25
"""A line of a layout with a smaller share of new words is the old one."""


class _Read(NamedTuple):
    """One change as the classifier sees it."""

    change: Change
    origin: Sentence | None
    """The sentence it was before: its counterpart, or the same words elsewhere."""
    placed: Placed
    shown: "Demonstration | Sample | None"
    novelty: Novelty | None
    cues: tuple[Cue, ...]

    @property
    def is_reworded(self) -> bool:
        """Whether it says what another sentence said in other words and tells nothing new."""
        if self.novelty is None or not self.novelty.reworded or self.cues or self.is_foreign:
            return False
        return self.placed.sentence.kind is SentenceKind.HEADING or addressee_of(self.placed) is not Addressee.NOTHING

    @property
    def is_new_text(self) -> bool:
        """Whether it is new prose in English."""
        sentence = self.change.sentence
        new = self.origin is None and self.shown is None and sentence.kind is not SentenceKind.HEADING
        return new and reading_of(without_comments(sentence.text)) is Reading.ENGLISH

    @property
    def is_exemplary(self) -> bool:
        """Whether it is a new line under a heading of examples."""
        placed = self.placed
        if self.origin is not None or placed.sentence.kind not in (SentenceKind.PROSE, SentenceKind.LIST_ITEM):
            return False
        shows = placed.sentence.kind is SentenceKind.LIST_ITEM or addressee_of(placed) is Addressee.NOTHING
        under = placed.area is Area.EXAMPLE and shows and not placed.normal.text.endswith(":")
        return under or placed.normal.text.startswith("example : ⟦")

    @property
    def is_foreign(self) -> bool:
        return self.shown is None and reading_of(self.change.sentence.text) is Reading.FOREIGN


def classify(delta: PromptDelta) -> Classification:
    """Return the categories of a delta with the cues behind them (taxonomy of Shankar et al. 2024, figure 2).

    What was added decides; a delta that only removes is read by what it removed. A template whose sentences only
    moved or were wrapped anew is clarified, without a cue to show for it.
    """
    if not delta.changes:
        moved = delta.before.template != delta.after.template
        return Classification(delta, (Category.PROMPT_CLARIFICATION,) if moved else (), ())
    reads = _Reader(delta).read()
    cues = [cue for read in reads for cue in read.cues]
    cues += _demonstrations(delta, reads)
    cues += _clarifications(delta, reads)
    cues += _first_task(delta, reads)
    if not cues:
        cues += _no_criterion(reads)
    categories = {cue.category for cue in cues}
    return Classification(
        delta,
        tuple(category for category in Category if category in categories),
        tuple(cues),
        tuple(read.change for read in reads if read.is_foreign),
    )


def cues_in(
    sentence: Sentence,
    *,
    counterpart: Sentence | None,
    sign: Sign,
    in_sample: bool = False,
) -> tuple[Cue, ...]:
    """Return the cues of one sentence, in reading order; of a modified one, only for what it newly says.

    A sentence `in_sample` instructs nothing, so only its placeholders count.
    """
    placed = place(sentence, shown=in_sample)
    novelty = novelty_of(placed.normal, normalised(counterpart.text)) if counterpart is not None else None
    return _cues(Change(sign, sentence, counterpart), placed, counterpart, novelty, frozenset())


def _cues(
    change: Change, placed: Placed, origin: Sentence | None, novelty: Novelty | None, known: frozenset[str]
) -> tuple[Cue, ...]:
    """Return what a change newly says."""
    if origin is not None:
        known |= placeholders_in(origin.text)
    data = list(_data(change, known))
    told = told_by(placed)
    if origin is not None and novelty is not None:
        told = tuple(_new(told, told_by(place(origin)), novelty, placed.normal.text))
    says = [Cue(each.category, change, placed.normal.span(each.start, each.end), each.reason) for each in told]
    return (*data, *says)


def _data(change: Change, known: frozenset[str]) -> Iterator[Cue]:
    seen = set(known)
    for mark in marks_in(change.sentence.text):
        if mark.name not in seen:
            seen.add(mark.name)
            yield Cue(Category.DATA_INTEGRATION, change, mark.span, "new placeholder")


def _new(
    told: tuple[CategoryMatch, ...], before: tuple[CategoryMatch, ...], novelty: Novelty, text: str
) -> Iterator[CategoryMatch]:
    """Yield what a sentence tells and the one before it did not."""
    old = _Old(
        frozenset(each.category for each in before),
        frozenset(each.constraint for each in before if each.constraint is not None),
        frozenset((each.category, each.words) for each in before),
        frozenset(number for each in before for number in _numbers(each)),
    )
    return (each for each in told if _is_new(each, old, novelty, text))


class _Old(NamedTuple):
    """What the sentence before told."""

    categories: frozenset[Category]
    constraints: frozenset[Constraint]
    said: frozenset[tuple[Category, str]]
    numbers: frozenset[str]


def _is_new(told: CategoryMatch, old: _Old, novelty: Novelty, text: str) -> bool:
    within, beyond = novelty.within(*told.core), novelty.within(told.core[1], told.end)
    if _numbers(told):
        return within > 0 and not _numbers(told) <= old.numbers
    if novelty.share > _REWORDED_SHARE:
        return (told.category, told.words) not in old.said
    if told.constraint is not None:
        changed = novelty.within(told.start, told.end) > 0 or told.category not in old.categories
        return changed and told.constraint not in old.constraints
    if told.core == (0, len(text)):
        return False  # a sentence of work in other words
    match told.category:
        case Category.INCLUSION:
            allowed = Category.EXCLUSION in old.categories and Category.INCLUSION not in old.categories
            return allowed or beyond >= _GROWTH or (beyond > 0 and within > 0)
        case Category.EXCLUSION:
            return within > 0 or novelty.within(told.start, told.end) >= _GROWTH
        case Category.RESPONSE_FORMAT if told.category in old.categories:
            quoted = any(told.start <= at < told.end and text[at] == "⟦" for at, _ in novelty.new)
            listed = within > 0 and re.search(r" (?:or|,) ", told.words) is not None
            return quoted or listed or novelty.covers(*told.core)
    return within > 0


def _numbers(told: CategoryMatch) -> frozenset[str]:
    return frozenset(re.findall(r"\d+|⟪\d+⟫", told.words)) if told.category is Category.QUANTITY else frozenset()


class _Reader:
    """Reads the changes of one delta."""

    def __init__(self, delta: PromptDelta) -> None:
        self._delta = delta
        self._sign = Sign.ADDED if delta.added else Sign.REMOVED
        self._template = (delta.after if delta.added else delta.before).template
        self._demonstrations = tuple(demonstrations_in(part.text) for part in self._template.parts)
        bare = Structure(self._template, ())
        self._changes = [change for change in delta.changes if change.sign is self._sign][:_MOST_CHANGES]
        changed = [change.sentence for change in self._changes]
        self._structure = Structure(self._template, sentences_of(self._template) if bare.samples else changed)
        self._placed = {(each.sentence.part, each.sentence.span): each for each in self._structure.placed}

    def read(self) -> list[_Read]:
        """Return the changes that decide, in reading order."""
        other = {
            _essence(change.sentence.text): change.sentence
            for change in self._delta.changes
            if change.sign is not self._sign
        }
        known = placeholders_in(self._delta.before.template.text) if self._sign is Sign.ADDED else frozenset()
        reads = []
        for change in self._changes:
            origin = change.counterpart or other.get(_essence(change.sentence.text))
            reads.append(self._read(change, origin, known))
        return reads

    def _read(self, change: Change, origin: Sentence | None, known: frozenset[str]) -> _Read:
        sentence = change.sentence
        placed = self._placed.get((sentence.part, sentence.span)) or place(sentence)
        novelty = novelty_of(placed.normal, normalised(origin.text)) if origin is not None else None
        cues = _cues(change, placed, origin, novelty, known)
        if sentence.role is Role.ASSISTANT and not placeholders_in(sentence.text):
            whole = Span(0, len(self._template.parts[sentence.part].text))
            return _Read(
                change, origin, placed, Demonstration(whole, whole, "a reply in the assistant's words"), novelty, cues
            )
        shown = holding(self._demonstrations[sentence.part], sentence.span)
        if shown is None and placed.sample is not None:
            is_new = novelty is None or novelty.share > _NEW_LINE
            if is_new and self._structure.role_of(placed.sample) is SampleRole.FORMAT:
                cues = (*cues, Cue(Category.RESPONSE_FORMAT, change, Span(0, len(sentence.text)), "shows the layout"))
            return _Read(change, origin, placed, placed.sample, novelty, cues)
        return _Read(change, origin, placed, shown, novelty, cues)


def _essence(text: str) -> str:
    """Return what a moved sentence keeps: its letters and digits."""
    return "".join(filter(str.isalnum, text.casefold())) or text


def _demonstrations(delta: PromptDelta, reads: list[_Read]) -> Iterator[Cue]:
    """One cue for every sample that is new in the main."""
    inside: dict[tuple[int, Span], list[_Read]] = {}
    for read in reads:
        if isinstance(read.shown, Demonstration):
            inside.setdefault((read.change.sentence.part, read.shown.span), []).append(read)
    for read in reads:
        if read.shown is None and read.is_exemplary:
            whole = Span(0, len(read.change.sentence.text))
            yield Cue(Category.EXAMPLE_DEMONSTRATION, read.change, whole, "stands under a heading of examples")
    template = (delta.after if delta.added else delta.before).template
    for (part, span), members in inside.items():
        new = sum(len(read.change.sentence.text) for read in members if read.origin is None)
        size = sum(map(len, span.of(template.parts[part].text).split()))
        if new >= _NEW_SHARE * size:
            first = next(read for read in members if read.origin is None)
            whole = Span(0, len(first.change.sentence.text))
            yield Cue(Category.EXAMPLE_DEMONSTRATION, first.change, whole, getattr(first.shown, "reason", "sample"))


def _clarifications(delta: PromptDelta, reads: list[_Read]) -> Iterator[Cue]:
    """Cues for sentences that were only reworded or moved, and for a template written anew."""
    reworded = [read for read in reads if read.is_reworded]
    if not any(read.cues for read in reads) or not _is_in_passing(reworded, reads):
        for read in reworded:
            span = Span(0, len(read.change.sentence.text))
            yield Cue(Category.PROMPT_CLARIFICATION, read.change, span, "rewords, with no new criterion")
    if _is_rewritten(delta):
        first = next((read.change for read in reads if read.origin is None and not read.is_foreign), None)
        if first is not None:
            span = Span(0, len(first.sentence.text))
            yield Cue(Category.PROMPT_CLARIFICATION, first, span, "replaces most of the version before")


def _is_in_passing(reworded: list[_Read], reads: list[_Read]) -> bool:
    """Whether so little is reworded beside what is new that it clarifies nothing."""
    new_words = sum(len(read.novelty.new) for read in reworded if read.novelty is not None)
    return len(reworded) < _SEVERAL and len(reworded) * _PART < len(reads) and new_words < _PART


def _is_rewritten(delta: PromptDelta) -> bool:
    if not delta.added or not delta.removed:
        return False
    gone = [c.sentence.text for c in delta.changes if c.sign is Sign.REMOVED and c.counterpart is None]
    size = len(delta.before.template.text)
    return len(gone) > 1 and sum(map(len, gone)) >= _REWRITTEN_SHARE * size


def _first_task(delta: PromptDelta, reads: list[_Read]) -> Iterator[Cue]:
    """A first version that takes input says, in some way, what to do with it."""
    if delta.before.template.parts:
        return
    first = next((read.change for read in reads if read.shown is None and not read.is_foreign), None)
    if first is not None:
        span = Span(0, len(first.sentence.text))
        yield Cue(Category.WORKFLOW_DESCRIPTION, first, span, "first version: sets the task")


def _no_criterion(reads: list[_Read]) -> Iterator[Cue]:
    """The broadest reading of a delta that nothing else decides.

    A new object in a notation lays something out, new English describes the work, the rest clarifies.
    """
    said = [each for each in reads if not each.is_foreign and any(map(str.isalpha, each.change.sentence.text))]
    laid = [each for each in said if isinstance(each.shown, Sample) and each.origin is None]
    new = [each for each in said if each.is_new_text]
    if laid:
        category, reason = Category.RESPONSE_FORMAT, "lays out an object"
    elif new:
        category, reason = Category.WORKFLOW_DESCRIPTION, "new text without a narrower cue"
    else:
        category, reason = Category.PROMPT_CLARIFICATION, "no new criterion"
    for read in laid or new or said:
        yield Cue(category, read.change, Span(0, len(read.change.sentence.text)), reason)
