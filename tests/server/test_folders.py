"""Two folders in one window: one server, and in each folder its own settings, thresholds and files."""

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types

from spade_server.documents.kinds import uri_of
from tests.server.editor import Editor, capabilities
from tests.server.test_testing import POLITE, SHORT, prepare

pytestmark = [pytest.mark.lsp]


@pytest.fixture
async def two(own_editor: Editor, tmp_path: Path) -> tuple[Editor, Editor]:
    """One server that has two folders open, seen from each."""
    editors = []
    for name in ("first folder", "zweiter Ordner é 測試 100%25"):
        folder = tmp_path / name
        folder.mkdir()
        editors.append(Editor(own_editor.client, folder))
    first, second = editors
    client = own_editor.client
    client.set_configuration({"spade": {"hover": {"enabled": False}}}, scope_uri=uri_of(second.folder))
    params = types.InitializeParams(
        capabilities=capabilities(),
        workspace_folders=[types.WorkspaceFolder(uri_of(each.folder), each.folder.name) for each in editors],
    )
    await client.initialize_session(params)
    return first, second


async def test_each_folder_has_the_settings_that_the_person_made_for_it(two: tuple[Editor, Editor]) -> None:
    first, second = two
    for each in two:
        prepare(each, SHORT)
    assert await first.hover_with(first.open("note.prompt.md", "Use at most 50 words.\n"), "at most", "quantity")
    uri = second.open("note.prompt.md", "Use at most 50 words.\n")
    await until_hover(second, uri, is_on=False)
    assert await first.hover(first.uri("note.prompt.md"), "at most")


async def test_severities_are_those_of_the_folder(two: tuple[Editor, Editor]) -> None:
    first, second = two
    client = first.client
    severity = {"diagnostics": {"severity": {"unknown-placeholder": "error"}}}
    client.set_configuration({"spade": severity}, scope_uri=uri_of(second.folder))
    client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
    for each in two:
        (each.folder / "note.examples.jsonl").write_text('{"response": "x", "example": {"a": 1}}\n')
    shown = [
        (await each.diagnostics(each.open("note.prompt.md", "Mention {nowhere}.\n"), "unknown-placeholder"))[0].severity
        for each in two
    ]
    assert shown == [types.DiagnosticSeverity.Hint, types.DiagnosticSeverity.Error]


async def test_each_prompt_is_run_with_the_files_and_thresholds_of_its_folder(two: tuple[Editor, Editor]) -> None:
    first, second = two
    prepare(first, SHORT)
    prepare(second, POLITE)
    (second.folder / "spade.toml").write_text("alpha = 0.25\ntau = 0.5\n")
    told = [await each.ask("spade/select", uri=each.uri("note.prompt.md"), remember=False) for each in two]
    assert [(each.alpha, each.tau) for each in told] == [(0.6, 0.25), (0.25, 0.5)]
    ran = [await each.ask("spade/evaluate", uri=each.uri("note.prompt.md")) for each in two]
    assert [[a.name for a in each.assertions] for each in ran] == [["assert_short"], ["assert_polite"]]
    tests = [await each.ask("spade/tests", uri=each.uri("note.spade.json")) for each in two]
    assert [each.assertionsUri for each in tests] == [each.uri("note.assertions.py") for each in two]


async def test_a_folder_that_comes_brings_its_settings_and_one_that_goes_takes_them(two: tuple[Editor, Editor]) -> None:
    first, _ = two
    third = first.folder.with_name("third")
    third.mkdir()
    client = first.client
    client.set_configuration({"spade": {"hover": {"enabled": False}}}, scope_uri=uri_of(third))
    late = Editor(client, third)
    uri = late.open("note.prompt.md", "Use at most 50 words.\n")
    assert await late.hover_with(uri, "at most", "quantity")
    folder = types.WorkspaceFolder(uri_of(third), "third")
    for added, removed, is_on in (([folder], [], False), ([], [folder], True)):
        event = types.WorkspaceFoldersChangeEvent(added=added, removed=removed)
        client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
        await until_hover(late, uri, is_on=is_on)


async def until_hover(editor: Editor, uri: str, *, is_on: bool) -> None:
    """Wait until there is a hover, or none any more: settings are asked for, and the answer takes a moment."""
    async with asyncio.timeout(10):
        while bool(await editor.hover(uri, "at most")) is not is_on:  # noqa: ASYNC110 - the server tells of no change
            await asyncio.sleep(0.02)
