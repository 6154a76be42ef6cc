"""Pairs of criteria that no response can satisfy both; only what is certain: counts, phrases, formats, languages.

A criterion is held against the strictest of those before it, so the time is linear and nothing is said twice. One whose
sentence may speak of a part of the response only ("... for the intro", "the first list ...") is held against none.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from spade_core.criteria import Criterion
from spade_core.criteria.readings import (
    WHOLE,
    Casing,
    Echo,
    Format,
    Language,
    Layout,
    PhraseRule,
    Phrases,
    Quantity,
    Shows,
    Speaks,
    Unit,
)

_Place = TypeVar("_Place")
_CLASHING = (Quantity, Phrases, Layout, Speaks, Shows, Language, Echo, Casing)
"""The readings that can contradict one another."""
_INCLUDES = frozenset({PhraseRule.INCLUDE_ALL, PhraseRule.STARTS_WITH, PhraseRule.ENDS_WITH})
_EDGES = frozenset({PhraseRule.STARTS_WITH, PhraseRule.ENDS_WITH})
_OPPOSITE: Final = {
    PhraseRule.STARTS_WITH: PhraseRule.NOT_STARTS_WITH,
    PhraseRule.ENDS_WITH: PhraseRule.NOT_ENDS_WITH,
    PhraseRule.NOT_STARTS_WITH: PhraseRule.STARTS_WITH,
    PhraseRule.NOT_ENDS_WITH: PhraseRule.ENDS_WITH,
}
_NAMES: Final = {
    Format.JSON: "JSON",
    Format.JSON_ARRAY: "JSON",
    Format.JSON_OBJECT: "JSON",
    Format.YAML: "YAML",
    Format.XML: "XML",
    Format.CSV: "CSV",
}
"""Formats of which a response has one."""
_WHOLE_FORMAT: Final = re.compile(
    r"^\W*(?:(?:please|always|only|then|you must|must) )*(?:respond|answer|reply|return|output|write|produce|give)\b"
    r"(?: (?:only|just|strictly|your|the|response|answer|output|reply|in|as|with|using|valid|an?))*"
    r" (?:json|yaml|xml|csv)(?: (?:only|format|object|array))*\W*$",
    re.IGNORECASE,
)
"""Matches a sentence that says in which format all of the response is."""
_EVERYWHERE: Final = re.compile(
    r"\b(?:in (?:the|your|its) (?:whole |entire )?(?:response|answer|output|reply|text)|in (?:total|all|any way)|at all"
    r"|of (?:the|your) (?:response|answer|output|reply))\b",
    re.IGNORECASE,
)
_NARROWED_AFTER: Final = re.compile(
    r"\b(?:for|in|of|about|to|from|on|at|per|than|with|within|between|by|when|where|if|unless|except|that|which|who|twice"
    r"|deeper|every|each|other|another|under|as|inside|after|before|but)\b",
    re.IGNORECASE,
)
_NARROWED_BEFORE: Final = re.compile(
    r"^\W*(?:in|for|when|whenever|if|unless|on|at|after|before|while|within|inside)\b"
    r"|\b(?:first|second|third|fourth|last|other|each|every|another|following)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Contradiction(Generic[_Place]):
    """Two criteria that exclude each other, and whose they are."""

    first: Criterion
    first_place: _Place
    second: Criterion
    second_place: _Place
    why: str


def contradictions_among(criteria: Iterable[tuple[_Place, Criterion]]) -> Iterator[Contradiction[_Place]]:
    """Yield the contradictions between criteria that `may_clash`."""
    seen = _Seen[_Place]()
    for place, criterion in criteria:
        for key, why in seen.clashes(criterion):
            first_place, first = seen.at[key]
            if first_place != place:
                yield Contradiction(first, first_place, criterion, place, why)
                break
        seen.take(place, criterion)


def may_clash(criterion: Criterion) -> bool:
    """Whether a criterion can be in a contradiction at all."""
    reading = criterion.reading
    if not isinstance(reading, _CLASHING) or (isinstance(reading, Quantity) and reading.approximate):
        return False
    return not (isinstance(reading, Echo) and criterion.vague) and not _is_narrow(criterion)


def _is_narrow(criterion: Criterion) -> bool:
    """Whether its sentence may speak of a part of the response, or of some responses, only."""
    text, phrase = criterion.sentence.text, criterion.phrase
    after = _EVERYWHERE.sub("", text[phrase.end :])
    return _NARROWED_BEFORE.search(text[: phrase.start]) is not None or _NARROWED_AFTER.search(after) is not None


class _Seen(Generic[_Place]):
    """What was asked for so far, by what it would clash with."""

    def __init__(self) -> None:
        self.at: dict[tuple[object, ...], tuple[_Place, Criterion]] = {}

    def clashes(self, criterion: Criterion) -> Iterator[tuple[tuple[object, ...], str]]:
        """Yield the keys of what a criterion contradicts, and why."""
        match criterion.reading:
            case Quantity() as quantity if not quantity.approximate:
                yield from self._counts(quantity, counted_noun(criterion))
            case Phrases() as phrases:
                yield from self._phrases(phrases)
            case Layout() as layout:
                key = ("layout", layout.format, layout.scope, layout.detail, not layout.wanted)
                yield from self._forbidden(key, layout.format.value)
                yield from self._formats(whole_format(criterion))
            case Echo() as echo if not criterion.vague:
                yield from self._forbidden(("echo", echo.field, not echo.wanted), f"the value of {echo.field}")
            case Casing() as casing:
                known = self.at.get(("casing",))
                if known is not None and known[1].reading != casing:
                    yield ("casing",), f"one wants all letters in {casing.case.value}, the other does not"
            case Speaks() as speaks:
                yield from self._forbidden(("speaks", speaks.manner, not speaks.wanted), speaks.manner.value)
            case Shows() as shows:
                yield from self._forbidden(("shows", shows.content, not shows.wanted), shows.content.value)
            case Language() as language:
                known = self.at.get(("language",))
                other = known[1].reading if known else None
                if isinstance(other, Language) and other.name != language.name:
                    yield ("language",), f"one wants {other.name}, the other {language.name}"
            case _:
                return

    def take(self, place: _Place, criterion: Criterion) -> None:
        """Remember a criterion for those that come."""
        for key in self._keys(criterion):
            self.at.setdefault(key, (place, criterion))

    def _keys(self, criterion: Criterion) -> Iterator[tuple[object, ...]]:
        match criterion.reading:
            case Quantity() as quantity if not quantity.approximate:
                yield from self._stricter(quantity, counted_noun(criterion))
            case Phrases() as phrases:
                rule = "excludes" if phrases.rule is PhraseRule.EXCLUDE else "includes"
                if phrases.rule in _INCLUDES or phrases.rule is PhraseRule.EXCLUDE:
                    yield from ((rule, phrase.lower(), phrases.scope) for phrase in phrases.phrases)
                if phrases.rule in {*_OPPOSITE, PhraseRule.ONE_OF} - (_EDGES if len(phrases.phrases) > 1 else set()):
                    yield phrases.rule, phrases.scope
            case Layout() as layout:
                yield "layout", layout.format, layout.scope, layout.detail, layout.wanted
                if whole_format(criterion):
                    yield ("format",)
            case Echo() as echo if not criterion.vague:
                yield "echo", echo.field, echo.wanted
            case Casing():
                yield ("casing",)
            case Speaks() as speaks:
                yield "speaks", speaks.manner, speaks.wanted
            case Shows() as shows:
                yield "shows", shows.content, shows.wanted
            case Language():
                yield ("language",)
            case _:
                return

    def _stricter(self, quantity: Quantity, noun: str) -> Iterator[tuple[object, ...]]:
        """Yield the bounds that a quantity draws tighter; the looser ones before it are forgotten."""
        least, most = ("least", *_counted(quantity, noun)), ("most", *_counted(quantity, noun))
        known = self._quantity(least)
        if quantity.lower is not None and (known is None or known.lower is None or quantity.lower > known.lower):
            self.at.pop(least, None)
            yield least
        known = self._quantity(most)
        if quantity.upper is not None and (known is None or known.upper is None or quantity.upper < known.upper):
            self.at.pop(most, None)
            yield most

    def _quantity(self, key: tuple[object, ...]) -> Quantity | None:
        known = self.at.get(key)
        return known[1].reading if known and isinstance(known[1].reading, Quantity) else None

    def _counts(self, quantity: Quantity, noun: str) -> Iterator[tuple[tuple[object, ...], str]]:
        least, most = ("least", *_counted(quantity, noun)), ("most", *_counted(quantity, noun))
        for key, low, high in ((most, quantity, self._quantity(most)), (least, self._quantity(least), quantity)):
            if low is None or high is None or low.lower is None or high.upper is None:
                continue
            if low.lower > high.upper:
                yield key, f"one asks for at least {low.lower} {low.unit.value}, the other for at most {high.upper}"

    def _phrases(self, phrases: Phrases) -> Iterator[tuple[tuple[object, ...], str]]:
        other = "includes" if phrases.rule is PhraseRule.EXCLUDE else "excludes"
        if phrases.rule is PhraseRule.EXCLUDE or phrases.rule in _INCLUDES:
            for phrase in phrases.phrases:
                key = (other, phrase.lower(), phrases.scope)
                if key in self.at:
                    yield key, f'one includes "{phrase}", the other excludes it'
        known = self.at.get((phrases.rule, phrases.scope)) if phrases.rule in _EDGES else None
        before = known[1].reading if known else None
        if isinstance(before, Phrases) and len(phrases.phrases) == 1:
            one, two = before.phrases[0], phrases.phrases[0]
            if not _nested(one, two, phrases.rule):
                yield (phrases.rule, phrases.scope), f'one {phrases.rule.value} "{one}", the other "{two}"'
        yield from self._edges(phrases)
        yield from self._choices(phrases)

    def _edges(self, phrases: Phrases) -> Iterator[tuple[tuple[object, ...], str]]:
        """Yield what forbids the beginning or the end that phrases want, or wants one that they forbid."""
        opposite = _OPPOSITE.get(phrases.rule)
        key = (opposite, phrases.scope)
        known = self.at.get(key)
        before = known[1].reading if known else None
        if opposite is None or not isinstance(before, Phrases):
            return
        wanted, forbidden = (phrases, before) if phrases.rule in _EDGES else (before, phrases)
        for phrase in forbidden.phrases:
            if len(wanted.phrases) == 1 and _has_edge(wanted.phrases[0], phrase, wanted.rule):
                yield key, f'one {wanted.rule.value} "{wanted.phrases[0]}", the other {forbidden.rule.value} "{phrase}"'

    def _choices(self, phrases: Phrases) -> Iterator[tuple[tuple[object, ...], str]]:
        key = (PhraseRule.ONE_OF, phrases.scope)
        known = self.at.get(key) if phrases.rule is PhraseRule.ONE_OF else None
        before = known[1].reading if known else None
        if isinstance(before, Phrases) and {p.lower() for p in before.phrases}.isdisjoint(
            map(str.lower, phrases.phrases)
        ):
            yield key, "no answer is among the choices of both"

    def _formats(self, name: str) -> Iterator[tuple[tuple[object, ...], str]]:
        known = self.at.get(("format",))
        other = whole_format(known[1]) if known else ""
        if name and other and name != other:
            yield ("format",), f"one wants {other}, the other {name}"

    def _forbidden(self, key: tuple[object, ...], what: str) -> Iterator[tuple[tuple[object, ...], str]]:
        if key in self.at:
            yield key, f"one wants {what}, the other forbids it"


def counted_noun(criterion: Criterion) -> str:
    """Return what is counted where the unit does not say it: ``example`` of ``3 examples``."""
    reading = criterion.reading
    if not isinstance(reading, Quantity) or reading.unit is not Unit.ENTRIES:
        return ""
    return criterion.source_phrase.split()[-1].strip(" .,;:*").lower().removesuffix("s")


def _counted(quantity: Quantity, noun: str) -> tuple[object, ...]:
    return quantity.unit, quantity.scope, noun


def whole_format(criterion: Criterion) -> str:
    """Return the format that all of the response is to have; empty when the sentence does not say so for certain."""
    reading = criterion.reading
    if not isinstance(reading, Layout) or not reading.wanted or reading.scope != WHOLE:
        return ""
    return _NAMES.get(reading.format, "") if _WHOLE_FORMAT.match(criterion.sentence.text) else ""


def _has_edge(phrase: str, edge: str, rule: PhraseRule) -> bool:
    """Whether a phrase begins (or ends) with the words of another."""
    low, part = phrase.lower(), edge.lower()
    if rule is PhraseRule.STARTS_WITH:
        return low.startswith(part) and not low[len(part) : len(part) + 1].isalnum()
    return low.endswith(part) and not low[: len(low) - len(part)][-1:].isalnum()


def _nested(one: str, other: str, rule: PhraseRule) -> bool:
    """Whether a response can satisfy both: one phrase begins (or ends) with the other."""
    low, high = sorted((one.lower(), other.lower()), key=len)
    return high.startswith(low) if rule is PhraseRule.STARTS_WITH else high.endswith(low)
