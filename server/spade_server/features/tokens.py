"""Semantic tokens: placeholders and quoted phrases."""

from lsprotocol import types

from spade_server.context import SpadeServer
from spade_server.settings import Feature


def register(server: SpadeServer) -> None:
    """Offer semantic tokens."""
    legend = types.SemanticTokensLegend(token_types=["variable", "string"], token_modifiers=[])
    server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)(tokens)
    server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, legend)(tokens_in_range)


async def tokens(ls: SpadeServer, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
    """Return the tokens of a document."""
    return await _tokens(ls, params.text_document.uri, None)


async def tokens_in_range(ls: SpadeServer, params: types.SemanticTokensRangeParams) -> types.SemanticTokens | None:
    """Return the tokens of a range."""
    return await _tokens(ls, params.text_document.uri, params.range)


async def _tokens(ls: SpadeServer, uri: str, place: types.Range | None) -> types.SemanticTokens | None:
    if not ls.has(Feature.SEMANTIC_TOKENS, uri) or not ls.is_prompt(uri):
        return None
    from spade_core.text import Span
    from spade_server.analysis.marks import encoded, stretches_in
    from spade_server.documents.ranges import offset_of

    model = (await ls.view_of(uri)).model
    within = Span(0, len(model.text) + 1)
    if place is not None:
        within = Span(*sorted((offset_of(model.lines, place.start), offset_of(model.lines, place.end))))
    return types.SemanticTokens(data=encoded(stretches_in(model), model.lines, model.text, within))
