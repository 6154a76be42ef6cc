"""The outline, what can be folded, and links between the files."""

from lsprotocol import types

from spade_server.context import SpadeServer
from spade_server.documents.kinds import path_of, uri_of
from spade_server.settings import Feature


def register(server: SpadeServer) -> None:
    """Offer outline, folding and links."""
    server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)(symbols)
    server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)(folds)
    server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)(links)


async def symbols(ls: SpadeServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
    """Return the outline of a prompt."""
    if not ls.has(Feature.OUTLINE, params.text_document.uri) or not ls.is_prompt(params.text_document.uri):
        return None
    from spade_server.analysis.outline import symbols_in

    return symbols_in((await ls.view_of(params.text_document.uri)).model)


async def folds(ls: SpadeServer, params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
    """Return what can be folded in a prompt."""
    if not ls.has(Feature.FOLDING, params.text_document.uri) or not ls.is_prompt(params.text_document.uri):
        return None
    from spade_server.analysis.outline import folds_in

    return folds_in((await ls.view_of(params.text_document.uri)).model)


def links(ls: SpadeServer, params: types.DocumentLinkParams) -> list[types.DocumentLink] | None:
    """Return links from the comments above assertions to the words of the prompt that they were made from."""
    path = path_of(params.text_document.uri)
    if (
        not ls.has(Feature.DOCUMENT_LINKS, params.text_document.uri)
        or path is None
        or not path.name.endswith(".assertions.py")
    ):
        return None
    from spade_core.text import LineIndex, Span
    from spade_server.documents.ranges import range_of
    from spade_server.features.assertion_places import assertions_in

    found = []
    prompt = ls.session.prompt_beside(path)
    for place in assertions_in(ls, params.text_document.uri):
        beside, view = place.view.context.beside, prompt.view if prompt is not None else None
        link = next((each for each in place.view.links.of_assertion(place.assertion.name) if each.instruction), None)
        if beside is None or view is None or link is None or link.instruction is None:
            continue
        comment = Span(place.assertion.block.start, place.assertion.span.start)
        if comment.start == comment.end:
            continue
        start = range_of(view.model.lines, link.instruction.span).start
        target = f"{uri_of(view.model.path)}#L{start.line + 1},{start.character + 1}"
        text = beside.assertions_text or ""
        shown = Span(comment.start, comment.start + len(comment.of(text).rstrip()))
        found.append(types.DocumentLink(range_of(LineIndex(text), shown), target, tooltip="Show in the prompt"))
    return found
