"""Hover: the whole of what it tells of an instruction with a history, assertions and labelled examples."""

import json

import pytest
from lsprotocol import types

from spade_core.selection import Rate
from tests.server.editor import Editor
from tests.versions.repository import Repository

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

LONG = "word " * 120
ROWS = (
    *({"id": f"g{i}", "response": f"Fine {i}.", "label": "good"} for i in range(9)),
    {"id": "g9", "response": LONG, "label": "good"},
    {"id": "b0", "response": LONG + "!", "label": "bad"},
    {"id": "b1", "response": LONG + "?", "label": "bad"},
    {"id": "b2", "response": "No.", "label": "bad"},
    {"id": "waiting", "response": "Not labelled.", "label": None},
)


def told(rate: Rate) -> str:
    low, high = rate.interval()
    return f"{rate.value:.2f} ({rate.count} of {rate.total}; 95 %: {low:.2f}–{high:.2f})"


async def test_a_hover_tells_since_when_by_whom_what_was_said_before_the_criteria_and_the_figures(
    editor: Editor,
) -> None:
    repository = Repository.create(editor.folder)
    repository.commit("Start", note="Write a note.\nKeep the note brief.\n")
    first = repository.commit("Give a number", note="Write a note.\nKeep the note within 90 words.\n")
    last = repository.commit("Ten more", note="Write a note.\nKeep the note within 100 words.\n")
    (editor.folder / "note.examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    uri = editor.open("note.prompt.md")
    await editor.ask("spade/generate", uri=uri, apply=True)
    await editor.ask("spade/select", uri=uri, method="baseline", alpha=0.0, tau=1.0)
    shown = await editor.hover_with(uri, "within", "(selected")
    assert "**quantity instruction" in shown
    assert f"Since version 3 · {last[:7]} by Ada, 2023-11-15 02:13: Ten more" in shown
    assert f"before: “Keep the note within 90 words.” (version 2, {first[:7]})" in shown
    assert "before: “Keep the note brief.”" in shown
    assert "**Criteria**\n- The response has at most 100 words." in shown
    assert f"assert\\_at\\_most\\_100\\_words (selected): coverage {told(Rate(2, 3))}; FFR {told(Rate(1, 10))}" in shown


async def test_figures_are_of_the_code_that_was_run_and_not_of_what_it_was_changed_to(editor: Editor) -> None:
    (editor.folder / "note.examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    uri = editor.open("note.prompt.md", "Keep the note within 100 words.\n")
    await editor.ask("spade/generate", uri=uri, apply=True)
    await editor.ask("spade/evaluate", uri=uri)
    await editor.hover_with(uri, "within", "coverage 0.67")
    assertions = editor.open("note.assertions.py")
    editor.replace_all(assertions, editor.texts[assertions].replace("<= 100", "<= 99"))
    assert "coverage" not in await editor.hover_with(uri, "within", "not evaluated in this session")


async def test_figures_outlive_the_editors_and_a_new_name(editor: Editor) -> None:
    (editor.folder / "note.examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    uri = editor.open("note.prompt.md", "Keep the note within 100 words.\n")
    await editor.ask("spade/generate", uri=uri, apply=True)
    await editor.ask("spade/evaluate", uri=uri)
    (editor.folder / "note.prompt.md").write_text(editor.texts[uri])
    editor.close(uri)
    path = editor.folder / "note.assertions.py"
    path.write_text(path.read_text().replace("assert_at_most_100_words", "assert_brief"))
    uri = editor.open("note.prompt.md")
    shown = await editor.hover_with(uri, "within", "assert\\_brief")
    assert "coverage 0.67" in shown


async def test_what_no_judge_answered_is_not_checked_and_has_no_figures(editor: Editor) -> None:
    (editor.folder / "note.examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    (editor.folder / "note.assertions.py").write_text(
        "async def assert_kind(example: dict, prompt: str, response: str) -> bool:\n"
        '    return await ask_llm(prompt, response, "Is it kind?")\n'
    )
    uri = editor.open("note.prompt.md", "Be kind.\n")
    assertions = editor.open("note.assertions.py")
    made = await editor.ask("spade/evaluate", uri=uri)
    assert {cell.outcome for cell in made.assertions[0].cells} == {"not asked"}
    assert "not checked: needs a model" in await editor.hover_with(assertions, "assert_kind", "needs a model")
    lenses = await editor.client.text_document_code_lens_async(
        types.CodeLensParams(types.TextDocumentIdentifier(assertions))
    )
    titles = [lens.command.title for lens in lenses or () if lens.command is not None]
    assert "not checked: needs a model" in titles
    assert not any("coverage" in title or "no verdict" in title for title in titles)
    page = (await editor.ask("spade/report", uri=uri)).html
    assert "not checked: needs a model" in page
    assert "judge failed" not in page
