"""A field that must be a value of a named set, in the editor: proposed, evaluated, and a set that is wrong told."""

import asyncio
import json

import pytest

from tests.repositories import commit_versions
from tests.server.editor import Editor, position_in
from tests.server.test_features import actions_at

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

PROMPT = "Name a film. Answer in JSON with the key film.\nThe film must be one of the films in the catalogue.\n"
ROWS = [("Alien", "good"), ("Brazil", "good"), ("Amélie", "good"), ("Metropolis", "good"), ("Batman", "bad")]


@pytest.fixture
def shop(editor: Editor) -> Editor:
    commit_versions(editor.folder, "film.prompt.md", [PROMPT])
    (editor.folder / "films.txt").write_text("Alien\nBrazil\nAmélie\nMetropolis\n", "utf-8")
    (editor.folder / "spade.toml").write_text('[values]\ncatalogue = "films.txt"\n', "utf-8")
    lines = [json.dumps({"response": json.dumps({"film": f}), "label": label}) + "\n" for f, label in ROWS]
    (editor.folder / "film.examples.jsonl").write_text("".join(lines), "utf-8")
    return editor


async def test_the_editor_proposes_the_set_and_evaluates_it(shop: Editor) -> None:
    uri = shop.open("film.prompt.md")
    made = await shop.ask("spade/generate", uri=uri, apply=True)
    assert "assert_film_in_catalogue" in made.added
    record = json.loads((shop.folder / "film.spade.json").read_text("utf-8"))
    assert list(record["values"]) == ["catalogue"]
    told = await shop.ask("spade/evaluate", uri=uri, names=["assert_film_in_catalogue"])
    [assertion] = told.assertions
    assert sorted(cell.outcome for cell in assertion.cells) == ["failed", *["passed"] * 4]


async def test_a_row_with_a_value_misspelt_is_copied_with_the_one_that_is_meant(shop: Editor) -> None:
    prompt = shop.open("film.prompt.md")
    await shop.ask("spade/generate", uri=prompt, apply=True)
    path = shop.folder / "film.examples.jsonl"
    misspelt = json.dumps({"id": "m", "response": json.dumps({"film": "Metropolos"}), "label": "bad", "note": "x"})
    path.write_text(path.read_text("utf-8") + misspelt, "utf-8")
    uri = shop.open("film.examples.jsonl")
    title = "Add a copy of this row with Metropolis for Metropolos"
    async with asyncio.timeout(20):
        while True:
            found = await actions_at(shop, uri, "Metropolos")
            if title in found:
                break
            await asyncio.sleep(0.05)
    edit = found[title].edit
    assert edit is not None
    assert edit.changes is not None
    [change] = edit.changes[uri]
    text = path.read_text("utf-8")
    at = position_in(text, len(text))
    assert (change.range.start, change.range.end) == (at, at)
    added = json.loads(change.new_text)
    assert json.loads(added["response"]) == {"film": "Metropolis"}
    assert not {"label", "note"} & {key for key, value in added.items() if value is not None}
    assert not [each for each in await actions_at(shop, uri, "Batman") if each.startswith("Add a copy")]


async def test_a_set_that_cannot_be_read_is_told_by_its_file(shop: Editor) -> None:
    (shop.folder / "films.txt").unlink()
    uri = shop.open("film.prompt.md")
    done = await shop.ask("spade/generate", uri=uri)
    [problem] = done.problems
    assert "films.txt: cannot be read: No such file or directory" in problem
