"""What every handler is given: the server with its session and settings."""

import asyncio
import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcException
from pygls.lsp.server import LanguageServer

from spade_server.documents.kinds import path_of
from spade_server.protocol.wire import SpadeProtocol, make_converter
from spade_server.session.prompt_state import GoneError
from spade_server.session.session import Session
from spade_server.settings import Feature, FolderSettings

if TYPE_CHECKING:
    from spade_server.analysis.diagnostics import DiagnosticsWriter
    from spade_server.analysis.finding import Finding
    from spade_server.analysis.view import View

_log = logging.getLogger(__name__)
_OURS: Final = range(-32099, -31999)
"""Where the codes of the protocol's `ErrorCode` lie: such errors are told to whoever asked, and nobody else."""


class SpadeServer(LanguageServer):
    """A language server whose errors go to the log, not to the person typing."""

    protocol: SpadeProtocol

    def __init__(self) -> None:
        super().__init__("spade", _version(), protocol_cls=SpadeProtocol, converter_factory=make_converter)
        self.session = Session(self)
        self.settings = FolderSettings()
        self.documentation = ""
        self.options: dict[str, Any] = {}
        self.commands: frozenset[str] = frozenset()
        """The commands that the client has."""
        self.lends_models = False
        """Whether the client tells which model the person chose, and lends its own."""
        self.says_trust = False
        """Whether the client says that the workspace is trusted; else `spade trust` says it of each repository."""
        self._pending_refresh: asyncio.Task[None] | None = None
        self._diagnostics: DiagnosticsWriter | None = None

    def report_server_error(self, error: Exception, source: object) -> None:
        """Write the error to the client's log; pygls would pop up a message for each."""
        if isinstance(error, JsonRpcException) and (error.code in _OURS or error.code == JsonRpcContentModified.CODE):
            return
        self.complain(f"{getattr(source, '__name__', source)}: {error}")

    @property
    def was_shut_down(self) -> bool:
        """Whether the client said goodbye before it left."""
        return self.protocol._shutdown

    # --- what the session tells
    def publish(self, uri: str, version: int | None, findings: "list[Finding]") -> None:
        """Show these findings in place of those shown before."""
        from spade_server.analysis.diagnostics import DiagnosticsWriter

        self._diagnostics = self._diagnostics or DiagnosticsWriter()
        params = self._diagnostics.params(uri, version, findings, self.settings.of(path_of(uri)), self.documentation)
        self.protocol.notify_encoded(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)

    def refresh(self) -> None:
        """Ask for hints, lenses and tokens anew, where the client can be asked."""
        if self._pending_refresh is None or self._pending_refresh.done():
            self._pending_refresh = asyncio.get_running_loop().create_task(self._refresh())

    async def _refresh(self) -> None:
        await asyncio.sleep(0.05)  # several prompts are often reloaded at once
        can = self.client_capabilities.workspace
        asked = (
            (can and can.inlay_hint, types.WORKSPACE_INLAY_HINT_REFRESH),
            (can and can.code_lens, types.WORKSPACE_CODE_LENS_REFRESH),
            (can and can.semantic_tokens, types.WORKSPACE_SEMANTIC_TOKENS_REFRESH),
        )
        for capability, method in asked:
            if capability and capability.refresh_support:
                self.protocol.send_request(method)

    def complain(self, message: str) -> None:
        """Write to the client's log."""
        _log.error("%s", message)
        self.window_log_message(types.LogMessageParams(type=types.MessageType.Error, message=message))

    # --- what handlers ask
    def has(self, feature: Feature, uri: str) -> bool:
        """Whether the person wants a feature, in the folder of a document."""
        return self.settings.of(path_of(uri)).has(feature)

    async def view_of(self, uri: str) -> "View":
        """Return the view of an open prompt's text of now.

        Raises:
            JsonRpcContentModified: it is no prompt, or was closed or changed meanwhile.
        """
        path = path_of(uri)
        prompt = self.session.prompts.get(path) if path is not None else None
        if path is None or prompt is None or not prompt.is_open:
            raise JsonRpcContentModified(f"{uri} is not open as a prompt")
        asked = prompt.version
        try:
            view = await self.session.view_of(path)
        except GoneError as error:
            raise JsonRpcContentModified(f"{uri} was closed meanwhile") from error
        if view.version != asked:
            raise JsonRpcContentModified(f"{uri} was changed meanwhile")
        return view

    def is_prompt(self, uri: str) -> bool:
        """Whether a document is open and holds a prompt."""
        path = path_of(uri)
        return path is not None and path in self.session.prompts and self.session.prompts[path].is_open

    @property
    def folders(self) -> list[str]:
        """The URIs of the workspace folders, as the client writes them; pygls keeps them by what they stand for."""
        return [folder.uri for folder in self.workspace.folders.values()]

    def root_of(self, path: Path) -> Path | None:
        """Return the innermost workspace folder around a file."""
        roots = [root for root in map(path_of, self.folders) if root is not None and path.is_relative_to(root)]
        return max(roots, key=lambda root: len(root.parts), default=None)


def _version() -> str:
    """Return the version that is installed, read from a folder's name: `importlib.metadata` takes long to load."""
    for folder in filter(None, sys.path):
        found = sorted(Path(folder).glob("spade_assertions-*.dist-info"))
        if found:
            return found[-1].name.removeprefix("spade_assertions-").removesuffix(".dist-info")
    return ""
