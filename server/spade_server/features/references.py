"""Where an instruction, an assertion or a placeholder is spoken of: the places that the editor jumps between."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lsprotocol import types

from spade_core.errors import StorageError
from spade_core.storage import BOM, StoredAssertion, parse_record, read_text_file, render_record
from spade_core.text import Span
from spade_server.analysis.placeholders import field_of
from spade_server.analysis.prompt_model import Instruction, PlacedPlaceholder
from spade_server.analysis.view import TemplateView, View
from spade_server.documents.declared_inputs import declared_in
from spade_server.documents.example_fields import field_names_in
from spade_server.documents.kinds import uri_of
from spade_server.documents.ranges import difference, offset_of, range_of
from spade_server.features.assertion_places import field_uses, places_of

_MOST_ROWS: Final = 500
"""Rows of examples that are listed as references."""


@dataclass(frozen=True, slots=True)
class Field:
    """A placeholder, spoken of by the name of the field that fills it."""

    name: str
    view: TemplateView
    range: types.Range
    """Where it was asked about."""


def mark_at(view: View, position: types.Position) -> tuple[TemplateView, PlacedPlaceholder] | None:
    """Return the placeholder at a position of a prompt."""
    offset = offset_of(view.model.lines, position)
    for template in view.templates:
        for mark in template.model.marks:
            if mark.span.start <= offset <= mark.span.end:
                return template, mark
    return None


def placeholder_field(mark: PlacedPlaceholder) -> str:
    """Return the field that fills a placeholder."""
    return field_of(mark.placeholder.name)


def name_span(view: View, mark: PlacedPlaceholder) -> Span | None:
    """Return where a placeholder's field name stands within its braces; None when the file writes it otherwise."""
    name = field_of(mark.placeholder.name)
    match = re.search(rf"(?<![\w]){re.escape(name)}(?![\w])", mark.span.of(view.model.text))
    if match is None:
        return None
    return Span(mark.span.start + match.start(), mark.span.start + match.end())


def field_in_assertions(template: TemplateView, position: types.Position) -> Field | None:
    """Return the field that an assertions file reads at a position."""
    beside = template.context.beside
    if beside is None or beside.assertions_text is None:
        return None
    lines = beside.assertions_lines
    offset = offset_of(lines, position)
    for use in field_uses(beside.assertions_text):
        if use.span.start <= offset <= use.span.end:
            return Field(use.name, template, range_of(lines, use.span))
    return None


def field_in_examples(template: TemplateView, position: types.Position) -> Field | None:
    """Return the field that a row of the examples names at a position."""
    beside = template.context.beside
    if beside is None or beside.examples_text is None:
        return None
    lines = beside.examples_lines
    offset = offset_of(lines, position)
    for name, span in field_names_in(beside.examples_text):
        if span.start <= offset <= span.end:
            return Field(name, template, range_of(lines, span))
    return None


def marks_of(view: View, template: TemplateView, name: str) -> list[types.Location]:
    """Return the placeholders that a field fills."""
    return [
        types.Location(uri_of(view.model.path), range_of(view.model.lines, mark.span))
        for mark in template.model.marks
        if field_of(mark.placeholder.name) == name
    ]


def rows_of(template: TemplateView, name: str, most: int = _MOST_ROWS) -> list[types.Location]:
    """Return where the examples name a field."""
    beside = template.context.beside
    if beside is None or beside.examples_text is None:
        return []
    lines, uri = beside.examples_lines, uri_of(beside.examples_path)
    spans = [span for found, span in field_names_in(beside.examples_text) if found == name]
    return [types.Location(uri, range_of(lines, span)) for span in spans[:most]]


def uses_of(template: TemplateView, name: str) -> list[types.Location]:
    """Return where the assertions read a field."""
    beside = template.context.beside
    if beside is None or beside.assertions_text is None:
        return []
    lines, uri = beside.assertions_lines, uri_of(beside.files.assertions)
    return [
        types.Location(uri, range_of(lines, use.span)) for use in field_uses(beside.assertions_text) if use.name == name
    ]


def assertions_of(template: TemplateView, instruction: Instruction) -> list[types.Location]:
    """Return the assertions that check an instruction."""
    wanted = {link.assertion.name for link in template.links.of_instruction(instruction)}
    beside = template.context.beside
    if beside is None:
        return []
    uri = uri_of(beside.files.assertions)
    return [types.Location(uri, place.range) for place in places_of(template) if place.assertion.name in wanted]


def instructions_of(view: View, template: TemplateView, assertion: str) -> list[types.Location]:
    """Return the instructions that an assertion checks, in the prompt of now."""
    found = {
        link.instruction.span: None for link in template.links.of_assertion(assertion) if link.instruction is not None
    }
    return [types.Location(uri_of(view.model.path), range_of(view.model.lines, span)) for span in sorted(found)]


def renamed_in_record(
    template: TemplateView, assertion: StoredAssertion, new: str, shown: str | None
) -> tuple[Path, types.TextEdit] | None:
    """Return the edit that gives an assertion its new name in the record; None where the record does not name it.

    `shown` is the record's text where it is open. What a person has written into it by hand is not laid out anew: the
    record still finds the assertion then, by its body.
    """
    beside = template.context.beside
    path = beside.files.record if beside is not None else None
    try:
        file = read_text_file(path) if path is not None else None
        text = shown.removeprefix(BOM) if shown is not None else file.text if file is not None else ""
        record = parse_record(text, str(path))
    except StorageError:
        return None
    newline = "\r\n" if "\r\n" in text else "\n"
    renamed = record.renamed(assertion.recorded_name or assertion.name, new)
    if path is None or renamed == record or render_record(record).replace("\n", newline) != text:
        return None
    return path, types.TextEdit(*difference(text, render_record(renamed).replace("\n", newline)))


def declarations_of(view: View, template: TemplateView, name: str) -> list[types.Location]:
    """Return where the prompt's file declares the input that a field fills."""
    model = view.model
    spans = declared_in(model.text, str(model.path), model.format, template.model.name, name)
    return [types.Location(uri_of(model.path), range_of(model.lines, span)) for span in spans]


def renamed_field(view: View, template: TemplateView, name: str, new: str) -> Iterator[tuple[Path, types.TextEdit]]:
    """Yield the edits that give a field another name: in the prompt's file, in every example and in the assertions."""
    for mark in template.model.marks:
        span = name_span(view, mark) if field_of(mark.placeholder.name) == name else None
        if span is not None:
            yield view.model.path, types.TextEdit(range_of(view.model.lines, span), new)
    for declared in declarations_of(view, template, name):
        yield view.model.path, types.TextEdit(declared.range, new)
    beside = template.context.beside
    if beside is None:
        return
    for location in rows_of(template, name, most=10**9):
        yield beside.examples_path, types.TextEdit(location.range, new)
    for location in uses_of(template, name):
        yield beside.files.assertions, types.TextEdit(location.range, new)
