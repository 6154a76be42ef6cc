"""Hover: what a person reads over an instruction."""

import re

import pytest

from tests.server.editor import Editor
from tests.versions.repository import Repository

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

TASK = "Write a note about {movie_name}.\n"


async def test_hover_names_the_category_and_the_words_that_say_so(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", TASK + "Keep it within 100 words.\n")
    shown = await editor.hover(uri, "within")
    assert "**quantity instruction" in shown
    assert "“within 100 words”" in shown
    assert "The response has at most 100 words." in shown


async def test_hover_tells_what_matters_before_the_words_that_say_so(editor: Editor) -> None:
    Repository.create(editor.folder).commit("Start", note=TASK + "Keep it within 100 words.\n")
    (editor.folder / "note.assertions.py").write_text("")
    shown = await editor.hover_with(editor.open("note.prompt.md"), "within", "Since")
    order = ["**quantity", "**Criteria**", "No assertion checks", "Since version", "From the words “within 100 words”"]
    assert [shown.index(words) for words in order] == sorted(shown.index(words) for words in order)


async def test_hover_says_of_another_language_that_it_is_not_read(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", "Antworte immer auf Deutsch.\n\nThe tea was cold.\n")
    assert "**not read**: its language is not" in await editor.hover(uri, "Antworte")
    assert "cue" not in await editor.hover(uri, "Antworte")


async def test_hover_says_what_a_vietnamese_sentence_asks_for(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", "Trả lời không quá 100 từ.\n")
    told = await editor.hover(uri, "Trả lời")
    assert "at most 100 words" in told
    assert "not read" not in told


async def test_hover_tells_since_which_commit_and_what_it_said_before(editor: Editor) -> None:
    repository = Repository.create(editor.folder)
    repository.commit("Start", note=TASK + "Keep the note concise.\n")
    sha = repository.commit("Give a number", note=TASK + "Keep the note concise, within 100 words.\n")
    shown = await editor.hover_with(editor.open("note.prompt.md"), "concise", "Since")
    assert f"Since version 2 · {sha[:7]} by Ada" in shown
    assert "Give a number" in shown
    assert "before: “Keep the note concise.”" in shown


async def test_hover_on_unsaved_words_tells_what_they_replace(editor: Editor) -> None:
    Repository.create(editor.folder).commit("Start", note=TASK + "Keep the note within 100 words.\n")
    uri = editor.open("note.prompt.md")
    editor.replace_all(uri, TASK + "Keep the note within 80 words.\n")
    shown = await editor.hover_with(uri, "within", "Not committed yet")
    assert "before: “Keep the note within 100 words.”" in shown


@pytest.mark.parametrize("before", ["😀😀 ", "这是一个测试。", "Xin chào, 🇻🇳 "])
async def test_hover_finds_the_words_behind_characters_of_any_width(editor: Editor, before: str) -> None:
    uri = editor.open("note.prompt.md", f"{before}Hi. Keep it within 100 words. Mention the {{genre}}.\n")
    assert "at most 100 words" in await editor.hover(uri, "100")
    assert "**placeholder** `genre`" in await editor.hover(uri, "{genre}")


async def test_the_markdown_of_a_prompt_is_shown_and_not_obeyed(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", 'Mention "![x](http://e.example/p.png)" and <img src=x> [c](command:x).\n')
    shown = await editor.hover(uri, "Mention")
    assert "![" not in shown
    assert not re.search(r"(?<!\\)\]\(", shown)
    assert not re.search(r"(?<!\\)<", shown)
    assert "http://" not in shown


async def test_there_is_no_hover_where_there_is_no_instruction(editor: Editor) -> None:
    uri = editor.open("notes.txt", "Keep it within 100 words.\n")
    assert await editor.hover(uri, "within") == ""
