"""Placeholders: input fields that a response must name, titles taken from them, and marks left unfilled."""

import re
from collections.abc import Iterator

from spade_core.categories.taxonomy import Category
from spade_core.criteria.passage import NEGATION, Found, Passage, is_conditional
from spade_core.criteria.readings import Echo, NoUnfilled, TitleFirst
from spade_core.deltas.sentence import SentenceKind
from spade_core.text import Span

MARK = re.compile(
    r"\{\{\{? ?#?(?P<double>[A-Za-z_][\w.]*)(?: ?\|[^{}\n]*)? ?\}\}\}?|"
    r"\{(?P<brace>[A-Za-z_][\w.]*)(?:![rsa])?(?::[^{}\n]*)?\}"
    r"|\$\{(?:input:)?(?P<dollar>[A-Za-z_][\w.]*)(?::[^{}\n]*)?\}|%\((?P<percent>[A-Za-z_]\w*)\)[sd]"
    r"|\[(?P<square>[A-Za-z_]\w*)\](?![(\[])"
)
"""A placeholder's mark in any dialect; the filled group is its name."""

_IDENTIFYING = re.compile(
    r"(?:^|_)(?:name|title|topic|subject|author|company|product|city|country|location|destination|"
    r"brand|movie|book|artist|song|team|"
    r"person|customer|client|recipient|sender|character|event|course|recipe|dish|job|"
    r"position|role|organi[sz]ation|"
    r"school|game|hero|animal|category|genre|theme|symbol|ticker|stock|drug|disease|hotel|restaurant|place|candidate)$",
    re.IGNORECASE,
)
_ABOUT_INPUT = re.compile(
    r"\b(?:following|given|delimited|below|above|input|you (?:are|will)|transcript|text of|act as|"
    r"here (?:is|are)|use the|using the)\b"
)
_ASKS = re.compile(
    r"\b(?:mention|include|write|create|generate|about|for|introduce|explain|describe|recommend|"
    r"discuss|summari[sz]e|showcase|address|greet|named?|called|topic|promote|compose|state|use)\b"
)


def field_readings(passage: Passage) -> Iterator[Found]:
    """Yield what the placeholders of a sentence imply: the mark is filled, and what identifies is named."""
    marks = [(m, m[m.lastgroup or 0]) for m in MARK.finditer(passage.text)]
    marks = [(m, name.split(".")[0]) for m, name in marks if name.split(".")[0] in passage.around.placeholders]
    if not marks:
        return
    texts = tuple(dict.fromkeys(m.group() for m, _ in marks))
    yield Found(NoUnfilled(texts), Span(marks[0][0].start(), marks[-1][0].end()), Category.DATA_INTEGRATION)
    if passage.sentence.kind in (SentenceKind.DELIMITER, SentenceKind.CODE) or _ABOUT_INPUT.search(passage.lower):
        return
    for match, name in marks:
        direct = _direct_echo(passage, match, name)
        if direct is not None:
            asked = _NAMES_IT.search(_SERIES.sub("", passage.lower[: match.start()]))
            start = asked.start() if asked is not None else match.start()
            yield Found(direct, Span(start, match.end()), Category.DATA_INTEGRATION)
        elif NEGATION.search(passage.lower[: match.start()]):
            continue
        elif _IDENTIFYING.search(name) and _ASKS.search(passage.lower):
            yield Found(Echo(name), Span(*match.span()), Category.DATA_INTEGRATION, vague=True)


_NAMES_IT = re.compile(
    r"(?:^|[\s,;(])(?:mention|includ|nam|stat|cit|quot|repeat|giv|confirm|show|use|add|writ|specif|insert|say|reveal|"
    r"disclos|provid)(?:e|es|ing|ion|s|y|ting|ed)?"
    r"(?: (?:the|an?|their|its|his|her|your|our|this|also|always|exact|full|name|value|again))*"
    r"(?: (?!from|of|about|in|for|to|with|on|by|based|at|as|using|into|like|than)[a-z][a-z'-]*:?){0,5} [\"'`(#$]*$"
)
_SERIES = re.compile(r"[{\[$%(]+\w[\w. ]*[}\])s]+[\"'`]?(?:,? (?:and|or) |, )")
"""A mark before another one of a series: "include {name} and {order_id}"."""
_GOES_ON = re.compile(
    r"[\"'`)]*(?:'s)?\s*(?:$|[.,;:!?)]|and\b|or\b|by\b|in\b|at\b|to\b|so\b|exactly\b|once\b|with\b|verbatim\b)"
)
_LONG_VALUE = re.compile(
    r"(?:^|_)(?:info|information|text|context|reviews?|description|history|data|documents?|docs|transcripts?|content|"
    r"contents|notes?|details|input|question|query|summary|list|body|message|messages|diff|passage|article|email|"
    r"examples?|instructions?|prompt|format|schema|profile|background|preferences|items|results?|facts|log|logs|json|"
    r"language|tone|style|length|count|limit|words)$",
    re.IGNORECASE,
)


def _direct_echo(passage: Passage, match: re.Match[str], name: str) -> Echo | None:
    """What "mention {item}" or "include the order number {order_id}" asks for: the very value, or not to have it."""
    before = _SERIES.sub("", passage.lower[: match.start()])
    after = passage.lower[match.end() :]
    if _LONG_VALUE.search(name) or _NAMES_IT.search(before) is None or _GOES_ON.match(after) is None:
        return None
    if is_conditional(passage.lower):
        return None
    return Echo(name, exact=True, wanted=NEGATION.search(before) is None)


_NUMBERS = r"(?:numbers?|ids?|no|nr|num|codes?|references?|refs?|identifiers?)"
QUOTES_A_FIELD = re.compile(
    rf"(?:^|\b(?:always|never|not|n't|please|to|must|should|and|also|then|or|clearly|only),? |[,;:*-] ?)"
    rf"quote (?:the |their |its |his |her |your |our |any |an? |this )?(?:[\w'-]+ ){{0,2}}?"
    rf"(?:{_NUMBERS}|prices?|dates?|names?|amounts?|totals?|figures?|costs?|fees?|rates?|addresse?s?|titles?|versions?|"
    rf"deadlines?|times?|plans?|orders?|skus?|iban|vat)\b"
)
"""Matches "quote the order number": to quote is to state there, and nothing stands in quotation marks."""
_NAMED_NUMBER = re.compile(
    rf"\b(?:quot|mention|stat|includ|cit|repeat|giv|confirm)(?:e|es|ing)? (?:the |their |its |his |her |your |this )"
    rf"(?P<noun>(?:[\w'-]+ ){{1,2}}?){_NUMBERS}\b(?! (?:of|for|{_NUMBERS})\b)"
)
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def named_numbers(passage: Passage) -> Iterator[Found]:
    """Yield that the number or code is named which the sentence calls as a field is: "quote the order number"."""
    if is_conditional(passage.lower):
        return
    for match in _NAMED_NUMBER.finditer(passage.lower):
        if MARK.match(passage.text[match.end() :].lstrip(" :(\"'`")):
            continue  # the field itself stands there
        noun = [word.removesuffix("'s") for word in match["noun"].split()]
        fields = [name for name in passage.around.placeholders if _noun_of(name) == noun]
        fields = [name for name in fields if len(_words_of(name)) > len(noun)] or fields
        if len(fields) == 1:
            wanted = NEGATION.search(passage.lower[: match.start()]) is None
            reading = Echo(fields[0], exact=True, wanted=wanted)
            yield Found(reading, Span(*match.span()), Category.INCLUSION if wanted else Category.EXCLUSION)


_BY_NAME = re.compile(
    r"\b(?:greet|address|welcome|thank|call|salute)(?:s|ing)? (?:the |their |its |each |every |your )?(?P<who>[\w'-]+) "
    r"(?:always )?by (?:the |their |his |her )?(?:(?P<which>first|last|given|full) )?name\b"
)


def greeted_names(passage: Passage) -> Iterator[Found]:
    """Yield that the field is named which holds the name that somebody is to be greeted by."""
    match = _BY_NAME.search(passage.lower)
    if match is None or is_conditional(passage.lower):
        return
    names = [each for each in passage.around.placeholders if "name" in _words_of(each)]
    told = {match["who"].removesuffix("'s"), match["which"] or match["who"]}
    fields = [each for each in names if told.intersection(_words_of(each))] or names
    if len(fields) == 1:
        wanted = NEGATION.search(passage.lower[: match.start()]) is None
        category = Category.INCLUSION if wanted else Category.EXCLUSION
        yield Found(Echo(fields[0], wanted=wanted), Span(*match.span()), category)


def _words_of(field: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(field)]


def _noun_of(field: str) -> list[str]:
    """The words of a field's name without those that say that it is a number or a code."""
    return [word for word in _words_of(field) if re.fullmatch(_NUMBERS, word) is None]


_TITLE_FIRST = re.compile(
    r"\b(?:start|begin|open|lead)s?(?:ning|ing)? (?:it |the (?:response|output|answer|summary|text|"
    r"email|note|article|post) |your (?:response|answer|output|summary) )?(?:off )?with (?:an?|the) "
    r"(?:\w+ )?"
    r"(?P<what>title|name|heading|headline|subject line|h1)\b(?P<of> of (?:the |this )?(?P<thing>[\w-]+))?"
    r"|\b(?:title|heading|headline|name)(?: \w+){0,4} (?:at the (?:top|beginning|start)|as the "
    r"(?:title|heading|first line)|on the first line|first)\b"
    r"|\b(?:give|add|include|provide|has|have|with|needs?)(?: \w+){0,2} an? (?:\w+ ){0,2}title\b(?! "
    r"(?:of|for|and (?:\d|\w+ items)))"
)


def title_first(passage: Passage) -> Iterator[Found]:
    """Yield the demand that the response starts with a title."""
    match = _TITLE_FIRST.search(passage.lower)
    if match is None or NEGATION.search(passage.lower[: match.start() + 1]):
        return
    named = re.compile(r"(?:^|_)(?:name|title)s?$", re.IGNORECASE)
    fields = [name for name in passage.around.placeholders if named.search(name)]
    yield Found(
        TitleFirst(fields[0] if len(fields) == 1 else ""), Span(*match.span()), Category.RESPONSE_FORMAT, vague=True
    )
