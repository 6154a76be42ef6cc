"""Topics: the things that a sentence names for the response to cover."""

import re
from collections.abc import Iterator

from spade_core.categories.taxonomy import Category
from spade_core.criteria.passage import NEGATION, ROLE, Found, Passage
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
        terms = tuple(term for term in _terms(match.group()) if not _KIND.search(term))
        if len(terms) >= _FEWEST:
            yield Found(Topics(terms), Span(*match.span()), Category.INCLUSION, vague=True)
            return


_KIND = re.compile(
    r"(?:^|\s)(?:names?|titles?|genres?|cast|themes?|speakers?|dates?|times?|prices?|costs?|summar(?:y|ies)|awards?|acclaim|"
    r"plots?|actors?|directors?|authors?|topics?|subjects?|locations?|places?|addresses|address|numbers?|amounts?|sizes?|colou?rs?|"
    r"reasons?|ingredients?|steps?|instructions?|descriptions?|details?|facts?|figures?|data|examples?|quotes?|"
    r"questions?|answers?|ideas?|points?|arguments?|opinions?|conclusions?|findings|results?|outcomes?|insights?|"
    r"benefits?|features?|advantages?|disadvantages?|pros|cons|strengths?|weaknesses|weakness|goals?|objectives?|"
    r"actions?|decisions?|owners?|deadlines?|durations?|lengths?|characters?|events?|people|persons?|"
    r"organi[sz]ations?|companies|company|products?|brands?|types?|kinds?|categor(?:y|ies)|styles?|tone|setting|settings|"
    r"mood|emotions?|interests?|hobbies|background|context|history|skills?|experience|education|roles?|positions?|"
    r"contact|phone|e-?mail|links?|sources?|references?|metrics?|statistics|recommendations?|suggestions?|takeaways?|"
    r"lines?|sections?|paragraphs?|words|terms|phrases?|things?|elements?|aspects?|issues?|concerns?|problems?|"
    r"age|gender|race|ethnicity|religion|nationality|year|years|rating|ratings|status)$"
)
"""A noun that names a kind of content: a text that has the genre has no need of the word "genre"."""
_FEWEST = 3
"""Words that a list of concrete terms must keep; with fewer only a reader can tell."""


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
