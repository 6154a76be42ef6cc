"""What a person waits for is not behind what takes long: lenses of a long file, labels beside runs."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from spade_server.protocol.messages import ErrorCode
from tests.server.editor import Editor
from tests.server.raw_session import RawSession
from tests.server.test_wire import NEVER_ENDS

pytestmark = [pytest.mark.lsp]

RESPONSE = "Words that only the response has. " * 20


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[RawSession]:
    started = await RawSession.start(tmp_path)
    yield started
    assert "Traceback" not in await started.stop()


async def test_labels_and_lists_are_answered_while_runs_take_every_thread_of_theirs(
    session: RawSession, tmp_path: Path
) -> None:
    rows = [{"id": str(n), "response": RESPONSE, "label": "good"} for n in range(2)]
    (tmp_path / "note.examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "note.assertions.py").write_text(NEVER_ENDS)
    uri = session.open(tmp_path / "note.prompt.md", "Be concise.\n")
    runs = [session.send("spade/evaluate", {"uri": uri}) for _ in range(12)]
    quick = [
        ("spade/label", {"uri": uri, "action": "set", "exampleId": "1", "label": "bad"}),
        ("spade/tests", {"uri": uri}),
        ("spade/locate", {"uri": uri, "what": "assertion", "key": "assert_slow"}),
        ("spade/export", {"uri": uri, "format": "csv"}),
    ]
    for method, params in quick:
        assert "result" in await session.ask(method, params), method
    assert runs[-1] not in session.answers()
    for number in runs:
        session.tell("$/cancelRequest", {"id": number})
        await session.answer_to(number)


async def label_lens(editor: Editor) -> dict[str, object]:
    """Return what the lens that labels an example bad passes to its command."""
    (editor.folder / "note.examples.jsonl").write_text(json.dumps({"id": "a", "response": RESPONSE}) + "\n")
    await editor.start(commands=["spade.labelExample"])
    await editor.hover(editor.open("note.prompt.md", "Be concise.\n"), "concise")
    uri = editor.open("note.examples.jsonl")
    found: list[types.CodeLens] = []
    while not found:
        params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
        found = list(await editor.client.text_document_code_lens_async(params) or ())
    assert RESPONSE[:20] not in str(found)
    [arguments] = [each.command.arguments for each in found if each.command and each.command.title == "bad"]
    assert arguments
    return {"uri": uri, "action": "set", **editor.client.protocol._converter.unstructure(arguments[0])}


async def test_a_lens_carries_no_response_and_its_label_is_set(own_editor: Editor) -> None:
    asked = await label_lens(own_editor)
    assert (await own_editor.ask("spade/label", **asked)).bad == 1


async def test_a_lens_sets_no_label_on_another_response_than_it_was_about(own_editor: Editor) -> None:
    asked = await label_lens(own_editor)
    (own_editor.folder / "note.examples.jsonl").write_text(json.dumps({"id": "a", "response": "Another."}) + "\n")
    own_editor.replace_all(
        own_editor.uri("note.examples.jsonl"), json.dumps({"id": "a", "response": "Another."}) + "\n"
    )
    with pytest.raises(JsonRpcException) as caught:
        await own_editor.ask("spade/label", **asked)
    assert caught.value.code == ErrorCode.CHANGED


async def test_a_prompt_that_shows_very_many_keys_is_read(session: RawSession, tmp_path: Path) -> None:
    shown = json.dumps({f"key_{number}": f"value {number}" for number in range(20_000)}, indent=2)
    uri = session.open(tmp_path / "keys.prompt.md", f"Tell of {{film}}.\n\nReturn JSON like this:\n\n{shown}\n")
    answer = await session.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert answer["result"]
