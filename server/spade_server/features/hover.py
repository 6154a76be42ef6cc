"""Hover on instructions and placeholders of prompts, and on assertions."""

from typing import Final

from lsprotocol import types

from spade_server.context import SpadeServer
from spade_server.documents.kinds import path_of
from spade_server.settings import Feature

_PATIENCE: Final = 3.0
"""Seconds that a first hover waits for the history."""


def register(server: SpadeServer) -> None:
    """Answer hovers."""
    server.feature(types.TEXT_DOCUMENT_HOVER)(hover)


async def hover(ls: SpadeServer, params: types.HoverParams) -> types.Hover | None:
    """Return what is known of the words under the mouse; None where there is nothing to say."""
    if not ls.has(Feature.HOVER, params.text_document.uri):
        return None
    path = path_of(params.text_document.uri)
    if path is None:
        return None
    if ls.is_prompt(params.text_document.uri):
        await ls.session.loaded(path, _PATIENCE)
        return await _on_prompt(ls, params)
    return _on_assertion(ls, params)


async def _on_prompt(ls: SpadeServer, params: types.HoverParams) -> types.Hover | None:
    from spade_server.analysis.hover import hover_on_instruction, hover_on_mark
    from spade_server.documents.ranges import offset_of, range_of

    view = await ls.view_of(params.text_document.uri)
    lines = view.model.lines
    offset = offset_of(lines, params.position)
    for template in view.templates:
        mark = next((m for m in template.model.marks if m.span.start <= offset < m.span.end), None)
        if mark is not None:
            return _hover(hover_on_mark(mark, template), range_of(lines, mark.span))
    found = view.at(offset)
    if found is None:
        return None
    template, instruction = found
    return _hover(hover_on_instruction(instruction, template), range_of(lines, instruction.span))


def _on_assertion(ls: SpadeServer, params: types.HoverParams) -> types.Hover | None:
    from spade_server.analysis.hover import hover_on_assertion
    from spade_server.features.assertion_places import assertion_at

    found = assertion_at(ls, params.text_document.uri, params.position)
    if found is None:
        return None
    return _hover(hover_on_assertion(found.assertion, found.view), found.range)


def _hover(text: str, place: types.Range) -> types.Hover:
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), place)
