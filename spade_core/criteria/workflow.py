"""The workflow behind a response that a prompt wants kept out of it: "do not say which table you queried"."""

import re
from collections.abc import Iterator

from spade_core.categories.taxonomy import Category
from spade_core.criteria.passage import Found, Passage
from spade_core.criteria.readings import Hidden
from spade_core.text import Span

_REVEAL = (
    r"(?:mention|say|tell|reveal|disclose|state|reference|refer to|cite|indicate|acknowledge|talk "
    r"about|explain|expose|show|let .{0,20}know)"
)
_HIDDEN = re.compile(
    rf"\b(?:do not|don't|dont|never|avoid|must not|should not|shouldn't|without|refrain from)\b(?: "
    rf"\w+)? (?:ever )?{_REVEAL}(?:ing|ning)?\b"
    r"(?P<what>[^.;!?]*)"
)
_SOURCE_NOUN = re.compile(
    r"\b(?:documents?|contexts?|passages?|tables?|databases?|tools?|functions?|sources?|prompts?|"
    r"instructions?|rules|guidelines|system (?:message|prompt)|"
    r"transcripts?|texts?|articles?|files?|data|datasets?|knowledge base|search results?|quer(?:y|"
    r"ies)|steps|examples?|code|api|sql|model|extracts?|snippets?|excerpts?|information provided|"
    r"input)\b"
)
_WORKFLOW = re.compile(
    r"\b(?:which|what|that you|how you|provided|given|you (?:used?|are|have|queried|consulted|were)|"
    r"above|below|the|these|this|your|any)\b"
)


def hidden_workflow(passage: Passage) -> Iterator[Found]:
    """Yield the parts of the workflow that a sentence wants kept out of the response."""
    for match in _HIDDEN.finditer(passage.lower):
        nouns = tuple(dict.fromkeys(noun.group() for noun in _SOURCE_NOUN.finditer(match["what"])))
        if nouns and _WORKFLOW.search(match["what"]):
            yield Found(Hidden(nouns), Span(*match.span()), Category.EXCLUSION)
