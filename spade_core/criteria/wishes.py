"""Things that a sentence wants somewhere in the response, or rules out of all of it: tables, emojis, a greeting.

A thing is wanted wherever it is asked for; it is ruled out only where nothing narrows the ban ("no long tables").
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from spade_core.criteria.numbers import NUMBER
from spade_core.criteria.passage import NOT
from spade_core.criteria.reach import RESPONSE, about

THINGS: Final = {
    "a table": r"(?:markdown )?tables?|tabular (?:form|format|layout)",
    "headings": r"(?:markdown |section )?(?:sub-?)?headings?|(?:markdown |section )headers?",
    "bullet points": r"bullet(?:ed)?[- ]?points?|bullets|bullet(?:ed)?[- ]lists?|unordered lists?|bullet form",
    "a numbered list": r"numbered (?:lists?|points)|ordered lists?",
    "bold text": r"bold(?:face)?(?: text| type| print| letters| font)?|bolding",
    "italics": r"italics?(?: text)?",
    "Markdown": r"markdown(?: formatting| syntax| markup)?",
    "code": r"code(?: blocks?| snippets?| examples?| samples?)?",
    "emojis": r"emojis?|emoticons?|smileys?",
    "hashtags": r"hash-?tags?",
    "links": r"(?:hyper)?links?|urls?",
    "questions": r"(?:follow-up )?questions?",
    "exclamation marks": r"exclamation (?:marks?|points?)",
    "a greeting": r"greetings?|salutations?",
    "a sign-off": r"sign-?offs?|signatures?",
    "an apology": r"apolog(?:y|ies)",
    "words of thanks": r"(?:words of )?thanks",
    "examples": r"examples?",
    "numbers": r"numbers|figures|digits|statistics",
    "dates": r"dates?",
    "a call to action": r"calls?[- ]to[- ]action|ctas?",
    "a conclusion": r"conclusions?|concluding (?:remarks?|paragraph|sentence)s?",
    "citations": r"citations?|footnotes?",
    "quotations": r"(?:direct )?(?:quotations|quotes?)",
    "a disclaimer": r"disclaimers?",
    "an introduction": r"introductions?|preambles?",
    "contractions": r"contractions",
    "abbreviations": r"abbreviations|acronyms",
    "metaphors": r"metaphors?",
    "jokes": r"jokes?|puns?",
    "slang": r"slang",
    "jargon": r"(?:technical )?jargon",
    "the passive voice": r"passive voice|passive",
    "an explanation": r"explanations?",
    "a disclaimer about AI": r"ai disclaimers?",
}
_LISTS: Final = "lists"
"""Of any kind; asking for one says little, ruling them out rules out those of every kind."""
_GROUP: Final = {f"t{number}": name for number, name in enumerate(THINGS)}
MARK: Final = "\N{LATIN SMALL LETTER EZH}"
"""A letter of no English word: it stands for each of a thing's while the words around it are read."""

OPEN: Final = r"(?:(?:^|(?<=[,;:.(] )|(?<=and )|(?<=but ))\W*(?:\d+[.)] )?)"
"""Matches where a clause begins."""
CLOSE: Final = r"(?=\W*$|[,;:.!)]|,? (?:and|but|with no|without) )"
"""Matches, ahead, where a clause ends."""
_BAN_CLOSE: Final = r"(?=\W*$|[,;:.!)]|,? (?:and|but) )"
"""As CLOSE; what a ban goes on with narrows it: "no headings without a number"."""
FILL: Final = (
    r"(?:(?:please|kindly|also|and|but|so|always|only|just|simply|strictly|instead|remember to|be sure to|make sure "
    r"(?:to|that you|you)|ensure (?:that )?you|you (?:must|should|shall|will|need to|have to|are to)|must|should),? )*"
)
"""Matches what may stand before the verb of an instruction."""
OBLIGED: Final = r"(?:must|should|has to|have to|needs? to|shall|is to|are to|ought to|will)"
BARRED: Final = (
    rf"(?:(?:(?:{NOT}|avoid|refrain from|no|nor)(?: (?:ever|please|at any time))?"
    r"(?: (?:us(?:e|ing)|includ(?:e|ing)|add(?:ing)?|writ(?:e|ing)|giv(?:e|ing)|insert(?:ing)?|put(?:ting)?|"
    r"tell(?:ing)?|"
    r"mak(?:e|ing)(?: use of)?|contain(?:ing)?|have|having|mention(?:ing)?|provid(?:e|ing)|"
    r"ask(?:ing)?(?: (?:the )?(?:user|customer|reader|them|me))?|"
    r"employ(?:ing)?|output|produc(?:e|ing)|creat(?:e|ing)|show(?:ing)?|offer(?:ing)?|in))?)"
    r"|(?:use|include|add|write|put|contain|give|have|ask|provide|be) no|be free (?:of|from)"
    r"|(?:skip|omit|leave out)(?: the| all)?)"
)
"""Matches what rules out the words after it."""
EVERYWHERE: Final = (
    r"(?: (?:at all|anywhere|ever|whatsoever|of any (?:kind|sort)|in any form|please|under any circumstances|at "
    r"any time|"
    rf"(?:any ?where )?in {RESPONSE}))*"
)
"""Matches what says that a ban holds for all of the response."""
_NEXT: Final = r"(?:,? (?:or|and|nor) |, |/)"
_PREPOSITION: Final = r"\b(?:in|for|of|to|from|with|about|on|at|that|than|as|per|under|between|which)\b"
_ARTICLE: Final = (
    rf"(?:(?:an?|one|some|several|many|the|(?:at least |exactly |more than )?{NUMBER}(?: (?:to|or|-) (?:{NUMBER}|"
    r"more))?|"
    r"plenty of|lots of|a few) )?"
)
_ADJECTIVES: Final = r"(?:(?!no |not |any |the |in |of |for |to |or )[a-z-]+ ){0,2}?"
_TAIL: Final = (
    r"(?P<tail> (?:at the (?:very )?(?:end|start|beginning|top|bottom)|to|of|with|about|that|showing|comparing|"
    r"from|after|"
    r"before|on|above|below|per|in each|in every|there|only|throughout)\b[^;.]*)?"
)
_MEANT: Final = frozenset({"numbers", "dates", "a conclusion", "a call to action", "the passive voice", "a greeting"})
"""Things that "the" goes with though the prompt has not named them before."""
_OF_MARKDOWN: Final = ("bold text", "italics")
_SOMEBODY: Final = (
    r" (?:the )?(?:readers?|users?|customers?|recipients?|audience|author|them|anyone|anybody|people|everyone)"
)
_ACTS: Final = {
    "greet": "a greeting",
    "thanks": "words of thanks",
    "apology": "an apology",
    "explain": "an explanation",
}
_SPEAKING: Final = re.compile(r"\b(?:greet|thank|apologi[sz]|sorry|explain|justify|reason|rationale)")
_QUOTED: Final = 2
"""Words of an item of a list of bans that is none of the things: an adjective and a noun."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A thing that is wanted or ruled out."""

    thing: str
    wanted: bool
    start: int
    """Where in the text the words are that say so."""
    end: int
    whole: bool = False
    """Whether all of the response is to have that form: "answer in bullet points"."""


@cache
def _things() -> re.Pattern[str]:
    named = "|".join(f"(?P<{group}>{THINGS[name]})" for group, name in _GROUP.items())
    return re.compile(rf"(?<![\w-])(?:{named}|(?P<lists>lists|(?<=\ba )list|(?<=\bany )list))(?![\w-])")


@cache
def _ban() -> re.Pattern[str]:
    return re.compile(
        rf"(?:{OPEN}(?:{FILL}|(?:{RESPONSE}|it|the (?:note|letter|essay|article|story|poem|report)) {OBLIGED} "
        rf"){BARRED}|(?P<beside>\b(?:without|with no)(?: (?:any|using))?)) "
        r"(?:any |an? |the use of )?"
        rf"(?P<things>{MARK}+(?:{_NEXT}[\w{MARK} -]{{2,30}}?)*){EVERYWHERE}{_BAN_CLOSE}"
    )


@cache
def _wants() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What is wanted by a verb of its own ("use a table"), and as the form of something ("list them in a table")."""
    given = re.compile(
        rf"{OPEN}(?:{FILL}(?:use|using|include|including|add|insert|write|give|provide|offer|show|append|put in|"
        r"make use of|"
        rf"employ|create|produce|present|mention|draw)|there {OBLIGED} be|{RESPONSE} {OBLIGED} (?:always "
        r")?(?:have|"
        r"contain|include|use|show|end with|(?:start|begin) with)) "
        rf"{_ARTICLE}{_ADJECTIVES}(?P<thing>{MARK}+){_TAIL}{CLOSE}"
    )
    laid_out = re.compile(
        rf"{OPEN}{FILL}(?:put|show|present|list|give|display|arrange|set out|lay out|summari[sz]e|format|write|"
        r"answer|respond|"
        r"reply|return|output|provide|organi[sz]e|structure|start|begin|open|end|finish|close|conclude|render|"
        r"express|compare|"
        r"state|mark|print|set|highlight|group|deliver|describe|report|outline)"
        rf" (?P<what>(?:(?!in |as |with |using |into |no |not |without |for |if |when )[\w'{MARK}-]+ ){{0,7}})"
        r"(?:in|as|with|using|into|by using|in the form of) (?:only "
        rf")?{_ARTICLE}{_ADJECTIVES}(?P<thing>{MARK}+){_TAIL}{CLOSE}"
    )
    return given, laid_out


@cache
def _spoken() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What is wanted or ruled out by verbs that name it themselves: to greet, to explain; and to ask."""
    acts = re.compile(
        rf"{OPEN}{FILL}(?P<ban>{NOT} |avoid |never )?(?:(?P<greet>greet(?:ing)?){_SOMEBODY}"
        rf"|(?P<thanks>thank(?:ing)?){_SOMEBODY}|(?P<apology>apologi[sz](?:e|ing)|say(?:ing)? sorry)|(?P<explain>"
        r"(?:explain|justify)(?:ing)?(?: (?:your|the) (?:answer|response|reasoning|choice|decision|verdict|rating)|"
        r" yourself)|giv(?:e|ing) (?:a |any |your |the )?(?:reasons?|reasoning|explanations?|rationale)"
        rf"(?: for your answer)?))(?(ban){EVERYWHERE}|{EVERYWHERE}(?: (?:to|for|with|by) [^;.,]*)?){CLOSE}"
    )
    asks = re.compile(rf"{OPEN}{FILL}ask (?:(?:the )?\w+ )?(?:an?|one|some|{NUMBER}) (?:\w+ ){{0,2}}{MARK}+")
    return acts, asks


def wishes_in(text: str) -> Iterator[Wish]:
    """Yield the things that a folded sentence, its quotes blanked, wants or rules out."""
    named = {found.start(): found for found in _things().finditer(text)}
    marked = _things().sub(lambda found: MARK * len(found.group()), text) if named else text
    if named:
        for match in _ban().finditer(marked):
            yield from _banned(match, named)
        for pattern in _wants():
            for match in pattern.finditer(marked):
                yield from _wanted(match, named)
        for match in _spoken()[1].finditer(marked):
            yield Wish("questions", wanted=True, start=match.start(), end=match.end())
    if _SPEAKING.search(text) is not None:
        for match in _spoken()[0].finditer(text):
            thing = next(thing for group, thing in _ACTS.items() if match[group] is not None)
            yield Wish(thing, match["ban"] is None, *match.span())


def _thing(found: re.Match[str]) -> str:
    return _GROUP.get(found.lastgroup or "", _LISTS)


def _banned(match: re.Match[str], named: dict[int, re.Match[str]]) -> Iterator[Wish]:
    """Yield what a list of bans names; nothing where its end may narrow all of it: "tables or lists of prices"."""
    start, end = match.span("things")
    if match["beside"] is not None and about(re.split(r"[.;:,] ", match.string[: match.start()])[-1]):
        return  # "write the title without emojis"
    things = [_thing(found) for at, found in named.items() if start <= at < end]
    items = [item.strip(f"{MARK} ") for item in re.split(_NEXT, match["things"])]
    if (
        any(re.search(_PREPOSITION, item) or len(item.split()) > _QUOTED for item in items)
        or len(things) < len(items) / 2
    ):
        return
    if any(item and MARK in whole for item, whole in zip(items, re.split(_NEXT, match["things"]), strict=True)):
        return  # "tables or long lists"
    for thing in things:
        kinds = ("bullet points", "a numbered list") if thing == _LISTS else (thing,)
        for kind in (*kinds, *(_OF_MARKDOWN if thing == "Markdown" else ())):
            yield Wish(kind, wanted=False, start=start, end=end)


def _wanted(match: re.Match[str], named: dict[int, re.Match[str]]) -> Iterator[Wish]:
    found = named.get(match.start("thing"))
    if found is None:
        return
    thing = _thing(found)
    before = match.string[match.start() : match.start("thing")]
    if thing == _LISTS or (before.endswith("the ") and thing not in _MEANT):
        return  # "use the table": one that is there
    is_form = "what" in match.re.groupindex
    whole = not match["tail"] and (
        re.fullmatch(rf"(?:{RESPONSE}|it)?", match["what"].strip()) is not None
        if is_form
        else _USE.match(before) is not None
    )
    yield Wish(thing, wanted=True, start=match.start(), end=match.end("thing"), whole=whole)


_USE: Final = re.compile(rf"\W*{FILL}(?:use|write|produce|output|return) ")
