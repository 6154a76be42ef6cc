"""A repository may have git open what never ends: then git is stopped, and the history is the file as it is."""

import os
from pathlib import Path

import pytest

from spade_core.errors import HistoryError
from spade_core.versions import git_process
from spade_core.versions.git_history import file_at, read_history
from tests.repositories import commit_versions, git

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and devices are of POSIX")


@pytest.fixture(autouse=True)
def short_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_process, "TIMEOUT_SECONDS", 0.5)


@pytest.fixture
def note(tmp_path: Path) -> Path:
    return commit_versions(tmp_path, "note.prompt.md", ["One.\n", "Two.\n"])


def _pipe(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    return path


@pytest.mark.parametrize(
    "name", ["objects/info/alternates", "objects/pack/multi-pack-index", "info/grafts", "shallow", "index", "included"]
)
def test_a_pipe_that_git_opens_is_not_waited_for(note: Path, name: str) -> None:
    if name == "included":
        git(note.parent, "config", "include.path", name)
    _pipe(note.parent / ".git" / name)
    history = read_history(note)
    assert history.versions[-1].template.text == "Two.\n"
    assert len(history.versions) == 2
    assert "git said nothing for 0.5 seconds" in history.notes[0] or "not a regular file" in history.notes[0]


def test_git_is_waited_for_once_in_a_repository_where_it_says_nothing(note: Path) -> None:
    objects = note.parent / ".git" / "objects"
    for path in objects.glob("??/*"):
        path.unlink()
        os.mkfifo(path)
    assert "git said nothing for 0.5 seconds" in read_history(note).notes[0]
    for path in objects.glob("??/*"):
        path.unlink()  # who asked git again would be told that they are missing
    assert "git said nothing for 0.5 seconds" in read_history(note).notes[0]
    with pytest.raises(HistoryError, match="git said nothing"):
        file_at(note, "HEAD")


def test_a_configuration_without_an_end_is_not_read_to_it(note: Path) -> None:
    git(note.parent, "config", "include.path", "/dev/zero")
    assert read_history(note).versions[-1].template.text == "Two.\n"


def test_a_worktree_whose_folder_holds_a_pipe_is_not_opened(note: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    (note.parent / ".git").rename(kept)
    (note.parent / ".git").write_text(f"gitdir: {kept}\n")
    (kept / "config").unlink()
    _pipe(kept / "config")
    assert "config is not a regular file" in read_history(note).notes[0]
