"""A client may ask for one kind of code action, as VS Code does for its quick fixes and its menus."""

import pytest
from lsprotocol import types

from tests.server.editor import Editor

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]
Kind = types.CodeActionKind


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ([Kind.QuickFix], {"quickfix"}),
        ([Kind.Refactor], {"refactor.rewrite"}),
        ([Kind.Source], {"source.generateAssertions"}),
        (["source.generateAssertions"], {"source.generateAssertions"}),
        ([Kind.Refactor, Kind.QuickFix], {"quickfix", "refactor.rewrite"}),
        (["source.organizeImports"], set()),
    ],
)
async def test_it_gets_that_kind_and_what_is_below_it(
    editor: Editor, wanted: list[Kind | str], found: set[str]
) -> None:
    (editor.folder / "note.assertions.py").write_text("")
    uri = editor.open("note.prompt.md", "Write a poem. Keep it within 100 words.\n")
    [missing, *_] = await editor.diagnostics(uri, "instruction-without-assertion")
    kinds = set()
    for told in ([missing], []):
        context = types.CodeActionContext(diagnostics=told, only=wanted)
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), missing.range, context)
        actions = await editor.client.text_document_code_action_async(params)
        of_actions = [each.kind for each in actions or () if isinstance(each, types.CodeAction)]
        kinds |= {str(getattr(kind, "value", kind)) for kind in of_actions}
    assert kinds == found
