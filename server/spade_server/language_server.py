"""The server: each handler reads its request, calls spade_core, and converts the answer."""

import logging
from importlib.metadata import version

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from spade_server.documents import LspWorkspace

_log = logging.getLogger(__name__)


class SpadeServer(LanguageServer):
    """A language server that keeps its own house: errors go to the log, not to the person typing."""

    def report_server_error(self, error: Exception, source: object) -> None:
        """Write the error to the client's log; pygls would pop up a message for each."""
        _log.error("%s: %s", getattr(source, "__name__", source), error)
        message = f"{type(error).__name__}: {error}"
        self.window_log_message(types.LogMessageParams(type=types.MessageType.Error, message=message))


def create_server() -> SpadeServer:
    """Return a server with every handler registered, not yet started."""
    server = SpadeServer("spade", version("spade-assertions"))
    server.feature(types.INITIALIZE)(on_initialize)
    return server


def on_initialize(server: SpadeServer, params: types.InitializeParams) -> None:
    """Mirror documents the way the protocol counts lines."""
    made = server.protocol.workspace
    server.protocol._workspace = LspWorkspace(
        made.root_uri, server._text_document_sync_kind, params.workspace_folders or [], made.position_encoding
    )
