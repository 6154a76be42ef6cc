"""From criteria to candidate assertions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from textwrap import indent

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.candidates.check import Check, identifier, source_of, wrapped_literal
from spade_core.candidates.contents import (
    casing_checks,
    code_convention_checks,
    content_checks,
    grounded_checks,
    nothing_after_list_checks,
    only_content_checks,
    own_words_checks,
    repetition_checks,
    score_checks,
    title_checks,
    topic_checks,
)
from spade_core.candidates.counting import field_quantity_checks, length_checks, quantity_checks
from spade_core.candidates.fields import echo_checks, unfilled_checks
from spade_core.candidates.languages import language_checks
from spade_core.candidates.layout import layout_checks
from spade_core.candidates.notations import json_key_checks, key_value_checks, tag_checks
from spade_core.candidates.phrases import filled_checks, phrase_checks
from spade_core.candidates.sections import sample_checks, section_checks, section_order_checks
from spade_core.candidates.surfaces import date_checks, punctuation_checks, verbatim_checks
from spade_core.candidates.wording import hidden_checks, manner_checks, times_checks
from spade_core.criteria.criterion import Criterion
from spade_core.criteria.judgements import question_of
from spade_core.criteria.passage import untagged
from spade_core.criteria.readings import (
    Casing,
    CodeConventions,
    DateShape,
    Echo,
    FieldQuantity,
    FilledPhrase,
    Format,
    Grounded,
    Hidden,
    JsonKeys,
    Judgement,
    KeyChoice,
    KeyRange,
    Language,
    Layout,
    Length,
    Manner,
    NoRepetition,
    NothingAfterList,
    NoUnfilled,
    OnlyContent,
    OwnWords,
    PhraseRule,
    Phrases,
    Quantity,
    Reading,
    SampleShape,
    Score,
    Section,
    SectionOrder,
    Shows,
    Speaks,
    Tags,
    Times,
    TitleFirst,
    Topics,
    Unit,
    Unpunctuated,
    Verbatim,
)
from spade_core.criteria.rewording import ask_the_same
from spade_core.criteria.styles import SEEN_MANNERS


def candidates_for(criteria: Sequence[Criterion]) -> list[CandidateAssertion]:
    """Return the candidates of the criteria, in their order, identical ones merged with the criteria of all origins."""
    merged: dict[str, tuple[Check, list[Criterion]]] = {}
    written_so: dict[int, bool] = {}
    whole = _Whole.of(criteria)
    for criterion in criteria:
        version = criterion.version
        if id(version) not in written_so:
            written_so[id(version)] = _has_ideographs(version.template.text)
        for check in checks_for(whole.of_all(criterion), ideographs=written_so[id(version)]):
            known = _known(check, merged)
            _, origins = merged.setdefault(known, (check, []))
            if not origins or origins[-1] is not criterion:
                origins.append(criterion)
    taken: set[str] = set()
    return [_candidate(check, origins, taken) for check, origins in merged.values()]


@dataclass(frozen=True, slots=True)
class _Whole:
    """What several sentences say in pieces: the placeholders, and the keys of the JSON."""

    marks: tuple[str, ...]
    keys: tuple[tuple[JsonKeys, int], ...]
    """Each reading with the index of its version."""

    @classmethod
    def of(cls, criteria: Sequence[Criterion]) -> "_Whole":
        readings = [(criterion.reading, criterion.version.index) for criterion in criteria]
        marks = dict.fromkeys(m for reading, _ in readings if isinstance(reading, NoUnfilled) for m in reading.marks)
        return cls(tuple(marks), tuple((r, version) for r, version in readings if isinstance(r, JsonKeys)))

    def of_all(self, criterion: Criterion) -> Criterion:
        """Return the criterion with what the other sentences add to its reading."""
        reading = criterion.reading
        if isinstance(reading, NoUnfilled):
            # placeholders of all versions: what an old one left unfilled is as wrong
            return replace(criterion, reading=NoUnfilled(self.marks))
        if not isinstance(reading, JsonKeys):
            return criterion
        others = [other for other, version in self.keys if version == criterion.version.index]
        if not reading.closed:
            wider = [other for other in others if other.closed and set(reading.keys) <= set(other.keys)]
            return replace(criterion, reading=wider[0]) if wider else criterion
        open_keys = {key for other in others if not other.closed for key in other.keys}
        return replace(criterion, reading=replace(reading, closed=open_keys <= set(reading.keys)))


def _known(check: Check, merged: dict[str, tuple[Check, list[Criterion]]]) -> str:
    """Return the key of the candidate that a check repeats: the same code, or nearly the same question."""
    if not check.asks_judge or check.body in merged:
        return check.body
    for body, (other, _) in merged.items():
        if other.asks_judge and ask_the_same(check.body, body):
            return body
    return check.body


def _candidate(check: Check, origins: list[Criterion], taken: set[str]) -> CandidateAssertion:
    name = _distinct(identifier(check.name), taken)
    taken.add(name)
    return CandidateAssertion(
        name=name,
        source=source_of(check, name),
        criteria=tuple(origins),
        origin=origins[0].origin,
        asks_judge=check.asks_judge,
    )


def _distinct(name: str, taken: set[str]) -> str:
    number = 1
    distinct = name
    while distinct in taken:
        number += 1
        distinct = f"{name[:76]}_{number}"
    return distinct


def _has_ideographs(text: str) -> bool:
    """Whether a text has characters of a script that counts by character: Chinese, Japanese, Korean."""
    return not text.isascii() and any("\u3040" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7a3" for c in text)


def checks_for(criterion: Criterion, *, ideographs: bool = False) -> Iterator[Check]:
    """Yield the checks of one criterion: by code where code can tell, by a judge where it cannot or not for certain.

    `ideographs` says that the prompt is written in a script without spaces, so that words are counted by character.
    """
    reading = criterion.reading
    if reading is None:
        yield judge_check(criterion.description, f"Is this true of the response: {criterion.description}")
        return
    if isinstance(reading, Judgement):
        yield judge_check(criterion.source_phrase, reading.question)
        return
    yield from _by_code(reading, ideographs=ideographs)
    if _needs_a_reader(reading, criterion):
        yield judge_check(criterion.sentence.text, question_of(criterion.sentence))


def _needs_a_reader(reading: Reading, criterion: Criterion) -> bool:
    if isinstance(reading, Layout):
        return reading.format is Format.GROUPS
    if isinstance(reading, Phrases):
        return reading.rule is PhraseRule.EXCLUDE_NAMES
    if isinstance(reading, Quantity):
        return reading.unit is Unit.STEPS
    if isinstance(reading, Times):
        return isinstance(reading.what, Manner)
    if isinstance(reading, Speaks) and reading.manner is Manner.CLOSING_QUESTION:
        return _says_more_behind(criterion)
    if isinstance(reading, Speaks) and reading.manner in SEEN_MANNERS:
        return False
    readers = (
        Length
        | Speaks
        | Topics
        | Grounded
        | NoRepetition
        | CodeConventions
        | OnlyContent
        | NothingAfterList
        | Hidden
        | Verbatim
    )
    return isinstance(reading, readers)


def _says_more_behind(criterion: Criterion) -> bool:
    """Whether the sentence goes on behind the source phrase: "end with a question about their budget"."""
    return len(criterion.sentence.text[criterion.phrase.end :].split()) > 1


def judge_check(words: str, question: str) -> Check:
    """Return the check that asks a judge; yes means that the response passes."""
    call = indent(f"prompt,\nresponse,\n{wrapped_literal(question)},", "    ")
    body = f"return await ask_llm(\n{call}\n)"
    return Check(
        f"judged {' '.join(untagged(words).split()[:10])}", f"A judge answers yes to: {question}", body, asks_judge=True
    )


def _by_code(reading: Reading, *, ideographs: bool) -> Iterator[Check]:
    match reading:
        case Quantity():
            yield from quantity_checks(reading, ideographs=ideographs)
        case FieldQuantity():
            yield from field_quantity_checks(reading, ideographs=ideographs)
        case Length():
            yield from length_checks(reading, ideographs=ideographs)
        case Phrases():
            yield from phrase_checks(reading)
        case Times():
            yield times_checks(reading)
        case FilledPhrase():
            yield from filled_checks(reading)
        case Speaks():
            yield from manner_checks(reading)
        case Hidden():
            yield from hidden_checks(reading)
        case Layout() | JsonKeys() | KeyChoice() | KeyRange() | Tags() | Section() | SectionOrder() | SampleShape():
            yield from _by_layout(reading)
        case _:
            yield from _by_content(reading)


def _by_layout(
    reading: Layout | JsonKeys | KeyChoice | KeyRange | Tags | Section | SectionOrder | SampleShape,
) -> Iterator[Check]:
    match reading:
        case Layout():
            yield from layout_checks(reading)
        case JsonKeys():
            yield from json_key_checks(reading)
        case KeyChoice() | KeyRange():
            yield from key_value_checks(reading)
        case Tags():
            yield from tag_checks(reading)
        case Section():
            yield from section_checks(reading)
        case SectionOrder():
            yield from section_order_checks(reading)
        case SampleShape():
            yield from sample_checks(reading)


def _by_content(reading: Reading) -> Iterator[Check]:
    match reading:
        case Shows():
            yield from content_checks(reading)
        case Topics():
            yield from topic_checks(reading)
        case Echo():
            yield from echo_checks(reading)
        case NoUnfilled():
            yield from unfilled_checks(reading)
        case TitleFirst():
            yield from title_checks(reading)
        case Language():
            yield from language_checks(reading)
        case Casing():
            yield from casing_checks(reading)
        case Score():
            yield from score_checks(reading)
        case DateShape():
            yield from date_checks(reading)
        case Unpunctuated():
            yield from punctuation_checks(reading)
        case Verbatim():
            yield from verbatim_checks(reading)
        case _:
            yield from _by_fixed_words(reading)


def _by_fixed_words(reading: Reading) -> Iterator[Check]:
    match reading:
        case OnlyContent():
            yield from only_content_checks()
        case NothingAfterList():
            yield from nothing_after_list_checks()
        case Grounded():
            yield from grounded_checks()
        case OwnWords():
            yield from own_words_checks()
        case NoRepetition():
            yield from repetition_checks()
        case CodeConventions():
            yield from code_convention_checks()
        case _:
            raise TypeError(f"no check for {type(reading).__name__}")
