"""Which bad responses the set does not catch, with what would catch them, or what they have in common."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.workspace import LONG, ROWS, make_workspace
from tests.command import spade

_REFUSALS = [f"Sorry, I cannot say anything about {name}. Enjoy!" for name in ("Alien", "Heat", "Up", "Tron")]
_NOTHING = "nothing does; 1 assertion that could not be run may"  # it asks a judge
_RUDE = ["Fools love Alien. Enjoy!", "Only Alien is left. Enjoy!"]


def groups_of(folder: Path, *options: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(spade(folder, "select", "--json", *options).stdout)["uncaught_groups"]
    return found


def make(folder: Path, bad: Sequence[str]) -> Path:
    return make_workspace(folder, rows=[*ROWS[:4] * 5, *ROWS[4:], *((text, "bad") for text in bad)])


def test_what_would_catch_them_is_named_with_why_it_is_left_out(tmp_path: Path) -> None:
    make_workspace(tmp_path, rows=[*ROWS[:6], ROWS[6]])
    told = spade(tmp_path, "select", "--alpha", "0.6").stdout
    assert "1 bad response not caught by the set\n  1: r6\n     assert_ends_with_enjoy would; left out: " in told
    assert "but alpha 0.6 is reached" in told
    assert "nothing does" not in told
    [group] = groups_of(tmp_path, "--alpha", "0.6")
    assert group == {"examples": ["r6"], "caught_by": ["assert_ends_with_enjoy"], "shared": []}


def test_those_that_nothing_catches_stand_together_where_they_share_what_no_good_one_has(tmp_path: Path) -> None:
    folder = make(tmp_path, [*_REFUSALS, *_RUDE])
    told = spade(folder, "select", "--alpha", "0.3").stdout
    shared = "they have in common, unlike any good response: "
    assert f"  4: r24, r25, r26, r27\n     {_NOTHING}; {shared}" in told
    assert '"cannot"' in told.partition(shared)[2].partition("\n")[0]
    assert f"  2: r28, r29\n     {_NOTHING}\n" in told
    assert "write an assertion, or let a model propose some" in told
    assert spade(folder, "report").returncode == 0
    page = (folder / "note.report.html").read_text("utf-8")
    assert "Bad responses that the set does not catch" in page
    assert "they have in common, unlike any good response: " in page


@pytest.mark.parametrize("tau", ["0.25", "0"])
def test_where_no_set_is_feasible_it_is_told_of_what_may_be_selected(tmp_path: Path, tau: str) -> None:
    make_workspace(tmp_path, rows=[*ROWS, (LONG, "good"), ("Heat is fine. Enjoy!", "bad")])
    told = spade(tmp_path, "select", "--alpha", "1", "--tau", tau).stdout
    assert "not caught by any assertion that may be selected" in told
    assert ("assert_at_most_11_words would; left out: FFR 0.200 (1 of 5) is above tau 0" in told) == (tau == "0")
    assert f"  1: r9\n     {_NOTHING}\n" in told


def test_an_assertion_that_fails_every_response_catches_nothing(tmp_path: Path) -> None:
    make_workspace(tmp_path)
    assert spade(tmp_path, "generate").returncode == 0
    with (tmp_path / "note.assertions.py").open("a", encoding="utf-8") as file:
        file.write("\n\nasync def assert_never(example: dict, prompt: str, response: str) -> bool:\n    return False\n")
    forbidden = ("--forbid", "assert_ends_with_enjoy", "--alpha", "0.5")
    [group] = groups_of(tmp_path, *forbidden)
    assert group["examples"] == ["r6", "r7"]
    assert group["caught_by"] == ["assert_ends_with_enjoy"]
