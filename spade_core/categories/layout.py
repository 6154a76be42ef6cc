"""Formats and quantities beyond those of the constraints: here it need not be known of which part they hold."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from spade_core.categories.category_match import Asking, CategoryMatch, words
from spade_core.constraints import entry_plurals
from spade_core.language import any_of, lexicon
from spade_core.taxonomy import Category

_BY_ONE: Final = frozenset({"words", "sentences", "paragraphs", "characters", "lines", "items", "steps"})
"""Units that stand in the singular behind a number too: "a 20 word summary"."""
_MENTIONED: Final = re.compile(r"\b(?:these|those|the|of|are|into|version|step|pick|first|any) $")
_NUMBER: Final = r"(?:\d+|⟪\d+⟫|\[ \w+ \])"
_COUNTING: Final = frozenset({"few", "couple", "one", "half", "limit", "count"})
_DIGIT: Final = re.compile(r"\d|\[ \w")


def quantities(asking: Asking) -> Iterator[CategoryMatch]:
    """Yield the numbers that are asked for: with a unit, with a comparison, or as the object of a verb."""
    if not _COUNTING.intersection(asking.words) and _DIGIT.search(asking.text) is None:
        return
    for reason, pattern in _ways_to_count():
        for found in pattern.finditer(asking.text):
            span = found.span("core")
            bare = found.groupdict("").get("compare") == ""
            if bare and (_MENTIONED.search(asking.text[: span[0]]) or not _counts(asking, found.group())):
                continue
            if not asking.overlaps(span, Category.QUANTITY):
                yield CategoryMatch(Category.QUANTITY, reason, *span, span)


def _counts(asking: Asking, amount: str) -> bool:
    """Whether a placeholder in the place of a number is one, by its name."""
    mark = re.search(r"⟪\d+⟫", amount)
    if mark is None:
        return True
    name = asking.clause.normal.field(mark.group()).lower()
    return name in ("n", "k") or any(part in name for part in lexicon().data["asking"]["number_names"])


@cache
def _ways_to_count() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return (
        ("number of parts", _amount()),
        ("bound on the length", _bound()),
        ("number of things", _object()),
    )


def _compared(*keys: str) -> str:
    return any_of(word for key in keys for word in lexicon().words("comparisons", key))


@cache
def _amount() -> re.Pattern[str]:
    named = [noun for noun, unit in lexicon().units.items() if unit in _BY_ONE or noun.endswith("s")]
    compare = _compared("at_most", "below", "at_least", "above", "exactly", "about")
    behind = _compared("after_at_most", "after_at_least")
    no_adjective = "of in to and or for the a an is are as per with than from on by at if be year years"
    between = rf"(?: (?!{any_of(no_adjective.split())}\b)[a-z]+){{0,3}}?"
    return re.compile(
        rf"(?P<core>(?:(?<!\w)(?P<compare>{compare}) (?:a |an |the |of |about )*)?"
        rf"(?<![\w.$€£⟦])(?<!from )(?<!on )(?:{_NUMBER}|a few|couple of)(?: (?:to|or|and|—) {_NUMBER})?(?: ?\+)?"
        rf"{between} {any_of([*entry_plurals(), *named])}(?!\w)(?: {behind}(?!\w))?)"
    )


@cache
def _bound() -> re.Pattern[str]:
    compare = _compared("at_most", "below", "at_least", "above")
    ways = (
        r"\b(?:only|exactly|just) (?:one|1) (?!of\b)[a-z]+",
        r"\b(?:words?|characters?|tokens?|length) (?:limit|count)\b",
        rf"(?<!\w){compare} (?:a |an |the |of )*(?:one|{_NUMBER})(?! ?(?:%|percent|years?|of))",
        r"\b(?:\d+|half a|one) (?:pages?|minutes?|tokens?|stanzas?|verses?)\b",
    )
    return re.compile(rf"(?P<core>{'|'.join(ways)})")


@cache
def _object() -> re.Pattern[str]:
    """Return what matches a number of anything as the object of a verb: "give me the five most important facts"."""
    between = "me|us|them|it|yourself|the user|a list of|the|only|exactly|up|to|into|top|at least|at most|about"
    things = r"\d+(?: \w+){0,3}? (?!(?:is|was|has|times|years)\b)[a-z]+s"
    return re.compile(rf"\b{words('asking', 'counted')} (?:(?:{between}) )*(?P<core>{things})(?!\w)")


_ALSO_VERBS: Final = frozenset({"list", "format", "number", "order", "label"})
_ONE_OF_MANY: Final = re.compile(r"\b(?:per|each|every|which|what|input|input data) $")
_POINTED_AT: Final = re.compile(r" (?:below|above|provided|given)\b")


def layouts(asking: Asking) -> Iterator[CategoryMatch]:
    """Yield how the response is laid out, by nouns and verbs of layout."""
    clause = asking.clause
    for found in layout_nouns().finditer(asking.text) if asking.sure else ():
        if not asking.overlaps(found.span(), Category.RESPONSE_FORMAT) and _lays_out(asking, found):
            yield CategoryMatch(Category.RESPONSE_FORMAT, "how it is laid out", *found.span(), found.span())
    for found in _laying().finditer(asking.text):
        if (found["states"] or asking.commands(found.start())) and not clause.negated(found.start()):
            core = found.span("core") if found["core"] else found.span()
            yield CategoryMatch(Category.RESPONSE_FORMAT, "how it is laid out", *found.span(), core)


def _lays_out(asking: Asking, found: re.Match[str]) -> bool:
    """Whether a noun of layout speaks of the response, not of the input, and is no verb."""
    noun, at = found.group(), found.start()
    before, end = asking.text[:at], found.end()
    if asking.clause.negated(at) or _POINTED_AT.match(asking.text, end) or _ONE_OF_MANY.search(before):
        return False
    if (_of_input().search(before) or (noun == "list" and before.endswith("the "))) and not _of_response().search(
        before
    ):
        return False
    return noun not in _ALSO_VERBS or not asking.commands(at) or re.match(r" (?:of|:)", asking.text[end:]) is not None


@cache
def _of_input() -> re.Pattern[str]:
    return re.compile(rf"\b{words('asking', 'of_input')} (?:the )?(?:\w+ )?$")


@cache
def _of_response() -> re.Pattern[str]:
    return re.compile(rf"\b{words('asking', 'of_response')}\b")


@cache
def layout_nouns() -> re.Pattern[str]:
    """Return what matches a noun of layout."""
    lex = lexicon()
    names = [*lex.words("layout", "nouns"), *(name for name in lex.forms if name not in ("list", "python", "sql"))]
    return re.compile(rf"(?<!\w){any_of(names)}(?!\w)")


@cache
def _laying() -> re.Pattern[str]:
    answer = r"(?:respond|reply|answer|return|output|print|write|say)"
    give = r"(?:respond|reply|answer|return|output|print|give|provide)"
    value = r"[⟦\w]+⟧?"
    whose = r"(?!the |these |those |them |your |our |its )"
    states = (
        rf"(?:one|1) of(?: the following)?(?: \w+)?(?: :)? {whose}{value}(?: ,| or| and|/)(?: (?:or )?{value}(?: ,)?)*",
        r"(?:allowed|possible|valid) (?:values|labels|options|choices) :",
        r"is an? (?:number|string|integer|boolean|float|array|object)\b",
        r"\{ ⟦\d+⟧ :(?: [^{}]*\})?",
        r"(?:must|should) be either \w+ or \w+",
        r"(?:separated|divided) by",
    )
    ways = (
        rf"(?P<states>{'|'.join(states)})",
        rf"{words('layout', 'verbs')}(?: [^\s.;]+){{0,6}}? (?:with|by|in|as|on|using|from|inside)(?!\w)(?! your)",
        rf"{answer} (?:with |only |just |simply |exactly |either )*⟦\d+⟧",
        rf"(?:only|just) {answer}(?! (?:after|if|when|once|on|what|questions?))",
        rf"{give} (?:only|just|exclusively|nothing)(?! (?:one|1|a single) )",
        r"either ⟦\d+⟧",
        r"default to ⟦\d+⟧",
        r"(?:write|give|put|place|state) [^.;]{1,40}? (?:after|before|behind|between) ⟦\d+⟧",
        r"(?:number|bold|indent|capitalize|underline) (?:your|the|each|every|all)\b",
        rf"{answer} in (?:the same|\w+) language",
        r"leave (?:\w+ ){1,3}(?:blank|empty)",
        r"put [^.;]{1,40} (?:in|inside|between|on) (?:⟦|a new|its own)",
        rf"{answer}(?: with| only| just)* (?P<core>{value}(?: , {value})* ?(?:or|/|\|) ?{value})"
        r"(?= ?(?:[.,;!]|$|if |when |only|and ))",
    )
    return re.compile(rf"(?<!\w)(?:{'|'.join(ways)})")
