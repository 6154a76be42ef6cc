"""A template with the fields of one input in it: what a model would be sent."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Final

from spade_core.prompt_files.jinja_filling import Lookup, render
from spade_core.prompt_files.template import Dialect, PromptTemplate

_LOGIC: Final = re.compile(r"\{\{~?[#/^>!]|\{\{~?\s*(?:if|each|else)\b")
_DOUBLED: Final = {
    Dialect.FSTRING: re.compile(r"(\{|\})\1"),
    Dialect.DOLLAR: re.compile(r"(\$)\$"),
    Dialect.PERCENT: re.compile(r"(%)%"),
}


def filled_parts(
    template: PromptTemplate, fields: Mapping[str, object], *, lookup: Lookup | None = None
) -> tuple[str, ...]:
    """Return the text of each part with the fields in it; Jinja is filled by jinja2, `lookup` finds what it includes.

    Raises:
        ValueError: a field is missing, the template cannot be filled, or it is Handlebars with logic in it.
    """
    if template.dialect is Dialect.JINJA:
        return tuple(render(part.text, fields, lookup) for part in template.parts)
    if template.dialect is Dialect.HANDLEBARS and any(_LOGIC.search(p.text) for p in template.parts):
        raise ValueError("the template has conditions or loops of Handlebars in it, which spade does not run")
    names = dict.fromkeys(place.name for place in template.placeholders if place.confident)
    values = {name: _value_of(name, fields) for name in names}
    if missing := [name for name, value in values.items() if value is _MISSING]:
        raise ValueError(f"there is no value for {', '.join(missing)}")
    return tuple(_filled(template, index, values) for index in range(len(template.parts)))


def value_text(value: object) -> str:
    """Return a field's value as it stands in a prompt: text as it is, the rest as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _filled(template: PromptTemplate, index: int, fields: Mapping[str, object]) -> str:
    text = template.parts[index].text
    places = (p for p in template.placeholders if p.part == index and p.confident)
    pieces, at = [], 0
    for place in sorted(places, key=lambda place: place.span.start):
        value = _formatted(place.span.of(text), fields[place.name], template.dialect)
        pieces += [_undoubled(text[at : place.span.start], template.dialect), value]
        at = place.span.end
    return "".join([*pieces, _undoubled(text[at:], template.dialect)])


def _value_of(name: str, fields: Mapping[str, object]) -> object:
    """Return a field by its name, or by the way to it: ``user.name`` and ``row[a]`` in what a field holds."""
    if name in fields:
        return fields[name]
    at: object = fields
    for step in _STEP.findall(name):
        key = step.strip("\"'")
        if isinstance(at, Mapping) and key in at:
            at = at[key]
        elif isinstance(at, list) and key.isdecimal() and int(key) < len(at):
            at = at[int(key)]
        else:
            return _MISSING
    return _MISSING if at is fields else at


_MISSING: Final = object()
_STEP: Final = re.compile(r"[^.\[\]]+")
_WIDE: Final = re.compile(r"\d{5,}")


_FORMAT: Final = re.compile(r"\{.*?(?:!(?P<conversion>[rsa]))?(?::(?P<spec>[^{}:]*))?\}", re.DOTALL)
_PERCENT: Final = re.compile(r"%(?:\([^()]*\))?(?P<spec>[^*()]*)")
_CONVERSIONS: Final[Mapping[str, Callable[[object], object]]] = {"r": repr, "a": ascii, "s": str}


def _formatted(mark: str, value: object, dialect: Dialect) -> str:
    """Return a value as the mark writes it: ``{price:.2f}``, ``{name!r}``, ``%(price).2f``; else as it is."""
    try:
        if dialect is Dialect.FSTRING and (found := _FORMAT.fullmatch(mark)) and not _WIDE.search(mark):
            conversion, spec = found["conversion"], found["spec"]
            if conversion or spec:
                return format(_CONVERSIONS[conversion](value) if conversion else value, spec or "")
        if dialect is Dialect.PERCENT and (found := _PERCENT.fullmatch(mark)) and not _WIDE.search(mark):
            return f"%{found['spec']}" % (value_text(value) if found["spec"].endswith("s") else value,)
    except (ValueError, TypeError, OverflowError):
        pass  # the value of an example need not be of the type that the code has
    return value_text(value)


def _undoubled(text: str, dialect: Dialect) -> str:
    pattern = _DOUBLED.get(dialect)
    return pattern.sub(r"\1", text) if pattern else text
