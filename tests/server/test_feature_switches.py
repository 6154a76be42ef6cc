"""Each thing that the server shows can be switched off by itself: the others stay."""

import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest
from lsprotocol import types

from spade_server.analysis.finding import Finding
from spade_server.codes import DEFAULT_SEVERITY, Code, Severity
from spade_server.settings import EditorSettings, Feature, settings_from
from tests.server.editor import Editor
from tests.server.test_features import actions_at, identifier, whole
from tests.server.written import diagnostics_of

TEXT = "# A\n\nKeep it within 100 words.\nBe kind to {user} and {usr}.\n"
ROW = {"response": "x", "example": {"user": "Ada"}}
NAME = "assert_at_most_100_words"


async def _prepared(editor: Editor) -> tuple[str, str]:
    """A prompt and its assertions, open and read, whatever is switched off."""
    (editor.folder / "note.prompt.md").write_text(TEXT)
    (editor.folder / "note.examples.jsonl").write_text(json.dumps(ROW) + "\n")
    uri = editor.open("note.prompt.md")
    await editor.ask("spade/generate", uri=uri, apply=True)
    assertions = editor.open("note.assertions.py")
    await editor.hover_with(uri, "within", "**Assertions**")
    await editor.hover_with(assertions, NAME, "quantity")
    return uri, assertions


async def _hover(editor: Editor, uri: str, _: str) -> object:
    return await editor.hover(uri, "within")


async def _hints(editor: Editor, uri: str, _: str) -> object:
    asked = types.InlayHintParams(identifier(uri), whole(editor, uri))
    return await editor.client.text_document_inlay_hint_async(asked)


async def _tokens(editor: Editor, uri: str, _: str) -> object:
    asked = types.SemanticTokensParams(identifier(uri))
    return await editor.client.text_document_semantic_tokens_full_async(asked)


async def _outline(editor: Editor, uri: str, _: str) -> object:
    return await editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(identifier(uri)))


async def _folds(editor: Editor, uri: str, _: str) -> object:
    return await editor.client.text_document_folding_range_async(types.FoldingRangeParams(identifier(uri)))


async def _links(editor: Editor, _: str, assertions: str) -> object:
    asked = types.DocumentLinkParams(identifier(assertions))
    return await editor.client.text_document_document_link_async(asked)


async def _actions(editor: Editor, uri: str, _: str) -> object:
    return await actions_at(editor, uri, "within")


async def _lenses(editor: Editor, _: str, assertions: str) -> object:
    return await editor.client.text_document_code_lens_async(types.CodeLensParams(identifier(assertions)))


async def _definition(editor: Editor, uri: str, _: str) -> object:
    place = editor.position(uri, "within")
    context = types.ReferenceContext(include_declaration=True)
    there = await editor.client.text_document_definition_async(types.DefinitionParams(identifier(uri), place))
    asked = types.ReferenceParams(context, identifier(uri), place)
    spoken_of = await editor.client.text_document_references_async(asked)
    assert bool(there) is bool(spoken_of)
    return there


async def _rename(editor: Editor, uri: str, _: str) -> object:
    place = editor.position(uri, "{user}", after=2)
    asked = types.PrepareRenameParams(identifier(uri), place)
    found = await editor.client.text_document_prepare_rename_async(asked)
    edit = await editor.client.text_document_rename_async(types.RenameParams(identifier(uri), place, "reader"))
    assert bool(found) is bool(edit)
    return found


async def _diagnostics(editor: Editor, uri: str, _: str) -> object:
    editor.replace_all(uri, editor.texts[uri] + "\n")
    asked = types.FoldingRangeParams(identifier(uri))
    await editor.client.text_document_folding_range_async(asked)  # answered behind the diagnostics of this text
    return editor.client.diagnostics.get(uri)


ASKED: Mapping[Feature, Callable[[Editor, str, str], Awaitable[object]]] = {
    Feature.HOVER: _hover,
    Feature.INLAY_HINTS: _hints,
    Feature.SEMANTIC_TOKENS: _tokens,
    Feature.OUTLINE: _outline,
    Feature.FOLDING: _folds,
    Feature.DOCUMENT_LINKS: _links,
    Feature.CODE_ACTIONS: _actions,
    Feature.CODE_LENSES: _lenses,
    Feature.NAVIGATION: _definition,
    Feature.RENAME: _rename,
    Feature.DIAGNOSTICS: _diagnostics,
}


@pytest.mark.lsp
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("feature", Feature)
async def test_what_is_switched_off_is_gone_and_nothing_else_is(editor: Editor, feature: Feature) -> None:
    uri, assertions = await _prepared(editor)
    await editor.configure(**{feature.value: {"enabled": False}})
    shown = {each: bool(await ask(editor, uri, assertions)) for each, ask in ASKED.items()}
    assert shown == {each: each is not feature for each in Feature}


@pytest.mark.parametrize("code", Code)
@pytest.mark.parametrize("severity", Severity)
def test_each_diagnostic_has_the_severity_that_it_is_given_and_the_others_keep_theirs(
    code: Code, severity: Severity
) -> None:
    settings = settings_from({"diagnostics": {"severity": {code.value: severity.value}}})
    shown = {each: _severity_of(each, settings) for each in Code}
    assert (
        shown[code]
        == {
            Severity.OFF: None,
            Severity.HINT: types.DiagnosticSeverity.Hint,
            Severity.INFORMATION: types.DiagnosticSeverity.Information,
            Severity.WARNING: types.DiagnosticSeverity.Warning,
            Severity.ERROR: types.DiagnosticSeverity.Error,
        }[severity]
    )
    unchanged = {each: _severity_of(each, EditorSettings()) for each in Code if each is not code}
    assert {each: shown[each] for each in unchanged} == unchanged


def test_only_what_is_not_used_at_all_is_more_than_a_hint() -> None:
    loud = {code for code, severity in DEFAULT_SEVERITY.items() if severity is not Severity.HINT}
    assert loud == {Code.UNREADABLE_FILE, Code.UNREADABLE_LINE, Code.LEFT_BEHIND}
    assert {_severity_of(code, EditorSettings()) for code in loud} == {types.DiagnosticSeverity.Warning}


def _severity_of(code: Code, settings: EditorSettings) -> types.DiagnosticSeverity | None:
    place = types.Range(types.Position(0, 0), types.Position(0, 1))
    shown = diagnostics_of([Finding(code, Path("/w/x.prompt.md"), place, "x")], settings, "")
    return types.DiagnosticSeverity(shown[0]["severity"]) if shown else None
