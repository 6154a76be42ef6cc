"""What a sentence says of the whole response where one is chosen of several: languages, formats, tones.

Its letters, person, tense and spelling are of that sort, too.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from spade_core.criteria.formats import LANGUAGES
from spade_core.criteria.passage import NOT
from spade_core.criteria.reach import RESPONSE
from spade_core.criteria.wishes import CLOSE, EVERYWHERE, FILL, MARK, OBLIGED, OPEN

_VERB = (
    r"(?:respond|reply|answer|write|speak|talk|communicate|output|return|produce|give|provide|format|phrase|formulate|"
    r"generate|compose|tell|narrate|present|express|deliver|print|render)"
)
_ING = r"(?:responding|replying|answering|writing|speaking|communicating|formatting|using)"
_SELF = (
    rf"(?: (?:{RESPONSE}|it|all (?:of the )?(?:text|words)|back|me|us|only|just|strictly|exclusively|solely|"
    r"entirely|always|(?:to )?(?:the (?:user|customer|reader)|them|me)))*"
)
_DO = rf"{FILL}{_VERB}{_SELF}"
_IS = (
    rf"{RESPONSE} {OBLIGED}(?: (?:always|only))? be(?: (?:only|always|strictly))?"
    r"(?: (?:written|given|returned|formatted|provided|presented|phrased|expressed|sent|rendered))?"
)
_DONT = rf"{FILL}(?:(?:{NOT}|never) (?:ever )?{_VERB}{_SELF}|(?:avoid|refrain from|without) {_ING}{_SELF})"
_IS_NOT = rf"{RESPONSE} (?:{OBLIGED} (?:not|never) be|[a-z]+n't be|cannot be)(?: (?:written|given|returned|formatted))?"
_NO = rf"{FILL}(?:(?:{NOT}|never) (?:ever )?use|avoid(?: using)?|refrain from using|no|without(?: using)?)"
_ALL_THE_TIME = r"(?: (?:only|exclusively|at all times|always|throughout|please|alone))*"
_BEFORE_IT = r"(?:(?:an?|valid|raw|strict|pure|single|well-formed|well formed|proper|minified|only|just|the|correct) )*"
_AFTER_IT = (
    r"(?: (?:format|object|array|document|string|syntax|only|alone|list|query|text|exclusively))*"
    r"(?: (?:with (?:the |these |exactly |only |an? )*(?:(?:following|two|three|four|five) )?(?:keys?|fields?|"
    r"properties|columns|"
    r"attributes)|that (?:has|contains|includes)|containing|with no other text|with nothing else|with)\b[^;.]*)?"
)
_NAME = f"(?P<name>{MARK}+)"
_LANGUAGE = (
    r"(?:(?:only|fluent|clear|proper|correct|simple|plain|perfect|good|natural|idiomatic|british|american|formal|"
    rf"informal|everyday) )*{_NAME}(?: language)?"
)
_FORMATS: Final = {
    "json": "JSON",
    "yaml": "YAML",
    "xml": "XML",
    "csv": "CSV",
    "html": "HTML",
    "markdown": "Markdown",
    "plain text": "plain text",
    "plain-text": "plain text",
    "plaintext": "plain text",
    "prose": "prose",
}
_FORMAT = rf"(?:(?:plain|flowing|continuous|running) )?{_NAME}"
_UPPER = r"(?:all[- ])?caps|all[- ]capitals|(?:all )?capital letters|capitals|upper[- ]?case(?: letters)?|block letters"
_LOWER = r"lower[- ]?case(?: letters)?|small letters"
_CASE = rf"(?:(?:all|only) )?{_NAME}"
_TONES: Final = {
    "formal": "a formal tone",
    "formally": "a formal tone",
    "casual": "a casual tone",
    "casually": "a casual tone",
    "informal": "a casual tone",
    "informally": "a casual tone",
    "colloquial": "a casual tone",
    "serious": "a serious tone",
    "solemn": "a serious tone",
    "humorous": "a humorous tone",
    "funny": "a humorous tone",
    "silly": "a humorous tone",
    "playful": "a humorous tone",
}
_MOODS: Final = frozenset({"a serious tone", "a humorous tone"})
_TONE_WORD = "|".join(_TONES)
_OTHER_WORD = r"(?!(?:too|less|more|not|slightly|somewhat|semi|overly|no|never|either|neither)\b)[a-z-]+"
_TONE = (
    rf"(?:(?:very|strictly|consistently|always|only) )?(?:{_OTHER_WORD}(?:, (?:and |but )?| and | but | yet ))?"
    rf"{_NAME}(?:(?:, (?:and |but )?| and | but | yet ){_OTHER_WORD}){{0,2}}"
)
_MANNER = r"(?:tone|style|language|voice|register|manner|wording|english|way)"
_PERSON = rf"(?:the )?{_NAME}(?: singular| plural)?(?: perspective| voice| point of view| narration)?"
_TENSE = rf"(?:the )?{_NAME}"
_SPELLING = rf"{_NAME}(?: english)?(?: spellings?| conventions)?"


@dataclass(frozen=True, slots=True)
class Manner:
    """One way of the response as a whole, wanted or ruled out."""

    kind: str
    name: str
    wanted: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Kind:
    """How one kind is spoken of: wordings with the group `name`, in which the names are marked."""

    kind: str
    names: str
    """Matches the names."""
    wanted: tuple[str, ...]
    barred: tuple[str, ...]


_KINDS: Final = (
    _Kind(
        "language",
        "|".join(LANGUAGES),
        wanted=(
            rf"{_DO} (?:in|using) {_LANGUAGE}",
            rf"{_IS} (?:in )?{_LANGUAGE}",
            rf"{FILL}(?:use|speak|write|stick to|keep to) {_LANGUAGE}",
            rf"{_LANGUAGE} only",
            rf"(?:only )?in {_LANGUAGE}",
            rf"(?:(?:response|output|answer|reply) )?language: {_LANGUAGE}",
            rf"(?:the |your )?(?:response|output|answer|reply) language (?:is|{OBLIGED} be) {_LANGUAGE}",
        ),
        barred=(rf"{_DONT} in {_LANGUAGE}", rf"{_NO} {_LANGUAGE}", rf"{_IS_NOT} in {_LANGUAGE}"),
    ),
    _Kind(
        "format",
        "|".join(_FORMATS),
        wanted=(
            rf"{_DO}(?: (?:in|as|with|using))? {_BEFORE_IT}{_FORMAT}{_AFTER_IT}",
            rf"{_IS} (?:in )?{_BEFORE_IT}{_FORMAT}{_AFTER_IT}",
            rf"{FILL}use {_BEFORE_IT}{_FORMAT}{_AFTER_IT}",
            rf"{_BEFORE_IT}{_FORMAT} only",
        ),
        barred=(
            rf"{_DONT}(?: (?:in|as|with|using))? {_BEFORE_IT}{_FORMAT}(?: format)?",
            rf"{_NO} (?:any )?{_FORMAT}(?: format| formatting| syntax)?",
            rf"{_IS_NOT} (?:in )?{_FORMAT}",
        ),
    ),
    _Kind(
        "letters",
        f"{_UPPER}|{_LOWER}",
        wanted=(
            rf"{_DO} in {_CASE}",
            rf"{_IS} (?:in )?{_CASE}",
            rf"(?:everything|all (?:text|letters)) (?:{OBLIGED} be )?(?:in )?{_CASE}",
            rf"{FILL}use (?=all |only |[^,.]* only){_CASE}",
            rf"{_CASE} only",
        ),
        barred=(rf"{_NO} (?:any )?{_CASE}", rf"{_DONT} in {_CASE}", rf"{_IS_NOT} in {_CASE}"),
    ),
    _Kind(
        "tone",
        _TONE_WORD,
        wanted=(
            rf"{FILL}(?:{_VERB}|use|adopt|maintain|keep|have|take|stick to|strike)(?: (?:in|with|to))? (?:an? |the "
            rf")?{_TONE} {_MANNER}",
            rf"{FILL}keep (?:it|{RESPONSE}|(?:the|your) (?:text|note|email|message|{_MANNER})) {_TONE}",
            rf"{FILL}(?:be|sound) {_TONE}",
            rf"{FILL}{_VERB} {_TONE}",
            rf"(?:the |your )?{_MANNER} {OBLIGED} be {_TONE}",
            rf"(?:(?:the|your) )?{_MANNER}: {_TONE}",
            rf"{_TONE} (?:tone|style)",
            rf"{_IS} {_TONE}",
        ),
        barred=(
            rf"{FILL}(?:{NOT}|never) (?:be|sound|get|write) {_NAME}",
            rf"(?:{_NO}|{_DONT} in|{_DONT} with) (?:an? |any )?{_NAME} {_MANNER}",
        ),
    ),
    _Kind(
        "person",
        r"(?:first|third)[- ]person",
        wanted=(rf"{_DO} (?:in|from) {_PERSON}", rf"{_IS} in {_PERSON}", rf"{FILL}use {_PERSON}"),
        barred=(rf"{_DONT} (?:in|from) {_PERSON}", rf"{_NO} {_PERSON}"),
    ),
    _Kind(
        "tense",
        r"(?:past|present|future)(?: simple)? tense",
        wanted=(rf"{_DO} in {_TENSE}", rf"{_IS} in {_TENSE}", rf"{FILL}use {_TENSE}"),
        barred=(rf"{_DONT} in {_TENSE}", rf"{_NO} {_TENSE}"),
    ),
    _Kind(
        "spelling",
        "british|american",
        wanted=(rf"{FILL}(?:use|follow|write in) {_SPELLING}", rf"{_DO} (?:in|with|using) {_SPELLING}"),
        barred=(rf"{_NO} {_SPELLING}",),
    ),
)
_BOTH = re.compile(rf"{MARK}(?:, | and | or |/){MARK}")


@cache  # compiled when first met: a start must not wait for it
def _names(kind: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(each.names for each in _KINDS if kind in ('', each.kind))})\b")


@cache
def _wordings(kind: str, *, wanted: bool) -> re.Pattern[str]:
    [found] = (each for each in _KINDS if each.kind == kind)
    wordings = "|".join(found.wanted if wanted else found.barred)
    unique = re.sub(r"\(\?P<name>", "(", wordings)
    return re.compile(f"{OPEN}(?:{unique}){_ALL_THE_TIME if wanted else EVERYWHERE}{CLOSE}")


def manners_in(text: str) -> Iterator[Manner]:
    """Yield what a folded sentence, its quotes blanked, says of the manner of the whole response."""
    if _names("").search(text) is None:
        return
    for kind in _KINDS:
        marked = _names(kind.kind).sub(lambda found: MARK * len(found.group()), text)
        if marked == text or (kind.kind == "language" and _BOTH.search(marked)):
            continue
        barred = list(_matches(kind, text, marked, wanted=False))
        yield from barred
        taken = [(each.start, each.end) for each in barred]
        for each in _matches(kind, text, marked, wanted=True):
            if not any(start < each.end and each.start < end for start, end in taken):
                yield each


def _matches(kind: _Kind, text: str, marked: str, *, wanted: bool) -> Iterator[Manner]:
    for match in _wordings(kind.kind, wanted=wanted).finditer(marked):
        words = match.group()
        start = match.start() + len(words) - len(words.lstrip(" -*#>"))
        names = {_name(kind, name) for name in _names(kind.kind).findall(text[match.start() : match.end()])}
        if len(names) == 1:  # "formal or casual": no choice between the two
            [(what, name)] = names
            yield Manner(what, name, wanted, start, match.end())


def _name(kind: _Kind, name: str) -> tuple[str, str]:
    match kind.kind:
        case "letters":
            return kind.kind, "lower case" if re.fullmatch(_LOWER, name) else "capital letters"
        case "format":
            return kind.kind, _FORMATS[name]
        case "tone":
            tone = _TONES[name]
            return ("mood" if tone in _MOODS else "register"), tone
        case "language":
            return kind.kind, name.capitalize()
        case "person" | "tense":
            return kind.kind, f"the {name.replace(' simple', '')}"
        case _:
            return kind.kind, f"{name.capitalize()} spelling"
