"""A repository is somebody else's: nothing that its configuration names is ever run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from spade_core.versions.git_history import read_history
from tests.command import spade
from tests.repositories import commit_versions
from tests.versions.repository import Repository

NOTE = "note.prompt.md"


def trap_in(folder: Path) -> tuple[Path, Path]:
    """Return a program that leaves a mark when it runs, and the mark."""
    mark = folder / "somebody-ran-me"
    program = folder / "trap.sh"
    program.write_text(f'#!/bin/sh\ntouch "{mark}"\ncat\n')
    program.chmod(0o755)
    return program, mark


def set_traps(repository: Repository, program: Path) -> None:
    for key in (
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "core.editor",
        "core.askPass",
        "core.gitProxy",
        "core.alternateRefsCommand",
        "diff.external",
        "diff.trap.command",
        "diff.trap.textconv",
        "filter.trap.clean",
        "filter.trap.smudge",
        "filter.trap.process",
        "gpg.program",
        "pager.log",
        "pager.rev-list",
        "pager.diff-tree",
        "credential.helper",
        "interactive.diffFilter",
        "uploadpack.packObjectsHook",
    ):
        repository.git("config", key, str(program))
    for key, value in {
        "log.showSignature": "true",
        "core.hooksPath": str(program.parent),
        "alias.rev-list": f"!{program}",
        "protocol.ext.allow": "always",
        "diff.renames": "false",
        "log.showRoot": "false",
        "color.ui": "always",
        "core.quotePath": "true",
        "diff.renameLimit": "1",
        "log.follow": "false",
        "i18n.logOutputEncoding": "UTF-16",
        "core.abbrev": "4",
    }.items():
        repository.git("config", key, value)
    (repository.folder / ".git" / "info" / "attributes").write_text("* diff=trap filter=trap\n")


def test_no_program_that_the_configuration_names_is_run(tmp_path: Path) -> None:
    repository = Repository.create(tmp_path / "repository")
    repository.commit(old="One.\n")
    repository.move("old.prompt.md", NOTE)
    repository.commit(note="Zwölf.\n")
    program, mark = trap_in(tmp_path)
    set_traps(repository, program)
    history = read_history(repository.folder / NOTE)
    assert [v.template.text.strip() for v in history.versions] == ["", "One.", "Zwölf."]
    assert not mark.exists()


def test_the_traps_do_snap_when_git_is_run_without_care(tmp_path: Path) -> None:
    repository = Repository.create(tmp_path / "repository")
    repository.commit(note="One.\n")
    repository.commit(note="Two.\n")
    program, mark = trap_in(tmp_path)
    set_traps(repository, program)
    repository.git("log", "--ext-diff", "-p", "--", NOTE)
    assert mark.exists()


def test_a_partial_clone_fetches_nothing(tmp_path: Path) -> None:
    origin = Repository.create(tmp_path / "origin")
    origin.git("config", "uploadpack.allowFilter", "true")
    origin.commit(note="One.\n")
    origin.commit(note="Two.\n")
    origin.git("clone", "--quiet", "--filter=blob:none", f"file://{origin.folder}", str(tmp_path / "clone"))
    program, mark = trap_in(tmp_path)
    clone = Repository(tmp_path / "clone")
    clone.git("config", "protocol.ext.allow", "always")
    clone.git("config", "remote.origin.url", f"ext::{program}")
    history = read_history(clone.folder / NOTE)
    assert [v.template.text.strip() for v in history.versions] == ["", "Two."]
    assert len(history.notes) == 1
    assert "its content is not in this clone" in history.notes[0]
    assert not mark.exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a folder away")
def test_the_repository_of_another_user_is_left_to_gits_own_protection(tmp_path: Path) -> None:
    repository = Repository.create(tmp_path / "repository")
    repository.commit(note="One.\n")
    for path in (repository.folder, *repository.folder.rglob("*")):
        os.chown(path, 12345, 12345)
    history = read_history(repository.folder / NOTE)
    assert [v.template.text.strip() for v in history.versions] == ["", "One."]
    assert "belongs to another user" in history.notes[0]


def read_in_child(path: Path, **variables: str) -> str:
    """Read the history in a fresh interpreter with some environment, and print it and what changed there."""
    program = """
import os, sys
before = dict(os.environ)
from pathlib import Path
from spade_core.versions.git_history import read_history
assert "git" not in sys.modules
history = read_history(Path(sys.argv[1]))
assert dict(os.environ) == before
print([v.template.text.strip() for v in history.versions], list(history.notes))
"""
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", program, str(path)],
        env=dict(os.environ) | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_variables_of_a_hook_do_not_lead_to_another_repository(tmp_path: Path) -> None:
    repository = Repository.create(tmp_path / "repository")
    repository.commit(note="One.\n")
    other = Repository.create(tmp_path / "other")
    other.commit(note="Other.\n")
    git_folder = str(other.folder / ".git")
    program, mark = trap_in(tmp_path)
    variables = {
        "GIT_DIR": git_folder,
        "GIT_WORK_TREE": str(other.folder),
        "GIT_COMMON_DIR": git_folder,
        "GIT_INDEX_FILE": "nowhere/index",
        "GIT_OBJECT_DIRECTORY": f"{git_folder}/objects",
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_EXTERNAL_DIFF": str(program),
        "GIT_TRACE": "2",
        "GIT_DEFAULT_HASH": "sha256",
    }
    assert read_in_child(repository.folder / NOTE, **variables) == "['', 'One.'] []"
    assert not mark.exists()


@pytest.mark.parametrize("refresh", ["quiet", "raise"])
def test_without_the_git_program_the_history_is_the_file(tmp_path: Path, refresh: str) -> None:
    repository = Repository.create(tmp_path / "repository")
    repository.commit(note="One.\n")
    told = read_in_child(repository.folder / NOTE, PATH=str(tmp_path), GIT_PYTHON_REFRESH=refresh)
    assert told == "['', 'One.'] ['git is not installed: the history is the file as it is']"


def test_a_git_program_in_the_current_folder_is_not_taken_for_git(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = Repository.create(tmp_path / "repository")
    repository.commit(note="One.\n")
    program, mark = trap_in(tmp_path)
    program.rename(tmp_path / "git")
    monkeypatch.chdir(tmp_path)
    assert "git is not installed" in read_in_child(
        repository.folder / NOTE, PATH=".", PYTHONPATH=str(Path(__file__).parents[2])
    )
    assert not mark.exists()


def test_a_git_program_that_does_not_work_is_said_so(tmp_path: Path) -> None:
    repository = Repository.create(tmp_path / "repository")
    repository.commit(note="One.\n")
    broken = tmp_path / "bin" / "git"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    told = read_in_child(repository.folder / NOTE, PATH=str(broken.parent))
    assert told.startswith("['', 'One.'] [")
    assert "git" in told


def test_a_folder_that_looks_like_a_bare_repository_is_none(tmp_path: Path) -> None:
    """A clone brings such a folder along; its configuration may be a link to a device without end."""
    path = commit_versions(tmp_path, f"shared/{NOTE}", ["One.\n", "Two.\n"])
    for name in ("objects", "refs/heads"):
        (path.parent / name).mkdir(parents=True)
    (path.parent / "HEAD").write_text("ref: refs/heads/main\n")
    os.mkfifo(path.parent / "config")
    done = spade(path.parent, "history", NOTE)
    assert "P2" in done.stdout, done.stderr
    (tmp_path / ".git" / "HEAD").unlink()
    (path.parent / ".git").mkdir()
    assert "cannot be read as git's" in spade(path.parent, "history", NOTE).stdout
    (path.parent / ".git").rmdir()
    (tmp_path / ".git").rename(tmp_path / "was")
    assert "config is not a regular file" in spade(path.parent, "history", NOTE).stdout
