"""A clone without the whole history, as a CI has it: what the record knows of earlier versions stays in it."""

import json
from pathlib import Path

from tests.cli.workspace import VERSIONS
from tests.command import spade
from tests.repositories import commit_versions, git


def _assertions(folder: Path) -> object:
    return json.loads((folder / "note.spade.json").read_text("utf-8"))["assertions"]


def test_a_shallow_clone_writes_over_no_commit_of_the_record(tmp_path: Path) -> None:
    whole, clone = tmp_path / "whole", tmp_path / "clone"
    commit_versions(whole, "note.prompt.md", VERSIONS)
    assert spade(whole, "generate", "--no-model").returncode == 0
    git(whole, "add", ".")
    git(whole, "commit", "--quiet", "-m", "Check the note")
    git(tmp_path, "clone", "--quiet", "--depth", "1", whole.as_uri(), str(clone))

    told = spade(clone, "generate", "--no-model")
    assert told.returncode == 0, told.stderr
    assert "shallow clone" in " ".join(told.stderr.split()) + told.stdout
    assert _assertions(clone) == _assertions(whole)


def test_a_history_that_is_whole_again_is_told_again(tmp_path: Path) -> None:
    whole, clone = tmp_path / "whole", tmp_path / "clone"
    commit_versions(whole, "note.prompt.md", VERSIONS)
    git(tmp_path, "clone", "--quiet", "--depth", "1", whole.as_uri(), str(clone))
    for folder in (whole, clone):
        assert spade(folder, "generate", "--no-model").returncode == 0
    assert _assertions(clone) != _assertions(whole)

    git(clone, "fetch", "--quiet", "--unshallow")
    assert spade(clone, "generate", "--no-model").returncode == 0
    assert _assertions(clone) == _assertions(whole)
