"""Placeholders of a template against the fields of its examples."""

import re
from collections.abc import Iterator
from typing import Final

from lsprotocol import types

from spade_core.examples import Example
from spade_core.text import LineIndex, Span
from spade_server.analysis.finding import Finding, quoted
from spade_server.analysis.view import TemplateView, View
from spade_server.codes import Code
from spade_server.documents.example_fields import field_names_in
from spade_server.documents.ranges import range_of
from spade_server.words import said

_PLACES: Final = 1000
"""Examples that are looked at; the fields of a file do not change from line to line."""


def field_of(placeholder: str) -> str:
    """Return the field that fills a placeholder: ``user`` of ``user.name`` and ``items[0]``."""
    return re.split(r"[.\[]", placeholder, maxsplit=1)[0]


def fields_of(template: TemplateView) -> dict[str, Example]:
    """Return the fields that the examples have, each with the first example that has it."""
    beside = template.context.beside
    found: dict[str, Example] = {}
    for example in beside.examples.examples[:_PLACES] if beside else ():
        for name in example.fields:
            found.setdefault(name, example)
    return found


def placeholder_findings(view: View, template: TemplateView) -> Iterator[Finding]:
    """Yield the placeholders that no example fills, and the fields that the template once used and does no more."""
    fields = fields_of(template)
    if not fields:
        return
    used = {field_of(mark.placeholder.name) for mark in template.model.marks}
    seen: set[str] = set()
    for mark in template.model.marks:
        name = field_of(mark.placeholder.name)
        if not mark.placeholder.confident or name in fields or name in seen or name.isdigit():
            continue
        seen.add(name)
        near = ", ".join(sorted(fields)[:8])
        message = said("No example has a field {0}; there are {1}.", quoted(name), near)
        place = range_of(view.model.lines, mark.span)
        yield Finding(Code.UNKNOWN_PLACEHOLDER, view.model.path, place, message, data={"field": name})
    yield from _unused(template, fields, used)


def _unused(template: TemplateView, fields: dict[str, Example], used: set[str]) -> Iterator[Finding]:
    sentence_history, beside = template.context.sentence_history, template.context.beside
    if sentence_history is None or beside is None or beside.examples_text is None:
        return
    once = {field_of(name): version for name, version in sentence_history.placeholders.items()}
    lines = beside.examples_lines
    for name in sorted((fields.keys() & once.keys()) - used):
        place = field_range(lines, beside.examples_text, fields[name], name)
        last = once[name].index
        message = said("The prompt no longer uses {0}; version {1} was the last that did.", quoted(name), last)
        yield Finding(Code.UNUSED_FIELD, beside.examples_path, place, message, unnecessary=True, data={"field": name})


def field_range(lines: LineIndex, text: str, example: Example, name: str) -> types.Range:
    """Return where an example's line names a field; the line's beginning when it writes the name with escapes."""
    start = lines.start_of(example.line)
    line = text[start : lines.offset(lines.line_of(start) - 1, len(text))]
    span = next((span for found, span in field_names_in(line) if found == name), Span(0, 0))
    return range_of(lines, span.shifted(start))
