"""``spade export``: what it writes, and what it never overwrites."""

import json
from pathlib import Path

import pytest

from tests.cli.workspace import make_workspace
from tests.command import spade


@pytest.fixture(scope="module")
def selected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_workspace(tmp_path_factory.mktemp("export"))
    assert spade(folder, "select").returncode == 0
    return folder


def test_an_export_is_written_beside_the_prompt_and_may_be_written_again(selected: Path) -> None:
    told = json.loads(spade(selected, "export", "--json").stdout)
    assert told["path"] == "note_assertions.py"
    assert told["assertions"]
    text = (selected / "note_assertions.py").read_text(encoding="utf-8")
    assert all(f"async def {name}" in text for name in told["assertions"])
    (selected / "note_assertions.py").write_text(text + "# changed\n")
    assert spade(selected, "export").returncode == 0
    assert (selected / "note_assertions.py").read_text(encoding="utf-8") == text


def test_a_file_of_somebody_else_is_not_overwritten(selected: Path) -> None:
    (selected / "test_note.py").write_text("# mine\n")
    refused = spade(selected, "export", "--format", "pytest")
    assert refused.returncode == 4
    assert "--force" in refused.stderr
    assert (selected / "test_note.py").read_text() == "# mine\n"
    assert spade(selected, "export", "--format", "pytest", "--force").returncode == 0


def test_an_export_can_go_to_standard_output(selected: Path) -> None:
    done = spade(selected, "export", "--format", "csv", "--out", "-")
    assert done.stdout.startswith("id,example.movie_name,prompt,response,label")
    assert not (selected / "note.examples.csv").exists()


def test_without_a_selection_there_is_nothing_to_export(tmp_path: Path) -> None:
    done = spade(make_workspace(tmp_path), "export")
    assert done.returncode == 2
    assert "spade select" in done.stderr
