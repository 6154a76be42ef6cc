"""Prompts in files of other formats: positions are those of the file, templates with names have files of their own."""

import pytest
from lsprotocol import types

from spade_server.protocol import ErrorCode
from tests.server.editor import Editor
from tests.server.test_requests import refused

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
    content: "Write about {{movie}}.\\nUse at least 200 words."
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
    made = await editor.ask("spade/generate", uri=uri, template="SUMMARY_PROMPT", apply=True)
    assert made.assertionsUri == editor.uri("prompts.SUMMARY_PROMPT.assertions.py")
    editor.open("prompts.SUMMARY_PROMPT.assertions.py")
    assertions = editor.uri("prompts.SUMMARY_PROMPT.assertions.py")
    shown = await editor.hover_with(assertions, "assert_at_most_100_words", "quantity instruction")
    assert "100 words" in shown


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
