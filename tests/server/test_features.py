"""Hints, tokens, outline, folding, links, navigation, actions and lenses, at protocol level."""

import asyncio
import json
import re
from typing import Any

import pytest
from lsprotocol import types

from spade_core.demo import PROMPT_NAME, replay_demo
from tests.server.editor import Editor, slice_of
from tests.versions.repository import Repository

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

ASSERTIONS = "movie_note.assertions.py"
EXAMPLES = "movie_note.examples.jsonl"
WIDE = '😀 "Chào 你好" for {user}. Keep it within 100 words.\nMention "prize 🏆" and {user_name}.\n'


@pytest.fixture
def demo(editor: Editor) -> Editor:
    editor.folder = editor.folder / "demo"
    replay_demo(editor.folder)
    return editor


def whole(editor: Editor, uri: str) -> types.Range:
    return types.Range(types.Position(0, 0), types.Position(editor.texts[uri].count("\n") + 1, 0))


def identifier(uri: str) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(uri)


async def test_hints_show_the_category_at_the_end_of_each_instruction(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", WIDE)
    params = types.InlayHintParams(identifier(uri), whole(editor, uri))
    found = await editor.client.text_document_inlay_hint_async(params)
    assert found
    labels = {str(hint.label): hint.position for hint in found}
    assert labels["quantity"] == editor.position(uri, "words.", after=len("words."))


async def test_a_placeholder_behind_its_label_asks_for_nothing_and_has_no_hint(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", "Mention the price.\n\nCustomer: {customer_name}\n\nWrite about {topic}.\n")
    params = types.InlayHintParams(identifier(uri), whole(editor, uri))
    found = await editor.client.text_document_inlay_hint_async(params)
    assert [hint.position.line for hint in found or ()] == [0, 4]


async def tokens_of(editor: Editor, uri: str) -> list[tuple[str, str]]:
    found = await editor.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(identifier(uri)))
    assert found
    told, line, column = [], 0, 0
    for at in range(0, len(found.data), 5):
        down, right, length, kind, _ = found.data[at : at + 5]
        line, column = line + down, right if down else column + right
        place = types.Range(types.Position(line, column), types.Position(line, column + length))
        told.append((slice_of(editor.texts[uri], place), ["variable", "string"][kind]))
    return told


async def test_tokens_mark_placeholders_and_quoted_phrases_behind_wide_characters(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", WIDE)
    assert await tokens_of(editor, uri) == [
        ('"Chào 你好"', "string"),
        ("{user}", "variable"),
        ('"prize 🏆"', "string"),
        ("{user_name}", "variable"),
    ]


async def test_a_placeholder_in_quotes_cuts_the_phrase(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", 'Begin with "Dear {name}, hello".\n')
    assert await tokens_of(editor, uri) == [('"Dear ', "string"), ("{name}", "variable"), (', hello"', "string")]


async def test_the_outline_groups_instructions_by_category(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", WIDE)
    found: Any = await editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(identifier(uri)))
    named = {symbol.name: [child.name for child in symbol.children] for symbol in found}
    assert named["quantity instruction (1)"] == ["Keep it within 100 words."]


async def test_no_group_of_the_outline_reaches_over_the_lines_of_another(editor: Editor) -> None:
    text = "Use at most 9 words.\nMention the price.\nUse at most 3 lines.\n"
    uri = editor.open("note.prompt.md", text)
    found: Any = await editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(identifier(uri)))
    lines = {group.name: (group.range.start.line, group.range.end.line) for group in found}
    assert lines == {"quantity instruction (2)": (0, 0), "inclusion instruction (1)": (1, 1)}


async def test_headings_fold_what_stands_under_them(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", "# One\n\nBe brief.\nBe kind.\n\n# Two\n\nBe fair.\n")
    found = await editor.client.text_document_folding_range_async(types.FoldingRangeParams(identifier(uri)))
    assert [(fold.start_line, fold.end_line) for fold in found or ()] == [(0, 3), (5, 7)]


async def prepared(demo: Editor) -> tuple[str, str, str]:
    """The demo with its assertions generated: prompt, assertions and examples, open and read."""
    uri = demo.open(PROMPT_NAME)
    await demo.ask("spade/generate", uri=uri, apply=True)
    assertions, examples = demo.open(ASSERTIONS), demo.open(EXAMPLES)
    await demo.hover_with(uri, "not exceeding", "**Assertions**")
    return uri, assertions, examples


async def locations(editor: Editor, params: types.DefinitionParams) -> list[types.Location]:
    found: Any = await editor.client.text_document_definition_async(params)
    return list(found)


async def test_definition_goes_from_an_instruction_to_its_assertions_and_back(demo: Editor) -> None:
    uri, assertions, _ = await prepared(demo)
    params = types.DefinitionParams(identifier(uri), demo.position(uri, "not exceeding"))
    found = await locations(demo, params)
    names = [demo.slice(assertions, each.range) for each in found]
    assert "assert_at_most_100_words" in names
    params = types.DefinitionParams(identifier(assertions), demo.position(assertions, "assert_at_most_100_words"))
    [back] = await locations(demo, params)
    assert back.uri == uri
    assert "not exceeding 100 words" in demo.slice(uri, back.range)


async def test_definition_goes_from_a_placeholder_to_the_field_of_the_first_example(demo: Editor) -> None:
    uri, _, examples = await prepared(demo)
    params = types.DefinitionParams(identifier(uri), demo.position(uri, "{movie_name}", after=3))
    [found] = await locations(demo, params)
    assert found.uri == examples
    assert demo.slice(examples, found.range) == "movie_name"


async def test_references_of_a_placeholder_are_in_all_three_files(demo: Editor) -> None:
    mine = "async def assert_mine(example: dict, prompt: str, response: str) -> bool:"
    (demo.folder / ASSERTIONS).write_text(f'{mine}\n    return bool(example["movie_name"])\n')
    uri, assertions, examples = await prepared(demo)
    params = types.ReferenceParams(
        types.ReferenceContext(include_declaration=True), identifier(uri), demo.position(uri, "{movie_name}", after=3)
    )
    found = await demo.client.text_document_references_async(params)
    assert {each.uri for each in found or ()} == {uri, assertions, examples}


async def test_a_placeholder_is_renamed_in_the_prompt_the_examples_and_the_assertions(editor: Editor) -> None:
    row = {"response": "user: x", "example": {"a": "😀", "user": {"user": 1}}}
    (editor.folder / "note.examples.jsonl").write_text(json.dumps(row, ensure_ascii=False) + "\n")
    body = 'async def assert_user(example, prompt, response):\n    return example["user"] in response\n'
    (editor.folder / "note.assertions.py").write_text(body)
    uri = editor.open("note.prompt.md", "😀 Greet {user} and {user.name}.\n")
    await editor.hover_with(uri, "{user}", "1 of 1 examples")
    where = editor.position(uri, "{user}", after=2)
    place = await editor.client.text_document_prepare_rename_async(types.PrepareRenameParams(identifier(uri), where))
    assert isinstance(place, types.Range)
    assert editor.slice(uri, place) == "user"
    edit = await editor.client.text_document_rename_async(types.RenameParams(identifier(uri), where, "reader"))
    assert edit
    changes = {name.rpartition("/")[2]: edits for name, edits in (edit.changes or {}).items()}
    text = {
        name: _edited((editor.folder / name).read_text(), edits) for name, edits in changes.items() if "md" not in name
    }
    assert text["note.assertions.py"] == body.replace('"user"', '"reader"')
    assert json.loads(text["note.examples.jsonl"])["example"] == {"a": "😀", "reader": {"user": 1}}
    assert _edited(editor.texts[uri], changes["note.prompt.md"]) == "😀 Greet {reader} and {reader.name}.\n"


def _edited(text: str, edits: Any) -> str:
    for edit in sorted(edits, key=lambda each: (each.range.start.line, each.range.start.character), reverse=True):
        before = slice_of(text, types.Range(types.Position(0, 0), edit.range.start))
        after = slice_of(text, types.Range(edit.range.end, types.Position(10**6, 0)))
        text = before + edit.new_text + after
    return text


@pytest.mark.parametrize("row", [{"a": "1", "b": "2"}, {"a": "1"}])
async def test_a_placeholder_is_not_renamed_to_a_field_that_there_is(editor: Editor, row: dict[str, str]) -> None:
    (editor.folder / "note.examples.jsonl").write_text(json.dumps({"example": row, "response": "x"}) + "\n")
    uri = editor.open("note.prompt.md", "Use {a} and {b}.\n")
    await editor.hover_with(uri, "{a}", "1 of 1 examples")
    where = editor.position(uri, "{a}", after=1)
    with pytest.raises(Exception, match="b is a field already"):
        await editor.client.text_document_rename_async(types.RenameParams(identifier(uri), where, "b"))


async def test_a_placeholder_is_not_renamed_to_a_field_of_the_examples_alone(editor: Editor) -> None:
    (editor.folder / "note.examples.jsonl").write_text('{"example": {"a": "1", "b": "2"}, "response": "x"}\n')
    uri = editor.open("note.prompt.md", "Use {a}.\n")
    await editor.hover_with(uri, "{a}", "1 of 1 examples")
    where = editor.position(uri, "{a}", after=1)
    with pytest.raises(Exception, match="b is a field already"):
        await editor.client.text_document_rename_async(types.RenameParams(identifier(uri), where, "b"))


async def test_an_assertion_is_renamed_in_its_file_and_in_the_record_which_selects_it_still(demo: Editor) -> None:
    uri, assertions, _ = await prepared(demo)
    made = await demo.ask("spade/select", uri=uri, alpha=0.3)
    old = made.selected[0].name
    where = demo.position(assertions, f"def {old}(", after=6)
    edit = await demo.client.text_document_rename_async(types.RenameParams(identifier(assertions), where, "zz_other"))
    assert edit
    for file, edits in (edit.changes or {}).items():
        path = demo.folder / file.rpartition("/")[2]
        path.write_text(_edited(path.read_text(), edits))
    assert {each.rpartition("/")[2] for each in edit.changes or {}} == {ASSERTIONS, "movie_note.spade.json"}
    record = json.loads((demo.folder / "movie_note.spade.json").read_text())
    assert "zz_other" in record["selection"]["chosen"]
    assert record["assertions"]["zz_other"]["generated_name"] == old
    assert not {old} & {*record["assertions"], *record["selection"]["chosen"]}
    again = await demo.ask("spade/select", uri=uri, alpha=0.3, remember=False)
    assert [each.name.replace("zz_other", old) for each in again.selected] == [each.name for each in made.selected]


async def test_an_assertion_is_not_renamed_to_a_name_that_is_none_or_taken(demo: Editor) -> None:
    _, assertions, _ = await prepared(demo)
    where = demo.position(assertions, "assert_at_most_100_words", after=4)
    for name in (
        "no name",
        "class",
        "assert_at_most_100_words",
        "_hidden",
        "ask_llm",
        "print",
        "example",
        "pr\u2071nt",
    ):
        with pytest.raises(Exception, match=name):
            await demo.client.text_document_rename_async(types.RenameParams(identifier(assertions), where, name))


async def actions_at(editor: Editor, uri: str, words: str, diagnostics: Any = ()) -> dict[str, types.CodeAction]:
    at = editor.position(uri, words, after=1)
    context = types.CodeActionContext(diagnostics=list(diagnostics))
    found = await editor.client.text_document_code_action_async(
        types.CodeActionParams(identifier(uri), types.Range(at, at), context)
    )
    return {each.title: each for each in found or () if isinstance(each, types.CodeAction)}


async def test_an_action_generates_assertions_as_an_edit_to_be_confirmed(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    found = await actions_at(demo, uri, "not exceeding")
    resolved = await demo.client.code_action_resolve_async(found["Generate assertions for this instruction"])
    assert resolved.edit
    assert resolved.edit.document_changes
    change = resolved.edit.document_changes[-1]
    assert isinstance(change, types.TextDocumentEdit)
    assert "assert_at_most_100_words" in change.edits[0].new_text  # type: ignore[union-attr]
    everything = await demo.client.code_action_resolve_async(found["Generate assertions for all versions"])
    assert everything.edit
    assert not (demo.folder / ASSERTIONS).exists()


async def test_a_missing_assertion_is_generated_by_its_quick_fix(editor: Editor) -> None:
    (editor.folder / "note.assertions.py").write_text("")
    uri = editor.open("note.prompt.md", "Keep it within 100 words.\n")
    [missing] = await editor.diagnostics(uri, "instruction-without-assertion")
    found = await actions_at(editor, uri, "within", [missing])
    fix = found["Generate assertions for this instruction"]
    assert fix.kind == types.CodeActionKind.QuickFix


async def test_an_assertion_whose_instruction_changed_is_outdated_and_can_be_deleted(editor: Editor) -> None:
    repository = Repository.create(editor.folder)
    repository.commit("Start", note="Keep the note within 100 words.\nMention the genre.\n")
    uri = editor.open("note.prompt.md")
    await editor.ask("spade/generate", uri=uri, apply=True)
    repository.commit("Shorter", note="Keep the note within 80 words.\nMention the genre.\n")
    editor.replace_all(uri, "Keep the note within 80 words.\nMention the genre.\n")
    assertions = editor.open("note.assertions.py")
    editor.client.workspace_did_change_watched_files(
        types.DidChangeWatchedFilesParams([types.FileEvent(editor.uri(".git/logs/HEAD"), types.FileChangeType.Changed)])
    )
    [outdated] = await editor.diagnostics(assertions, "outdated-assertion")
    assert "within 80 words" in outdated.message
    found = await actions_at(editor, assertions, "assert_at_most_100_words", [outdated])
    edits = (found["Delete assert_at_most_100_words"].edit or types.WorkspaceEdit()).changes
    assert edits
    left = _edited(editor.texts[assertions], edits[assertions])
    assert "100" not in left
    compile(left, "left", "exec")


async def test_a_question_for_a_judge_is_outdated_once_the_sentence_asks_for_something_else(editor: Editor) -> None:
    head = "# Answers to customers\n\n"
    repository = Repository.create(editor.folder)
    repository.commit("Start", note=f"{head}Use a friendly, informal tone.\nGreet the customer by name.\n")
    uri = editor.open("note.prompt.md")
    await editor.ask("spade/generate", uri=uri, apply=True)
    assertions = editor.open("note.assertions.py")
    text = f"{head}Use a friendly but professional tone.\nGreet the customer with a joke.\n"
    editor.replace_all(uri, text)
    messages = [each.message for each in await editor.diagnostics(assertions, "outdated-assertion")]
    assert ["informal tone" in message for message in messages] == [True, False]
    assert "Greet the customer with a joke" in messages[1]
    await editor.ask("spade/generate", uri=uri, apply=True)
    source = (editor.folder / "note.assertions.py").read_text()
    assert source.count("friendly but professional tone") > 1


async def test_an_assertion_whose_instruction_is_gone_is_orphaned(editor: Editor) -> None:
    repository = Repository.create(editor.folder)
    repository.commit("Start", note="Keep the note within 100 words.\nMention the genre.\n")
    uri = editor.open("note.prompt.md")
    await editor.ask("spade/generate", uri=uri, apply=True)
    editor.replace_all(uri, "Mention the genre.\n")
    [orphaned] = await editor.diagnostics(editor.uri("note.assertions.py"), "orphaned-assertion")
    assert "within 100 words" in orphaned.message


async def test_the_nearest_field_is_offered_for_a_misspelt_placeholder(editor: Editor) -> None:
    (editor.folder / "note.examples.jsonl").write_text('{"response": "x", "example": {"movie_name": "Alien"}}\n')
    uri = editor.open("note.prompt.md", "Write about {movie_nam}.\n")
    [unknown] = await editor.diagnostics(uri, "unknown-placeholder")
    found = await actions_at(editor, uri, "{movie_nam}", [unknown])
    edits = (found["Use the field movie_name"].edit or types.WorkspaceEdit()).changes or {}
    assert _edited(editor.texts[uri], edits[uri]) == "Write about {movie_name}.\n"


async def lenses_with(editor: Editor, uri: str, wanted: str, seconds: float = 20.0) -> list[str]:
    """The titles of a file's lenses as soon as one is `wanted`."""
    async with asyncio.timeout(seconds):
        while True:
            found = await editor.client.text_document_code_lens_async(types.CodeLensParams(identifier(uri)))
            titles = [lens.command.title for lens in found or () if lens.command]
            if wanted in titles:
                return titles
            await asyncio.sleep(0.05)


async def test_lenses_show_figures_above_assertions_and_labels_above_examples(demo: Editor) -> None:
    uri, assertions, examples = await prepared(demo)
    await demo.ask("spade/select", uri=uri, alpha=0.3)
    titles = await lenses_with(demo, assertions, "selected")
    assert any(re.fullmatch(r"\d+ of \d+ bad caught · \d+ of \d+ good flagged", title) for title in titles)
    titles = await lenses_with(demo, examples, "✓ good")
    assert titles[0].endswith("without a label")
    assert any(title.startswith("fails assert_") for title in titles)


async def test_a_selected_assertion_that_fails_a_good_example_is_pointed_out(editor: Editor) -> None:
    rows = [{"response": "long " * 200, "label": "good"}, {"response": "x", "label": "bad"}]
    (editor.folder / "note.examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    uri = editor.open("note.prompt.md", "Keep it within 100 words.\n")
    await editor.ask("spade/generate", uri=uri, apply=True)
    result = await editor.ask("spade/select", uri=uri, method="baseline", alpha=0.0, tau=1.0)
    assert result.selected
    [found] = await editor.diagnostics(editor.uri("note.assertions.py"), "fails-good-example")
    assert "1 good example" in found.message


async def test_what_no_engine_runs_and_what_meets_a_limit_is_pointed_out_where_it_stands(editor: Editor) -> None:
    head = "(example: dict, prompt: str, response: str) -> bool:\n"
    (editor.folder / "note.assertions.py").write_text(
        f'async def assert_a{head}    x = "👍"\n'
        + "    import requests\n    return bool(x)\n\n\n"
        + f"async def assert_b{head}    while response:\n        pass\n    return True\n\n\n"
        + f"async def assert_c{head}    return len(response) < 9\n",
        "utf-8",
    )
    rows = [{"response": "x", "label": "good"}, {"response": "", "label": "bad"}]
    (editor.folder / "note.examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    uri = editor.open("note.prompt.md", "Keep it short.\n")
    await editor.ask("spade/evaluate", uri=uri)
    assertions = editor.uri("note.assertions.py")
    [refused] = await editor.diagnostics(assertions, "unsupported-assertion")
    assert refused.message.startswith("Not run (2 examples): ")
    assert "requests" in refused.message
    assert refused.range.start.line == 2
    [ended] = await editor.diagnostics(assertions, "assertion-over-limit")
    assert ended.message == "Ended, timed out (1 example): it runs longer than 1 s on one row."
    assert ended.range.start.line in {6, 7, 8}


async def test_links_lead_from_the_comment_above_an_assertion_to_the_prompt(demo: Editor) -> None:
    uri, assertions, _ = await prepared(demo)
    found = await demo.client.text_document_document_link_async(types.DocumentLinkParams(identifier(assertions)))
    assert found
    assert all(str(link.target).startswith(f"{uri}#L") for link in found)
    assert demo.slice(assertions, found[0].range).startswith("# ")


@pytest.mark.parametrize("feature", ["hover", "inlayHints", "semanticTokens", "outline", "folding", "codeActions"])
async def test_each_feature_can_be_switched_off_by_itself(editor: Editor, feature: str) -> None:
    await editor.configure(**{feature: {"enabled": False}})
    uri = editor.open("note.prompt.md", "# A\n\nKeep it within 100 words.\nBe kind to {user}.\n")
    client, at = editor.client, identifier(uri)
    place = whole(editor, uri)
    found = {
        "hover": bool(await editor.hover(uri, "within")),
        "inlayHints": bool(await client.text_document_inlay_hint_async(types.InlayHintParams(at, place))),
        "semanticTokens": bool(await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(at))),
        "outline": bool(await client.text_document_document_symbol_async(types.DocumentSymbolParams(at))),
        "folding": bool(await client.text_document_folding_range_async(types.FoldingRangeParams(at))),
        "codeActions": bool(await actions_at(editor, uri, "within")),
    }
    assert found == {name: name != feature for name in found}
