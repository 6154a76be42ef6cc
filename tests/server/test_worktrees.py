"""Commits show where git keeps its files outside of the workspace: in worktrees, submodules, folders of a repository.

A client watches what it was asked to watch, so the tests tell the server of those changes only.
"""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from spade_server.documents.kinds import path_of, uri_of
from tests.repositories import git
from tests.server.editor import Client, Editor

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

OLD, NEW = "Be concise.\n", "Keep it within 100 words.\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A repository outside of the workspace, with one commit."""
    git(tmp_path, "init", "--quiet", "--initial-branch=main", "home")
    made = tmp_path / "home"
    (made / "note.prompt.md").write_text(OLD)
    committed(made, "Start")
    return made


def committed(folder: Path, subject: str) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", f"--message={subject}")


def watched(editor: Editor) -> Iterator[tuple[Path, re.Pattern[str]]]:
    """The patterns outside of the workspace that the client was asked to watch."""
    assert isinstance(editor.client, Client)
    for registration in editor.client.registered:
        options: Any = registration.register_options
        for watcher in options.get("watchers", ()):
            pattern = watcher["globPattern"]
            if isinstance(pattern, dict):
                base = path_of(pattern["baseUri"])
                assert base is not None
                inside = re.sub(r"\{([^}]*)\}", lambda m: f"(?:{m[1].replace(',', '|')})", pattern["pattern"])
                yield base, re.compile(inside.replace("**", ".*"))


def files_in(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


async def shows_a_commit(editor: Editor, prompt: str, folder_of_git: Path) -> None:
    """Commit beside an open prompt, pass on what the watched patterns see, and wait for the hover to know."""
    uri = editor.open(prompt, NEW)
    await editor.hover_with(uri, "within", "Not committed yet")
    before = files_in(folder_of_git)
    path = editor.folder / prompt
    path.write_text(NEW)
    committed(path.parent, "Give a number")
    changed = [file for file, time in files_in(folder_of_git).items() if before.get(file) != time]
    patterns = list(watched(editor))
    seen = [
        file
        for file in changed
        if any(file.is_relative_to(base) and glob.fullmatch(str(file.relative_to(base))) for base, glob in patterns)
    ]
    assert seen
    events = [types.FileEvent(uri_of(file), types.FileChangeType.Changed) for file in seen]
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))
    assert "Give a number" in await editor.hover_with(uri, "within", "Since version")


async def test_a_commit_in_a_worktree_shows(editor: Editor, home: Path) -> None:
    git(home, "worktree", "add", "--quiet", "-b", "side", str(editor.folder / "tree"))
    await shows_a_commit(editor, "tree/note.prompt.md", home / ".git")


async def test_a_commit_in_a_worktree_on_no_branch_shows(editor: Editor, home: Path) -> None:
    git(home, "worktree", "add", "--quiet", "--detach", str(editor.folder / "tree"))
    await shows_a_commit(editor, "tree/note.prompt.md", home / ".git")


async def test_a_commit_in_a_submodule_shows(editor: Editor, home: Path, tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "outer")
    git(tmp_path / "outer", "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(home), "part")
    (editor.folder / "outer").symlink_to(tmp_path / "outer")
    await shows_a_commit(editor, "outer/part/note.prompt.md", tmp_path / "outer" / ".git" / "modules" / "part")


async def test_a_commit_in_a_repository_whose_folder_is_elsewhere_shows(editor: Editor, tmp_path: Path) -> None:
    git(editor.folder, "init", "--quiet", f"--separate-git-dir={tmp_path / 'kept'}", "tree")
    (editor.folder / "tree" / "note.prompt.md").write_text(OLD)
    committed(editor.folder / "tree", "Start")
    await shows_a_commit(editor, "tree/note.prompt.md", tmp_path / "kept")


async def test_folders_that_the_workspace_reaches_are_not_watched_twice(editor: Editor) -> None:
    git(editor.folder, "init", "--quiet")
    (editor.folder / "note.prompt.md").write_text(NEW)
    committed(editor.folder, "Start")
    uri = editor.open("note.prompt.md")
    await editor.hover_with(uri, "within", "Since version")
    await asyncio.sleep(0)
    assert all(not base.is_relative_to(editor.folder) for base, _ in watched(editor))
