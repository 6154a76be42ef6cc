"""An editor for tests: a pytest-lsp client with the capabilities of VS Code of today, and short ways to say things."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient
from pytest_lsp.client import register_lsp_features

from spade_server.documents.kinds import uri_of
from spade_server.protocol.models import LendError
from tests.command import forked

SERVER = [sys.executable, "-m", "spade_server"]


class Client(LanguageClient):
    """A client that may refuse what the server asks of it; pytest-lsp would take that for a fault of the test."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.registered: list[types.Registration] = []

    def report_server_error(self, error: Exception, source: Any) -> None:
        if not (isinstance(error, JsonRpcException) and error.code in set(LendError)):
            super().report_server_error(error, source)


def new_client() -> LanguageClient:
    """A client that also answers what pytest-lsp has no default for."""
    client = Client(converter_factory=default_converter)
    register_lsp_features(client)

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)  # type: ignore[untyped-decorator]
    def register(params: types.RegistrationParams) -> None:
        client.registered += params.registrations

    for method in (
        types.WORKSPACE_INLAY_HINT_REFRESH,
        types.WORKSPACE_CODE_LENS_REFRESH,
        types.WORKSPACE_SEMANTIC_TOKENS_REFRESH,
    ):

        @client.feature(method)  # type: ignore[untyped-decorator]
        def refresh(*_params: object) -> None:
            return None

    return client


CONFIG = ClientServerConfig(server_command=SERVER, client_factory=new_client)


class _Forked(ClientServerConfig):
    """A server that is forked from one that has been imported: for tests that need one of their own."""

    def get_server_command(self, devtools: str | None = None) -> list[str]:
        return forked("spade-server")


FORKED = _Forked(server_command=[], client_factory=new_client)


def capabilities() -> types.ClientCapabilities:
    """VS Code's, with what the bundled list is too old for."""
    made: types.ClientCapabilities = pytest_lsp.client_capabilities("visual-studio-code")
    assert made.text_document
    assert made.workspace
    made.text_document.inlay_hint = types.InlayHintClientCapabilities(
        resolve_support=types.ClientInlayHintResolveOptions(properties=["tooltip"])
    )
    made.workspace.inlay_hint = types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
    made.workspace.did_change_watched_files = types.DidChangeWatchedFilesClientCapabilities(
        dynamic_registration=True, relative_pattern_support=True
    )
    made.text_document.rename = types.RenameClientCapabilities(prepare_support=True)
    return made


class Editor:
    """A session with the server about one folder."""

    def __init__(self, client: LanguageClient, folder: Path) -> None:
        self.client = client
        self.folder = folder
        self.versions: dict[str, int] = {}
        self.texts: dict[str, str] = {}

    async def start(
        self, encodings: list[str] | None = None, locale: str | None = None, **options: object
    ) -> types.InitializeResult:
        able = capabilities()
        if encodings is not None:
            able.general = types.GeneralClientCapabilities(
                position_encodings=[types.PositionEncodingKind(each) for each in encodings]
            )
        params = types.InitializeParams(
            capabilities=able,
            locale=locale,
            workspace_folders=[types.WorkspaceFolder(uri=uri_of(self.folder), name=self.folder.name)],
            initialization_options=options or None,
        )
        return await self.client.initialize_session(params)

    async def configure(self, **settings: object) -> None:
        """Change the person's settings; they hold when this returns."""
        self.client.set_configuration({"spade": settings})
        self.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings={"spade": settings}))

    def uri(self, name: str) -> str:
        return uri_of(self.folder / name)

    def open(self, name: str, text: str | None = None) -> str:
        """Open a file as it is on the disk, or with a text that is not saved, and return its URI."""
        uri = self.uri(name)
        shown = (self.folder / name).read_bytes().decode() if text is None else text
        self.versions[uri], self.texts[uri] = 1, shown
        item = types.TextDocumentItem(uri, "prompt", 1, shown)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def close(self, uri: str) -> None:
        """Close a document; what was not saved is gone."""
        del self.texts[uri], self.versions[uri]
        document = types.TextDocumentIdentifier(uri)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(document))

    def change(self, uri: str, *changes: types.TextDocumentContentChangeEvent) -> int:
        """Send edits as they are."""
        self.versions[uri] += 1
        version = self.versions[uri]
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(version, uri), list(changes))
        )
        return version

    def replace_all(self, uri: str, text: str) -> int:
        """Replace a document's whole text."""
        self.texts[uri] = text
        return self.change(uri, types.TextDocumentContentChangeWholeDocument(text))

    def position(self, uri: str, words: str, *, after: int = 0) -> types.Position:
        """Where `words` begin, `after` characters further, counted in UTF-16."""
        text = self.texts[uri]
        return position_in(text, text.index(words) + after)

    async def hover(self, uri: str, words: str, *, after: int = 1) -> str:
        """The hover on `words`; empty when there is none."""
        params = types.HoverParams(types.TextDocumentIdentifier(uri), self.position(uri, words, after=after))
        found = await self.client.text_document_hover_async(params)
        if found is None:
            return ""
        assert isinstance(found.contents, types.MarkupContent)
        return found.contents.value

    async def hover_with(self, uri: str, words: str, wanted: str, seconds: float = 20.0) -> str:
        """The hover on `words` as soon as it says `wanted`: histories are read in the background."""
        async with asyncio.timeout(seconds):
            while True:
                shown = await self.hover(uri, words)
                if wanted in shown:
                    return shown
                await asyncio.sleep(0.05)

    async def diagnostics(self, uri: str, *codes: str, seconds: float = 10.0) -> list[types.Diagnostic]:
        """The diagnostics of a file with these codes, as soon as there is one; all there are, when none is named."""
        async with asyncio.timeout(seconds):
            while True:
                found = self.client.diagnostics.get(uri)
                wanted = [each for each in found or () if not codes or each.code in codes]
                if wanted or (found is not None and not codes):
                    return list(wanted)
                await asyncio.sleep(0.02)

    async def until_gone(self, uri: str, code: str, seconds: float = 10.0) -> None:
        """Wait until no diagnostic of this code is left."""
        async with asyncio.timeout(seconds):
            while True:
                if not any(each.code == code for each in self.client.diagnostics.get(uri, ())):
                    return
                await asyncio.sleep(0.02)

    async def ask(self, method: str, /, **params: object) -> Any:
        """Send a request of our own."""
        return await self.client.protocol.send_request_async(method, params)  # type: ignore[no-untyped-call]

    def slice(self, uri: str, place: types.Range) -> str:
        """The characters of a document that a range covers."""
        return slice_of(self.texts[uri], place)


def units(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")


def position_in(text: str, offset: int) -> types.Position:
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    return types.Position(before.count("\n"), len(units(before.rpartition("\n")[2])) // 2)


def slice_of(text: str, place: types.Range) -> str:
    lines = split_lines(text)
    return "".join(lines)[_offset(lines, place.start) : _offset(lines, place.end)]


def split_lines(text: str) -> list[str]:
    lines, rest = [], text
    while rest:
        ends = [at for at in (rest.find("\n"), rest.find("\r")) if at >= 0]
        at = min(ends, default=len(rest) - 1)
        end = at + (2 if rest[at : at + 2] == "\r\n" else 1)
        lines.append(rest[:end])
        rest = rest[end:]
    return lines


def _offset(lines: Sequence[str], position: types.Position) -> int:
    before = sum(map(len, lines[: position.line]))
    row = lines[position.line] if position.line < len(lines) else ""
    return before + len(units(row)[: 2 * position.character].decode("utf-16-le", "surrogatepass"))
