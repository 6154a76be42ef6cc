"""Assertions in an assertions file that is open: which one is at a position, and where each stands."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from lsprotocol import types

from spade_core.storage import StoredAssertion
from spade_core.text import LineIndex, Span
from spade_server.analysis.finding import name_range
from spade_server.analysis.view import TemplateView
from spade_server.context import SpadeServer
from spade_server.documents.kinds import path_of
from spade_server.documents.ranges import offset_of

_FIELD: Final = re.compile(r"""\bexample(?:\[\s*|\.get\(\s*)(["'])(?P<name>[^"'\\\n]{1,200})\1""")


@dataclass(frozen=True, slots=True)
class AssertionPlace:
    """One assertion and where its name stands."""

    assertion: StoredAssertion
    view: TemplateView
    range: types.Range
    text: str
    """Of the whole file."""
    lines: LineIndex


@dataclass(frozen=True, slots=True)
class FieldUse:
    """A field of the example that an assertion reads: ``example["movie_name"]``."""

    name: str
    span: Span
    """Of the name, without its quotes."""


def assertions_in(ls: SpadeServer, uri: str) -> list[AssertionPlace]:
    """Return the assertions of an assertions file, in its order; none for another file."""
    path = path_of(uri)
    prompt = ls.session.prompt_beside(path)
    if prompt is None or prompt.view is None:
        return []
    return [
        place
        for view in prompt.view.templates
        if view.context.beside is not None and view.context.beside.files.assertions == path
        for place in places_of(view)
    ]


def places_of(view: TemplateView) -> list[AssertionPlace]:
    """Return the assertions beside a template with their places."""
    beside = view.context.beside
    if beside is None or beside.assertions_text is None:
        return []
    text, lines = beside.assertions_text, beside.assertions_lines
    return [AssertionPlace(each, view, name_range(each, lines, text), text, lines) for each in beside.stored.assertions]


def assertion_at(ls: SpadeServer, uri: str, position: types.Position) -> AssertionPlace | None:
    """Return the assertion whose text or comment holds a position."""
    for place in assertions_in(ls, uri):
        if place.assertion.block.start <= offset_of(place.lines, position) <= place.assertion.block.end:
            return place
    return None


def field_uses(text: str) -> Iterator[FieldUse]:
    """Yield the fields that the functions of an assertions file read by name."""
    for match in _FIELD.finditer(text):
        yield FieldUse(match["name"], Span(*match.span("name")))
