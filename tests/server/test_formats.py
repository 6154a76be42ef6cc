"""Prompts in files of other formats: positions are those of the file, templates with names have files of their own."""

import pytest
from lsprotocol import types

from spade_server.protocol.messages import ErrorCode
from tests.server.editor import Editor
from tests.server.test_requests import refused
from tests.versions.repository import Repository

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

PYTHON = '''import os

SUMMARY_PROMPT = """😀 Summarise {text}.
Keep it within 100 words."""
REPLY_PROMPT = (
    "Use at least 200 words. "
    "Keep it within 50 words."
)
'''
YAML = """name: 测试
messages:
  - role: system
    content: |
      😀 Be a critic.
      Keep it within 100 words.
  - role: user
    content: "Write about {{movie}}.\\nKeep it within 90 words.\\nUse at least 200 words."
"""


async def test_each_constant_of_a_python_file_is_a_template(editor: Editor) -> None:
    (editor.folder / "prompts.py").write_text(PYTHON)
    uri = editor.open("prompts.py")
    assert "at most 100 words" in await editor.hover(uri, "within 100")
    [clash] = await editor.diagnostics(uri, "contradicting-instructions")
    assert editor.slice(uri, clash.range) == "within 50 words"
    error = await refused(editor, "spade/generate", uri=uri)
    assert error.code == ErrorCode.NO_PROMPT
    assert "SUMMARY_PROMPT" in error.message
    assert error.data == {"templates": ["SUMMARY_PROMPT", "REPLY_PROMPT"]}
    made = await editor.ask("spade/generate", uri=uri, template="SUMMARY_PROMPT", apply=True)
    assert made.assertionsUri == editor.uri("prompts.SUMMARY_PROMPT.assertions.py")
    editor.open("prompts.SUMMARY_PROMPT.assertions.py")
    assertions = editor.uri("prompts.SUMMARY_PROMPT.assertions.py")
    shown = await editor.hover_with(assertions, "assert_at_most_100_words", "quantity instruction")
    assert "100 words" in shown


async def test_each_constant_has_a_history_of_its_own(editor: Editor) -> None:
    repository = Repository.create(editor.folder)
    three = 'A_PROMPT = "Be kind."\nB_PROMPT = "Mention the cast."\nC_PROMPT = "Use 3 words."\n'
    repository.write("prompts.py", three)
    repository.commit("Start")
    repository.write("prompts.py", three.replace("the cast", "the genre"))
    repository.commit("Ask for the genre")
    uri = editor.open("prompts.py")
    assert "Start" in await editor.hover_with(uri, "Be kind", "Since version")
    shown = await editor.hover_with(uri, "Mention", "Since version")
    assert "Ask for the genre" in shown
    assert "Mention the cast" in shown
    assert "Start" in await editor.hover_with(uri, "Use 3", "Since version")
    history = await editor.ask("spade/history", uri=uri, template="B_PROMPT")
    assert len(history.versions) == len((await editor.ask("spade/history", uri=uri, template="C_PROMPT")).versions) + 1
    editor.replace_all(uri, three.replace("the cast", "the plot"))
    assert "Not committed yet" in await editor.hover(uri, "Mention")
    assert "Since version" in await editor.hover(uri, "Use 3")


async def test_the_prompts_of_one_file_do_not_contradict_one_another(editor: Editor) -> None:
    text = 'A_PROMPT = "Keep it within 50 words. Be concise."\nB_PROMPT = "Use at least 90 words. Be detailed."\n'
    uri = editor.open("prompts.py", text)
    vague = await editor.diagnostics(uri, "vague-criterion")
    assert [editor.slice(uri, each.range) for each in vague] == ["concise", "detailed"]
    assert not [each for each in editor.client.diagnostics[uri] if each.code == "contradicting-instructions"]


async def test_the_roles_of_a_chat_prompt_are_found_where_the_file_writes_them(editor: Editor) -> None:
    uri = editor.open("note.prompt.yml", YAML)
    [clash] = await editor.diagnostics(uri, "contradicting-instructions")
    assert editor.slice(uri, clash.range) == "at least 200 words"
    assert "**placeholder** `movie`" in await editor.hover(uri, "{{movie}}", after=2)


async def test_a_file_that_holds_no_prompt_is_left_alone(editor: Editor) -> None:
    uri = editor.open("module.py", "NAME = 'Keep it within 100 words.'\n")
    assert await editor.hover(uri, "within") == ""
    found = await editor.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    )
    assert found is None


async def test_an_open_text_larger_than_a_prompt_file_is_not_read(editor: Editor) -> None:
    uri = editor.open("note.prompt.md", "Nêu giá.\n" * 400_000)
    params = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    assert await editor.client.text_document_document_symbol_async(params) == []
    [told] = await editor.diagnostics(uri, "unreadable-file")
    assert "4,400,000 bytes; a prompt file has at most 4,194,304" in told.message.casefold()


async def test_strings_of_other_languages_are_read_where_they_stand(editor: Editor) -> None:
    go = 'func ask() {\n\t// "Use at least 90 words."\n\tprompt := `😀 Greet %s.\nKeep it within 100 words.`\n}\n'
    uri = editor.open("ask.go", go)
    assert "at most 100 words" in await editor.hover(uri, "within 100")
    java = (
        'class A {\n  String prompt = "Greet\\t{name}.\\n" + "Use at least 200 words. Keep it within 50 words.";\n}\n'
    )
    uri = editor.open("A.java", java)
    [clash] = await editor.diagnostics(uri, "contradicting-instructions")
    assert editor.slice(uri, clash.range) == "within 50 words"
    made = await editor.ask("spade/generate", uri=uri, template="A.prompt", apply=True)
    assert made.assertionsUri.startswith(editor.uri("A.A-prompt-"))
