"""`spade label` in a real terminal."""

import json
import os
import pty
import select
import subprocess
import time
from pathlib import Path
from typing import Self

import pytest

from tests.cli.workspace import ROWS, make_workspace
from tests.command import SPADE, spade

_UNLABELLED = [(text, None) for text, _ in ROWS[:4]]


class _Terminal:
    """The command in a pseudo-terminal: keys go in, what it prints is kept."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._master, slave = pty.openpty()
        # The terminal must be the child's own, or Ctrl-C would not reach it.
        self.process = subprocess.Popen(  # noqa: S603  (our own command)
            [SPADE, "label", *options],
            cwd=folder,
            preexec_fn=lambda: os.login_tty(slave),
        )
        os.close(slave)
        self.shown = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    def press(self, key: str) -> None:
        os.write(self._master, key.encode())

    def wait_for(self, text: str, *, seconds: float = 30) -> None:
        deadline = time.monotonic() + seconds
        while text not in self.shown:
            left = deadline - time.monotonic()
            assert left > 0, f"{text!r} was not shown within {seconds} s:\n{self.shown}"
            if select.select([self._master], [], [], left)[0]:
                self.shown += self._read()

    def finish(self) -> int:
        while chunk := self._read():
            self.shown += chunk
        os.close(self._master)
        return self.process.wait(timeout=30)

    def _read(self) -> str:
        try:
            return os.read(self._master, 65536).decode("utf-8", "replace")
        except OSError:  # Linux says so when the other side has closed
            return ""


def _labels(folder: Path) -> list[str | None]:
    lines = (folder / "note.examples.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["label"] for line in lines]


def test_keys_label_skip_and_undo_and_each_label_is_written_at_once(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", rows=_UNLABELLED)
    with _Terminal(folder) as terminal:
        terminal.wait_for("1 of 4")
        terminal.press("g")
        terminal.wait_for("2 of 4")
        assert _labels(folder) == ["good", None, None, None]
        terminal.press("b")
        terminal.wait_for("3 of 4")
        terminal.press("u")
        terminal.wait_for("2 of 4   r1", seconds=5)
        terminal.press("sb")  # typed ahead
        terminal.wait_for("4 of 4")
        terminal.press("q")
        assert terminal.finish() == 0
        assert _labels(folder) == ["good", None, "bad", None]
        assert "2 labelled" in terminal.shown


def test_ctrl_c_stops_cleanly_and_keeps_what_was_labelled(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", rows=_UNLABELLED)
    with _Terminal(folder) as terminal:
        terminal.wait_for("1 of 4")
        terminal.press("g")
        terminal.wait_for("2 of 4")
        terminal.press("\x03")
        assert terminal.finish() == 130
        assert "Traceback" not in terminal.shown
        assert _labels(folder) == ["good", None, None, None]


@pytest.mark.parametrize("key", ["b", "u"])
def test_a_file_that_is_gone_by_now_is_said_to_be_gone(tmp_path: Path, key: str) -> None:
    folder = make_workspace(tmp_path / "w", rows=_UNLABELLED)
    with _Terminal(folder) as terminal:
        terminal.wait_for("1 of 4")
        terminal.press("g")
        terminal.wait_for("2 of 4")
        (folder / "note.examples.jsonl").unlink()
        terminal.press(key)
        assert terminal.finish() == 4
    assert "error: note.examples.jsonl: the file is gone" in terminal.shown
    assert "1 labelled, 3 left" in terminal.shown
    assert "written to" not in terminal.shown
    assert not (folder / "note.examples.jsonl").exists()


def test_a_row_that_is_gone_or_another_one_is_told_and_the_others_go_on(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", rows=_UNLABELLED)
    examples = folder / "note.examples.jsonl"
    with _Terminal(folder) as terminal:
        terminal.wait_for("1 of 4")
        _, _, third, fourth = examples.read_text("utf-8").splitlines(keepends=True)
        examples.write_text(third + fourth.replace("clever", "dull"), "utf-8")
        terminal.press("g")
        terminal.wait_for('no example has the id "r0"')
        terminal.press("s")
        terminal.wait_for("3 of 4")
        terminal.press("b")
        terminal.wait_for("4 of 4")
        terminal.press("g")
        assert terminal.finish() == 0
    assert 'example "r3" has changed since it was shown' in terminal.shown
    assert "1 labelled, 0 left" in terminal.shown
    assert _labels(folder) == ["bad", None]


def test_an_arrow_key_does_nothing(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", rows=_UNLABELLED)
    with _Terminal(folder) as terminal:
        terminal.wait_for("1 of 4")
        terminal.press("\x1b[A\x1b[1;5Cb")
        terminal.wait_for("2 of 4")
        terminal.press("\x1b")
        assert terminal.finish() == 0
    assert _labels(folder) == ["bad", None, None, None]


def test_without_a_terminal_it_says_so(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", rows=_UNLABELLED)
    done = spade(folder, "label", given="g")
    assert done.returncode == 4
    assert "in a terminal" in done.stderr


def test_lines_that_cannot_be_read_are_told_a_few_by_name_and_the_rest_by_number(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    with (folder / "note.examples.jsonl").open("a", encoding="utf-8") as file:
        file.write("no json\n" * 400)
    done = spade(folder, "label")
    assert done.returncode == 0
    assert done.stderr.endswith("and 392 more like these\n")
    assert done.stderr.count("warning: ") == 9


def test_when_everything_is_labelled_it_says_so(tmp_path: Path) -> None:
    done = spade(make_workspace(tmp_path / "w"), "label")
    assert done.returncode == 0
    assert "every example has a label" in done.stdout


def test_best_first_begins_with_a_response_unlike_those_that_are_labelled(tmp_path: Path) -> None:
    rows: list[tuple[str, str | None]] = [("Watch Alien. Enjoy!", "good"), ("Go and see Alien. Enjoy!", "good")]
    rows += [("See Alien. Enjoy!", None), ("Alien, a film, " * 9, None)]
    folder = make_workspace(tmp_path / "w", rows=rows)
    spade(folder, "generate")
    with _Terminal(folder, "--best-first") as terminal:
        terminal.wait_for("1 of 2   r3")
        terminal.press("b")
        terminal.wait_for("2 of 2   r2")
        terminal.press("q")
        assert terminal.finish() == 0
    assert _labels(folder) == ["good", "good", None, "bad"]


def test_best_first_asks_anew_after_each_label_and_after_one_taken_back(tmp_path: Path) -> None:
    texts = ["Watch Alien. Enjoy!", "See it. Enjoy!", "Alien, a film, " * 45]
    texts += ["Mia, see Alien for its cast. " * 3, "Mia " * 130 + "!", "An Oscar winner."]
    folder = make_workspace(tmp_path / "w", rows=[(text, None) for text in texts])
    spade(folder, "generate")
    with _Terminal(folder, "--best-first") as terminal:
        terminal.wait_for("1 of 6   r3")
        terminal.press("b")
        terminal.wait_for("2 of 6   r5")
        terminal.shown = ""
        terminal.press("u")
        terminal.wait_for("1 of 6   r3")
        terminal.press("g")
        terminal.wait_for("2 of 6   r0")
        terminal.press("q")
        assert terminal.finish() == 0
    assert _labels(folder) == [None, None, None, "good", None, None]


def test_best_first_without_assertions_says_what_to_do(tmp_path: Path) -> None:
    done = spade(make_workspace(tmp_path / "w", rows=_UNLABELLED), "label", "--best-first")
    assert done.returncode == 2
    assert "run `spade generate` first" in done.stderr


def test_nothing_in_an_example_is_markup_or_steers_the_terminal(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", rows=[])
    hostile = "[red]x[/oops] :smile: \x1b]0;title\x07 \x9b31m \u202e"
    row = {"id": hostile, "response": hostile, "example": {hostile: hostile}}
    (folder / "note.examples.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    with _Terminal(folder) as terminal:
        terminal.wait_for("1 of 1")
        terminal.press("q")
        assert terminal.finish() == 0
    assert terminal.shown.count("[red]x[/oops] :smile: <U+001B>]0;title") >= 3
    assert not [each for each in ("\x1b]", "\x07", "\x9b", "\u202e") if each in terminal.shown]
