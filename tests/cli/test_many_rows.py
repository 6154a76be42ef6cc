"""The command on thousands of labelled responses: what selects, and the folds held out, go to the solvers for many."""

import json
from pathlib import Path

import pytest

from tests.cli.large_workspace import make_large_workspace
from tests.command import measured, spade
from tests.repositories import commit_versions


@pytest.mark.parametrize(
    ("rows", "words", "method"), [(1200, 30, "subsumption"), (3400, 8, "coverage"), (10_000, 8, "coverage")]
)
def test_many_labelled_responses_are_selected_on_and_held_out(
    tmp_path: Path, rows: int, words: int, method: str
) -> None:
    folder = make_large_workspace(tmp_path / "w", rows=rows, words=words)
    done = spade(folder, "select", "--json", "--method", method)
    assert (done.returncode, done.stderr) == (0, "")
    held_out = json.loads(done.stdout)["evidence"]["held_out"]
    assert held_out["folds"] == 10
    assert held_out["coverage"]["total"] + held_out["ffr"]["total"] == rows


def test_many_labelled_responses_are_reported_on(tmp_path: Path) -> None:
    folder = make_large_workspace(tmp_path / "w", rows=3400, words=8)
    done = spade(folder, "report")
    assert (done.returncode, done.stderr) == (0, "the report is in note.report.html\n")
    assert "on examples held out in 10 folds: coverage " in done.stdout


def test_a_prompt_of_thousands_of_lines_is_read(tmp_path: Path) -> None:
    lines = [f"- Do not mention item {number} in the note, use at most {number} words." for number in range(1000)]
    commit_versions(tmp_path / "w", "note.prompt.md", ["\n".join(lines) + "\n"])
    done = spade(tmp_path / "w", "history")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Do not mention item 999" in done.stdout


def test_of_a_very_long_prompt_the_beginning_is_read_and_the_rest_is_told(tmp_path: Path) -> None:
    lines = ["Use at most 50 words.", *(f"Film {number} is about people." for number in range(3000))]
    commit_versions(tmp_path / "w", "note.prompt.md", ["\n".join([*lines, "Never say goodbye."]) + "\n"])
    done = spade(tmp_path / "w", "generate", "--json")
    assert done.returncode == 0
    assert "its first 3000 sentences are read, 2 are not" in done.stderr
    assert json.loads(done.stdout)["added"] == ["assert_at_most_50_words"]


def test_many_rows_take_little_memory_beside_their_text(tmp_path: Path) -> None:
    folder = make_large_workspace(tmp_path / "w", rows=20_000, words=30)
    examples = folder / "note.examples.jsonl"
    rows = examples.read_text("utf-8").splitlines()
    text = " \N{WAVING HAND SIGN} " + "A note on a film that is worth the evening. " * 10
    examples.write_text("".join(row.replace(" note ", f"{text}note ") + "\n" for row in rows), encoding="utf-8")
    done, most = measured(folder, "evaluate")
    assert done.returncode == 0
    assert most < 130_000  # kB; nearly half is the command itself
