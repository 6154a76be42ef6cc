"""The server: each handler reads its request, asks the session, and converts the answer."""

import asyncio
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcException
from pygls.lsp.server import LanguageServer

from spade_server.documents import LspWorkspace
from spade_server.folder_settings import FolderSettings
from spade_server.kinds import path_of
from spade_server.prompt_state import GoneError
from spade_server.session import Session
from spade_server.settings import SECTION, Feature, settings_from
from spade_server.wire import SpadeProtocol, make_converter

if TYPE_CHECKING:
    from spade_server.diagnostics import DiagnosticsWriter
    from spade_server.finding import Finding
    from spade_server.view import View

_log = logging.getLogger(__name__)
_OURS: Final = range(-32099, -31999)
"""Where the codes of the protocol's `ErrorCode` lie: such errors are told to whoever asked, and nobody else."""
_HERE: Final = Path(__file__).parent


class SpadeServer(LanguageServer):
    """A language server that keeps its own house: errors go to the log, not to the person typing."""

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
        self.knows_messages = False
        """Whether the converter has learnt the messages that are ours."""
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
        from spade_server.diagnostics import DiagnosticsWriter

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


def create_server() -> SpadeServer:
    """Return a server with every handler registered, not yet started."""
    from spade_server import requests
    from spade_server.features import FEATURES

    server = SpadeServer()
    server.feature(types.INITIALIZE)(on_initialize)
    server.feature(types.INITIALIZED)(on_initialized)
    server.feature(types.SHUTDOWN)(on_shutdown)
    server.feature(types.TEXT_DOCUMENT_DID_OPEN)(on_open)
    server.feature(types.TEXT_DOCUMENT_DID_CHANGE)(on_change)
    server.feature(types.TEXT_DOCUMENT_DID_CLOSE)(on_close)
    server.feature(types.TEXT_DOCUMENT_DID_SAVE)(on_save)
    server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)(on_configuration)
    server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)(on_folders)
    for feature in FEATURES:
        feature.register(server)
    requests.register(server)
    return server


def on_initialize(server: SpadeServer, params: types.InitializeParams) -> None:
    """Mirror documents the way the protocol counts lines, and take the client's options in."""
    made = server.protocol.workspace
    server.protocol._workspace = LspWorkspace(
        made.root_uri, server._text_document_sync_kind, params.workspace_folders or [], made.position_encoding
    )
    given = params.initialization_options
    server.options = given if isinstance(given, dict) else {}
    server.session.trusted = server.options.get("trusted") is not False
    commands = server.options.get("commands")
    server.commands = frozenset(map(str, commands)) if isinstance(commands, list) else frozenset()
    server.lends_models = server.options.get("models") is True
    documentation = server.options.get("documentation")
    server.documentation = documentation if isinstance(documentation, str) else _documentation()
    take_settings(server, server.options.get("settings"))


def _documentation() -> str:
    """Return the address of the page on diagnostics: in the installed package, or in the repository that this is."""
    here = _HERE.resolve()
    pages = (here / "diagnostics.md", here.parents[1] / "docs" / "diagnostics.md")
    return next((page.as_uri() for page in pages if page.is_file()), "")


async def on_initialized(server: SpadeServer, _params: types.InitializedParams) -> None:
    """Ask for the settings, and to be told when they change."""
    from spade_server.features.watching import watch

    server.session.loop = asyncio.get_running_loop()
    for ask in (watch, pull_settings):
        try:
            await ask(server)
        except JsonRpcException as error:  # a client that promised more than it does; all else works
            server.complain(f"the client answered with an error: {error}")


def on_shutdown(server: SpadeServer, _params: None) -> None:
    """Stop all work."""
    server.session.stop()


def on_open(server: SpadeServer, params: types.DidOpenTextDocumentParams) -> None:
    """Begin to read a document."""
    document = params.text_document
    path = path_of(document.uri)
    root = server.root_of(path) if path is not None else None
    server.session.open(document.uri, document.version, document.text, root)


def on_change(server: SpadeServer, params: types.DidChangeTextDocumentParams) -> None:
    """Read a document's new text."""
    uri = params.text_document.uri
    server.session.change(uri, params.text_document.version, server.workspace.get_text_document(uri).source)


def on_close(server: SpadeServer, params: types.DidCloseTextDocumentParams) -> None:
    """Forget a document."""
    server.session.close(params.text_document.uri)


def on_save(server: SpadeServer, params: types.DidSaveTextDocumentParams) -> None:
    """Read the history of a saved prompt again: its text on the disk is a version."""
    path = path_of(params.text_document.uri)
    server.session.reload(lambda prompt: prompt.path == path)


async def on_configuration(server: SpadeServer, params: types.DidChangeConfigurationParams) -> None:
    """Take new settings in; some clients send them, others only say that they changed."""
    sent = params.settings.get(SECTION) if isinstance(params.settings, dict) else None
    if sent is not None:
        take_settings(server, sent)
        server.session.reload()
    else:
        await pull_settings(server)


async def on_folders(server: SpadeServer, _params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Ask for the settings of folders that came."""
    await pull_settings(server)


async def pull_settings(server: SpadeServer) -> None:
    """Ask the client for the settings, those of each folder too, where it can be asked."""
    can = server.client_capabilities.workspace
    if not (can and can.configuration):
        return
    folders = server.folders
    wanted = [types.ConfigurationItem(scope_uri=scope, section=SECTION) for scope in (None, *folders)]
    answer = await server.workspace_configuration_async(types.ConfigurationParams(items=wanted))
    take_settings(server, *answer, folders=folders)
    server.session.reload()


def take_settings(server: SpadeServer, raw: object = None, *of_folders: object, folders: Sequence[str] = ()) -> None:
    """Use settings from now on, a folder's for what lies in it, and say in the log what is wrong with them."""
    paths = map(path_of, folders)
    by_folder = {path: settings_from(each) for path, each in zip(paths, of_folders, strict=False) if path is not None}
    server.settings = FolderSettings(settings_from(raw), by_folder)
    for note in server.settings.notes:
        server.complain(note)
