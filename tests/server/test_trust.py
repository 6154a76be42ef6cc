"""What `spade trust` decides where the client says nothing of trust."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from spade_core.models import trust_repository
from spade_core.testing.loopback import LoopbackServer
from spade_server.protocol.messages import ErrorCode
from tests.cli.workspace import make_workspace
from tests.server.editor import Editor

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio]


@pytest.fixture
def stranger(own_client: LanguageClient) -> Iterator[Editor]:
    """An editor in a repository that nobody trusts."""
    with tempfile.TemporaryDirectory() as folder:
        yield Editor(own_client, make_workspace(Path(folder).resolve()))


async def _refused(editor: Editor, method: str, **params: object) -> JsonRpcException:
    with pytest.raises(JsonRpcException, match="is not trusted: run `spade trust` there") as caught:
        await editor.ask(method, uri=editor.uri("note.prompt.md"), **params)
    return caught.value


async def test_a_client_that_says_nothing_gets_no_model_and_no_python_before_spade_trust(stranger: Editor) -> None:
    with LoopbackServer(lambda _: "[]") as server:
        settings = f'model = "small"\nbase_url = "{server.url}"\nprices = {{ small = [0, 0] }}\n'
        (stranger.folder / "spade.toml").write_text(settings, encoding="utf-8")
        await stranger.start()
        uri = stranger.open("note.prompt.md")
        await stranger.ask("spade/generate", uri=uri, apply=True)
        await stranger.ask("spade/select", uri=uri)
        assert (await _refused(stranger, "spade/generate", model=True)).code == ErrorCode.MODEL
        assert (await _refused(stranger, "spade/respond", propose=1)).code == ErrorCode.MODEL
        assert (await _refused(stranger, "spade/export", format="python")).code == ErrorCode.UNTRUSTED
        assert (await stranger.ask("spade/export", uri=uri, format="csv")).examples
        assert not server.calls
        trust_repository(stranger.folder, os.environ)
        assert (await stranger.ask("spade/export", uri=uri, format="python")).assertions
        await stranger.ask("spade/generate", uri=uri, model=True)
        assert server.calls


async def test_a_client_that_says_that_the_person_trusts_the_workspace_is_believed(stranger: Editor) -> None:
    await stranger.start(trusted=True)
    uri = stranger.open("note.prompt.md")
    await stranger.ask("spade/generate", uri=uri, apply=True)
    await stranger.ask("spade/select", uri=uri)
    assert (await stranger.ask("spade/export", uri=uri, format="python")).assertions
