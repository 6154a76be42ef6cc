"""Quick fixes: for each diagnostic about which something can be done, and what they make of the files."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from spade_server.documents.kinds import uri_of
from spade_server.protocol.messages import ClientCommand
from tests.server.editor import Editor
from tests.server.raw_session import RawSession
from tests.server.test_features import actions_at
from tests.versions.repository import Repository

pytestmark = pytest.mark.lsp
shared = pytest.mark.asyncio(loop_scope="session")


async def fixes_of(editor: Editor, uri: str, code: str) -> dict[str, types.CodeAction]:
    """The quick fixes that a client is offered where a diagnostic stands."""
    [found, *_] = await editor.diagnostics(uri, code)
    at = types.CodeActionContext(diagnostics=[found], only=[types.CodeActionKind.QuickFix])
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), found.range, at)
    actions = await editor.client.text_document_code_action_async(params)
    fixes = [each for each in actions or () if isinstance(each, types.CodeAction)]
    assert all([each.code for each in fix.diagnostics or ()] == [code] for fix in fixes)
    return {fix.title: fix for fix in fixes}


@shared
async def test_a_vague_wish_is_made_sure_by_generating(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", "Hello. Ensure the note is concise.\n")
    fixes = await fixes_of(editor, uri, "vague-criterion")
    assert list(fixes) == ["Generate assertions for this instruction"]


@shared
async def test_what_was_reworded_is_generated_anew_from_the_assertions_file(editor: Editor) -> None:
    repository = Repository.create(editor.folder)
    repository.commit("Start", note="Keep the note within 100 words.\nMention the genre.\n")
    uri = editor.open("note.prompt.md")
    await editor.ask("spade/generate", uri=uri, apply=True)
    editor.replace_all(uri, "😀 Hi.\nKeep the note within 80 words.\nMention the genre.\n")
    assertions = editor.open("note.assertions.py")
    fixes = await fixes_of(editor, assertions, "outdated-assertion")
    assert list(fixes) == [
        "Generate assertions for “Keep the note within 80 words.”",
        "Delete assert_at_most_100_words",
    ]
    [generating, _] = fixes.values()
    resolved = await editor.client.code_action_resolve_async(generating)
    assert "assert_at_most_80_words" in str(resolved.edit)
    assert "genre" not in str(resolved.edit)


async def commands_at(session: RawSession, uri: str, code: str) -> list[Any]:
    """The commands of the quick fixes of a diagnostic, as they go over the wire."""
    async with asyncio.timeout(20):
        while True:
            told = [each["params"] for each in session.of_method("textDocument/publishDiagnostics")]
            found = [each for params in told if params["uri"] == uri for each in params["diagnostics"]]
            if wanted := [each for each in found if each["code"] == code]:
                break
            await asyncio.sleep(0.02)
    context = {"diagnostics": wanted[-1:], "only": ["quickfix"]}
    asked = {"textDocument": {"uri": uri}, "range": wanted[-1]["range"], "context": context}
    answer = await session.ask("textDocument/codeAction", asked)
    return [each["command"] for each in answer["result"]]


async def test_too_few_labels_and_failing_good_examples_lead_to_the_commands_of_the_client(tmp_path: Path) -> None:
    rows = [{"response": "long " * 200, "label": "good"}, {"response": "x", "label": "bad"}]
    (tmp_path / "note.examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    session = await RawSession.start(tmp_path, commands=[each.value for each in ClientCommand])
    text = "Keep it within 100 words.\n"
    (tmp_path / "note.prompt.md").write_text(text)
    uri = session.open(tmp_path / "note.prompt.md", text)
    await session.ask("spade/generate", {"uri": uri, "apply": True})
    await session.ask("spade/select", {"uri": uri, "method": "baseline", "alpha": 0.0, "tau": 1.0})
    examples, assertions = uri_of(tmp_path / "note.examples.jsonl"), uri_of(tmp_path / "note.assertions.py")
    [labelling] = await commands_at(session, examples, "too-few-labels")
    assert (labelling["command"], labelling["arguments"]) == ("spade.labelExamples", [{"uri": examples}])
    [showing] = await commands_at(session, assertions, "fails-good-example")
    name = "assert_at_most_100_words"
    assert showing["title"] == f"Show the responses that {name} fails"
    assert showing["command"] == "spade.showFailures"
    assert showing["arguments"] == [{"uri": assertions, "template": "", "name": name}]
    await session.stop()


@shared
async def test_a_client_without_the_commands_is_offered_none_of_them(editor: Editor) -> None:
    (editor.folder / "note.examples.jsonl").write_text('{"response": "x", "label": "good"}\n')
    editor.open("note.prompt.md", "Keep it within 100 words.\n")
    examples = editor.open("note.examples.jsonl")
    assert await fixes_of(editor, examples, "too-few-labels") == {}
    assert not await actions_at(editor, examples, "response")
