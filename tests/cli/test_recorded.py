"""`spade report` is about the selection that is recorded, and a new name changes nothing but the name."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.workspace import make_workspace
from tests.command import spade


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_workspace(tmp_path / "w")


def _report(folder: Path, *options: str) -> dict[str, Any]:
    done = spade(folder, "report", "--json", *options)
    assert done.returncode in (0, 3), done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)["selection"]
    return answer


def _names(report: dict[str, Any]) -> list[str]:
    return [each["name"] for each in report["selected"]]


def _rename(folder: Path, old: str, new: str) -> None:
    path = folder / "note.assertions.py"
    text = path.read_text(encoding="utf-8")
    assert f"def {old}(" in text
    path.write_text(text.replace(f"def {old}(", f"def {new}("), encoding="utf-8")


def _add_label(folder: Path, label: str) -> None:
    row = {"id": "more", "example": {"movie_name": "Alien"}, "prompt": "", "response": "Alien. Enjoy!", "label": label}
    with (folder / "note.examples.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def test_the_report_shows_the_last_selection_and_not_what_the_settings_would_select(folder: Path) -> None:
    selected = spade(folder, "select", "--alpha", "0.25", "--tau", "0.1", "--method", "coverage", "--json")
    chosen = [each["name"] for each in json.loads(selected.stdout)["selected"]]
    assert len(chosen) == 1
    shown = _report(folder)
    assert (_names(shown), shown["alpha"], shown["tau"]) == (chosen, 0.25, 0.1)
    assert shown["drift"] == {
        "shown": "recorded",
        "recorded": chosen,
        "changes": [],
        "selected_again": chosen,
        "told": [],
    }
    page = (folder / "note.report.html").read_text(encoding="utf-8")
    assert "bad caught (alpha 0.25), at most " in page
    assert "good flagged (tau 0.1)" in page
    assert 'class="drift"' not in page


def test_with_options_it_shows_what_they_would_select_and_names_what_is_recorded(folder: Path) -> None:
    spade(folder, "select", "--alpha", "0.25")
    tried = _report(folder, "--alpha", "1")
    assert tried["drift"]["shown"] == "tried"
    assert len(_names(tried)) == 2
    [told] = tried["drift"]["told"]
    assert "Recorded is the set of coverage, alpha 0.25, tau 0.25: " in told
    assert _names(_report(folder)) == tried["drift"]["recorded"]


def test_before_anything_is_selected_it_says_that_nothing_is_recorded(folder: Path) -> None:
    done = spade(folder, "report")
    assert "Nothing is selected yet: this is what coverage, alpha 0.6, tau 0.25 would select." in done.stdout
    assert "spade select --method coverage --alpha 0.6 --tau 0.25" in done.stdout


def test_what_has_changed_since_is_said_above_the_recorded_set(folder: Path) -> None:
    spade(folder, "select", "--alpha", "0.25")
    chosen = _names(_report(folder))
    _add_label(folder, "good")
    path = folder / "note.assertions.py"
    path.write_text(
        path.read_text("utf-8") + "\n\nasync def mine(example, prompt, response):\n    return True\n", "utf-8"
    )
    (folder / "spade.toml").write_text("tau = 0.2\n", encoding="utf-8")
    shown = _report(folder)
    assert _names(shown) == chosen
    assert shown["drift"]["changes"] == [
        "mine was added",
        "the labelled examples changed: 4 good and 4 bad then, 5 good and 4 bad now",
        "the settings changed: coverage, alpha 0.6, tau 0.25 then, coverage, alpha 0.6, tau 0.2 now",
    ]
    assert shown["drift"]["told"][1] == "Selecting again would give the same set."
    page = (folder / "note.report.html").read_text(encoding="utf-8")
    assert "Since this was selected, mine was added; " in page


def test_a_recorded_set_that_no_longer_satisfies_alpha_and_tau_is_still_the_one_that_is_shown(folder: Path) -> None:
    spade(folder, "select", "--alpha", "0.25", "--tau", "0")
    [chosen] = _names(_report(folder))
    path = folder / "note.examples.jsonl"
    swapped = {"good": "bad", "bad": "good"}
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    path.write_text("".join(json.dumps({**row, "label": swapped[row["label"]]}) + "\n" for row in rows), "utf-8")
    done = spade(folder, "report")
    assert f"\n  {chosen}\n" in done.stdout
    assert "on the labels of now, this set does not meet alpha and tau" in done.stdout
    assert "Selecting again would find no set that satisfies alpha and tau" in done.stdout


def test_a_new_name_by_hand_changes_the_name_and_nothing_else(folder: Path) -> None:
    spade(folder, "select")
    before = _report(folder)
    [first, *rest] = _names(before)
    _rename(folder, first, "zz_another_name")
    after = _report(folder)
    assert _names(after) == ["zz_another_name", *rest]
    assert after["drift"]["told"] == []
    for key in ("coverage", "ffr", "method", "alpha", "tau", "uncaught", "flagged"):
        assert after[key] == before[key]
    again = json.loads(spade(folder, "select", "--json").stdout)
    assert _names(again) == ["zz_another_name", *rest]
    record = json.loads((folder / "note.spade.json").read_text(encoding="utf-8"))
    assert record["selection"]["chosen"] == ["zz_another_name", *rest]


@pytest.mark.parametrize("new", ["a_first", "zz_last"])
def test_a_new_name_of_a_rival_does_not_bring_it_in(folder: Path, new: str) -> None:
    spade(folder, "select", "--alpha", "0.5")
    before = _report(folder)
    rival = next(each["name"] for each in before["left_out"])
    _rename(folder, rival, new)
    assert _names(_report(folder)) == _names(before)
    assert _names(json.loads(spade(folder, "select", "--alpha", "0.5", "--json").stdout)) == _names(before)
