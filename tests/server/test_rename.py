"""Rename: in every format of prompt, from both sides, and never two names into one."""

import json

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.server.editor import Editor
from tests.server.test_features import _edited, identifier

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

LANGCHAIN = {
    "_type": "prompt",
    "input_variables": ["other", "«user»"],
    "partial_variables": {"«user»": "x"},
    "template": "Write for {«user»} 😀.\nUse 3 words.",
}
MARKED = {
    "a.prompt.md": "😀 Write for {«user»}. Mention {«user».name} and user.\n",
    "b.prompt.md": "---\nmode: agent\n---\nWrite for ${input:«user»}.\n",
    "c.prompty": (
        "---\nname: x\ninputs:\n  «user»:\n    type: string\nsample:\n  «user»: user\n---\n"
        "system:\nWrite for {{«user»}}.\n"
    ),
    "d.prompt.yml": (
        "messages:\n  - role: user\n    content: Write for {{«user»}}.\n"
        "testData:\n  - «user»: Ada\n  - '«user»': user\n"
    ),
    "e.prompt": (
        "---\ninput:\n  schema:\n    «user»?(of us): string\n  default:\n    «user»: Ada\n---\nWrite for {{«user»}}.\n"
    ),
    "prompts/f.j2": "Write for {{ «user» }}. {% if «user» %}Hi {{ «user».name | title }}.{% endif %}\n",
    "g.json": json.dumps(LANGCHAIN, indent=1, ensure_ascii=False),
    "h.yaml": "_type: prompt\ninput_variables: [«user», users]\ntemplate: |\n  Write for {«user»}.\n  Use 3 words.\n",
    "i.py": 'NOTE_PROMPT = "Write for %(«user»)s. Use 3 words."\n',
    "j.py": 'NOTE_PROMPT = "Write for $«user». Use 3 words."\n',
}
"""Prompts in which every word that is the placeholder's name is marked."""


@pytest.mark.parametrize("name", MARKED)
async def test_a_placeholder_is_renamed_wherever_its_file_speaks_of_it(editor: Editor, name: str) -> None:
    text = MARKED[name].replace("«", "").replace("»", "")
    path = editor.folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    uri = editor.open(name)
    begin = text.index("user", text.index("Write for"))
    at = editor.position(uri, text[text.index("Write for") :], after=begin - text.index("Write for") + 1)
    edit = await editor.client.text_document_rename_async(types.RenameParams(identifier(uri), at, "reader"))
    assert edit
    assert _edited(text, (edit.changes or {})[uri]) == MARKED[name].replace("«user»", "reader")


async def test_a_prompt_among_others_keeps_the_declarations_of_the_others(editor: Editor) -> None:
    one = "  input_variables: [user]\n  template: Write for {user}. Use 3 words.\n"
    text = f"a:\n{one}b:\n{one}"
    (editor.folder / "two.yaml").write_text(text)
    uri = editor.open("two.yaml")
    at = editor.position(uri, "{user}", after=2)
    edit = await editor.client.text_document_rename_async(types.RenameParams(identifier(uri), at, "reader"))
    assert edit
    assert _edited(text, (edit.changes or {})[uri]) == f"a:\n{one}b:\n{one}".replace("user", "reader", 2)


async def test_an_instruction_stands_for_the_one_assertion_that_checks_it(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", "😀 Hello. Keep it within 100 words. Be concise.\n")
    made = await editor.ask("spade/generate", uri=uri)
    names = [each.name for each in made.proposals]
    wanted = [name for name in names if "100_words" in name or "concise" in name or "sentence" in name]
    await editor.ask("spade/generate", uri=uri, apply=True, names=wanted)
    await editor.hover_with(uri, "within", "**Assertions**")
    at = editor.position(uri, "within 100", after=3)
    asked = types.PrepareRenameParams(identifier(uri), at)
    found = await editor.client.text_document_prepare_rename_async(asked)
    assert isinstance(found, types.PrepareRenamePlaceholder)
    assert (editor.slice(uri, found.range), found.placeholder) == (
        "Keep it within 100 words.",
        "assert_at_most_100_words",
    )
    edit = await editor.client.text_document_rename_async(types.RenameParams(identifier(uri), at, "assert_short"))
    assert edit
    assert set(edit.changes or {}) == {editor.uri("note.assertions.py"), editor.uri("note.spade.json")}
    edits = (edit.changes or {})[editor.uri("note.assertions.py")]
    before = (editor.folder / "note.assertions.py").read_text()
    assert _edited(before, edits) == before.replace("assert_at_most_100_words", "assert_short")
    other = next(name for name in wanted if "100_words" not in name)
    with pytest.raises(JsonRpcException, match=f"{other} already"):
        await editor.client.text_document_rename_async(types.RenameParams(identifier(uri), at, other))


async def test_an_instruction_with_several_assertions_or_none_has_nothing_to_rename(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", "Hello there. Use at most 50 words and no emojis.\n")
    await editor.ask("spade/generate", uri=uri, apply=True)
    await editor.hover_with(uri, "emojis", "**Assertions**")
    for words in ("Hello", "emojis"):
        at = editor.position(uri, words, after=1)
        asked = types.PrepareRenameParams(identifier(uri), at)
        assert await editor.client.text_document_prepare_rename_async(asked) is None
        params = types.RenameParams(identifier(uri), at, "assert_x")
        assert await editor.client.text_document_rename_async(params) is None
