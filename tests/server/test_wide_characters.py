"""Every feature behind characters that are two UTF-16 units, or wide: positions count units, not characters."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from lsprotocol import types

from tests.server.editor import Editor, slice_of
from tests.server.test_features import _edited, actions_at, identifier, locations, whole
from tests.versions.repository import Repository

WIDE = ("👩‍👩‍👧🏆 ", "这是一个测试。")
pytestmark = [
    pytest.mark.lsp,
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.parametrize("wide", WIDE, ids=("emoji", "CJK")),
]

FIRST = "Keep the note within 100 words."
SECOND = "Mention the {genre} first."


def prompt(wide: str) -> str:
    """A line whose instructions all stand behind wide characters, below lines that Python would split further."""
    return f"# 题目 🎬\n\nOne\u2028two\x0c{wide}three.\n\n{wide}Hello. {FIRST} {wide}{SECOND}\n"


async def opened(editor: Editor, wide: str, *, fields: Mapping[str, object] | None = None) -> str:
    """Open a prompt that has a history, and wait until that is read."""
    Repository.create(editor.folder).commit("Start", note=prompt(wide))
    if fields is not None:
        row = {"id": "r1", "response": f"{wide}x", "label": "good", "example": fields}
        text = json.dumps(row, ensure_ascii=False) + "\n"
        (editor.folder / "note.examples.jsonl").write_text(text, "utf-8")
    uri = editor.open("note.prompt.md")
    await editor.hover_with(uri, "within", "Since version")
    return uri


async def with_assertions(editor: Editor, wide: str, *, fields: Mapping[str, object] | None = None) -> tuple[str, str]:
    """Open a prompt and its assertions, one of which has wide characters before the field that it reads."""
    uri = await opened(editor, wide, fields=fields)
    await editor.ask("spade/generate", uri=uri, apply=True)
    path = editor.folder / "note.assertions.py"
    path.write_text(
        f"# {wide}mine\n\n{path.read_text('utf-8')}\n\n"
        "async def assert_mine(example: dict, prompt: str, response: str) -> bool:\n"
        f'    return "{wide}" in response or example["genre"] in response\n',
        "utf-8",
    )
    assertions = editor.open("note.assertions.py")
    await editor.hover_with(uri, "within", "**Assertions**")
    await editor.hover_with(assertions, "assert_mine", "mine")
    return uri, assertions


def slices(editor: Editor, found: Sequence[types.Location] | None) -> list[tuple[str, str]]:
    """The file and the words of each place."""
    return [(each.uri.rpartition("/")[2], editor.slice(each.uri, each.range)) for each in found or ()]


async def test_hover_covers_the_instruction_or_the_placeholder(editor: Editor, wide: str) -> None:
    uri = await opened(editor, wide)
    for words, covered in (("100 words", FIRST), ("{genre}", "{genre}")):
        params = types.HoverParams(identifier(uri), editor.position(uri, words, after=1))
        found = await editor.client.text_document_hover_async(params)
        assert found
        assert found.range
        assert editor.slice(uri, found.range) == covered


async def test_a_hint_stands_at_the_end_of_its_instruction(editor: Editor, wide: str) -> None:
    uri = await opened(editor, wide)
    params = types.InlayHintParams(identifier(uri), whole(editor, uri))
    found = await editor.client.text_document_inlay_hint_async(params)
    at = {str(each.label): each.position for each in found or ()}
    assert at["quantity"] == editor.position(uri, FIRST, after=len(FIRST))


async def test_tokens_of_a_range_are_those_of_the_document_in_it(editor: Editor, wide: str) -> None:
    uri = editor.open("note.prompt.md", f'{wide}Say "{wide}" to {{user}}.\n{wide}Say "no" to {{genre}}.\n')
    start = editor.position(uri, "Say", after=0)
    place = types.Range(types.Position(1, 0), types.Position(2, 0))
    params = types.SemanticTokensRangeParams(identifier(uri), place)
    found = await editor.client.text_document_semantic_tokens_range_async(params)
    assert found
    line, column, length, _, _ = found.data[:5]
    first = types.Range(types.Position(line, column), types.Position(line, column + length))
    assert editor.slice(uri, first) == '"no"'
    assert len(found.data) == 10
    whole_document = await editor.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(identifier(uri))
    )
    assert whole_document
    assert tuple(whole_document.data[:2]) == (0, start.character + len("Say "))


async def test_the_outline_names_what_its_ranges_cover(editor: Editor, wide: str) -> None:
    uri = await opened(editor, wide)
    params = types.DocumentSymbolParams(identifier(uri))
    found: Any = await editor.client.text_document_document_symbol_async(params)
    children = {child.name: child for symbol in found for child in symbol.children}
    assert editor.slice(uri, children[FIRST].range) == FIRST
    assert editor.slice(uri, children[FIRST].selection_range) == FIRST


async def test_folds_count_the_lines_of_the_protocol(editor: Editor, wide: str) -> None:
    uri = editor.open("note.prompt.md", f"# {wide}One\n\nA\u2028b\x0bc\x85d {wide}.\n{FIRST}\n\n# Two\n\n{SECOND}\n")
    found = await editor.client.text_document_folding_range_async(types.FoldingRangeParams(identifier(uri)))
    assert [(fold.start_line, fold.end_line) for fold in found or ()] == [(0, 3), (5, 7)]


async def test_definition_leads_from_an_instruction_to_its_assertion_and_back(editor: Editor, wide: str) -> None:
    uri, assertions = await with_assertions(editor, wide)
    there = await locations(editor, types.DefinitionParams(identifier(uri), editor.position(uri, "100 words")))
    assert ("note.assertions.py", "assert_at_most_100_words") in slices(editor, there)
    name = editor.position(assertions, "assert_at_most_100_words", after=3)
    back = await locations(editor, types.DefinitionParams(identifier(assertions), name))
    assert slices(editor, back) == [("note.prompt.md", FIRST)]


async def test_references_lead_from_an_instruction_to_its_assertion_and_back(editor: Editor, wide: str) -> None:
    uri, assertions = await with_assertions(editor, wide)
    context = types.ReferenceContext(include_declaration=True)
    place = editor.position(uri, "100 words")
    there = await editor.client.text_document_references_async(types.ReferenceParams(context, identifier(uri), place))
    assert ("note.assertions.py", "assert_at_most_100_words") in slices(editor, there)
    name = editor.position(assertions, "assert_at_most_100_words", after=3)
    params = types.ReferenceParams(context, identifier(assertions), name)
    back = await editor.client.text_document_references_async(params)
    assert ("note.prompt.md", FIRST) in slices(editor, back)


async def test_definition_leads_from_a_placeholder_to_its_field_and_back(editor: Editor, wide: str) -> None:
    uri, assertions = await with_assertions(editor, wide, fields={wide: 1, "genre": f"{wide}noir"})
    examples = editor.open("note.examples.jsonl")
    at = editor.position(uri, "{genre}", after=3)
    there = await locations(editor, types.DefinitionParams(identifier(uri), at))
    assert slices(editor, there) == [("note.examples.jsonl", "genre")]
    for file, after in ((examples, 2), (assertions, 12)):
        words = '"genre"' if file == examples else 'example["genre"]'
        at = editor.position(file, words, after=after)
        back = await locations(editor, types.DefinitionParams(identifier(file), at))
        assert slices(editor, back) == [("note.prompt.md", "{genre}")]


@pytest.mark.parametrize("begun_in", ["note.prompt.md", "note.examples.jsonl", "note.assertions.py"])
async def test_references_and_renames_of_a_field_are_the_same_from_each_file(
    editor: Editor, wide: str, begun_in: str
) -> None:
    await with_assertions(editor, wide, fields={wide: 1, "genre": f"{wide}noir"})
    editor.open("note.examples.jsonl")
    uri = editor.uri(begun_in)
    words = {"note.prompt.md": "{genre}", "note.examples.jsonl": '"genre"'}.get(begun_in, 'example["genre"]')
    at = editor.position(uri, words, after=words.index("genre") + 1)
    context = types.ReferenceContext(include_declaration=True)
    found = await editor.client.text_document_references_async(types.ReferenceParams(context, identifier(uri), at))
    told = set(slices(editor, found))
    assert {("note.prompt.md", "{genre}"), ("note.examples.jsonl", "genre")} <= told
    assert {file for file, _ in told} == {"note.prompt.md", "note.examples.jsonl", "note.assertions.py"}
    place = await editor.client.text_document_prepare_rename_async(types.PrepareRenameParams(identifier(uri), at))
    assert isinstance(place, types.Range)
    assert editor.slice(uri, place) == "genre"
    edit = await editor.client.text_document_rename_async(types.RenameParams(identifier(uri), at, "kind"))
    assert edit
    after = {name: _edited(editor.texts[name], edits) for name, edits in (edit.changes or {}).items()}
    assert after[editor.uri("note.prompt.md")] == prompt(wide).replace("{genre}", "{kind}")
    assert 'example["kind"]' in after[editor.uri("note.assertions.py")]
    assert 'example["genre"]' not in after[editor.uri("note.assertions.py")]
    row = json.loads(after[editor.uri("note.examples.jsonl")])
    assert row["example"] == {wide: 1, "kind": f"{wide}noir"}


async def test_renaming_an_assertion_changes_its_name_alone_and_keeps_its_origin(editor: Editor, wide: str) -> None:
    uri, assertions = await with_assertions(editor, wide)
    at = editor.position(assertions, "assert_at_most_100_words", after=3)
    where = identifier(assertions)
    place = await editor.client.text_document_prepare_rename_async(types.PrepareRenameParams(where, at))
    assert isinstance(place, types.Range)
    assert editor.slice(assertions, place) == "assert_at_most_100_words"
    edit = await editor.client.text_document_rename_async(types.RenameParams(where, at, "assert_short_note"))
    assert edit
    assert set(edit.changes or {}) == {assertions, editor.uri("note.spade.json")}
    text = _edited(editor.texts[assertions], (edit.changes or {})[assertions])
    assert text == editor.texts[assertions].replace("assert_at_most_100_words", "assert_short_note")
    editor.replace_all(assertions, text)
    shown = await editor.hover_with(uri, "within", "assert\\_short\\_note")
    assert "at\\_most" not in shown


async def test_an_action_at_an_instruction_generates_for_it_alone(editor: Editor, wide: str) -> None:
    uri = await opened(editor, wide)
    found = await actions_at(editor, uri, "100 words")
    resolved = await editor.client.code_action_resolve_async(found["Generate assertions for this instruction"])
    assert resolved.edit
    text = json.dumps(str(resolved.edit))
    assert "100_words" in text
    assert "genre" not in text


async def test_an_action_on_a_selection_generates_for_what_it_touches(editor: Editor, wide: str) -> None:
    uri = await opened(editor, wide)
    place = types.Range(editor.position(uri, "100 words"), editor.position(uri, SECOND, after=5))
    params = types.CodeActionParams(identifier(uri), place, types.CodeActionContext([]))
    found = await editor.client.text_document_code_action_async(params)
    [action] = [each for each in found or () if each.title == "Generate assertions for the selected instructions"]
    assert isinstance(action, types.CodeAction)
    resolved = await editor.client.code_action_resolve_async(action)
    assert "100_words" in str(resolved.edit)
    assert "genre" in str(resolved.edit)


async def test_generated_text_goes_behind_what_a_person_wrote(editor: Editor, wide: str) -> None:
    mine = f'async def assert_mine(example: dict, prompt: str, response: str) -> bool:\n    return "{wide}" in response'
    (editor.folder / "note.assertions.py").write_text(mine, "utf-8")
    uri = editor.open("note.prompt.md", prompt(wide))
    assertions = editor.open("note.assertions.py")
    made = await editor.ask("spade/generate", uri=uri)
    [change] = made.edit.documentChanges
    [edit] = change.edits
    start, end = edit.range.start, edit.range.end
    place = types.Range(types.Position(start.line, start.character), types.Position(end.line, end.character))
    text = _edited(editor.texts[assertions], [types.TextEdit(place, edit.newText)])
    assert text.startswith(mine)
    compile(text, "made", "exec")
    await editor.ask("spade/generate", uri=uri, apply=True)
    assert (editor.folder / "note.assertions.py").read_text("utf-8") == text


async def test_links_lead_to_the_column_of_the_words(editor: Editor, wide: str) -> None:
    uri, assertions = await with_assertions(editor, wide)
    found = await editor.client.text_document_document_link_async(types.DocumentLinkParams(identifier(assertions)))
    place = editor.position(uri, FIRST)
    [link] = [each for each in found or () if f"#L{place.line + 1},{place.character + 1}" in str(each.target)]
    covered = editor.slice(assertions, link.range)
    assert covered.startswith("# ")
    assert "within 100 words" in covered


async def test_lenses_stand_at_their_rows_and_pass_the_response_on_whole(editor: Editor, wide: str) -> None:
    uri, assertions = await with_assertions(editor, wide, fields={"genre": wide})
    del uri
    examples = editor.open("note.examples.jsonl")
    found = await editor.client.text_document_code_lens_async(types.CodeLensParams(identifier(assertions)))
    assert "assert_mine" in {editor.slice(assertions, lens.range) for lens in found or ()}
    found = await editor.client.text_document_code_lens_async(types.CodeLensParams(identifier(examples)))
    assert {lens.range.start.line for lens in found or ()} == {0}


async def test_each_diagnostic_covers_the_words_that_it_is_about(editor: Editor, wide: str) -> None:
    repository = Repository.create(editor.folder)
    repository.commit("Start", note=f"{wide}For {{reader}}.\n")
    text = f"{wide}Hello. Be concise. {wide}Use at least 200 words. {wide}{FIRST} {wide}For {{usr}}.\n"
    repository.commit("Change", note=text)
    (editor.folder / "note.assertions.py").write_text("", "utf-8")
    row = {"response": wide, "example": {wide: "", "reader": wide, "user": 1}}
    (editor.folder / "note.examples.jsonl").write_text(json.dumps(row, ensure_ascii=False) + "\n", "utf-8")
    uri = editor.open("note.prompt.md")
    examples = editor.open("note.examples.jsonl")
    expected = {
        "vague-criterion": {"concise"},
        "contradicting-instructions": {"within 100 words"},
        "unknown-placeholder": {"{usr}"},
        "instruction-without-assertion": {"Be concise.", "Use at least 200 words.", FIRST},
    }
    for code, words in expected.items():
        found = await editor.diagnostics(uri, code)
        assert words <= {editor.slice(uri, each.range).removeprefix(wide) for each in found}, code
    [unused] = await editor.diagnostics(examples, "unused-field")
    assert editor.slice(examples, unused.range) == "reader"
    [unknown] = await editor.diagnostics(uri, "unknown-placeholder")
    fixes = await actions_at(editor, uri, "{usr}", [unknown])
    edits = (fixes["Use the field user"].edit or types.WorkspaceEdit()).changes or {}
    assert _edited(text, edits[uri]) == text.replace("{usr}", "{user}")


async def test_an_assertion_that_lost_its_instruction_is_deleted_whole(editor: Editor, wide: str) -> None:
    uri, assertions = await with_assertions(editor, wide)
    editor.replace_all(uri, prompt(wide).replace(FIRST, ""))
    found = await editor.diagnostics(assertions, "orphaned-assertion")
    [orphaned] = [each for each in found if "100_words" in editor.slice(assertions, each.range)]
    fixes = await actions_at(editor, assertions, "assert_at_most_100_words", [orphaned])
    edits = (fixes["Delete assert_at_most_100_words"].edit or types.WorkspaceEdit()).changes or {}
    left = _edited(editor.texts[assertions], edits[assertions])
    assert left.startswith(f"# {wide}mine\n")
    assert "100_words" not in left
    assert 'example["genre"]' in left
    compile(left, "left", "exec")


async def test_our_own_requests_tell_places_in_the_same_units(editor: Editor, wide: str) -> None:
    uri, assertions = await with_assertions(editor, wide, fields={"genre": "noir"})
    result = await editor.ask("spade/evaluate", uri=uri)
    assert {each.name for each in result.assertions} >= {"assert_mine", "assert_at_most_100_words"}
    for each in result.assertions:
        start, end = each.range.start, each.range.end
        place = types.Range(types.Position(start.line, start.character), types.Position(end.line, end.character))
        assert slice_of(editor.texts[assertions], place) == each.name
