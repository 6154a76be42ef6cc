"""`spade select --branch`: another set, on a branch for others to look at, while nothing here changes."""

import json
from pathlib import Path

import pytest

from tests.cli.workspace import make_workspace
from tests.command import spade
from tests.repositories import git

WEARY = """

async def assert_not_weary(example: dict, prompt: str, response: str) -> bool:
    return 'weary' not in response
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = make_workspace(tmp_path)
    assert spade(folder, "select").returncode == 0
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=The set")
    git(folder, "config", "user.name", "Ada")
    git(folder, "config", "user.email", "ada@example.org")
    return folder


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
