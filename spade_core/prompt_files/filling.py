"""A template with the fields of one input in it: what a model would be sent."""

import json
import re
from collections.abc import Mapping
from typing import Final

from spade_core.prompt_files.template import Dialect, PromptTemplate

_LOGIC: Final = re.compile(r"\{%|\{\{[#/^>!]|\{\{~?\s*(?:if|each|else)\b")
_DOUBLED: Final = {
    Dialect.FSTRING: re.compile(r"(\{|\})\1"),
    Dialect.DOLLAR: re.compile(r"(\$)\$"),
    Dialect.PERCENT: re.compile(r"(%)%"),
}


def filled_parts(template: PromptTemplate, fields: Mapping[str, object]) -> tuple[str, ...]:
    """Return the text of each part with the fields in it.

    Raises:
        ValueError: a field is missing, or the template has logic in it, which is not run here.
    """
    if template.dialect in {Dialect.JINJA, Dialect.HANDLEBARS} and any(_LOGIC.search(p.text) for p in template.parts):
        raise ValueError("the template has conditions or loops in it, which spade does not run")
    names = dict.fromkeys(place.name for place in template.placeholders if place.confident)
    if missing := [name for name in names if name not in fields]:
        raise ValueError(f"there is no value for {', '.join(missing)}")
    return tuple(_filled(template, index, fields) for index in range(len(template.parts)))


def value_text(value: object) -> str:
    """Return a field's value as it stands in a prompt: text as it is, the rest as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _filled(template: PromptTemplate, index: int, fields: Mapping[str, object]) -> str:
    text = template.parts[index].text
    places = (p for p in template.placeholders if p.part == index and p.confident)
    pieces, at = [], 0
    for place in sorted(places, key=lambda place: place.span.start):
        pieces += [_undoubled(text[at : place.span.start], template.dialect), value_text(fields[place.name])]
        at = place.span.end
    return "".join([*pieces, _undoubled(text[at:], template.dialect)])


def _undoubled(text: str, dialect: Dialect) -> str:
    pattern = _DOUBLED.get(dialect)
    return pattern.sub(r"\1", text) if pattern else text
