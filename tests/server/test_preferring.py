"""What is always, or never, to be in the set: offered at an assertion, written where the command line reads it."""

import ast
import asyncio
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from spade_core.settings import load_settings
from spade_server.protocol.messages import ErrorCode
from tests.server.editor import Editor
from tests.server.test_testing import POLITE, SHORT, prepare

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

PROMPT, ASSERTIONS = "note.prompt.md", "note.assertions.py"
TABLE = '[per_prompt."note.prompt.md"]\n'


def preferences(folder: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    settings = load_settings(folder).of_prompt(folder / PROMPT)
    return settings.require, settings.forbid


async def offered(editor: Editor, uri: str, words: str) -> dict[str, dict[str, Any]]:
    """The commands of the actions on `words` by their titles; lsprotocol takes such an action for a command itself."""
    at = editor.position(uri, words)
    params = types.CodeActionParams(
        types.TextDocumentIdentifier(uri), types.Range(at, at), types.CodeActionContext(diagnostics=[])
    )
    found = await editor.client.text_document_code_action_async(params)
    return {each.title: ast.literal_eval(each.command) for each in found or () if isinstance(each, types.Command)}


async def until_offered(editor: Editor, uri: str, words: str, title: str) -> dict[str, dict[str, Any]]:
    async with asyncio.timeout(20):
        while True:
            found = await offered(editor, uri, words)
            if title in found:
                return found
            await asyncio.sleep(0.05)


async def test_a_preference_is_written_beside_the_prompt_and_obeyed(editor: Editor) -> None:
    prepare(editor, SHORT, POLITE)
    asked = {"uri": editor.uri(ASSERTIONS), "name": "assert_polite"}
    always = await editor.ask("spade/prefer", **asked, use="always")
    assert (always.settingsUri, always.require, always.forbid) == (editor.uri("spade.toml"), ["assert_polite"], [])
    assert (editor.folder / "spade.toml").read_text() == TABLE + 'require = ["assert_polite"]\n'
    selected = await editor.ask("spade/select", uri=asked["uri"], alpha=0.0, tau=1.0, remember=False)
    assert [each.name for each in selected.selected] == ["assert_polite"]
    await editor.ask("spade/prefer", **asked, use="never")
    assert preferences(editor.folder) == ((), ("assert_polite",))
    selected = await editor.ask("spade/select", uri=asked["uri"], alpha=0.0, tau=1.0, remember=False)
    assert "forbidden by you" in {each.reason for each in selected.leftOut if each.name == "assert_polite"}
    neither = await editor.ask("spade/prefer", **asked, use="")
    assert (neither.require, neither.forbid) == ([], [])
    assert preferences(editor.folder) == ((), ())


async def test_what_the_projects_settings_say_stays(editor: Editor) -> None:
    prepare(editor, SHORT, POLITE)
    text = 'alpha = 0.5 # half\nrequire = ["assert_short"]\n'
    (editor.folder / "spade.toml").write_text(text)
    result = await editor.ask("spade/prefer", uri=editor.uri(PROMPT), name="assert_polite", use="always")
    assert result.require == ["assert_short", "assert_polite"]
    assert (editor.folder / "spade.toml").read_text() == (
        text + "\n" + TABLE + 'require = ["assert_short", "assert_polite"]\n'
    )


@pytest.mark.parametrize(
    ("more", "code", "fact"),
    [
        ({"name": "assert_nowhere", "use": "always"}, ErrorCode.NO_ASSERTIONS, "no assertion called assert_nowhere"),
        ({"name": "assert_short", "use": "often"}, ErrorCode.SETTINGS, "often"),
        ({"name": "assert_short", "use": "never"}, ErrorCode.SETTINGS, 'write under .*forbid = ."assert_short".'),
    ],
)
async def test_what_cannot_be_written_is_refused_and_the_file_stays(
    editor: Editor, more: dict[str, str], code: ErrorCode, fact: str
) -> None:
    prepare(editor, SHORT)
    text = 'per_prompt = { "note.prompt.md" = { tau = 0.4 } }\n'
    (editor.folder / "spade.toml").write_text(text)
    with pytest.raises(JsonRpcException, match=fact) as caught:
        await editor.ask("spade/prefer", uri=editor.uri(PROMPT), **more)
    assert caught.value.code == code
    assert (editor.folder / "spade.toml").read_text() == text


async def test_settings_with_changes_that_are_not_saved_are_not_written_over(editor: Editor) -> None:
    prepare(editor, SHORT)
    (editor.folder / "spade.toml").write_text("alpha = 0.5\n")
    editor.replace_all(editor.open("spade.toml"), "alpha = 0.7\n")
    with pytest.raises(JsonRpcException) as caught:
        await editor.ask("spade/prefer", uri=editor.uri(PROMPT), name="assert_short", use="never")
    assert caught.value.code == ErrorCode.UNSAVED


@pytest.mark.asyncio(loop_scope="function")
async def test_at_an_assertion_what_it_is_not_yet_is_offered(own_editor: Editor) -> None:
    prepare(own_editor, SHORT, POLITE)
    await own_editor.start(commands=["spade.prefer"])
    uri = own_editor.open(ASSERTIONS)
    always, never = "Always keep assert_short in the set", "Never use assert_short in the set"
    found = await until_offered(own_editor, uri, "assert_short", always)
    assert never in found
    assert found[always]["command"] == "spade.prefer"
    await own_editor.ask("spade/prefer", **found[always]["arguments"][0])
    assert preferences(own_editor.folder) == (("assert_short",), ())
    now = await until_offered(
        own_editor, uri, "assert_short", "Select assert_short as it comes, neither always nor never"
    )
    assert always not in now
    assert "Always keep assert_polite in the set" in await offered(own_editor, uri, "assert_polite")


@pytest.mark.asyncio(loop_scope="function")
async def test_a_client_that_cannot_carry_it_out_is_offered_nothing(own_editor: Editor) -> None:
    prepare(own_editor, SHORT)
    await own_editor.start()
    own_editor.open(PROMPT)
    uri = own_editor.open(ASSERTIONS)
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    async with asyncio.timeout(20):
        while True:
            if await own_editor.client.text_document_code_lens_async(params):
                break  # the assertion is known by now
            await asyncio.sleep(0.05)
    assert not await offered(own_editor, uri, "assert_short")
