"""From a classified delta to its criteria."""

from collections.abc import Callable, Iterable, Iterator

from spade_core.categories.classification import Classification
from spade_core.categories.taxonomy import Category
from spade_core.criteria.criterion import Criterion
from spade_core.criteria.descriptions import statement_of
from spade_core.criteria.fields import field_readings, greeted_names, named_numbers, title_first
from spade_core.criteria.formats import casing, languages, layouts, tags
from spade_core.criteria.intervals import joined
from spade_core.criteria.judgements import is_instruction, judgement_on
from spade_core.criteria.keys import added_keys, in_json, key_values, keys_and_columns, listed_keys
from spade_core.criteria.names import excluded_names, excluded_units
from spade_core.criteria.outline import Outline
from spade_core.criteria.passage import Found, Passage, is_conditional
from spade_core.criteria.phrases import (
    bare_choices,
    choices,
    classes,
    endings,
    named_characters,
    phrase_readings,
    unquoted_lists,
)
from spade_core.criteria.quantities import quantities
from spade_core.criteria.readings import (
    Casing,
    Echo,
    FieldQuantity,
    Judgement,
    Language,
    Layout,
    Length,
    NoUnfilled,
    Phrases,
    Quantity,
    Reading,
    Score,
    Section,
    SectionOrder,
    Shows,
    Speaks,
    TitleFirst,
)
from spade_core.criteria.samples import Sample
from spade_core.criteria.sections import section_readings
from spade_core.criteria.shadows import is_shadow
from spade_core.criteria.styles import STYLE_READERS
from spade_core.criteria.surfaces import date_shapes, links, patterned_lines, punctuation, verbatim
from spade_core.criteria.times import counted
from spade_core.criteria.workflow import hidden_workflow
from spade_core.deltas import sentences_of
from spade_core.deltas.comments import without_comments
from spade_core.deltas.delta import Change, PromptDelta, Sign
from spade_core.deltas.sentence import Sentence, SentenceKind
from spade_core.prompt_files.template import Role
from spade_core.text import Span

_READERS: tuple[Callable[[Passage], Iterator[Found]], ...] = (
    quantities,
    phrase_readings,
    unquoted_lists,
    named_characters,
    choices,
    bare_choices,
    classes,
    endings,
    excluded_names,
    excluded_units,
    hidden_workflow,
    layouts,
    languages,
    casing,
    tags,
    keys_and_columns,
    added_keys,
    listed_keys,
    key_values,
    links,
    patterned_lines,
    date_shapes,
    punctuation,
    verbatim,
    title_first,
    field_readings,
    named_numbers,
    greeted_names,
    *STYLE_READERS,
)
_ENOUGH = 0.3
"""Share of a sentence's characters from which its readings are taken to say it all."""
_UNREAD_KINDS = {SentenceKind.CODE, SentenceKind.TABLE, SentenceKind.DELIMITER}


def readings_in(passage: Passage, *, shows_sample: bool) -> list[Found]:
    """Return everything that one sentence of instructions asks for, in reading order; a judgement when nothing else.

    `shows_sample` says whether an example output begins inside of it.
    """
    sentence = passage.sentence
    found = [item for reader in _READERS for item in reader(passage)]
    if shows_sample:
        found = [item for item in found if not isinstance(item.reading, Phrases)]  # quotes of the sample itself
    found = counted(found, passage)
    found += section_readings(passage)
    if is_conditional(passage.lower):
        found = [item for item in found if not _is_for_some_cases(item.reading)]
    found = in_json(found, passage.around.keys) if passage.around.is_json else found
    found = joined([item for item in found if not is_shadow(item, found)])
    found = list({(item.reading): item for item in reversed(found)}.values())
    found.sort(key=lambda item: (item.span, item.category, repr(item.reading)))
    if _leaves_much_unsaid(found, passage) and is_instruction(passage):
        judgement, category = judgement_on(sentence)
        found.append(Found(judgement, Span(0, len(sentence.text)), category))
    return found


def _is_for_some_cases(reading: Reading) -> bool:
    """Whether what a conditional sentence asks for says nothing of the responses that the condition does not meet."""
    if isinstance(reading, Shows | Speaks | Layout):
        return reading.wanted
    return isinstance(reading, Quantity | FieldQuantity | Length | TitleFirst | Echo | Casing | Language | Score)


def _leaves_much_unsaid(found: list[Found], passage: Passage) -> bool:
    """Whether the readings cover little of a sentence, and none of them brings the judge in for all of it."""
    speaking = [item for item in found if item.category is not Category.DATA_INTEGRATION or _is_asked(item.reading)]
    if any(item.vague or isinstance(item.reading, Section | Shows | Speaks) for item in speaking):
        return False
    covered = {at for item in speaking for at in range(item.span.start, item.span.end)}
    return len(covered) < _ENOUGH * len(passage.text.strip())


def _is_asked(reading: Reading) -> bool:
    return isinstance(reading, Echo) and reading.exact


def criteria_of(classification: Classification) -> list[Criterion]:
    """Return the criteria of a classified delta, in reading order: those that came, then those whose sentence went.

    A sentence that went gives a criterion only when nothing that came in the same delta asks for the same: then the
    wish was dropped rather than reworded, and people drop words to save tokens (Shankar et al. 2024, section 2).
    """
    delta = classification.delta
    unread = {id(change) for change in classification.unclassified}
    after = Outline(delta.after, _sentences(delta, Sign.ADDED))
    before = Outline(delta.before, _sentences(delta, Sign.REMOVED))
    added = list(_criteria(delta, after, Sign.ADDED, unread))
    kept = {criterion.reading for criterion in added}
    removed = [c for c in _criteria(delta, before, Sign.REMOVED, unread) if not _is_kept(c, kept, delta)]
    return added + removed


def _sentences(delta: PromptDelta, sign: Sign) -> tuple[Sentence, ...]:
    version = delta.after if sign is Sign.ADDED else delta.before
    return sentences_of(version.template)


def _criteria(delta: PromptDelta, outline: Outline, sign: Sign, unread: set[int]) -> Iterator[Criterion]:
    seen: set[Sample] = set()
    ordered = False
    for change in delta.changes:
        if change.sign is not sign or change.sentence.role is Role.ASSISTANT:
            continue
        sentence = change.sentence
        for item in _found_in(change, outline, unread, seen):
            yield _criterion(item, sentence, delta, sign)
        if not ordered and outline.order and _names_a_section(sentence, outline):
            ordered = True
            reading = SectionOrder(outline.order)
            item = Found(reading, Span(0, len(sentence.text)), Category.RESPONSE_FORMAT)
            yield _criterion(item, sentence, delta, sign)


def _found_in(change: Change, outline: Outline, unread: set[int], seen: set[Sample]) -> Iterable[Found]:
    sentence = change.sentence
    sample = outline.sample_of(sentence) or outline.inline_sample_of(sentence)
    if sample is not None and sample not in seen:
        seen.add(sample)
        span = Span(0, len(sentence.text))
        yield from (
            Found(r, span, Category.EXAMPLE_DEMONSTRATION, vague=True) for r in outline.readings_of_sample(sample)
        )
    shown = outline.sample_of(sentence) is not None or outline.is_demonstration(sentence)
    if shown or sentence.kind in _UNREAD_KINDS:
        if not shown:
            yield from field_readings(Passage.of(sentence, outline.surroundings))
        return
    passage = Passage.of(sentence, outline.surroundings)
    found = readings_in(passage, shows_sample=outline.inline_sample_of(sentence) is not None)
    if id(change) in unread:
        # in a language without cues, words that look English may mean something else; numbers and quotes do not
        found = [item for item in found if _is_plain(item)]
    yield from found


def _is_plain(item: Found) -> bool:
    return isinstance(item.reading, NoUnfilled) or not (item.vague or isinstance(item.reading, Judgement | Section))


def _names_a_section(sentence: Sentence, outline: Outline) -> bool:
    said = without_comments(sentence.text).lower()
    return any(name.lower() in said for name in outline.order)


def _criterion(found: Found, sentence: Sentence, delta: PromptDelta, sign: Sign) -> Criterion:
    removed = sign is Sign.REMOVED
    return Criterion(
        description=statement_of(found.reading),
        category=found.category,
        sentence=sentence,
        phrase=found.span,
        version=delta.before if removed else delta.after,
        delta=delta.after.index,
        removed=removed,
        vague=found.vague,
        reading=found.reading,
    )


def _is_kept(criterion: Criterion, kept: set[Reading | None], delta: PromptDelta) -> bool:
    """Whether what a removed sentence asked for is still asked for by something that came."""
    if criterion.reading in kept:
        return True
    counterpart = next(
        (c.counterpart for c in delta.changes if c.sign is Sign.REMOVED and c.sentence == criterion.sentence), None
    )
    return isinstance(criterion.reading, Judgement) and counterpart is not None
