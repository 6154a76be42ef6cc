"""What announces the layout of a response, and what speaks of something else: lines that lead in, and headings."""

import re
from functools import cache, lru_cache
from typing import Final

from spade_core.deltas import SentenceKind
from spade_core.language import OTHER, Wording, any_of, lexicon, normalised, said, spoken, wording
from spade_core.structure.addressee import is_instruction
from spade_core.structure.structure import Area, Placed, area_of, is_case, is_lead, leads_rules
from spade_core.text import Span

IN_ORDER: Final = re.compile(
    r"\bin (?:this|that|the|exactly this)(?: (?:following|given|exact|same|listed|order))* order\b"
)
SHAPE: Final = re.compile(r"\b(?:format|structure|template|layout|skeleton)\b")
TAG: Final = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][\w-]*)>")


@cache
def _own() -> re.Pattern[str]:
    """Return what matches the titles of the parts of a prompt, rather than of a response: "Rules to follow"."""
    before, own, behind = (lexicon().alternation("headings", f"own{each}") for each in ("_before", "", "_behind"))
    return re.compile(rf"(?:{before} )*{own}(?: (?:{behind}|and \w+))*")


@lru_cache(maxsize=4096)
def divides_prompt(name: str) -> bool:
    """Whether a title divides the prompt rather than the response."""
    language = spoken(name)
    if language in ("en", OTHER):
        return _own().fullmatch(normalised(name).text.strip(" :.")) is not None
    words = wording(language)
    if leads_rules(f"{name}：") or words.find("headings", "output").fullmatch(name.lower()):
        return True
    return area_of(f"{name}：") in (Area.INPUT, Area.ROLE, Area.EXAMPLE) and _names_only_prompt(words, name.lower())


def _names_only_prompt(words: Wording, name: str) -> bool:
    """Whether a title has no words but those for parts of a prompt: "user input", not "core problem"."""
    known = [words.data["headings"][key] for key in ("input", "given", "role", "example", "below", "output")]
    known += [words.data["slots"][key] for key in ("people", "outsiders", "input_before", "all")]
    rest = re.sub(words.one_of(word for each in known for word in each), " ", name)
    return not any(map(str.isalpha, rest))


ENOUGH: Final = 3
_LAID_OUT: Final = re.compile(
    r"\b(?:format|structure|template|layout|outline|skeleton|"
    r"(?:formatted|structured|organi[sz]ed?|laid out)(?= (?:as|into|in|by|like|(?:[a-z]+ )?with|the|your|it)\b)|"
    r"sections?|headings|headers|parts|fields|labels|elements|components)\b|\bas (?:follows|shown(?: below)?) :?$|"
    r"\blike (?:this|so) :$|\b\d lines :$|\bfollowing :$|\bin (?:this|that|the|a|the following|"
    r"the same) (?:form|way|manner|"
    r"style)(?: of)? :$"
)
_IN_TEMPLATE: Final = re.compile(
    r"\b(?:provide|give|write|produce|create|return|output|respond|answer)\b.* (?:with|in|using|by) "
    r"(?:the |this |a |following |clear |exact |below )+(?:format|template|structure) ?:$"
)
"""What is written in a template, whatever is read before: "read the text and give a summary in this template:"."""
_OF_OTHER: Final = re.compile(
    r"^(?:you (?:can|may|will(?! (?:always|only|answer|output|reply|respond|use|write)\b)|are|have)|"
    r"i|we|they|before)\b|"
    r"\b(?:typically|usually|commonly|often|normally)\b(?!.*\b(?:must|should|your)\b)|"
    r"^(?:an?|other|some|common|important)\b[^:]* of an? [^:]*\b(?:include|are) ?:$|"
    r"(?:^|\b(?:you|must|should|to|first|then) )(?:decide|determine|think about|ask yourself|consider|check|verify)\b|"
    r"^(?!.*\b(?:format|structure|template|layout|output|sections?)\b).*"
    r"\b(?:you|must|should|to|first|then) (?:evaluate|assess|examine|investigate|look for)\b|"
    r"^(?!.*\b(?:format|structure|template|layout|output|sections?)\b).*"
    r"\b(?:for(?: (?:this|these|the (?:following|given))(?: [a-z]+){0,3})?|"
    r"(?:based on|given|according to|from|about) (?:the|this|these)(?: [a-z]+){1,3}) :$|"
    r"\b(?:look at|either|json|xml|csv|yaml|inputs?|examples?|one "
    r"of|one or more|avoid|exclude|"
    r"(?:choose|select|pick|classify|categorize)\b(?!.* in (?:the|this|a) (?:[a-z]+ )?format :$)|"
    r"not|never|steps|process|rules|guidelines|instructions|principles|criteria|convert|focus on|consider|user(?!')|"
    r"tools?|questions|dates?|citations?|references?|my|our)\b|"
    r"\b(?:may|can|could|might) (?:also )?(?:include|contain|have)\b|"
    r"\b(?:create|design|build|develop|generate|make|draw) (?:a|an|the) (?:[a-z-]+ ){0,5}"
    r"(?:website|web app|app|application|dashboard|interface|game|image|picture|poster|logo|illustration|scene)\b"
)
_HOLDS: Final = r"\b(?:includ(?:es?|ing)|contain(?:s|ing)?|covers?|covering|has|with|consists? of)\b[^.;:]{0,40} ?:$"
_TASK: Final = re.compile(r"^\W*(?:your |the |main )?(?:task|tasks|job|goal|objective|deliverables?)\W*$")


def announces(placed: Placed) -> bool:
    """Whether a line announces the parts of the response."""
    return announced(placed) >= ENOUGH


def announced(placed: Placed) -> int:
    """Return how surely a line announces the parts of the response."""
    if placed.sentence.kind is SentenceKind.HEADING and not is_lead(placed.sentence.text):
        return heads_output(placed)
    words, text = worded(placed)
    if is_of_other(placed) and (words is not None or _IN_TEMPLATE.search(text) is None):
        return 0
    text = _last_asked(text) if words is None else text
    if words is not None:
        text = re.split(" [—–-] ", text)[0]
        if names_layout(words, text) or words.find("slots", "shape").fullmatch(text.rstrip(" :")):
            return ENOUGH
        named = words.find("nouns", "written").search(text) or words.find("nouns", "response").search(text)
        is_said = text.endswith(":") and len(text) > (24 if words.spaced else 8)
        leads = is_said and words.find("verbs", "produce").search(text) is not None
        holds = re.search(rf"{words.any('verbs', 'include')} ?:$", text) is not None
        return 2 if named is not None and (leads or holds) else 0
    is_led = text.endswith(":")
    asks = re.search(rf"\b(?:{lexicon().verb('produce')}|organize|organise|structure|format)\b|\bmust|\bshould", text)
    is_of_each = _OF_EACH.search(text) is not None
    if is_led and _LAID_OUT.search(text) and not is_of_each:
        return max(ENOUGH if asks or _ANNOUNCING.search(text) else 2, heads_output(placed))
    if asks is None:
        return heads_output(placed)
    if is_led:
        return 2 if _leads_parts().search(text) and not is_of_each else 1
    return 2 if POINTS.search(text) else 0


def shows_sample(placed: Placed) -> bool:
    """Whether a line leads in a layout by a sample of it: "Here is a sample structure:"."""
    if not is_lead(placed.sentence.text):
        return False
    words, text = worded(placed)
    if words is None:
        return _SAMPLE.search(text) is not None
    return words.find("samples", "example").search(text) is not None and names_layout(words, text)


_OF_EACH: Final = re.compile(
    r"^(?!.*\b(?:format|formatted|structured?|template|layout|fields|labels|follows|like (?:this|so))\b)"
    r"(?:(?:for )?(?:each|every|all)\b"
    r"(?! (?:of (?:the|these)|sections?|parts?|headings?|responses?|answers?|outputs?)\b)"
    r".*\b(?:includes?|contains?|covers?|mentions?|ha(?:s|ve)|consists? of|with)\b|"
    r".*\beach (?:with|having|containing|including)\b)"
)
"""What makes of what is listed the contents of each of several things, which need not be called so."""
_SAMPLE: Final = re.compile(rf"\b(?:sample|example) (?:[a-z]+ )?{SHAPE.pattern}")


_GIVING: Final = (
    *("provide", "give", "include", "return", "output", "write", "list", "present", "deliver", "report"),
    *("answer", "respond", "state", "show", "summarize", "summarise", "describe", "cover", "contain"),
)
"""Verbs behind which parts of the response may follow at once: "provide:"."""


@cache
def _leads_parts() -> re.Pattern[str]:
    """Return what matches a line that leads in what the response is to have: "For each day, provide:"."""
    verbs = lexicon().alternation("verbs", "produce")
    things = r"(?:the|a|an|following|these|information|details|items|points|things|for|each|every|of|[a-z]+)"
    told = r"(?:please |then |you (?:must|should|will) )?"
    return re.compile(
        rf"(?:^|, )(?:please )?{verbs} [^.:]*{_HOLDS}|"
        rf"(?:^|, |\band ){told}{any_of(_GIVING)}(?: {things}){{0,9}} :$|"
        r"\b(?:must|should) (?:also )?(?:include|contain|have|cover)\b[^.:]{0,40} :$"
    )


def names_layout(words: Wording, text: str) -> bool:
    """Whether a line in another language names the layout of the response, and of no part of it."""
    own = (words.find_any("forms"), words.find("nouns", "part"))
    behind = [text[found.end() :].lstrip() for found in words.find("slots", "outline").finditer(text)]
    return not words.names_rules(text) and any(not any(each.match(rest) for each in own) for rest in behind)


def names_output_form(words: Wording, text: str) -> bool:
    """Whether a heading in another language is of rules for the form of the output: "output format requirements"."""
    return words.find("slots", "outline").search(text) is not None


POINTS: Final = re.compile(
    r"\b(?:following|these|exact|this) (?:[a-z]+ ){0,2}(?:format|sections|headings|structure|template)\b|"
    r"\b(?:includes?|ha(?:s|ve)|contains?) (?:all )?(?:of )?the following "
    r"(?:information|details|fields|attributes|parts)\b|"
    r"\b(?:format|structure|template|layout|outline|sections|headings) (?:[a-z]+ ){0,2}below\b"
)
_ANNOUNCING: Final = re.compile(
    r"\b(?:format|formatted|structure|structured|organized|organised|template|layout|laid out|outline)\b[^.;]*:$|"
    r"\b(?:as follows|as shown(?: below)?|like (?:this|so)) :$"
)


@cache
def _asking_last() -> re.Pattern[str]:
    verbs = lexicon().alternation("verbs", "produce")
    return re.compile(rf"^(?:.*(?:[,;] (?:and |then |and then )?|\b(?:and|then) ))?(?=(?:please )?{verbs}\b)")


def _last_asked(text: str) -> str:
    """Return the last thing that a line asks for, where that is laid out: "Pick one and answer as follows:"."""
    text = re.sub(r"^i (?:want|need|expect|would like)(?: you to)? ", "", text)
    found = _asking_last().match(text)
    rest = text[found.end() :] if found is not None else text
    return rest if _LAID_OUT.search(rest) else text


_OUTPUT_WORDS: Final = (
    r"(?:output|response|answer|reply|report|result|deliverable|summary|email|post|article|document|message)s?"
)
_FORMAT_WORDS: Final = r"(?:format|outputformat|structure|template|layout|outline|skeleton|sections|contract)s?"
_HEADS_FORMAT: Final = re.compile(
    rf"^\W*(?:(?:[a-z]+|\( ?[a-z]+ ?\)) ){{0,6}}{_FORMAT_WORDS}(?: (?:of|for)(?: [a-z]+){{1,4}})?"
    r"(?: ?\( ?[^()]* ?\))?\W*$|"
    rf"^\W*(?:how to )?(?:format|structure)(?: of)? (?:the|your) {_OUTPUT_WORDS}\W*$"
)
_HEADS_OUTPUT: Final = re.compile(
    r"^\W*(?:[a-z]+ ){0,2}(?:output|outputs|response|answer|deliverables?|output requirements|output instructions)"
    r"(?: ?\( ?[^()]* ?\))?\W*$"
)
_OF_INPUT: Final = re.compile(
    r"\b(?:input|json|xml|csv|yaml|example|rules|date|citation|schema|tool|data|file|process|workflow|project|folder|"
    r"directory|database|code|test|team)s?\b"
)


_SAYS: Final = re.compile(
    r"(?i)\b(?:with|in|using|use|into|as|includ\w+|contain\w*|ha(?:s|ve|ving)|cover\w*|follow\w*|these|this)\b"
    r"(?=[^.]{0,60}\b(?:format|structure|template|layout|outline|sections?|headings?|parts|fields|follows|following)\b)"
)


def announcing(placed: Placed) -> Span:
    """Return the words of a sentence that announce a layout, without what it says before: "Write a page with ..."."""
    text = placed.sentence.text
    found = _SAYS.search(text)
    return Span(found.start() if found is not None and is_lead(text) else 0, len(text))


_FEWEST_SAID: Final = 3
"""Words from which a line that begins as an instruction does is one: "Format" and "Output format" are titles."""


def heads_output(placed: Placed) -> int:
    """Return how surely a heading or tag says that the response is laid out below it."""
    text = placed.sentence.text
    tag = TAG.fullmatch(text.strip())
    words, plain = worded(placed)
    if tag is not None:
        words, plain = None, re.sub(r"[_-]", " ", tag["name"].lower())
    if words is not None:
        is_output = placed.sentence.kind is SentenceKind.HEADING and area_of(text) is Area.OUTPUT
        if not is_output or is_of_other(placed):
            return 0
        return ENOUGH if names_layout(words, plain) else int(names_output_form(words, plain))
    plain = re.sub(r"^[\W\d]+", "", plain)
    is_title = placed.sentence.kind is SentenceKind.HEADING or is_lead(text) or len(plain.split()) < _FEWEST_SAID
    if not (is_title or tag) and is_instruction(plain):
        return 0
    if _OF_INPUT.search(plain):
        return 0
    if _HEADS_FORMAT.search(plain):
        return ENOUGH
    if _HEADS_OUTPUT.search(plain):
        return 2
    return int(_TASK.search(plain) is not None)


def heads_other(placed: Placed) -> bool:
    """Whether a heading says that something else than the response stands below it."""
    if heads_output(placed) >= 2:
        return False
    words, text = worded(placed)
    tag = TAG.fullmatch(placed.sentence.text.strip())
    if tag is not None:
        text, words = re.sub(r"[_-]", " ", tag["name"].lower()), None
    if words is not None:
        return area_of(placed.sentence.text) in (Area.INPUT, Area.ROLE, Area.PROCESS, Area.EXAMPLE)
    is_rules = re.search(rf"(?<!\w){lexicon().alternation('headings', 'rules')}(?!\w)", text) is not None
    is_input = re.search(r"\binputs?\b", text) is not None  # "Input format"
    return is_rules or is_input or area_of(text) in (Area.INPUT, Area.ROLE, Area.PROCESS, Area.EXAMPLE)


def worded(placed: Placed) -> tuple[Wording | None, str]:
    """Return the words of the language of a line, where that is not English, and the line in the form to be read."""
    language = spoken(placed.sentence.text)
    if language in ("en", OTHER):
        return None, placed.normal.text
    return wording(language), said(placed.sentence.text, language).text


@cache
def _states() -> re.Pattern[str]:
    """Return what matches a line that says what something else consists of: "A resource has two types of fields:"."""
    ours = any_of((*lexicon().words("nouns", "response"), *lexicon().words("nouns", "written"), *_OURS))
    verbs = any_of(
        (*lexicon().words("verbs", "produce"), *_OURS, "need", "always", "also", "only", "then", "shall", "will")
    )
    return re.compile(
        rf"(?!.*\b{ours}\b)(?:[a-z]+ ){{1,4}}(?:has|have|are|consists? of|comes? in)\b[^,;]* :$|"
        rf"you (?!{verbs}\b)[a-z]+\b|.*\b(?:that|which|who) :$|"
        r".*\bwhat (?:you|we|i) (?:needs?|have|should|must|are|can)\b[^.;]* :$"
    )


_OURS: Final = ("must", "should", "each", "every", "it", "document", "format", "structure", "template")


def is_of_other(placed: Placed) -> bool:
    """Whether a line speaks of something else than the response, or of some responses only."""
    words, text = worded(placed)
    if words is None:
        text = _KEPT_TO.sub("", text)
        return _OF_OTHER.search(_last_asked(text)) is not None or _states().match(text) is not None
    others = (("negations", "phrases"), ("nouns", "key"), ("samples", "input"))
    said_so = [piece for piece in text.split(",") if words.find("slots", "outline").search(piece)] or [text]
    is_other = any(words.find(*each).search(piece) for each in others for piece in said_so)
    return is_other or is_case(placed.sentence.text, words.code)


_KEPT_TO: Final = re.compile(
    r" ?[(,—-]? ?(?:(?:strict(?:ly)?|mandatory|required|exact|important) ?[,;:—-] )?"
    r"(?:do not|never) (?:deviate|change|modify|alter|add|skip|omit|reorder)\b[^():]*\)?"
)
"""What says of a layout to keep to it: "(strict, do not deviate)"."""


def names_choices(lead: Placed) -> bool:
    """Whether a line leads in labels or categories to take one of."""
    return re.search(r"\b(?:labels|categories)\b", lead.normal.text) is not None
