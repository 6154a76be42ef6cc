"""The server starts, mirrors text as the protocol counts it, and leaves no trace on the stream."""

import sys
from collections.abc import AsyncIterator

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

from spade_server.documents import LspTextDocument

pytestmark = pytest.mark.lsp


@pytest_lsp.fixture(  # type: ignore[untyped-decorator] # pytest-lsp ships no types for it
    config=ClientServerConfig(server_command=[sys.executable, "-m", "spade_server"])
)
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    params = types.InitializeParams(capabilities=pytest_lsp.client_capabilities("visual-studio-code"))
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


@pytest.mark.asyncio
async def test_the_server_says_who_it_is_and_shuts_down_when_asked(client: LanguageClient) -> None:
    assert client.error is None


def test_lines_end_where_the_protocol_says() -> None:
    document = LspTextDocument("file:///x.prompt.md", source="a\x0cb\u2028c\r\nd\re\n")
    assert list(document.lines) == ["a\x0cb\u2028c\r\n", "d\r", "e\n"]
