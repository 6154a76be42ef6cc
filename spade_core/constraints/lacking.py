"""Which sections a response may lack, by what a prompt says: "omit empty sections", "the Notes section is optional"."""

import re
from typing import Final

from spade_core.structure import Area, Placed, title_of

ALL: Final = "*"
"""Stands for every section."""
_PART: Final = r"(?:sections?|headings?|headers?|subsections?|labels?)"
_LEAVES_OUT: Final = r"(?:omit|skip|remove|drop|leave out|exclude|delete|hide|discard|leave off)"
_CHANGES: Final = r"(?:adapt|adjust|modify|customi[sz]e|change|vary|alter|rename|reorder|tailor)"
_SHAPE: Final = rf"(?:{_PART}|structure|format|template|layout|outline|titles)"
_OF_WHICH: Final = r"(?:that|which|without|with|for which|if|when|where|you)"
_LACKS_ANY: Final = re.compile(
    "|".join(
        (
            rf"(?<!not )(?<!never ){_LEAVES_OUT}(?: (?!other|additional|extra|⟦)[a-z]+){{0,5}} {_PART}\b",
            rf"\b(?:if|when|where) (?:any|an?|the|some|one of the|no) (?:[a-z]+ )?{_PART}\b[^.;]*"
            rf"\b(?:{_LEAVES_OUT}|leave (?:it|them|that|this)(?: [a-z]+)? out)\b",
            rf"\b{_PART} {_OF_WHICH}\b[^.;]*\b(?:(?:may|can|should|must) be )?"
            r"(?:omitted|skipped|removed|dropped|left out|excluded)\b",
            rf"\b(?:only (?:include|use|keep|add|show|write)|(?:include|use|keep|add|show|write) only)"
            rf"(?: the| this| those| these)? (?:[a-z]+ )?{_PART} {_OF_WHICH}\b",
            rf"\bnot (?:all|every|each)(?: of)?(?: the| these)? {_PART}\b",
            rf"\b(?:may|can|could|free to|to|should) {_CHANGES}(?: [a-z]+){{0,3}} {_SHAPE}\b",
            rf"\b(?:add|merge|combine) (?:or|and) (?:drop|remove|omit|skip|rename|merge|split) {_PART}\b",
            rf"\b{_SHAPE}\b[^.;:]* as (?:a (?:loose |rough |general )?(?:guide|guideline|starting point|suggestion)|"
            r"guidance|inspiration)\b",
            rf"\b(?:adapt|adjust|change|vary) (?:it |this |them |the {_SHAPE} )?(?:as|if|where|when) needed\b",
        )
    )
)
"""What says of sections in general that a response may lack some, or call them otherwise."""
_THIS_ONE: Final = re.compile(rf"\bthis {_PART}\b")
"""The one under whose title it is said: "omit this section if there is nothing to say"."""
_NAME: Final = r"(?P<name>⟦\d+⟧|[a-z][a-z &/-]{2,40}?)"
_LACKS_ONE: Final = (
    re.compile(rf"(?<!not )(?<!never ){_LEAVES_OUT} (?:the |this )?{_NAME} {_PART}\b"),
    re.compile(rf"(?:the |an? )?{_NAME} {_PART} (?:is|are|may be|can be) (?:optional|omitted|skipped|left out|only)\b"),
    re.compile(rf"\b(?:only )?(?:include|add|write|use) (?:the |an? )?{_NAME} {_PART} (?:only )?(?:if|when|where)\b"),
)
"""What says so of one."""


def lacking_in(placed: Placed) -> frozenset[str]:
    """Return the names, in lower case, of the sections that a sentence says a response may lack; `ALL` for any."""
    text = placed.normal.text
    if placed.shown or placed.area in (Area.INPUT, Area.EXAMPLE):
        return frozenset()
    lacks = _LACKS_ANY.search(text)
    found = set() if lacks is None else {ALL}
    if lacks is not None and _THIS_ONE.search(lacks.group()) is not None and placed.lead is not None:
        found = {title_of(placed.lead.original).casefold()}
    for match in (match for pattern in _LACKS_ONE for match in pattern.finditer(text)):
        name = match["name"]
        found.add((placed.normal.quote(name) if name.startswith("⟦") else name).casefold())
    return frozenset(found)
