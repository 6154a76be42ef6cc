"""The words of the server in its languages: none is missing, none is left over, and values stand in all of them."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types

import spade_server
from spade_core.examples import Label
from spade_core.results import Outcome
from spade_core.storage import AssertionState
from spade_core.taxonomy import Category
from spade_core.versions import VersionState
from tests.server.editor import Editor
from tests.versions.repository import Repository

SERVER = Path(spade_server.__file__).parent
LANGUAGES = sorted(SERVER.glob("words/*.json"))
NAMES = {
    *(category.label for category in Category),
    *(category.word for category in Category),
    *(state.value for state in (*AssertionState, *VersionState)),
    *(label.value for label in Label),
    *(outcome.value for outcome in (Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY, Outcome.CRASHED)),
}
"""What is said by a name: the values of enumerations."""


def _texts(tree: ast.AST) -> Iterator[str]:
    """Yield the texts that are written in the calls of ``said`` and ``counted``."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        written = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        if node.func.id == "said":
            yield from written[:1]
        if node.func.id == "counted":
            yield from (f"{{0}} {noun}" for noun in written)


def _read(file: Path) -> dict[str, str]:
    words: dict[str, str] = json.loads(file.read_text("utf-8"))
    return words


def _values(text: str) -> list[str]:
    return sorted(re.findall(r"\{\d\}", text))


@pytest.mark.parametrize("file", LANGUAGES, ids=lambda file: file.stem)
def test_all_that_the_server_says_is_in_each_language_and_no_more(file: Path) -> None:
    trees = [ast.parse(path.read_text("utf-8")) for path in SERVER.rglob("*.py")]
    texts = {text for tree in trees for text in _texts(tree)}
    constants = (node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    written = {value for value in constants if isinstance(value, str)}
    words = _read(file)
    assert (texts | NAMES) - words.keys() == set()
    assert words.keys() - texts - NAMES - written == set()
    assert {text for text, translated in words.items() if _values(text) != _values(translated)} == set()


def test_the_languages_say_the_same() -> None:
    first, *others = ([*_read(file)] for file in LANGUAGES)
    assert all(other == first for other in others)


@pytest.mark.lsp
async def test_an_editor_in_another_language_is_answered_in_that(own_editor: Editor) -> None:
    Repository.create(own_editor.folder).commit("Start", note="Write about {film}.\nKeep it within 100 words.\n")
    (own_editor.folder / "note.assertions.py").write_text("")
    (own_editor.folder / "note.examples.jsonl").write_text(
        '{"response": "A", "label": "good", "example": {"x": "1"}}\n'
    )
    await own_editor.start(locale="zh-cn")
    uri = own_editor.open("note.prompt.md")
    hover = await own_editor.hover_with(uri, "within", "起自")
    assert "**数量指令" in hover
    assert "尚无断言检查此项" in hover
    assert "The response has at most 100 words." in hover
    unchecked = await own_editor.diagnostics(uri, "instruction-without-assertion")
    assert "没有断言检查此项：The response has at most 100 words." in [each.message for each in unchecked]
    document = types.TextDocumentIdentifier(uri)
    lenses = await own_editor.client.text_document_code_lens_async(types.CodeLensParams(document)) or []
    assert [lens.command.title for lens in lenses if lens.command] == ["1 个版本 · 1 好，0 坏"]
    place = types.Range(types.Position(0, 0), types.Position(2, 0))
    hints = await own_editor.client.text_document_inlay_hint_async(types.InlayHintParams(document, place)) or []
    assert "数量" in [hint.label for hint in hints]


@pytest.mark.lsp
@pytest.mark.parametrize("locale", ["de", "../vi", "zh-tw"])
async def test_an_editor_in_a_language_without_words_is_answered_in_english(own_editor: Editor, locale: str) -> None:
    await own_editor.start(locale=locale)
    assert "**quantity" in await own_editor.hover(own_editor.open("a.prompt.md", "Use at most 9 words.\n"), "most")
