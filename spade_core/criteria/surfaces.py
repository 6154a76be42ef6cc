"""What shows on the surface of a text: a very link, the shape of dates, punctuation, words quoted from the input."""

import re
from collections.abc import Iterator

from spade_core.categories.taxonomy import Category
from spade_core.criteria.fields import MARK
from spade_core.criteria.passage import NEGATION, NOT, Found, Passage, is_conditional
from spade_core.criteria.readings import WHOLE, DateShape, PhraseRule, Phrases, Place, Scope, Unpunctuated, Verbatim
from spade_core.text import Span

_URL = re.compile(r"(?:https?://|www\.)[^\s\"'`<>()\[\]{}\u201c\u201d]+[^\s\"'`<>()\[\]{}\u201c\u201d.,;:!?]")
_POINTS_TO = re.compile(
    r"\b(?:link|includ\w*|add\w*|point\w*|refer\w*|direct\w*|mention\w*|cite|citing|send\w*|insert\w*|use|using|give|"
    r"put|end|close|finish|sign)\b[^.;]*$"
)
_SOURCE = re.compile(
    r"\b(?:see|read|fetch|visit|browse|based on|according to|following|described|content|page) (?:\w+ ){0,4}$"
)


def links(passage: Passage) -> Iterator[Found]:
    """Yield the very links that the response must have, or must not."""
    for match in _URL.finditer(passage.text):
        before = passage.lower[: match.start()]
        span = Span(*match.span())
        if NEGATION.search(before):
            yield Found(Phrases(PhraseRule.EXCLUDE, (match.group(),)), span, Category.EXCLUSION)
        elif _POINTS_TO.search(before) and not _SOURCE.search(before) and not is_conditional(passage.lower):
            yield Found(Phrases(PhraseRule.INCLUDE_ALL, (match.group(),)), span, Category.INCLUSION)


_LINE_PATTERN = re.compile(
    r"\b(?:(?P<end>end|finish|conclude|close)|(?P<start>start|begin|open))s?\b (?:[\w-]+ ){0,6}?line\b[^\"'`]{0,20}"
    r"[\"'`](?P<fixed>[^\"`<>\[\]{}\n]{2,60})(?P<open>[<\[{])[^\"`\n]{1,60}[>\]}][^\"`\n]{0,40}[\"'`]",
    re.IGNORECASE,
)


def patterned_lines(passage: Passage) -> Iterator[Found]:
    """Yield how the first or last line starts where a blank goes on: 'end with a line "Next meeting: <date>"'."""
    match = _LINE_PATTERN.search(passage.plain)
    if match is None or is_conditional(passage.lower) or NEGATION.search(passage.lower[: match.start()]):
        return
    if not any(char.isalpha() for char in match["fixed"]):
        return
    mark = MARK.match(passage.text, match.start("open"))
    if mark is not None and mark[mark.lastgroup or 0].split(".")[0] in passage.around.placeholders:
        return  # a field fills it
    fixed = passage.text[match.start("fixed") : match.end("fixed")].strip()
    scope = Scope(Place.LAST_LINE) if match["end"] else WHOLE
    yield Found(Phrases(PhraseRule.STARTS_WITH, (fixed,), scope), Span(*match.span()), Category.RESPONSE_FORMAT)


_SHAPE = re.compile(
    r"(?<![\w/-])(?P<shape>yyyy([-/.])mm\2dd|dd([-/.])mm\3yyyy|mm([-/.])dd\4yyyy|dd([-/.])mm\5yy|mm([-/.])dd\6yy)(?![\w/])"
    r"|\b(?P<iso>iso[- ]?8601)\b"
)


def date_shapes(passage: Passage) -> Iterator[Found]:
    """Yield the shape that dates must have."""
    match = _SHAPE.search(passage.lower)
    about_dates = re.search(r"\b(?:dates?|days?|deadlines?|birthdays?|formatted?|as)\b", passage.lower) is not None
    if match is None or not about_dates or NEGATION.search(passage.lower[: match.start()]):
        return
    if re.search(r"\b(?:input|given|provided|are given|you (?:will )?receive)\b", passage.lower):
        return
    shape = (match["shape"] or "yyyy-mm-dd").upper()
    start = max(passage.lower.rfind(mark, 0, match.start()) for mark in (", ", ". ", "; ")) + 2
    yield Found(DateShape(shape), Span(start if start > 1 else 0, match.end()), Category.RESPONSE_FORMAT)


_NO_MARKS = re.compile(
    rf"\b(?:without|no|avoid|omit(?:ting)?|leave out|(?:{NOT}) (?:use|include|add|put)|free of|remove(?: all)?|strip)"
    r"(?: (?:any|all|the))? punctuation(?: marks?)?(?! (?:errors?|mistakes?|rules))\b(?P<place> at the end)?"
)
_LAST_MARK = re.compile(
    rf"\b(?:without|no|avoid|omit|(?:{NOT}) (?:use|include|add|put))(?: an?| any| the)? (?:trailing|final|"
    rf"ending|closing) "
    r"(?:punctuation(?: marks?)?|period|full stop)\b"
    rf"|\b(?:{NOT}) end (?:\w+ ){{0,4}}?(?:with|in|on) (?:an? |any )?(?:punctuation(?: marks?)?|period|full stop)\b"
)


def punctuation(passage: Passage) -> Iterator[Found]:
    """Yield that the response has no punctuation, or none at its end."""
    match = _NO_MARKS.search(passage.spoken)
    last = _LAST_MARK.search(passage.spoken)
    if match is not None and not match["place"]:
        yield Found(Unpunctuated(), Span(*match.span()), Category.EXCLUSION)
    elif match is not None or last is not None:
        ended = match or last
        if ended is not None:
            reading = Phrases(PhraseRule.NOT_ENDS_WITH, (".", "!", "?"))
            yield Found(reading, Span(*ended.span()), Category.EXCLUSION)


_VERBATIM = re.compile(
    r"\bquot(?:e|es|ing|ed|ations?)\b[^.;]*\b(?:verbatim|word[- ]for[- ]word|from (?:the|its|their|this)|"
    r"exact(?:ly)? words|"
    r"directly|exactly|literally|as written)\b"
    r"|\bdirect (?:quote|quotation)s?\b[^.;]*\bfrom\b|\b(?:verbatim|word[- ]for[- ]word|exact) (?:quote|"
    r"quotation|excerpt|sentence)s?\b"
    r"|\b(?:copy|repeat|cite|reproduce|include|use)\b[^.;]*\b(?:verbatim|word[- ]for[- ]word)\b"
)
_SPEECH_FROM = re.compile(r"\bquot(?:e|es|ation|ations) marks?\b|\bprice quote")


def verbatim(passage: Passage) -> Iterator[Found]:
    """Yield that some of the input is to be quoted word for word."""
    match = _VERBATIM.search(passage.spoken)
    if match is None or _SPEECH_FROM.search(match.group()) or is_conditional(passage.lower):
        return
    if NEGATION.search(passage.spoken[: match.start()]) or NEGATION.search(match.group()):
        return
    yield Found(Verbatim(), Span(*match.span()), Category.INCLUSION, vague=True)
