"""What the SPADE view is told of a prompt."""

import json

import pytest

from tests.repositories import commit_versions
from tests.server.editor import Editor
from tests.server.test_testing import JUDGED, POLITE, ROWS, prepare

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]


async def test_a_new_prompt_has_instructions_that_nothing_checks(editor: Editor) -> None:
    (editor.folder / "note.prompt.md").write_text("Write a note.\nUse at most three words.\nThe film: {film}\n")
    found = await editor.ask("spade/overview", uri=editor.uri("note.prompt.md"))
    assert [(each.text, each.assertions, each.range.start.line) for each in found.instructions] == [
        ("Write a note.", [], 0),
        ("Use at most three words.", [], 1),
    ]
    assert [step.command for step in found.steps] == [
        "spade.generate",
        "spade.importExamples",
        "spade.pasteResponses",
    ]
    assert (found.assertions, found.good, found.bad, found.unlabelled) == ([], 0, 0, 0)


async def test_assertions_examples_and_the_selection_are_told(editor: Editor) -> None:
    uri = prepare(editor, POLITE, JUDGED)
    found = await editor.ask("spade/overview", uri=uri)
    assert [(each.name, each.selected, each.asksJudge) for each in found.assertions] == [
        ("assert_polite", True, False),
        ("assert_kind", True, True),
    ]
    assert (found.good, found.bad, found.unlabelled) == (2, 2, 1)
    assert [step.title for step in found.steps] == ["Generate", "Label", "Select", "Report"]
    (editor.folder / "note.assertions.py").write_text(JUDGED)
    assert (await editor.ask("spade/overview", uri=uri)).missing == ["assert_polite"]


async def test_an_accepted_assertion_stands_beside_its_instruction(editor: Editor) -> None:
    (editor.folder / "note.prompt.md").write_text("Write a note.\nUse at most three words.\n")
    uri = editor.uri("note.prompt.md")
    await editor.ask("spade/generate", uri=uri, apply=True)
    instructions = (await editor.ask("spade/overview", uri=uri)).instructions
    assert instructions[1].text == "Use at most three words."
    assert instructions[1].assertions == ["assert_at_most_3_words"]


async def test_an_assertion_tells_the_words_that_it_was_made_from_and_the_version_that_brought_them(
    editor: Editor,
) -> None:
    commit_versions(editor.folder, "note.prompt.md", ["Write a note.\n", "Write a note.\nUse at most three words.\n"])
    uri = editor.open("note.prompt.md")
    await editor.ask("spade/generate", uri=uri, apply=True)
    assertions = (await editor.ask("spade/overview", uri=uri)).assertions
    [short] = [each for each in assertions if each.name == "assert_at_most_3_words"]
    assert [(each.version, each.category) for each in short.sources] == [(2, "quantity instruction")]
    assert "three words" in short.sources[0].phrase
    assert short.sources[0].sentence == "Use at most three words."


async def test_a_file_beside_that_cannot_be_read_is_named(editor: Editor) -> None:
    uri = prepare(editor, POLITE, rows=ROWS[:1])
    (editor.folder / "note.examples.jsonl").write_text(json.dumps(ROWS[0]) + "\n{no json\n")
    found = await editor.ask("spade/overview", uri=uri)
    assert found.good == 1
    assert any("note.examples.jsonl:2" in problem for problem in found.problems)


async def test_the_last_selection_is_told_with_what_has_changed_since(editor: Editor) -> None:
    uri = prepare(editor, POLITE, rows=ROWS[:4])
    await editor.ask("spade/select", uri=uri, alpha=0.1, tau=0.9)
    selection = (await editor.ask("spade/overview", uri=uri)).selection
    assert (selection.request, selection.changes) == ("coverage, alpha 0.1, tau 0.9", [])
    assert 0 < selection.caught <= selection.bad == 2
    assert 0 <= selection.flagged <= selection.good == 2
    (editor.folder / "note.assertions.py").write_text(POLITE + "\n\n" + JUDGED)
    selection = (await editor.ask("spade/overview", uri=uri)).selection
    assert selection.changes == ["assert_kind was added"]
