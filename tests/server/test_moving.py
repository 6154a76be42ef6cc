"""The files beside a prompt follow it when it is renamed or moved, and are offered where they were left behind."""

import json
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from spade_core.storage import files_beside
from spade_server.codes import Code
from spade_server.documents.kinds import path_of
from tests.server.editor import Editor
from tests.server.test_features import _edited, identifier
from tests.versions.repository import Repository

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

_NOTE = "Write a note to {name}.\nUse at most 40 words.\nNever mention the price.\n"
_EXAMPLE = '{"response": "Hello Ada.", "label": "good"}\n'
_ASSERTIONS = "async def is_short(example: dict, prompt: str, response: str) -> bool:\n    return len(response) < 100\n"


def _record(prompt: str, template: str = "") -> str:
    named = {"template": template} if template else {}
    return json.dumps({"format": 1, "prompt": prompt, **named}, indent=2, sort_keys=True) + "\n"


def _write_beside(prompt: Path, template: str = "") -> None:
    files = files_beside(prompt, template)
    files.examples.write_text(_EXAMPLE)
    files.assertions.write_text(_ASSERTIONS)
    files.record.write_text(_record(prompt.name, template))


def _apply(edit: types.WorkspaceEdit | None) -> None:
    """Do what an editor does: one change after the other."""
    assert edit
    for change in edit.document_changes or ():
        if isinstance(change, types.TextDocumentEdit):
            path = path_of(change.text_document.uri)
            assert path
            edits = [each for each in change.edits if isinstance(each, types.TextEdit)]
            path.write_text(_edited(path.read_text(), edits))
        else:
            assert isinstance(change, types.RenameFile)
            old, new = path_of(change.old_uri), path_of(change.new_uri)
            assert old
            assert new
            assert not new.exists()
            new.parent.mkdir(exist_ok=True)
            old.rename(new)


async def _rename(editor: Editor, *names: tuple[str, str]) -> None:
    """Rename files as an editor does: it asks first."""
    renamed = [types.FileRename(editor.uri(old), editor.uri(new)) for old, new in names]
    edit = await editor.client.workspace_will_rename_files_async(types.RenameFilesParams(renamed))
    if edit is not None:
        _apply(edit)
    for old, new in names:
        (editor.folder / new).parent.mkdir(exist_ok=True)
        (editor.folder / old).rename(editor.folder / new)


@pytest.mark.parametrize(
    ("old", "new", "template"),
    [
        ("note.prompt.md", "memo.prompt.md", ""),
        ("note.prompt.md", "note.prompty", ""),
        ("note.prompt.md", "letters/note.prompt.md", ""),
        ("notes.py", "letters/memos.py", "NOTE_PROMPT"),
        ("notes.yaml", "memos.yaml", "note_prompt"),
    ],
)
async def test_the_files_beside_a_prompt_follow_its_file(editor: Editor, old: str, new: str, template: str) -> None:
    prompt = editor.folder / old
    text = {".py": f'NOTE_PROMPT = """{_NOTE}"""\n', ".yaml": "note_prompt: |\n  " + _NOTE.replace(".\n", ". ") + "\n"}
    prompt.write_text(text.get(prompt.suffix, _NOTE))
    _write_beside(prompt, template)
    await _rename(editor, (old, new))
    files = files_beside(editor.folder / new, template)
    assert files.examples.read_text() == _EXAMPLE
    assert files.assertions.read_text() == _ASSERTIONS
    assert files.record.read_text() == _record(Path(new).name, template)
    left = [path.name for path in editor.folder.rglob("*.examples.jsonl")]
    assert left == [files.examples.name]


async def test_files_that_are_no_prompts_and_those_of_others_stay(editor: Editor) -> None:
    (editor.folder / "note.prompt.md").write_text(_NOTE)
    _write_beside(editor.folder / "note.prompt.md")
    (editor.folder / "note.css").write_text("p {}\n")
    (editor.folder / "note.py").write_text("import os\n")
    before = sorted(path.name for path in editor.folder.glob("note.*.*"))
    await _rename(editor, ("note.css", "memo.css"), ("note.py", "memo.py"))
    assert sorted(path.name for path in editor.folder.glob("note.*.*")) == before


async def test_nothing_is_renamed_over_the_files_of_another_prompt(editor: Editor) -> None:
    for name in ("note.prompt.md", "memo.prompt.md"):
        (editor.folder / name).write_text(_NOTE)
        _write_beside(editor.folder / name)
    renamed = [types.FileRename(editor.uri("note.prompt.md"), editor.uri("memo.prompt.md"))]
    assert await editor.client.workspace_will_rename_files_async(types.RenameFilesParams(renamed)) is None


async def test_what_a_person_moves_with_the_prompt_is_not_moved_twice(editor: Editor) -> None:
    (editor.folder / "note.prompt.md").write_text(_NOTE)
    _write_beside(editor.folder / "note.prompt.md")
    names = ("note.prompt.md", "note.examples.jsonl")
    await _rename(editor, *((name, f"letters/{name}") for name in names))
    moved = sorted(path.name for path in (editor.folder / "letters").iterdir())
    assert moved == ["note.assertions.py", "note.examples.jsonl", "note.prompt.md", "note.spade.json"]


async def test_what_was_left_behind_is_offered_and_not_made_anew(editor: Editor) -> None:
    repository = Repository.create(editor.folder)
    repository.write("notes.py", f'NOTE_PROMPT = """{_NOTE}"""\n')
    repository.commit()
    _write_beside(editor.folder / "notes.py", "NOTE_PROMPT")
    (editor.folder / "notes.py").write_text(f'LETTER_PROMPT = """{_NOTE}"""\n')
    uri = editor.open("notes.py")
    [found] = await editor.diagnostics(uri, Code.LEFT_BEHIND.value)
    with pytest.raises(JsonRpcException, match="was called otherwise"):
        await editor.ask("spade/generate", uri=uri, apply=True)
    assert not files_beside(editor.folder / "notes.py", "LETTER_PROMPT").assertions.exists()
    context = types.CodeActionContext([found])
    actions = await editor.client.text_document_code_action_async(
        types.CodeActionParams(identifier(uri), found.range, context)
    )
    [fix] = [each for each in actions or () if isinstance(each, types.CodeAction) and each.diagnostics]
    assert fix.title.startswith("Take along notes.NOTE_PROMPT.")
    _apply(fix.edit)
    files = files_beside(editor.folder / "notes.py", "LETTER_PROMPT")
    assert files.examples.read_text() == _EXAMPLE
    assert files.record.read_text() == _record("notes.py", "LETTER_PROMPT")
    await editor.ask("spade/generate", uri=uri, apply=True)
