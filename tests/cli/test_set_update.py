"""`spade select --branch`: another set, on a branch for others to look at, while nothing here changes."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.workspace import make_workspace
from tests.command import spade
from tests.repositories import git

WEARY = """

async def assert_not_weary(example: dict, prompt: str, response: str) -> bool:
    return 'weary' not in response
"""


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_workspace(tmp_path_factory.mktemp("selected"))
    assert spade(folder, "select").returncode == 0
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=The set")
    git(folder, "config", "user.name", "Ada")
    git(folder, "config", "user.email", "ada@example.org")
    return folder


@pytest.fixture
def project(tmp_path: Path, once: Path) -> Path:
    return shutil.copytree(once, tmp_path / "w")


def learn(folder: Path) -> None:
    """Write an assertion, and label what it alone catches."""
    with (folder / "note.assertions.py").open("a", encoding="utf-8") as file:
        file.write(WEARY)
    with (folder / "note.examples.jsonl").open("a", encoding="utf-8") as file:
        for number in range(9):
            row = {"id": f"w{number}", "example": {"movie_name": "Alien"}, "response": f"Alien, weary {number}. Enjoy!"}
            file.write(json.dumps({**row, "label": "bad"}) + "\n")


def state(folder: Path) -> tuple[str, str, str, dict[str, bytes]]:
    head = git(folder, "rev-parse", "HEAD", "--abbrev-ref", "HEAD")
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    return head, git(folder, "status", "--porcelain"), git(folder, "ls-files", "--stage"), files


def test_the_branch_has_the_set_and_nothing_here_has_changed(project: Path) -> None:
    learn(project)
    hook = project / ".git" / "hooks" / "reference-transaction"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\ntouch ran\n", encoding="utf-8")
    hook.chmod(0o755)
    before = state(project)
    done = spade(project, "select", "--alpha", "1", "--branch", "update/note")
    assert done.returncode == 0, done.stderr
    assert state(project) == before
    assert "| coverage (bad caught) | 0.308 (4 of 13) | 1.000 (13 of 13) |" in done.stdout
    assert "- added: ` assert_not_weary `" in done.stdout
    assert "Labelled responses: 4 good (recorded: 4), 13 bad (recorded: 4)." in done.stdout
    changed = git(project, "diff", "--name-only", "main", "update/note").split()
    assert changed == ["note.assertions.py", "note.examples.jsonl", "note.spade.json"]
    record = json.loads(git(project, "show", "update/note:note.spade.json"))
    assert "assert_not_weary" in record["selection"]["chosen"]
    assert (
        git(project, "log", "-1", "--format=%an %s", "update/note") == "Ada Update the assertions of note.prompt.md\n"
    )
    assert done.stdout.strip() in git(project, "log", "-1", "--format=%b", "update/note")
    again = spade(project, "select", "--branch", "update/note")
    assert (again.returncode, again.stderr) == (4, "error: there is a branch update/note already\n")


def test_the_set_of_the_branch_is_the_one_that_select_takes_there(project: Path) -> None:
    learn(project)
    assert spade(project, "select", "--branch", "update").returncode == 0
    git(project, "checkout", "--quiet", "--force", "update")
    before = state(project)
    assert spade(project, "select").returncode == 0
    assert state(project) == before
    assert spade(project, "check", "--labelled").returncode == 0


def test_examples_that_git_does_not_have_stay_here(project: Path) -> None:
    git(project, "rm", "--quiet", "--cached", "note.examples.jsonl")
    git(project, "commit", "--quiet", "--message=Without examples")
    learn(project)
    done = spade(project, "select", "--branch", "update", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["branch"] == "update"
    assert git(project, "diff", "--name-only", "main", found["commit"]).split() == [
        "note.assertions.py",
        "note.spade.json",
    ]


@pytest.mark.parametrize(
    ("branch", "code", "told"),
    [
        ("update", 0, "nothing would change: no branch update was made"),
        ("a..b", 4, "a..b is no name of a branch"),
        ("--mirror", 4, "--mirror is no name of a branch"),
        ("main", 4, "there is a branch main already"),
    ],
)
def test_where_no_branch_is_made_it_is_said(project: Path, branch: str, code: int, told: str) -> None:
    before = git(project, "branch", "--list")
    done = spade(project, "select", "--branch", branch)
    assert (done.returncode, told in done.stderr) == (code, True), done.stderr
    assert git(project, "branch", "--list") == before


def other_repository(folder: Path) -> Path:
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "commit", "--quiet", "--allow-empty", "--message=Theirs")
    return folder


def files_in(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if not path.is_dir()}


@pytest.mark.parametrize("place", ["logs/refs/heads", "logs/refs", "refs/heads", "objects", "objects/pack"])
def test_git_writes_through_no_link(project: Path, tmp_path_factory: pytest.TempPathFactory, place: str) -> None:
    learn(project)
    link = project / ".git" / place
    if link.exists():
        there = tmp_path_factory.mktemp("there") / "moved"
        link.rename(there)
    else:
        there = tmp_path_factory.mktemp("there")
        link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(there)
    before = files_in(there)
    done = spade(project, "select", "--branch", "update")
    assert (done.returncode, done.stderr) == (4, f"error: {link} is a link: no branch is made through it\n")
    assert files_in(there) == before


def test_a_log_that_is_a_link_gets_no_line(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    learn(project)
    profile = tmp_path_factory.mktemp("home") / "profile"
    profile.write_text("mine\n", encoding="utf-8")
    log = project / ".git" / "logs" / "refs" / "heads" / "update"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.symlink_to(profile)
    done = spade(project, "select", "--branch", "update")
    assert (done.returncode, done.stderr) == (4, f"error: {log} is a link: no branch is made through it\n")
    assert profile.read_text(encoding="utf-8") == "mine\n"


@pytest.mark.parametrize("way", ["file", "link", "common"])
def test_git_writes_into_no_other_repository(project: Path, tmp_path_factory: pytest.TempPathFactory, way: str) -> None:
    learn(project)
    marker, theirs = project / ".git", other_repository(tmp_path_factory.mktemp("theirs") / "theirs")
    if way == "common":
        (marker / "commondir").write_text(f"{theirs / '.git'}\n", encoding="utf-8")
    else:
        marker.rename(theirs.parent / "away")
        if way == "link":
            marker.symlink_to(theirs / ".git")
        else:
            marker.write_text(f"gitdir: {theirs / '.git'}\n", encoding="utf-8")
    before = files_in(theirs)
    done = spade(project, "select", "--branch", "update")
    assert done.returncode == 4, done.stderr
    assert f"error: {marker} " in done.stderr
    assert files_in(theirs) == before


def test_a_worktree_and_a_submodule_that_git_made_take_a_branch(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    around = other_repository(tmp_path_factory.mktemp("around") / "around")
    git(around, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(project), "note")
    tree = tmp_path_factory.mktemp("trees") / "tree"
    git(project, "worktree", "add", "--quiet", "-b", "work", str(tree))
    git(around / "note", "config", "user.name", "Ada")
    git(around / "note", "config", "user.email", "ada@example.org")
    for folder in (tree, around / "note"):
        learn(folder)
        done = spade(folder, "select", "--branch", f"update/{folder.name}")
        assert done.returncode == 0, done.stderr
        assert git(folder, "diff", "--name-only", "HEAD", f"update/{folder.name}").split()
