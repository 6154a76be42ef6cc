"""The question that a judge is asked about a sentence, and the lines that ask nothing by themselves.

Law: a question is whole. What a sentence leans on goes with it: the line above, the name of its item, what is said
before it.
"""

import re
from collections.abc import Set
from functools import cache
from typing import Final

from spade_core.constraints.clause import is_conditional, rules_out
from spade_core.constraints.judgement import Judgement
from spade_core.deltas import SentenceKind
from spade_core.language import lexicon
from spade_core.structure import Placed, divides_prompt, is_instruction, is_lead, speaks_of_response, title_of

_SHORT: Final = 9
"""Words from which an instruction says by itself what it is about."""
_MARKER: Final = re.compile(r"^\s*(?:[-*+•·]|\d{1,3}[.)])\s+")
_LABEL: Final = re.compile(
    r"\s*(?:[-*+•·]|\(?\d{1,3}[.)])?\s*[*_\"'`]{0,3}(?P<label>[^\W_][^:*`\"\n]{0,40}?)[*_\"'`]{0,3}\s*:"
)
"""The name that a list item begins with: "- **Title:** ..."."""
_LEANS: Final = re.compile(
    r"(?:(?:but|and|also|however|additionally|finally|then|note that) (?:, )?)*"
    r"(?:(?:it|its|they|their|them|he|she|this|these|those|such|both|the (?:former|latter|same))\b|"
    r"(?:otherwise|instead|if (?:so|not|it|they|this|that|none|neither|any of (?:these|them))|"
    r"in (?:this|that|such a?) ?case)\b|"
    r"(?:must|should|can|shall|may|will|cannot|need|needs|has|have|is|are)\b(?! (?:the|a|an|you|i|we|it|they)\b))|"
    r"(?:please |always |never |do not |only )*[a-z]+ (?:it|them|this|these|those|that)\b(?! [a-z]+ing\b)|"
    r".*\b(?:this|these|those|such) (?:score|field|value|key|list|section|part|item|column|step|case|format)s?\b"
)
"""What a sentence is like that says nothing without the one before it: "It must be short.", "Cannot be empty."."""
_LONGEST_TITLE: Final = 3
"""Words of a title that stands as a sentence."""
_SAID_BEFORE: Final = 240
"""Characters of what is said before a sentence that its question has."""


_DEFINES: Final = re.compile(
    r"(?:⟦\d+⟧|[^:]{1,48}?) ?(?:\([^()]*\) ?)?(?::|—) (?:(?:the|a|an|any|all|every|each|how|whether|what|"
    r"which|who|when|where|why|one|some)\b|[a-z]+ (?:of|for|that|from|or|between)\b)"
)
"""How a sentence begins that says what a part or a choice is: "tone: how the letter sounds"."""
_DEFINING: Final = re.compile(
    r"\bdefinitions?\b|^(?:not(?! (?:to|allowed|permitted|acceptable|ok)\b)|what (?:is|are|counts as)) "
)
"""A heading of definitions."""
_DEMANDS: Final = re.compile(r"\b(?:must|should|shall|always|never|do not|only|needs? to|has to|have to)\b")


def judgement_of(placed: Placed) -> Judgement:
    """Return what a judge is asked about a sentence."""
    said = placed.normal.text
    is_defined = placed.lead is not None and _DEFINING.search(placed.lead.text) is not None
    is_definition = (_DEFINES.match(said) is not None or is_defined) and _DEMANDS.search(said) is None
    words = _folded(placed.sentence.text)
    context = placed.sentence.context
    lead = context[-1] if context and not _stands_alone(placed, words) else ""
    labelled = _LABEL.match(placed.opener)
    label = labelled["label"].strip() if labelled is not None else _title(placed.opener)
    after = _last_said(said_before(placed)) if not label else ""
    return Judgement(words, " ".join(lead.split()), label, after, is_definition)


def said_before(placed: Placed) -> str:
    """Return what is said before a sentence where it leans on that; "" where it says by itself what it is about."""
    is_short = placed.opener and len(_folded(placed.sentence.text).split()) < _SHORT
    return placed.before if is_short or _LEANS.match(placed.normal.text) or follows_case(placed) else ""


def follows_case(placed: Placed) -> bool:
    """Whether a sentence without a verb belongs to the case before it: "If it is late: apologize. 40-60 words."."""
    return _CASE_BEFORE.search(placed.before) is not None and not is_instruction(placed.normal.text)


_CASE_BEFORE: Final = re.compile(r"(?i)(?:^|[.!?]\s)(?:if|when|for|in case|otherwise|else)\b[^.!?]*:[^:]*$")


def _title(opener: str) -> str:
    """Return the title that an item begins with as a sentence: "1. Introduction. It opens the plan."."""
    words = _folded(opener).strip("*_. ")
    return words if words and len(words.split()) <= _LONGEST_TITLE and not is_instruction(words.lower()) else ""


def _folded(text: str) -> str:
    return " ".join(_MARKER.sub("", text).split())


def _last_said(before: str) -> str:
    """Return the end of what is said before a sentence, from the beginning of a sentence."""
    said = _folded(before)
    if len(said) <= _SAID_BEFORE:
        return said
    begins = [found.end() for found in re.finditer(r"[.!?:]\s+(?=\S)", said) if len(said) - found.end() <= _SAID_BEFORE]
    return said[begins[0] :] if begins else ""


_RULING_OUT: Final = re.compile(r"(?:do not|never|avoid|not)(?: [a-z]+){1,4} ?:?$")
"""A heading of what is not to be done: "DO NOT FLAG"."""


def _stands_alone(placed: Placed, words: str) -> bool:
    """Whether an instruction says the same without the line above: no list of what to avoid, or of cases."""
    above = placed.lead.text if placed.lead is not None else ""
    if len(words.split()) < _SHORT or rules_out(above) or _RULING_OUT.match(above) or is_conditional(above):
        return False
    text = placed.normal.text
    return is_instruction(text) or speaks_of_response(text)


_POINTS: Final = frozenset(
    {"following", "follow", "follows", "below", "these", "like", "look", "looks", "exact", "exactly", "only", "then",
     "each", "format", "formatted", "structure", "structured", "template", "layout", "sections", "parts", "rules",
     "requirements", "guidelines", "instructions", "constraints", "using", "with"}
)  # fmt: skip
"""What a line that leads in the response's layout or rules says of them."""


_LEFT_OPEN: Final = re.compile(
    r"\b(?:must|should|shall|who|when|able to|required|say) ?:$|^instructions? (?:on|for|about) "
)
"""A lead-in that what stands below it completes: "Each entry must:"."""
_POINTED_AT: Final = re.compile(
    r"\b(?:follow|ensure|do|include|apply|note|observe|obey|remember|respect|adhere to|stick to|comply with|follow all)"
    r" (?:all )?(?:the following|(?:of )?these)\b"
)
"""One whose verb only points at what stands below it: "you must follow these principles:"."""


@cache
def _completed_below() -> re.Pattern[str]:
    """Return what matches a lead-in whose last words its list completes: "Focus on capturing:", "Report back with:"."""
    small = "if|when|where|unless|that|which|whose|with|on|as|for|by|from|to|of|in|into|about|are|is|be|and|or|can|will"
    points = "(?:the )?following(?: [a-z]+){0,3}|as follows|(?:these|those|this)(?: [a-z]+){0,2}|below"
    return re.compile(
        rf"\b(?:{small}|{points}|[a-z]+ing|{lexicon().alternation('verbs', 'produce')}) ?:$|^(?:\S+ ){{1,3}}:$"
    )


_ALWAYS_KEPT: Final = re.compile(
    r"(?:[a-z]+ )?examples? ?(?::|\()|(?:e ?\. ?g ?\.|for example|for instance) ?[,:]|"
    r"(?:in addition[^,]* , |(?:note that )?(?:some|many|most) of )?(?:you|it|they|this|there|them|these) "
    r"(?:(?:can|may|might|could) (?!only\b|not\b|be\b)|(?:do not (?:need|have) to|need not) )"
    r"(?!.*(?:\b(?:but|only|must|should|never|if|then)\b|,))|"
    r"(?:everything|all|what) (?:you|that you) [^.,]{3,60} will be (?:saved|stored|logged|shown|used|kept)\b|"
    r"(?:role|persona) : (?!.*\b(?:must|should|always|never)\b)|"
    r"(?:[a-z ]{2,30} : )?(?:dynamically |continuously |constantly )?(?:adjust|adapt|refine|improve|learn)\b.*"
    r"\b(?:feedback|over time|context of the conversation|as the conversation)\b"
)
"""What no response can fail, or none shows: examples, what may be, how the input is taken, what happens later."""


_OF_TREE: Final = re.compile(r"\s*[│├└┌╰╭]")
"""A line of a tree that shows what is where."""
_OF_CODE: Final = re.compile(
    r"\s*(?:(?:async )?def \w+\(|class \w+[(:]|for \w+(?:, \w+)? in \S+\(|while \S+ ?[<>=!])[^\n]*:$"
)
"""A line of code that leads in others."""
_HAVING: Final = re.compile(
    r"(?i)\s*(?:the )?(?:(?:following|available) )*(?:tools|functions|actions|apis|commands)"
    r"(?: (?:(?:are )?available|(?:that )?you (?:have|can use|may use))[^:\n]*)?:$|"
    r"\s*you (?:also )?(?:have (?:access to|the following|these)|are (?:given|provided)|will (?:have|be given))\b"
    r"(?![^\n]*\b(?:must|rules|instructions|requirements|follow|should)\b)[^\n]*:$"
)
"""A line that leads in what the model has."""


_RUBRIC: Final = re.compile(r"\b(?:criteria|rubric|dimensions?|aspects?|checklist|evaluat[a-z]+|consider|questions)\b")
"""A line above questions that the model asks itself about what it is given."""
_NAMED: Final = re.compile(r"(?:⟦\d+⟧|[a-z_]+) ?(?:\([^()]*\) ?)?[:—] ")
"""An item that begins with a name: "find_town: Find the town"."""


def asks_nothing(placed: Placed) -> bool:
    """Whether a judge need not be asked about a sentence, because any answer would say nothing of the response."""
    text = placed.normal.text
    lead = placed.sentence.context[-1] if placed.sentence.context else ""
    is_title = placed.opens and _title(placed.sentence.text) != ""
    is_heading = placed.lists and placed.sentence.kind is SentenceKind.HEADING and not is_instruction(text)
    is_had = _HAVING.match(lead) is not None and (_NAMED.match(text) is not None or not is_instruction(text))
    is_code = _OF_CODE.match(lead) is not None
    is_asked = text.endswith("?") and placed.lead is not None and _RUBRIC.search(placed.lead.text) is not None
    is_tree = _OF_TREE.match(placed.sentence.text) is not None
    return any((is_tree, is_asked, is_title, is_heading, is_had, is_code, _ALWAYS_KEPT.match(text)))


def only_leads(placed: Placed, idle: Set[str]) -> bool:
    """Whether a line leads in what stands below it, or tells to begin, and asks nothing by itself.

    "Your answer must have this format:", "Now write the post." Words that are `idle` ask for nothing.
    """
    leads = is_lead(placed.sentence.text)
    if leads:
        is_title = divides_prompt(title_of(placed.sentence.text))
        if is_title or _LEFT_OPEN.search(placed.normal.text) or _POINTED_AT.search(placed.normal.text):
            return True
        if placed.fills and not is_instruction(placed.normal.text) and _DEMANDS.search(placed.normal.text) is None:
            return True
        if placed.lists and _completed_below().search(placed.normal.text):
            return True
    words = re.findall(r"[^\W_]{3,}", placed.normal.original.lower())
    idle = idle | _POINTS if leads else idle
    return (leads or "now" in words) and bool(words) and idle >= set(words)
