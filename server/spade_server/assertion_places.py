"""Assertions in an assertions file that is open: which one is at a position, and where each stands."""

from dataclasses import dataclass

from lsprotocol import types

from spade_core.storage import StoredAssertion
from spade_core.text import LineIndex
from spade_server.finding import name_range
from spade_server.kinds import path_of
from spade_server.language_server import SpadeServer
from spade_server.ranges import offset_of
from spade_server.view import TemplateView


@dataclass(frozen=True, slots=True)
class AssertionPlace:
    """One assertion and where its name stands."""

    assertion: StoredAssertion
    view: TemplateView
    range: types.Range


def assertions_in(ls: SpadeServer, uri: str) -> list[AssertionPlace]:
    """Return the assertions of an assertions file, in its order; none for another file."""
    path = path_of(uri)
    prompt = ls.session.prompt_beside(path) if path is not None else None
    if prompt is None or prompt.view is None:
        return []
    places = []
    for view in prompt.view.templates:
        beside = view.context.beside
        if beside is None or beside.files.assertions != path or beside.assertions_text is None:
            continue
        lines = LineIndex(beside.assertions_text)
        places += [
            AssertionPlace(each, view, name_range(each, lines, beside.assertions_text))
            for each in beside.stored.assertions
        ]
    return places


def assertion_at(ls: SpadeServer, uri: str, position: types.Position) -> AssertionPlace | None:
    """Return the assertion whose text or comment holds a position."""
    for place in assertions_in(ls, uri):
        text = place.view.context.beside.assertions_text if place.view.context.beside else None
        offset = offset_of(LineIndex(text or ""), position)
        if place.assertion.block.start <= offset <= place.assertion.block.end:
            return place
    return None
