"""What a criterion takes a stand on, so that two of them can be compared: how many, which of several, how it begins.

Law: two criteria can exclude each other only where they take different stands on one topic (`compatibility`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeAlias

from spade_core.criteria.criterion import Criterion
from spade_core.criteria.descriptions import amount
from spade_core.criteria.manners import manners_in
from spade_core.criteria.numbers import NUMBER
from spade_core.criteria.passage import NEGATION, Passage, Surroundings
from spade_core.criteria.reach import about, is_at_an_end, is_open, is_set_apart, label_of, place_of
from spade_core.criteria.readings import (
    WHOLE,
    Echo,
    FilledPhrase,
    KeyChoice,
    PhraseRule,
    Phrases,
    Quantity,
    Reading,
    Scope,
    Unit,
)
from spade_core.criteria.wishes import wishes_in
from spade_core.deltas.sentence import Sentence
from spade_core.text import Span

Topic: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Between `least` and `most` of something; None is no bound."""

    least: int | None
    most: int | None
    said: str
    """In words: ``at least 3 sentences``."""
    product: str = ""
    """What the prompt calls the response, where it does: ``note``; of two products each has bounds of its own."""


@dataclass(frozen=True, slots=True)
class Options:
    """One of these names, or (not `wanted`) none of them."""

    names: frozenset[str]
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class Edge:
    """How the response begins or ends, or must not: one of the phrases."""

    rule: PhraseRule
    phrases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stance:
    """A stand on a topic, and the words of the sentence that take it."""

    topic: Topic
    says: Bounds | Options | Edge
    phrase: Span


def stances_of(criterion: Criterion) -> tuple[Stance, ...]:
    """Return the stands that a criterion takes, with those that its sentence takes as a whole; mostly none.

    One that may be about a part of the response or about some responses has its place in the topic, or is left out.
    """
    return _stances(criterion.reading, criterion.phrase, criterion.sentence)


@lru_cache(maxsize=4096)
def _stances(reading: Reading | None, phrase: Span, sentence: Sentence) -> tuple[Stance, ...]:
    passage = Passage.of(sentence, Surroundings())
    if is_open(passage.lower):
        return ()
    place = (*place_of(sentence), str(sentence.role or ""))
    found = (*_of_sentence(passage), *_of_reading(reading, phrase, passage))
    return tuple(dict.fromkeys(Stance((*each.topic, *place), each.says, each.phrase) for each in found))


_SMALLEST_IN: Final = {
    Unit.PARAGRAPHS: (Unit.SENTENCES, Unit.WORDS),
    Unit.SENTENCES: (Unit.WORDS,),
    Unit.ITEMS: (Unit.WORDS,),
}
"""Units in which there are at least as many as of the larger one."""
_LETTERS: Final = 3
"""Characters of a word with the space behind it, at the least, where there are many words."""
_LOOSE: Final = (0.7, 1.3)
"""How far a number may be missed that is only meant about."""


def _of_reading(reading: Reading | None, phrase: Span, passage: Passage) -> Iterator[Stance]:
    match reading:
        case Quantity():
            yield from _counts(reading, phrase, passage)
        case Phrases():
            yield from _phrases(reading, phrase, passage)
        case FilledPhrase(rule=PhraseRule.STARTS_WITH):
            fixed = reading.phrase.partition(reading.marks[0][0])[0].strip()
            if fixed:
                yield from _phrases(Phrases(reading.rule, (fixed,), reading.scope), phrase, passage)
        case Echo() if not _is_narrow(passage, phrase):
            bounds = Bounds(1, None, f"the value of {reading.field}")
            yield Stance(("field", reading.field), bounds if reading.wanted else _ruled_out(bounds), phrase)
        case KeyChoice():
            yield Stance(("key", reading.key), Options(frozenset(map(str.lower, reading.choices))), phrase)
        case _:
            return


def _of_sentence(passage: Passage) -> Iterator[Stance]:
    label, end = label_of(passage.lower)
    text = " " * end + passage.spoken[end:] if not label else passage.spoken
    if label or (is_set_apart(text) and not is_at_an_end(text)):
        return
    for wish in wishes_in(text):
        if is_at_an_end(text) and not wish.wanted:
            continue
        bounds = Bounds(1, None, wish.thing)
        span = _trimmed(text, wish.start, wish.end)
        yield Stance(("use", wish.thing), bounds if wish.wanted else _ruled_out(bounds), span)
        if wish.wanted and wish.whole:
            yield Stance(("form", wish.thing), bounds, span)
            yield Stance(_count_topic(Unit.WORDS, WHOLE), Bounds(2, None, wish.thing), span)
    for manner in manners_in(text):
        span = _trimmed(text, manner.start, manner.end)
        yield Stance((manner.kind,), Options(frozenset({manner.name}), manner.wanted), span)
        if manner.wanted:
            for thing in _HAS_NO.get(manner.name, ()):
                yield Stance(("form", thing), Bounds(None, 0, manner.name), span)


_MARKED_UP = ("bullet points", "a numbered list", "a table", "headings")
_HAS_NO: Final = {
    "JSON": _MARKED_UP,
    "XML": _MARKED_UP,
    "CSV": ("bullet points", "a numbered list", "headings"),
    "prose": ("bullet points", "a numbered list", "a table"),
}
"""Forms that a whole response in a format does not have."""


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def _ruled_out(bounds: Bounds) -> Bounds:
    return Bounds(None, 0, bounds.said)


def _count_topic(unit: Unit, scope: Scope, subject: str = "", counted: str = "") -> Topic:
    return "count", unit, scope, subject, counted


_PRODUCTS: Final = frozenset({"note", "letter", "essay", "article", "story", "poem", "report"})
"""Nouns that mostly stand for the whole response, not for a part of it as "summary" and "title" do."""


def _counts(quantity: Quantity, phrase: Span, passage: Passage) -> Iterator[Stance]:
    if _is_narrow(passage, phrase) or (quantity.lower is not None and _is_denied(passage, phrase)):
        return
    subject = _subject(passage, phrase)
    counted = _counted_noun(quantity, phrase.of(passage.lower))
    low, high = quantity.lower, quantity.upper
    if quantity.approximate:
        low = int(low * _LOOSE[0]) if low is not None else None
        high = int(high * _LOOSE[1]) + 1 if high is not None else None
    is_product = subject in _PRODUCTS and re.search(rf"\b(?:the|your|this) {subject}\b", passage.lower) is not None
    product = subject if is_product else ""
    subject = subject.removeprefix(product)
    bounds = Bounds(low, high, amount(quantity).replace(Unit.ENTRIES.value, f"{counted}s"), product)
    yield Stance(_count_topic(quantity.unit, quantity.scope, subject, counted), bounds, phrase)
    for unit in _SMALLEST_IN.get(quantity.unit, ()) if low else ():
        yield Stance(_count_topic(unit, quantity.scope, subject), replace(bounds, most=None), phrase)
    words = low if quantity.unit is Unit.WORDS else None
    if words is not None and words > _LETTERS:
        yield Stance(
            _count_topic(Unit.CHARACTERS, quantity.scope, subject),
            replace(bounds, least=words * _LETTERS, most=None),
            phrase,
        )
    yield from _presence(quantity, bounds, phrase, passage)


def _is_denied(passage: Passage, phrase: Span) -> bool:
    """Whether a clause rules out the very number that it gives: "never answer with one word"."""
    return NEGATION.search(re.split(r"[.;:!?,]\s", passage.spoken[: phrase.start])[-1]) is not None


_THINGS: Final = {
    Unit.EMOJIS: "emojis",
    Unit.HASHTAGS: "hashtags",
    Unit.LINKS: "links",
    Unit.QUESTIONS: "questions",
    Unit.EXCLAMATIONS: "exclamation marks",
    Unit.SECTIONS: "headings",
    Unit.ITEMS: "bullet points",
}


def _presence(quantity: Quantity, bounds: Bounds, phrase: Span, passage: Passage) -> Iterator[Stance]:
    """Yield that what is counted must be there at all: "at least two hashtags" where there are to be none."""
    thing = _THINGS.get(quantity.unit)
    words = phrase.of(passage.lower)
    named = quantity.unit not in (Unit.SECTIONS, Unit.ITEMS) or "heading" in words or "bullet" in words
    if thing is not None and bounds.least and named:
        yield Stance(("use", thing), Bounds(1, None, thing), phrase)


def _counted_noun(quantity: Quantity, words: str) -> str:
    """Return what is counted where the unit does not say it: ``example`` of ``3 examples``."""
    return words.split()[-1].strip(" .,;:*").removesuffix("s") if quantity.unit is Unit.ENTRIES else ""


def _subject(passage: Passage, phrase: Span) -> str:
    """Return what a clause with a quantity speaks of: "summary" of "keep the summary within 50 words"."""
    label, end = label_of(passage.lower)
    before = passage.spoken[end : phrase.start] if end <= phrase.start else passage.spoken[: phrase.start]
    words = re.split(rf"\b(?:{NUMBER})", phrase.of(passage.spoken))
    bound = words[0] if len(words) > 1 else ""  # "limit quotes to" of "limit quotes to 10 words"
    behind = _BEHIND.match(passage.spoken, phrase.end) if "-" in phrase.of(passage.spoken) else None
    return about(label, re.split(r"[.;:!?,]\s|\band (?=\w+ )", before)[-1], bound, behind.group() if behind else "")


_BEHIND: Final = re.compile(r"(?: [a-z][\w-]*){1,2}")
"""Matches what a number with a hyphen belongs to: "summary" of "a 50-word summary"."""


_EVERYWHERE: Final = re.compile(
    r"\b(?:in (?:the|your|its) (?:whole |entire )?(?:response|answer|output|reply|text)|in (?:total|all|any way)|at all"
    r"|of (?:the|your) (?:response|answer|output|reply)|in length)\b"
)
_NARROWED_AFTER: Final = re.compile(
    r"\b(?:for|in|of|about|to|from|on|at|per|than|with|within|between|by|when|where|if|unless|except|that|which|"
    r"who|twice"
    r"|deeper|every|each|other|another|under|as|inside|after|before|but)\b"
)
_NARROWED_BEFORE: Final = re.compile(
    r"^\W*(?:in|for|when|whenever|if|unless|on|at|after|before|while|within|inside)\b(?! (?:at (?:least|most)|"
    r"total|an?|one|no|"
    r"exactly|\d))"
    r"|\b(?:first|second|third|fourth|last|other|every|another|following)\b"
)


def _is_narrow(passage: Passage, phrase: Span) -> bool:
    """Whether a sentence may speak of a part of the response, or of some responses, only."""
    after = _EVERYWHERE.sub("", passage.spoken[phrase.end :])
    return (
        _NARROWED_BEFORE.search(passage.spoken[: phrase.start]) is not None or _NARROWED_AFTER.search(after) is not None
    )


_EDGES: Final = {
    PhraseRule.STARTS_WITH: "start",
    PhraseRule.NOT_STARTS_WITH: "start",
    PhraseRule.ENDS_WITH: "end",
    PhraseRule.NOT_ENDS_WITH: "end",
}
_SURE: Final = re.compile(r"\b(?:only|just|simply|exactly|nothing else|solely)\b")


def _phrases(phrases: Phrases, phrase: Span, passage: Passage) -> Iterator[Stance]:
    subject = _subject_of_phrases(passage, phrases.phrases)
    texts = tuple(text.lower() for text in phrases.phrases)
    place = (phrases.scope, subject)
    match phrases.rule:
        case PhraseRule.ONE_OF if not subject and not _is_denied(passage, phrase):
            yield Stance(("choice", phrases.scope), Options(frozenset(texts)), phrase)
            yield from _short(phrases, phrase, passage)
        case PhraseRule.INCLUDE_ALL:
            yield from (Stance(("phrase", t, *place), Bounds(1, None, f'"{t}"'), phrase) for t in texts)
        case PhraseRule.EXCLUDE if not _is_narrow(passage, phrase):
            yield from (Stance(("phrase", t, *place), Bounds(None, 0, f'"{t}"'), phrase) for t in texts)
        case PhraseRule.STARTS_WITH | PhraseRule.ENDS_WITH | PhraseRule.NOT_STARTS_WITH | PhraseRule.NOT_ENDS_WITH:
            yield Stance((_EDGES[phrases.rule], *place), Edge(phrases.rule, phrases.phrases), phrase)
            if len(texts) == 1 and phrases.rule in (PhraseRule.STARTS_WITH, PhraseRule.ENDS_WITH):
                yield Stance(("phrase", texts[0], *place), Bounds(1, None, f'"{texts[0]}"'), phrase)
        case _:
            return


def _short(choice: Phrases, phrase: Span, passage: Passage) -> Iterator[Stance]:
    """Yield how short a response is that is one of some choices and no more."""
    if choice.scope != WHOLE or about(passage.lower[: phrase.start]):
        return
    most = max(len(text.split()) for text in choice.phrases)
    said = f"{' or '.join(choice.phrases[:3])} alone"
    for unit, number in ((Unit.WORDS, most), (Unit.SENTENCES, 1), (Unit.PARAGRAPHS, 1)):
        yield Stance(_count_topic(unit, WHOLE), Bounds(None, number, said), phrase)
    if _SURE.search(passage.lower):
        yield Stance(("use", "an explanation"), Bounds(None, 0, said), phrase)


def _subject_of_phrases(passage: Passage, phrases: tuple[str, ...]) -> str:
    """Return the words around phrases that say where they belong; the choices of a list are phrases as well."""
    around = passage.spoken
    for text in sorted(phrases, key=len, reverse=True):
        around = re.sub(rf"(?<![\w-]){re.escape(text.lower())}(?![\w-])", " ", around)
    return about(around)
