"""Git in view: two versions compared, and what a commit would bring that nothing checks."""

import pytest
from pygls.exceptions import JsonRpcException

from tests.repositories import commit_versions
from tests.server.editor import Editor
from tests.versions.repository import Repository

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

FIRST = "Be brief.\nWrite at most 80 words.\n"
SECOND = "Be brief.\nWrite at most 100 words.\nUse at most 3 emojis.\n"


def prepare(editor: Editor) -> str:
    repository = Repository.create(editor.folder)
    repository.commit("Start", note=FIRST)
    repository.commit("More", note=SECOND)
    return editor.open("note.prompt.md")


async def test_two_versions_show_their_texts_what_each_asks_and_the_categories_between(editor: Editor) -> None:
    uri = prepare(editor)
    await editor.ask("spade/generate", uri=uri, names=["assert_at_most_3_emojis"], apply=True)
    found = await editor.ask("spade/compare", uri=uri, before=1, after=2)
    assert (found.before.text, found.after.text) == (FIRST, SECOND)
    asked = [{each.name: each.accepted for each in side.asked} for side in (found.before, found.after)]
    assert asked[0].keys() - asked[1].keys() == {"assert_at_most_80_words"}
    assert asked[1].keys() - asked[0].keys() == {"assert_at_most_100_words", "assert_at_most_3_emojis"}
    assert [name for name, accepted in asked[1].items() if accepted] == ["assert_at_most_3_emojis"]
    assert "quantity instruction" in found.categories


async def test_the_empty_version_asks_for_nothing(editor: Editor) -> None:
    found = await editor.ask("spade/compare", uri=prepare(editor), before=0, after=1)
    assert (found.before.text, found.before.asked) == ("", [])
    same = await editor.ask("spade/compare", uri=editor.uri("note.prompt.md"), before=1, after=1)
    assert same.categories == []


@pytest.mark.parametrize(("before", "after"), [(2, 1), (-1, 1), (0, 9)])
async def test_versions_that_are_not_there_are_refused_by_number(editor: Editor, before: int, after: int) -> None:
    uri = prepare(editor)
    with pytest.raises(JsonRpcException, match="has the versions P0 to P2"):
        await editor.ask("spade/compare", uri=uri, before=before, after=after)


async def test_what_is_not_committed_and_nothing_checks_is_told_before_the_commit(editor: Editor) -> None:
    uri = prepare(editor)
    assert (await editor.ask("spade/uncommitted", uri=uri)).unchecked == []
    editor.replace_all(uri, SECOND + "Write at least two sentences.\nMention the price.\n")
    told = (await editor.ask("spade/uncommitted", uri=uri)).unchecked
    assert [(each.text, each.range.start.line) for each in told] == [
        ("Write at least two sentences.", 3),
        ("Mention the price.", 4),
    ]
    await editor.ask(
        "spade/reject", uri=uri, range={"start": {"line": 4, "character": 0}, "end": {"line": 4, "character": 5}}
    )
    await editor.ask("spade/generate", uri=uri, names=["assert_at_least_2_sentences"], apply=True)
    assert (await editor.ask("spade/uncommitted", uri=uri)).unchecked == []


async def test_outside_of_a_repository_no_commit_is_to_come(editor: Editor) -> None:
    (editor.folder / "note.prompt.md").write_text(FIRST)
    assert (await editor.ask("spade/uncommitted", uri=editor.open("note.prompt.md"))).unchecked == []


async def test_of_a_prompt_that_was_never_committed_everything_is_new(editor: Editor) -> None:
    commit_versions(editor.folder, "other.prompt.md", [FIRST])
    (editor.folder / "note.prompt.md").write_text(FIRST)
    told = await editor.ask("spade/uncommitted", uri=editor.open("note.prompt.md"))
    assert [each.text for each in told.unchecked] == ["Be brief.", "Write at most 80 words."]
