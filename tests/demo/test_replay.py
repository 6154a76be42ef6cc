"""The demo replayed as real commits, wherever and however the user's git is set up."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from spade_core.demo import EXAMPLES_NAME, PROMPT_NAME, VERSIONS, examples_text, replay_demo
from spade_core.errors import HistoryError, StorageError
from spade_core.versions.git_history import read_history
from spade_core.versions.version import VersionState

LAST_SHA = "f343371"


def test_the_history_of_the_demo_is_its_seven_versions(tmp_path: Path) -> None:
    workspace = replay_demo(tmp_path / "demo")
    history = read_history(workspace.prompt)
    assert [version.template.text.strip() for version in history.versions] == ["", *(v.text.strip() for v in VERSIONS)]
    assert {version.state for version in history.versions[1:]} == {VersionState.COMMITTED}
    assert history.notes == ()
    for version, demo in zip(history.versions[1:], VERSIONS, strict=True):
        commit = version.commit
        assert commit
        assert (commit.author, commit.date, commit.subject) == (demo.author, demo.date, demo.message.split("\n")[0])
        assert commit.date.utcoffset() == demo.date.utcoffset()


def test_the_files_lie_in_the_folder(tmp_path: Path) -> None:
    workspace = replay_demo(tmp_path / "new" / "demo")
    assert workspace.folder == tmp_path / "new" / "demo"
    assert workspace.prompt == workspace.folder / PROMPT_NAME
    assert workspace.examples == workspace.folder / EXAMPLES_NAME
    assert workspace.prompt.read_bytes().decode() == VERSIONS[-1].text
    assert workspace.examples.read_bytes().decode() == examples_text()


def test_the_same_commits_are_made_every_time(tmp_path: Path) -> None:
    shas = []
    for name in ("one", "two"):
        history = read_history(replay_demo(tmp_path / name).prompt)
        shas.append([commit.sha for version in history.versions for commit in version.commits])
    assert shas[0] == shas[1]
    assert shas[0][-1].startswith(LAST_SHA)


def test_a_folder_inside_another_repository_gets_a_repository_of_its_own(tmp_path: Path) -> None:
    replay_demo(tmp_path / "outer")
    inner = replay_demo(tmp_path / "outer" / "inner")
    assert len(read_history(inner.prompt).versions) == 8


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(StorageError, match="is not empty"):
        replay_demo(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_path_that_is_a_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(StorageError, match="cannot be written"):
        replay_demo(tmp_path / "file")


def replay_in_child(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Replay the demo in a fresh interpreter with these variables and no others of git's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    program = "import sys, pathlib; from spade_core.demo import replay_demo; replay_demo(pathlib.Path(sys.argv[1]))"
    return subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", program, str(folder)],
        env=kept | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_users_git_settings_change_nothing(tmp_path: Path) -> None:
    trap, mark = tmp_path / "hooks" / "reference-transaction", tmp_path / "mark"
    trap.parent.mkdir()
    trap.write_text(f'#!/bin/sh\ntouch "{mark}"\nexit 1\n')
    trap.chmod(0o755)
    for hook in ("post-checkout", "post-commit", "pre-commit"):
        (trap.parent / hook).symlink_to(trap)
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "attributes").write_text("* filter=trap eol=crlf text\n")
    (home / ".gitconfig").write_text(
        "[commit]\n gpgSign = true\n[user]\n useConfigOnly = true\n"
        f"[gpg]\n program = {trap}\n[init]\n defaultBranch = odd/ñame\n templateDir = {tmp_path}\n"
        f"[core]\n hooksPath = {trap.parent}\n autocrlf = true\n attributesFile = {tmp_path}/attributes\n"
        f' fsmonitor = {trap}\n[filter "trap"]\n smudge = {trap}\n clean = {trap}\n required = true\n'
    )
    done = replay_in_child(
        tmp_path / "demo",
        HOME=str(home),
        XDG_CONFIG_HOME=str(home),
        GIT_DIR=str(tmp_path / "elsewhere"),
        GIT_AUTHOR_DATE="nonsense",
        GIT_DEFAULT_HASH="sha256",
        GIT_TEMPLATE_DIR=str(tmp_path),
        GIT_CONFIG_COUNT="1",
        GIT_CONFIG_KEY_0="core.hooksPath",
        GIT_CONFIG_VALUE_0=str(trap.parent),
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert not mark.exists()
    assert (tmp_path / "demo" / PROMPT_NAME).read_bytes().decode() == VERSIONS[-1].text
    assert (tmp_path / "demo" / ".git" / "HEAD").read_text() == "ref: refs/heads/main\n"
    commit = read_history(tmp_path / "demo" / PROMPT_NAME).versions[-1].commit
    assert commit
    assert commit.sha.startswith(LAST_SHA)


def test_a_user_without_a_home_has_a_demo(tmp_path: Path) -> None:
    done = replay_in_child(tmp_path / "demo", HOME=str(tmp_path / "nowhere"))
    assert (done.returncode, done.stderr) == (0, "")


def test_without_git_the_error_says_so(tmp_path: Path) -> None:
    done = replay_in_child(tmp_path / "demo", PATH=str(tmp_path))
    assert done.returncode == 1
    assert "HistoryError: git is not installed" in done.stderr.splitlines()[-1] or "HistoryError" in done.stderr
    with pytest.raises(HistoryError):
        read_history(tmp_path / "demo" / PROMPT_NAME)
