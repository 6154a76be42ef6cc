"""The floor that the server is measured against: pygls with one hover, and nothing behind it."""

import io
import os
import sys

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("floor", "1")


@server.feature(types.TEXT_DOCUMENT_HOVER)
async def hover(ls: LanguageServer, params: types.HoverParams) -> types.Hover:
    """Answer without looking at anything."""
    ls.workspace.get_text_document(params.text_document.uri)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "x" * 600))


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def changed(ls: LanguageServer, params: types.DidChangeTextDocumentParams) -> None:
    """Publish twenty diagnostics without looking at anything."""
    place = types.Range(types.Position(0, 0), types.Position(0, 1))
    found = [types.Diagnostic(place, "a message of usual length " * 3) for _ in range(20)]
    document = params.text_document
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(document.uri, found, document.version))


if __name__ == "__main__":
    server.start_io(sys.stdin.buffer, io.BufferedWriter(io.FileIO(os.dup(1), "wb")))
