"""Qualities of the response: its adjectives, its adverbs of manner, nouns such as "tone"."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from spade_core.categories.category_match import Asking, CategoryMatch, words
from spade_core.constraints import entry_nouns
from spade_core.language import any_of, lexicon
from spade_core.taxonomy import Category


def qualities(asking: Asking) -> Iterator[CategoryMatch]:
    """Yield how the response is to be; nothing for what is ruled out, which is an exclusion."""
    for way in _ways():
        if way.needs.isdisjoint(asking.words) or (way.needs_sure and not asking.sure):
            continue
        for found in way.pattern.finditer(asking.text):
            core = found.span("core")
            if not asking.overlaps(core, Category.QUALITATIVE, Category.EXCLUSION) and not asking.in_condition(core[0]):
                yield CategoryMatch(Category.QUALITATIVE, way.reason, *found.span(), core)


class _Way(NamedTuple):
    """One way to say a quality."""

    reason: str
    needs: frozenset[str]
    """Words of which one is there wherever it is said."""
    pattern: re.Pattern[str]
    needs_sure: bool = False
    """Whether it tells only where the sentence certainly speaks of the response."""


_DEGREE: Final = r"(?:(?:as|more|most|very|quite|really|both|highly|extremely|fully|not|less|too|so|\w+ly) )*"
_WANTED: Final = r"(?:^|[,;:—] |\b(?:and|or|but|to|must|should|shall|please|always|needs?) )"


_STYLE: Final = "style of the response"
_TRAIT: Final = "describes the response"
_QUALITY: Final = "a quality of the response"


@cache
def _ways() -> tuple[_Way, ...]:
    """Return the ways to say a quality; a word that could be any adjective needs a verb that wants one."""
    adjective, noun = words("qualities", "adjectives"), words("qualities", "nouns")
    adjectives, nouns = _first_words("adjectives"), _first_words("nouns")
    no_trait = rf"(?!{words('qualities', 'none')}\b)(?!\w+(?:ed|ing)\b)"
    trait = rf"(?P<core>{no_trait}[a-z]{{3,}})(?!\w)(?! (?:in|to|from|by)\b)"
    is_ = "|".join(rf"(?<={subject} )is" for subject in ("tone", "style", "it", "response", "answer", "output"))
    verb = rf"(?:be|{is_}|sound|sounds|feel|stay|remain|keep|make|seem|look|ensure)"
    them = r"(?:it|them|this|things|everything)"
    joined = r"(?: (?:and|or|,|but|yet) ?(?:[a-z]+ )?)?(?: [a-z]+){0,2}?"
    return (
        _way(_STYLE, adjectives, rf"(?<!\w)(?:{verb}(?: \w+){{0,3}}?|as|too) {_DEGREE}(?P<core>{adjective})(?!\w)"),
        _way(_TRAIT, "be sound feel stay remain", rf"{_WANTED}(?:be|sound|feel|stay|remain) {_DEGREE}{trait}"),
        _way(_TRAIT, "ensure make", rf"\b(?:ensure|make sure)(?: that)? (?:\w+ ){{1,3}}(?:is|are) {_DEGREE}{trait}"),
        _way(_TRAIT, "keep make", rf"{_WANTED}(?:keep|make) {them} {_DEGREE}(?!\w+s\b){trait}"),
        _way(
            _STYLE, adjectives, rf"(?<!the )(?<!to )(?<!\w)(?P<core>{adjective}){joined} {_bearer()}s?(?!\w)", sure=True
        ),
        _way(_STYLE, "more less", rf"{_WANTED}(?P<core>(?:more|less) {adjective})(?!\w)"),
        _way(_QUALITY, _first_words("adverbs"), rf"(?<!\w)(?P<core>{words('qualities', 'adverbs')})(?!\w)", sure=True),
        _way(_QUALITY, nouns, rf"(?<!\w){noun} (?:is|(?:should|must) be) (?P<core>[^.,;]+)", sure=True),
        _way(_QUALITY, nouns, rf"(?<!\w)(?P<core>{noun})(?!\w)", sure=True),
        *_phrases(),
    )


def _phrases() -> Iterator[_Way]:
    """Yield the ways of saying it without an adjective: "write like a pirate", "in the second person"."""
    to_whom = r"(?: (?:it|to|the|reader|user|them|this|everything|things))*"
    like = rf"(?:sound|write|speak|talk|explain|act|read){to_whom} (?:like|as if|as though)|write for|vary"
    adapt = r"(?:adapt|adjust|tailor|match) (?:your |the |its )?(?:\w+ )?(?:language|wording|level)"
    grip = r"(?:grab|catch|hold|capture) (?:\w+ ){0,3}(?:attention|interest|curiosity)"
    person = r"(?:1st|2nd|3rd|first|second|third) person"
    tense = r"(?:past|present|future|active|passive) (?:tense|voice)"
    other = r"(?:grade|reading) level|to the point|in depth|high quality"
    needs = "like as write vary adapt adjust tailor match attention interest curiosity"
    yield _way(_STYLE, needs, rf"{_WANTED}(?P<core>{like}|{adapt}|{grip})(?!\w)")
    using = r"(?:in|use|using|from|adopt) (?:\w+ ){0,2}?"
    aspect = rf"{using}(?:{person}|{tense})|{other}"
    yield _way(_STYLE, "person tense voice level point depth quality", rf"\b(?P<core>{aspect})\b")


def _way(reason: str, needs: frozenset[str] | str, pattern: str, *, sure: bool = False) -> _Way:
    needed = needs if isinstance(needs, frozenset) else frozenset(needs.split())
    return _Way(reason, needed, re.compile(pattern), sure)


def _bearer() -> str:
    """Return a pattern for what can have a quality: the response, its parts, its tone."""
    lex = lexicon()
    nouns = [noun for key in ("response", "written", "part") for noun in lex.words("nouns", key)]
    return any_of([*nouns, *entry_nouns(), *lex.words("qualities", "bearers")])


def _first_words(key: str) -> frozenset[str]:
    return frozenset(word.split(" ")[0] for word in lexicon().words("qualities", key))
