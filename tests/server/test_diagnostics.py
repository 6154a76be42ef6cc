"""Diagnostics: each fact at its place, with its code, and quietly."""

import json

import pytest
from lsprotocol import types

from tests.server.editor import Editor
from tests.versions.repository import Repository

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

TASK = "Write a note about {movie_name}.\n"


def rows(*labels: str | None, **fields: str) -> str:
    given = fields or {"movie_name": "Alien"}
    return "".join(
        json.dumps({"id": str(i), "example": given, "response": f"Watch it {i}.", "label": label}) + "\n"
        for i, label in enumerate(labels)
    )


async def test_a_file_that_cannot_be_read_says_why_and_where(editor: Editor) -> None:
    uri = editor.open("note.prompt.yml", "messages:\n  - role: user\n    content: 'open\n")
    [found] = await editor.diagnostics(uri, "unreadable-file")
    assert found.severity is types.DiagnosticSeverity.Warning
    editor.replace_all(uri, "messages:\n  - role: user\n    content: closed\n")
    await editor.until_gone(uri, "unreadable-file")


async def test_of_a_very_long_prompt_it_is_said_how_far_it_is_read(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", "- Be kind.\n" * 20_000)
    [found] = await editor.diagnostics(uri, "unreadable-line")
    assert "its first 3,000 sentences are read, to here; 17,000 are not" in found.message
    assert found.range.start.line == 2_999
    editor.replace_all(uri, "- Be kind.\n")
    await editor.until_gone(uri, "unreadable-line")


async def test_what_is_not_read_of_a_large_sample_is_said(editor: Editor) -> None:
    keys = ", ".join(f'"k{number}": "text"' for number in range(1_003))
    uri = editor.open("note.prompt.md", f"Return JSON like this:\n\n{{{keys}}}\n")
    [found] = await editor.diagnostics(uri, "unreadable-line")
    assert "of 3 of them only that they are there is read" in found.message


async def test_how_many_instructions_of_one_kind_are_compared_is_said(editor: Editor) -> None:
    lines = [f"- Use at most {number} words.\n" for number in range(100, 140)]
    uri = editor.open("note.prompt.md", "".join(lines))
    [found] = await editor.diagnostics(uri, "unreadable-line")
    assert "40 instructions ask for one kind of thing; each is compared with the first 32 alone" in found.message
    assert found.range.start.line == 39
    editor.replace_all(uri, "".join(lines[:32]))
    await editor.until_gone(uri, "unreadable-line")


async def test_two_instructions_that_contradict_each_other_are_named(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", "Use at least 200 words. 😀 Keep it within 100 words.\n")
    [found] = await editor.diagnostics(uri, "contradicting-instructions")
    assert "at least 200 words, and the response has at most 100 words" in found.message
    assert editor.slice(uri, found.range) == "within 100 words"
    assert found.related_information
    assert editor.slice(uri, found.related_information[0].location.range) == "at least 200 words"
    assert found.severity is types.DiagnosticSeverity.Hint


async def test_a_phrase_both_included_and_excluded_is_a_contradiction(editor: Editor) -> None:
    uri = editor.open(
        "note.prompt.md", 'Include the phrase "spoiler alert".\n\nNever use the phrase "spoiler alert".\n'
    )
    [found] = await editor.diagnostics(uri, "contradicting-instructions")
    assert "spoiler alert" in found.message


async def test_a_vague_criterion_is_a_hint(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", "Ensure the note is concise.\n")
    [found] = await editor.diagnostics(uri, "vague-criterion")
    assert "several ways" in found.message


async def test_a_placeholder_that_no_example_has_is_named(editor: Editor) -> None:
    (editor.folder / "note.examples.jsonl").write_text(rows("good", "bad"))
    uri = editor.open("note.prompt.md", "Write about {movie_name} for {usr}.\n")
    [found] = await editor.diagnostics(uri, "unknown-placeholder")
    assert editor.slice(uri, found.range) == "{usr}"
    assert "movie_name" in found.message


async def test_a_field_that_the_prompt_no_longer_uses_is_greyed_out(editor: Editor) -> None:
    repository = Repository.create(editor.folder)
    repository.commit("Start", note="Write about {movie_name} for {user}.\n")
    repository.commit("Drop the user", note="Write about {movie_name}.\n")
    (editor.folder / "note.examples.jsonl").write_text(rows("good", movie_name="Alien", user="Ada"))
    editor.open("note.prompt.md")
    examples = editor.open("note.examples.jsonl")
    [found] = await editor.diagnostics(examples, "unused-field")
    assert editor.slice(examples, found.range) == "user"
    assert list(found.tags or ()) == [types.DiagnosticTag.Unnecessary]


async def test_too_few_good_examples_say_how_many_are_needed(editor: Editor) -> None:
    (editor.folder / "note.examples.jsonl").write_text(rows("good", "bad", None))
    editor.open("note.prompt.md", TASK)
    [found] = await editor.diagnostics(editor.uri("note.examples.jsonl"), "too-few-labels")
    assert "13 are needed" in found.message


async def test_corrupt_lines_of_the_files_beside_are_reported_where_they_stand(editor: Editor) -> None:
    (editor.folder / "note.examples.jsonl").write_text(rows("good") + "{broken\n")
    (editor.folder / "note.assertions.py").write_text("import os\n")
    (editor.folder / "note.spade.json").write_text("{broken\n")
    editor.open("note.prompt.md", TASK)
    [line] = await editor.diagnostics(editor.uri("note.examples.jsonl"), "unreadable-line")
    assert line.range.start.line == 1
    [statement] = await editor.diagnostics(editor.uri("note.assertions.py"), "unreadable-line")
    assert "import" in statement.message
    assert await editor.diagnostics(editor.uri("note.spade.json"), "unreadable-file")


async def test_a_code_can_be_switched_off_or_made_louder(editor: Editor) -> None:
    severity = {"vague-criterion": "off", "contradicting-instructions": "error"}
    await editor.configure(diagnostics={"severity": severity})
    uri = editor.open("note.prompt.md", "Be concise. Use at least 200 words. Keep it within 100 words.\n")
    [found] = await editor.diagnostics(uri, "contradicting-instructions")
    assert found.severity is types.DiagnosticSeverity.Error
    assert not [each for each in editor.client.diagnostics[uri] if each.code == "vague-criterion"]


async def test_a_wrong_setting_is_named_in_the_log_and_its_default_holds(editor: Editor) -> None:
    await editor.configure(diagnostics={"severity": {"vague-criterion": "loud"}})
    uri = editor.open("note.prompt.md", "Ensure the note is concise.\n")
    [found] = await editor.diagnostics(uri, "vague-criterion")
    assert found.severity is types.DiagnosticSeverity.Hint
    assert any("loud" in message.message for message in editor.client.log_messages)


async def test_a_closed_prompt_leaves_no_diagnostics(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", "Ensure the note is concise.\n")
    assert await editor.diagnostics(uri, "vague-criterion")
    editor.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    await editor.until_gone(uri, "vague-criterion")
