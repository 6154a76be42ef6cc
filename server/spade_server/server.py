"""The server made of its parts, and what it does when a client comes, changes documents and settings, and goes."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from spade_server import requests
from spade_server.context import SpadeServer
from spade_server.documents.kinds import path_of
from spade_server.documents.text_documents import LspWorkspace
from spade_server.features import FEATURES
from spade_server.features.watching import watch
from spade_server.settings import SECTION, FolderSettings, settings_from
from spade_server.words import speak

_HERE: Final = Path(__file__).parent


def create_server() -> SpadeServer:
    """Return a server with every handler registered, not yet started."""
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
    """Mirror documents the way the protocol counts lines, and take the client's language and options in."""
    speak(params.locale)
    made = server.protocol.workspace
    server.protocol._workspace = LspWorkspace(
        made.root_uri, server._text_document_sync_kind, params.workspace_folders or [], made.position_encoding
    )
    given = params.initialization_options
    server.options = given if isinstance(given, dict) else {}
    said = server.options.get("trusted")
    server.session.trusted = said is not False
    server.says_trust = said is True
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
    """Read the history of a saved prompt again."""
    server.session.document_saved(params.text_document.uri)


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
