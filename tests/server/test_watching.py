"""What changes on the disk is shown: commits, checkouts, rebases, and the files beside a prompt."""

import pytest
from lsprotocol import types

from tests.server.editor import Editor
from tests.versions.repository import Repository

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]


def changed(editor: Editor, *names: str) -> None:
    """Tell the server what a client's watchers saw."""
    events = [types.FileEvent(editor.uri(name), types.FileChangeType.Changed) for name in names]
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))


async def test_a_commit_shows_in_the_next_hover(editor: Editor) -> None:
    repository = Repository.create(editor.folder)
    repository.commit("Start", note="Be concise.\n")
    uri = editor.open("note.prompt.md", "Keep it within 100 words.\n")
    await editor.hover_with(uri, "within", "Not committed yet")
    sha = repository.commit("Give a number", note="Keep it within 100 words.\n")
    changed(editor, ".git/logs/HEAD", ".git/refs/heads/main")
    assert "Give a number" in await editor.hover_with(uri, "within", sha[:7])


async def test_a_checkout_of_an_older_commit_shows_its_history(editor: Editor) -> None:
    repository = Repository.create(editor.folder)
    old = repository.commit("Start", note="Keep it within 100 words.\n")
    new = repository.commit("Add", note="Keep it within 100 words.\nMention the genre.\n")
    uri = editor.open("note.prompt.md")
    await editor.hover_with(uri, "Mention", new[:7])
    repository.git("checkout", "--quiet", old)
    editor.replace_all(uri, "Keep it within 100 words.\nMention the genre.\n")
    changed(editor, ".git/HEAD", "note.prompt.md")
    await editor.hover_with(uri, "Mention", "Not committed yet")


async def test_edited_assertions_and_examples_on_the_disk_refresh_the_diagnostics(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", "Write about {user}. Keep it within 100 words.\n")
    await editor.hover(uri, "within")
    (editor.folder / "note.assertions.py").write_text("")
    (editor.folder / "note.examples.jsonl").write_text('{"response": "x", "example": {"usr": 1}}\n')
    changed(editor, "note.assertions.py", "note.examples.jsonl")
    assert await editor.diagnostics(uri, "instruction-without-assertion")
    assert await editor.diagnostics(uri, "unknown-placeholder")


async def test_examples_count_as_they_are_typed(editor: Editor) -> None:
    (editor.folder / "note.examples.jsonl").write_text('{"response": "x", "example": {"usr": 1}}\n')
    uri = editor.open("note.prompt.md", "Write about {user}.\n")
    assert await editor.diagnostics(uri, "unknown-placeholder")
    examples = editor.open("note.examples.jsonl")
    editor.replace_all(examples, '{"response": "x", "example": {"user": 1}}\n')
    await editor.until_gone(uri, "unknown-placeholder")


async def test_the_settings_of_the_project_count_at_once(editor: Editor) -> None:
    row = '{"response": "x", "label": "good"}\n'
    (editor.folder / "note.examples.jsonl").write_text(row * 1 + row.replace("x", "y"))
    editor.open("note.prompt.md", "Be concise.\n")
    uri = editor.uri("note.examples.jsonl")
    [found] = await editor.diagnostics(uri, "too-few-labels")
    assert "tau = 0.25" in found.message
    (editor.folder / "spade.toml").write_text("tau = 0.9\n")
    changed(editor, "spade.toml")
    await editor.until_gone(uri, "too-few-labels")


async def test_an_assertions_file_alone_brings_its_prompt_along(editor: Editor) -> None:
    (editor.folder / "note.prompt.md").write_text("Keep it within 100 words.\n")
    uri = editor.open("note.prompt.md")
    await editor.ask("spade/generate", uri=uri, apply=True)
    editor.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    assertions = editor.open("note.assertions.py")
    shown = await editor.hover_with(assertions, "assert_at_most_100_words", "quantity instruction")
    assert "within 100 words" in shown


async def test_an_assertions_file_that_was_deleted_counts_no_more_though_the_client_keeps_its_text(
    editor: Editor,
) -> None:
    uri = editor.open("note.prompt.md", "Keep it within 100 words.\n")
    file = editor.folder / "note.assertions.py"
    file.write_text("")
    assertions = editor.open("note.assertions.py")
    assert await editor.diagnostics(uri, "instruction-without-assertion")
    file.unlink()
    changed(editor, "note.assertions.py")
    await editor.until_gone(uri, "instruction-without-assertion")
    editor.replace_all(assertions, "# Mine.\n")
    assert await editor.diagnostics(uri, "instruction-without-assertion")
