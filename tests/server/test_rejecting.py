"""What a person does not want: never proposed again, its instruction without a hint, until it is taken back."""

import ast
import asyncio
import json

import pytest
from lsprotocol import types

from spade_server.protocol.messages import ClientCommand
from tests.server.editor import Editor
from tests.versions.repository import Repository

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

PROMPT = "note.prompt.md"
RECORD = "note.spade.json"
TEXT = "Write at most 100 words.\nUse at most 3 emojis.\n"


@pytest.fixture
def note(editor: Editor) -> str:
    """A prompt without a repository around it, beside an assertions file without functions."""
    prepare(editor)
    return editor.open(PROMPT)


def prepare(editor: Editor) -> None:
    (editor.folder / PROMPT).write_text(TEXT)
    (editor.folder / "note.assertions.py").write_text("# none yet\n")


async def hinted(editor: Editor, uri: str, lines: list[int]) -> None:
    """Wait until just these lines have a hint that no assertion checks them."""
    async with asyncio.timeout(10):
        while True:
            found = [e for e in editor.client.diagnostics.get(uri, ()) if e.code == "instruction-without-assertion"]
            if [each.range.start.line for each in found] == lines:
                return
            await asyncio.sleep(0.02)


def rejected_in(editor: Editor) -> set[str]:
    return set(json.loads((editor.folder / RECORD).read_text()).get("rejected", {}))


async def test_what_is_left_unticked_is_not_proposed_again_until_that_is_taken_back(editor: Editor, note: str) -> None:
    first = await editor.ask("spade/generate", uri=note)
    assert first.added == ["assert_at_most_100_words", "assert_at_most_3_emojis"]
    await editor.ask("spade/generate", uri=note, apply=True, names=["assert_at_most_100_words"])
    unwanted = ["assert_at_most_3_emojis"]
    assert (await editor.ask("spade/reject", uri=note, names=unwanted)).names == unwanted
    again = await editor.ask("spade/generate", uri=note)
    assert (again.added, again.rejected) == ([], unwanted)
    assert rejected_in(editor) == set(unwanted)
    assert (await editor.ask("spade/reject", uri=note, names=unwanted)).names == []
    assert (await editor.ask("spade/reject", uri=note, names=unwanted, restore=True)).names == unwanted
    assert (await editor.ask("spade/generate", uri=note)).added == unwanted


async def test_a_hint_does_not_repeat_the_sentence_as_a_question_for_a_judge(editor: Editor, note: str) -> None:
    editor.replace_all(note, "Use a friendly tone.\n")
    await hinted(editor, note, [0])
    [hint] = await editor.diagnostics(note, "instruction-without-assertion")
    assert hint.message == "No assertion checks this; a judge could."


async def test_nothing_is_rejected_without_a_word_about_what(editor: Editor, note: str) -> None:
    assert (await editor.ask("spade/reject", uri=note)).names == []
    assert not (editor.folder / RECORD).exists()


@pytest.mark.asyncio(loop_scope="function")
async def test_an_instruction_that_needs_no_assertion_loses_its_hint_alone(own_editor: Editor) -> None:
    prepare(own_editor)
    await own_editor.start(commands=[ClientCommand.REJECT.value])
    note = own_editor.open(PROMPT)
    hints = await own_editor.diagnostics(note, "instruction-without-assertion")
    assert [each.range.start.line for each in hints] == [0, 1]
    params = types.CodeActionParams(
        types.TextDocumentIdentifier(note), hints[1].range, types.CodeActionContext(hints[1:])
    )
    found = await own_editor.client.text_document_code_action_async(params)
    # lsprotocol takes an action with a command for a command itself
    fixes = {each.title: ast.literal_eval(each.command) for each in found or () if isinstance(each, types.Command)}
    command = fixes["Not needed: propose no assertion for this instruction"]
    assert command["command"] == ClientCommand.REJECT.value
    [asked] = command["arguments"]
    result = await own_editor.ask("spade/reject", **asked)
    assert result.names == ["assert_at_most_3_emojis"]
    await hinted(own_editor, note, [0])


async def test_an_assertion_that_was_accepted_and_deleted_leaves_no_hint(editor: Editor, note: str) -> None:
    await editor.ask("spade/generate", uri=note, apply=True)
    assertions = editor.folder / "note.assertions.py"
    text = assertions.read_text()
    assertions.write_text(text[: text.index("at most 3 emojis")].rpartition("#")[0])
    change = types.FileEvent(editor.uri("note.assertions.py"), types.FileChangeType.Changed)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
    editor.replace_all(note, TEXT + "\nMention the price.\n")
    await hinted(editor, note, [3])


async def test_proposals_are_explained_by_what_the_prompt_says_and_nothing_withdrawn_is_among_them(
    editor: Editor,
) -> None:
    repository = Repository.create(editor.folder)
    repository.commit("Start", note="Be concise.\nUse at most 3 emojis.\n")
    repository.commit("Number", note="Be concise, not exceeding 100 words.\n")
    result = await editor.ask("spade/generate", uri=editor.open(PROMPT))
    by_name = {each.name: each for each in result.proposals}
    words = by_name["assert_at_most_100_words"]
    assert (words.phrase, words.withdrawn) == ("not exceeding 100 words", False)
    assert "assert_at_most_3_emojis" not in by_name
    assert result.notes == []


async def test_without_a_repository_the_result_says_that_there_is_no_history(editor: Editor, note: str) -> None:
    assert (await editor.ask("spade/generate", uri=note)).notes == [
        "not in a git repository: the history is the file as it is"
    ]
