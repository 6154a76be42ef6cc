"""Topics: the things that a sentence names for the response to cover."""

import re
from collections.abc import Iterator

from spade_core.categories.taxonomy import Category
from spade_core.criteria.passage import CONDITION, NEGATION, ROLE, Found, Passage
from spade_core.criteria.readings import Topics
from spade_core.text import Span

_TOPIC_LEAD = re.compile(
    r"\b(?:includ\w+|consider\w*|cover\w*|such as|areas?|topics?|aspects?|bucket|themes?|mention\w*|"
    r"provide|discuss\w*|address\w*|focus\w*(?: on)?|about|like|elements|describe|state|identify|"
    r"following)\b"
)
_SERIES = re.compile(r"(?<![\w'-])(?:[^,.;:()\n]{2,60},\s+){2,}(?:(?:and|or|as well as)\s+)?[^,.;:()\n]{2,80}")
_LEADING = re.compile(
    r"^(?:(?:and|or|as well as|the|an?|any|all|its|their|other|overarching|overall|key|both|are|not|"
    r"limited|to|but|includes?|including|relevant)\s+)+"
)


def topics(passage: Passage) -> Iterator[Found]:
    """Yield the topics that a sentence names in a series of three or more."""
    if ROLE.search(passage.spoken) or (_is_ruled_out(passage) and not _SPARED.search(passage.spoken)):
        return
    for match in _SERIES.finditer(passage.spoken):
        before = passage.spoken[: match.start() + 60]
        if _TOPIC_LEAD.search(before) is None:
            continue
        terms = _terms(match.group())
        if len(terms) >= 3:
            yield Found(Topics(terms), Span(*match.span()), Category.INCLUSION, vague=True)
            return


_OBJECT = re.compile(
    r"^\W*(?:always |also |please |then |and |make sure to |be sure to )*(?:mention|include|state|"
    r"specify|cite|address|cover|discuss|elucidate|highlight|identify|explain|name)s?"
    r" (?:the|any|a|an|all|your|their|its|both|at least one|some) (?P<objects>[a-z][\w' -]{2,60}?)"
    r"(?=\s*(?:$|[.,;:(]|\b(?:that|which|who|received|in|for|of|from|with|by|to|as|at|on|when|where|"
    r"if|between|and the rationale|using|you|you're|we|it)\b))"
)
_VAGUE_OBJECT = re.compile(
    r"\b(?:information|details?|context|data|points?|text|response|answer|section|content|elements?|"
    r"things?|parts?|aspects?|following|user|reader|summary|list|"
    r"note|example|examples|sentence|paragraph|word|words|title|name|names|author|code|snippets?|link|"
    r"links|call|greeting|question|questions|emoji|emojis|figures|numbers|bullet|table|"
    r"heading|concept|topic|idea|term|problem|story|process|steps?|task|question|best|most|one|way)\b"
)


def objects(passage: Passage) -> Iterator[Found]:
    """Yield the one or two things that a sentence says to mention: "Mention the price and the delivery date"."""
    match = _OBJECT.search(passage.spoken)
    if match is None or CONDITION.search(passage.spoken):
        return
    things = re.split(r"\s+(?:and|or)\s+", match["objects"])
    terms = [_LEADING.sub("", re.sub(r"^.*'s ", "", thing) + " ").strip() for thing in things]
    terms = [term for term in terms if term and len(term.split()) <= 3 and not _VAGUE_OBJECT.search(term)]
    if terms:
        yield Found(Topics(tuple(dict.fromkeys(terms))), Span(*match.span("objects")), Category.INCLUSION, vague=True)


_SPARED = re.compile(r"\b(?:irrelevant|non-?relevant|doesn'?t (?:fall|fit)|not limited to|outside)\b")


def _is_ruled_out(passage: Passage) -> bool:
    return NEGATION.search(passage.lower.split(",")[0]) is not None


def _terms(series: str) -> tuple[str, ...]:
    series = re.sub(r"\s+of (?:the|this|a|your) [^,]*", "", series)
    pieces = [piece for chunk in series.split(",") for piece in re.split(r"\s+(?:and|or|as well as)\s+", chunk.strip())]
    terms = []
    for index, piece in enumerate(pieces):
        text = piece.strip()
        if index == 0:
            text = re.split(rf"{_TOPIC_LEAD.pattern}", text)[-1].strip()
        text = re.split(r"\s+(?:that|which|who|where|when|if|to|for|with|using)\s", text)[0]
        text = re.sub(r"^.*'s ", "", text)
        text = _LEADING.sub("", f"{text} ").strip(" \"'*-")
        if (
            text
            and len(text.split()) <= 4
            and text not in {"etc", "so on", "more"}
            and not re.search(r"[{}\[\]<>]", text)
        ):
            terms.append(text)
    return tuple(dict.fromkeys(terms))
