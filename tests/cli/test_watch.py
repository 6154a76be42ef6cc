"""`spade watch`: a check, and another one for each change."""

import os
import signal
import subprocess
from pathlib import Path

from tests.cli.workspace import make_workspace
from tests.command import SPADE, spade


def test_it_checks_again_when_a_file_changes_and_goes_on_after_an_error(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    assert spade(folder, "select").returncode == 0
    examples = folder / "note.examples.jsonl"
    kept = examples.read_text("utf-8")
    with subprocess.Popen(  # noqa: S603  (our own program)
        [SPADE, "watch"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as watching:
        try:
            assert _next_line_with(watching, "coverage") == "passed"
            examples.write_text(kept.replace('"good"', '"bad"', 3), encoding="utf-8")
            assert _next_line_with(watching, "coverage") == "failed"
            (folder / "note.prompt.md").rename(folder / "away")
            assert _next_line_with(watching, "its prompt note.prompt.md is not there") == "not"
            (folder / "away").rename(folder / "note.prompt.md")
            examples.write_text(kept, encoding="utf-8")
            assert _next_line_with(watching, "coverage 1.000 (4 of 4)") == "passed"
        finally:
            watching.send_signal(signal.SIGINT)
    assert watching.returncode == 130


def _next_line_with(watching: "subprocess.Popen[str]", text: str) -> str:
    assert watching.stdout is not None
    return next(line for line in watching.stdout if text in line).split()[0]


def test_without_a_set_there_is_nothing_to_watch(tmp_path: Path) -> None:
    done = spade(make_workspace(tmp_path), "watch")
    assert done.returncode == 2
    assert "run `spade select` first" in done.stderr


def test_standard_input_is_nothing_to_watch(tmp_path: Path) -> None:
    done = spade(make_workspace(tmp_path), "watch", "--responses", "-")
    assert done.returncode == 2
    assert "standard input can be read only once" in done.stderr
