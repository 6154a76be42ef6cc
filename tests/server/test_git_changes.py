"""What git does to a prompt shows: commits, amended ones, checkouts, merges, resets and rebases.

The tests tell the server of those files alone that git has changed and that the client was asked to watch.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types

from spade_server.documents.kinds import uri_of
from spade_server.features.watching import globs
from tests.server.editor import Editor
from tests.versions.repository import Repository

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

FIRST, SECOND = "Keep the note within 100 words.\n", "Mention the genre.\n"


def _pattern(glob: str) -> re.Pattern[str]:
    """A glob of the protocol as a regular expression; for the few forms that ours have."""
    parts = re.split(r"(\*\*/|\*\*|\*|\{[^}]*\})", glob)
    known = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*"}
    told = [f"(?:{'|'.join(map(re.escape, p[1:-1].split(',')))})" if p.startswith("{") else p for p in parts]
    return re.compile(
        "".join(known.get(p) or (t if p.startswith("{") else re.escape(p)) for p, t in zip(parts, told, strict=True))
    )


WATCHED = [_pattern(glob) for glob in globs()]


def files_in(folder: Path) -> dict[Path, tuple[int, int]]:
    """Every file with what tells that it was written anew."""
    found = ((path, path.stat()) for path in folder.rglob("*") if path.is_file())
    return {path: (status.st_mtime_ns, status.st_ino) for path, status in found}


def does(editor: Editor, work: Callable[[], object]) -> None:
    """Do something in the folder, and pass on what a client sees of it."""
    before = files_in(editor.folder)
    work()
    after = files_in(editor.folder)
    changed = [path for path in before.keys() | after.keys() if before.get(path) != after.get(path)]
    seen = [
        path for path in changed if any(glob.fullmatch(path.relative_to(editor.folder).as_posix()) for glob in WATCHED)
    ]
    assert seen
    events = [types.FileEvent(uri_of(path), types.FileChangeType.Changed) for path in sorted(seen)]
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))


@pytest.fixture
def repository(editor: Editor) -> Repository:
    """A prompt whose second instruction came on a branch, which is checked out, while main went on."""
    made = Repository.create(editor.folder)
    made.commit("Start", note=FIRST)
    made.git("checkout", "--quiet", "-b", "side")
    made.commit("Ask for the genre", note=FIRST + SECOND)
    made.git("checkout", "--quiet", "main")
    (editor.folder / "other.txt").write_text("x")
    made.commit("Something else")
    made.git("checkout", "--quiet", "side")
    return made


async def shown_for(editor: Editor, words: str) -> tuple[str, str]:
    """Open the prompt and return its URI with the hover."""
    uri = editor.open("note.prompt.md", FIRST + SECOND)
    return uri, await editor.hover_with(uri, words, "Since version")


async def test_a_rebase_shows_the_commit_that_it_made(editor: Editor, repository: Repository) -> None:
    old = repository.head
    uri, shown = await shown_for(editor, "genre")
    assert old[:7] in shown
    does(editor, lambda: repository.git("rebase", "--quiet", "main"))
    assert repository.head != old
    assert "Ask for the genre" in await editor.hover_with(uri, "genre", repository.head[:7])


async def test_an_amended_commit_shows_its_new_words(editor: Editor, repository: Repository) -> None:
    uri, _ = await shown_for(editor, "genre")
    does(editor, lambda: repository.git("commit", "--quiet", "--amend", "--no-gpg-sign", "-m", "Better said"))
    assert repository.head[:7] in await editor.hover_with(uri, "genre", "Better said")


async def test_a_reset_takes_the_commit_from_the_history(editor: Editor, repository: Repository) -> None:
    uri, _ = await shown_for(editor, "genre")
    does(editor, lambda: repository.git("reset", "--quiet", "--hard", "HEAD~1"))
    await editor.hover_with(uri, "genre", "Not committed yet")
    assert "Since version 1" in await editor.hover(uri, "within")


async def test_a_checkout_of_another_branch_shows_its_history(editor: Editor, repository: Repository) -> None:
    uri, _ = await shown_for(editor, "genre")
    does(editor, lambda: repository.git("checkout", "--quiet", "main"))
    await editor.hover_with(uri, "genre", "Not committed yet")
    does(editor, lambda: repository.git("checkout", "--quiet", "side"))
    assert "Ask for the genre" in await editor.hover_with(uri, "genre", "Since version")


async def test_a_merge_shows_what_it_brought(editor: Editor, repository: Repository) -> None:
    repository.git("checkout", "--quiet", "main")
    uri = editor.open("note.prompt.md", FIRST + SECOND)
    await editor.hover_with(uri, "genre", "Not committed yet")
    does(editor, lambda: repository.git("merge", "--quiet", "--no-ff", "--no-gpg-sign", "-m", "Merge", "side"))
    assert "Since version" in await editor.hover_with(uri, "genre", "Since version")


async def test_a_commit_with_packed_refs_shows(editor: Editor, repository: Repository) -> None:
    uri, _ = await shown_for(editor, "genre")
    repository.git("pack-refs", "--all")
    editor.replace_all(uri, FIRST + SECOND + "Be kind.\n")
    await editor.hover_with(uri, "Be kind", "Not committed yet")
    does(editor, lambda: repository.commit("Be kind", note=FIRST + SECOND + "Be kind.\n"))
    assert "Be kind" in await editor.hover_with(uri, "Be kind", "Since version")
