"""The files are made to be merged by git: real branches, real merges."""

import subprocess
from pathlib import Path

import pytest

from spade_core.examples import Example, Label
from spade_core.selection.request import Method
from spade_core.storage import (
    AssertionState,
    PromptFiles,
    SelectionRecord,
    add_examples,
    files_beside,
    label_example,
    load_assertions,
    load_examples,
    save_generated,
    save_selection,
)
from tests.storage.build import candidate, criterion

CANDIDATES = [candidate(f"assert_{letter}", f"return {i}", criterion()) for i, letter in enumerate("abcdefgh")]
EXAMPLES = [Example(f"e{i}", {"i": i}, "p", f"r{i}", None) for i in range(9)]


def git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    name = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org", "-c", "commit.gpgsign=false")
    command = ["git", *name, "-c", "core.autocrlf=false", *arguments]
    return subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)  # noqa: S603


@pytest.fixture
def files(tmp_path: Path) -> PromptFiles:
    """A repository with all three files committed, on a branch for one person; `theirs` is another's."""
    files = files_beside(tmp_path / "note.prompt.md")
    save_generated(files, CANDIDATES)
    add_examples(files.examples, EXAMPLES)
    git(tmp_path, "init", "-q")
    commit(files)
    git(tmp_path, "branch", "theirs")
    return files


def commit(files: PromptFiles) -> None:
    git(files.record.parent, "add", "-A")
    assert git(files.record.parent, "commit", "-q", "-m", "change").returncode == 0


def merge(files: PromptFiles) -> None:
    done = git(files.record.parent, "merge", "-q", "-m", "merge", "theirs")
    assert done.returncode == 0, done.stdout + done.stderr


def switch(files: PromptFiles) -> None:
    assert git(files.record.parent, "switch", "-q", "theirs").returncode == 0


def back(files: PromptFiles) -> None:
    assert git(files.record.parent, "switch", "-q", "-").returncode == 0


def test_labels_of_two_people_merge(files: PromptFiles) -> None:
    label_example(files.examples, EXAMPLES[0], Label.BAD)
    commit(files)
    switch(files)
    label_example(files.examples, EXAMPLES[8], Label.GOOD)
    commit(files)
    back(files)
    merge(files)
    labels = [e.label for e in load_examples(files.examples).examples]
    assert labels == [Label.BAD, *[None] * 7, Label.GOOD]


def test_an_edit_here_and_a_generation_there_merge_and_the_edit_is_known(files: PromptFiles) -> None:
    text = files.assertions.read_text()
    files.assertions.write_text(text.replace("def assert_b", "def renamed").replace("return 3", "return 33"))
    save_generated(files, CANDIDATES)
    save_selection(files, SelectionRecord(Method.COVERAGE, 0.6, 0.25, ("renamed",)))
    commit(files)
    switch(files)
    newer = [*CANDIDATES[:6], candidate("assert_g", "return 66", criterion()), *CANDIDATES[7:]]
    save_generated(files, newer)
    commit(files)
    back(files)
    merge(files)
    stored = load_assertions(files)
    assert stored.problems == ()
    states = {a.name: a.state for a in stored.assertions}
    edited = {name for name, state in states.items() if state is AssertionState.EDITED}
    assert edited == {"renamed", "assert_d"}
    assert "return 66" in stored.by_name["assert_g"].source
    before = files.assertions.read_text()
    save_generated(files, newer)
    assert files.assertions.read_text() == before


def test_a_conflict_in_the_record_is_named_and_nothing_is_overwritten(files: PromptFiles) -> None:
    for method, switching in ((Method.COVERAGE, switch), (Method.BASELINE, back)):
        save_selection(files, SelectionRecord(method, 0.6, 0.25, ("assert_a",)))
        commit(files)
        switching(files)
    assert git(files.record.parent, "merge", "theirs").returncode == 1
    stored = load_assertions(files)
    assert len(stored.assertions) == len(CANDIDATES)
    (problem,) = stored.problems
    assert problem.message == "git conflict marker; resolve the conflict"
    assert problem.line is not None
    assert files.record.read_text().split("\n")[problem.line - 1].startswith("<<<<<<<")
