"""Inclusions and exclusions that only a judge could decide: by the verb and the polarity of an instruction."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from spade_core.categories.category_match import Asking, CategoryMatch, words
from spade_core.language import any_of, lexicon
from spade_core.taxonomy import Category

_ENSURED: Final = re.compile(
    r"\b(?:ensure|sure|important|so|critical|essential|careful)(?: that)?(?: there (?:is|are))? $"
)
_MUST_BE: Final = re.compile(r"\b(?:should|must|may|shall|can) be $")
_ADDED: Final = re.compile(r" (?:any |\w+ing )?(?:other|additional|extra|further|surrounding)\b")
_DONE: Final = re.compile(r" (?:any|a|an|the|[a-z]+ing|punctuation|commentary)\b")
_OTHERS_DO: Final = re.compile(r"\b(?:i|we|they|users?|who|that) $")
_BARRED: Final = re.compile(r"\b(?:keep|leave) (?:\w+ ){1,4}?out\b|^(?:no one|nobody) (?:may|should|must|can)\b")


def exclusions(asking: Asking) -> Iterator[CategoryMatch]:
    """Yield what must not be there; what must not stand beside the content is a matter of layout."""
    clause, text = asking.clause, asking.text
    negations = list(clause.negations())
    if clause.led_by_negation and not negations:
        yield CategoryMatch(Category.EXCLUSION, "stands under what is ruled out", 0, len(text), (0, len(text)))
    for found in _BARRED.finditer(text):
        if asking.commands(found.start()):
            yield CategoryMatch(Category.EXCLUSION, "content that must not be there", *found.span(), found.span())
    told = {each.start for each in asking.told if each.category is Category.EXCLUSION}
    apart = [each for each in asking.told if each.category in (Category.QUANTITY, Category.RESPONSE_FORMAT)]
    for start, end, reach in negations:
        if start in told or any(start < each.end and each.start < end for each in apart):
            continue
        added = _ADDED.match(text, end)
        if added is not None:
            yield CategoryMatch(
                Category.RESPONSE_FORMAT, "nothing beside it", start, max(reach, end), (start, added.end())
            )
        elif rules_out(asking, start, end):
            reach = _reach(text, start, end, reach)
            yield CategoryMatch(Category.EXCLUSION, "content that must not be there", start, reach, (start, end))


def _reach(text: str, start: int, end: int, reach: int) -> int:
    """Return where what is ruled out ends: "avoid jargon" ends before "and keep sentences short"."""
    if text[start:end].endswith(("not", "never")):
        return max(reach, end)
    stop = _new_command().search(text, end, max(reach, end))
    return stop.start() if stop else max(reach, end)


@cache
def _new_command() -> re.Pattern[str]:
    return re.compile(rf" (?:and|,) {words('verbs', 'produce')}(?= )")


def rules_out(asking: Asking, start: int, end: int) -> bool:
    """Whether a negation at text[start:end] forbids something, rather than states something."""
    before, cue, after = asking.text[:start], asking.text[start:end], asking.text[end:]
    if _behind("harmless").match(after) or " exceed" in after or asking.in_condition(start):
        return False
    lex = lexicon()
    if cue in lex.words("asking", "bans") or _ENSURED.search(before):
        return True
    if cue.startswith("no") and _MUST_BE.search(before):
        return True
    if cue == "without":
        return _DONE.match(after) is not None
    if _before("before_statement").search(before):
        return False
    match cue:
        case "not" | "does not" | "will not":
            return not before.endswith("need ") and _behind("forbidding").match(after) is not None
        case "did not":
            return False
        case "may not":
            return _barred_verb().match(after) is not None
        case "no":
            return _before("before_no").search(before) is not None or re.search(r"(?:^|[,:;(!.] )$", before) is not None
        case "do not" | "can not" | "cannot" | "dont":
            return _OTHERS_DO.search(before) is None
        case "stop":
            return asking.commands(start) and re.match(r" \w+ing\b", after) is not None
        case _:
            return before == "" if cue in lex.words("asking", "contrasts") else asking.commands(start)


@cache
def _before(key: str) -> re.Pattern[str]:
    return re.compile(rf"\b{words('asking', key)} $")


@cache
def _behind(key: str) -> re.Pattern[str]:
    return re.compile(rf" {words('asking', key)}(?!\w)")


@cache
def _barred_verb() -> re.Pattern[str]:
    """Return what matches a verb of production behind "may not": "may not take effect" states something."""
    states = {"be", "have", "do", "need", "apply", "match", "contain", "continue"}
    return re.compile(rf" (?:ever )?{any_of(set(lexicon().words('verbs', 'produce')) - states)}(?!\w)")


_NO_OBJECT: Final = re.compile(r" ?[:=]| (?:no|nothing|none)\b")


def inclusions(asking: Asking) -> Iterator[CategoryMatch]:
    """Yield what must be there, by verbs of content.

    A verb of telling asks for content only where nothing says its form or number: "list them as bullets" asks for the
    bullets, "give three reasons" for three; and where it does not set the work: "describe the image".
    """
    text = asking.text
    for found in _content().finditer(text):
        span, (start, end) = found.span(), found.span()
        states = found["states"] is not None
        asked = _subject().search(text[:start]) is not None if states else asking.commands(start)
        if not asked or asking.clause.negated(start) or _NO_OBJECT.match(text, end):
            continue
        if asking.overlaps(span, Category.RESPONSE_FORMAT) or (states and _laid_out_behind(asking, start)):
            continue
        if found["telling"] and (asking.told or _input_ahead().match(text, end)):
            continue
        if found["telling"] and _value().match(text, end):
            yield CategoryMatch(Category.RESPONSE_FORMAT, "a value to give", *span, span)
            continue
        stop = _clause_end().search(text, end)
        reach = stop.start() if stop else len(text)
        yield CategoryMatch(Category.INCLUSION, "content that must be there", start, reach, span)


def _laid_out_behind(asking: Asking, at: int) -> bool:
    """Whether layout follows: "it contains an array" lays out."""
    return any(each.category is Category.RESPONSE_FORMAT and each.start > at for each in asking.told)


@cache
def _subject() -> re.Pattern[str]:
    nouns = [
        "response",
        "answer",
        "output",
        "it",
        "summary",
        "report",
        "email",
        "reply",
        "json",
        "object",
        "list",
        "array",
        "table",
    ]
    return re.compile(rf"\b{any_of(nouns)} (?:\w+ )?$")


@cache
def _content() -> re.Pattern[str]:
    whole = (
        r"(?:keep|preserve|retain)(?= (?:all|every|any|original|the original)\b)"
        r"|(?:return|output)(?= (?:the )?(?:full|complete|entire)\b)"
    )
    states = r"(?P<states>includes|contains|mentions|covers|containing)"
    telling, content = words("inclusion", "telling"), words("inclusion", "verbs")
    return re.compile(rf"(?<!\w)(?:(?P<telling>{telling})|{content}|{states}|{whole})(?!\w)")


@cache
def _clause_end() -> re.Pattern[str]:
    verb = words("verbs", "produce")
    return re.compile(rf" [;:.!?(—]| (?:,|and|but|then)(?: (?:and|then|also))* (?={verb}(?!\w))")


@cache
def _value() -> re.Pattern[str]:
    value = rf"(?:{words('asking', 'values')}|as \d|\d(?! (?!if\b)[a-z]))"
    return re.compile(rf" (?:with )?(?:a|an|the|your|its)? ?(?:\w+ ){{0,2}}?{value}(?!\w)")


@cache
def _input_ahead() -> re.Pattern[str]:
    given = r"(?:following|given|provided|above|below|whole|entire)"
    things = any_of(set(lexicon().words("nouns", "input")) - set(lexicon().words("nouns", "people")))
    return re.compile(rf" (?:the |this |these |that |what )?(?:{given} |{things}(?!\w)|you see)")
