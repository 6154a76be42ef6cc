"""The quick fixes for two instructions that contradict each other: one of the two goes, and nothing else."""

import pytest
from lsprotocol import types

from spade_core.text import Span
from spade_server.features.removing import removal_of
from tests.server.editor import Editor
from tests.server.test_features import _edited, actions_at

REMOVALS = {
    ("One.\nTwo.\nThree.\n", "Two."): "One.\nThree.\n",
    ("One. Two. Three.\n", "Two."): "One. Three.\n",
    ("One. Two.\nThree.\n", "Two."): "One.\nThree.\n",
    ("- One.\n  - Two.\n- Three.", "- Two."): "- One.\n- Three.",
    ("- One.\n2. Two. Three.\n", "2. Two."): "- One.\n2. Three.\n",
    ("One.\nTwo.", "Two."): "One.\n",
    ('content: "One. Two."\n', "Two."): 'content: "One. "\n',
    ("One.\r\nTwo.\r\nThree.\r\n", "Two."): "One.\r\nThree.\r\n",
    ("Two\nlines. Three.\n", "Two\nlines."): "Three.\n",
}


@pytest.mark.parametrize(("text", "sentence"), REMOVALS)
def test_an_instruction_goes_with_its_line_or_with_its_space(text: str, sentence: str) -> None:
    at = text.index(sentence)
    gone = removal_of(text, Span(at, at + len(sentence)))
    assert text[: gone.start] + text[gone.end :] == REMOVALS[text, sentence]


@pytest.mark.lsp
@pytest.mark.asyncio(loop_scope="session")
async def test_either_of_two_that_contradict_each_other_can_be_removed(editor: Editor) -> None:
    text = "# 😀\n\n- Answer in French.\n- Be kind.\n- Answer in German. Use verbs.\n"
    uri = editor.open("note.prompt.md", text)
    [clash] = await editor.diagnostics(uri, "contradicting-instructions")
    fixes = {
        title: action
        for title, action in (await actions_at(editor, uri, "German", [clash])).items()
        if title.startswith("Remove")
    }
    left = {
        title: _edited(text, ((fix.edit or types.WorkspaceEdit()).changes or {})[uri]) for title, fix in fixes.items()
    }
    assert left == {
        "Remove “- Answer in German.”": "# 😀\n\n- Answer in French.\n- Be kind.\n- Use verbs.\n",
        "Remove “- Answer in French.”": "# 😀\n\n- Be kind.\n- Answer in German. Use verbs.\n",
    }
    assert {fix.kind for fix in fixes.values()} == {types.CodeActionKind.QuickFix}
