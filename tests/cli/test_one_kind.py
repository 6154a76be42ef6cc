"""Labels that cannot carry a selection: all of one kind, or hardly more than one response."""

import json
from pathlib import Path

import pytest

from tests.cli.workspace import LONG, ROWS, make_workspace
from tests.command import spade

OTHERS = (("Watch Heat tonight. Enjoy!", None),)


@pytest.mark.parametrize("method", ["coverage", "subsumption", "baseline"])
@pytest.mark.parametrize(
    ("kind", "lack"), [("good", "there is nothing to catch"), ("bad", "nothing shows what must not be flagged")]
)
def test_labels_of_one_kind_select_and_record_nothing_and_the_way_on_is_named(
    tmp_path: Path, kind: str, lack: str, method: str
) -> None:
    rows = [row for row in ROWS if row[1] == kind]
    folder = make_workspace(tmp_path / "w", rows=[*rows, *OTHERS])
    done = spade(folder, "select", "--method", method)
    assert done.returncode == 4
    assert f"note.examples.jsonl: all 4 labels are {kind}: " in done.stderr
    assert lack in done.stderr
    assert "`spade label` asks for more labels" in done.stderr
    assert "selection" not in json.loads((folder / "note.spade.json").read_text())
    assert spade(folder, "select", "--method", "no-examples").returncode == 0


def test_a_report_on_labels_of_one_kind_says_so(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", rows=[row for row in ROWS if row[1] == "good"])
    done = spade(folder, "report")
    assert "all 4 labels are good: without a bad response there is nothing to catch" in done.stdout


def test_near_duplicates_are_named_as_the_reason_for_a_low_held_out_coverage(tmp_path: Path) -> None:
    bad = [(LONG, "bad"), ("Watch Alien tonight.", "bad")] * 10
    good = [(f"Watch Alien {word}. Enjoy!", "good") for word in ("now", "soon", "today", "twice", "alone", "later")]
    done = spade(make_workspace(tmp_path / "w", rows=[*bad, *good]), "select")
    assert done.returncode == 0
    assert "held-out coverage is that low because the 20 bad responses are 2 different ones" in done.stdout


def test_one_response_with_two_labels_is_told_by_its_lines(tmp_path: Path) -> None:
    rows = [*ROWS, (ROWS[0][0], "bad"), (ROWS[1][0], "good")]
    done = spade(make_workspace(tmp_path / "w", rows=rows), "select")
    assert (
        "note.examples.jsonl:9: labelled bad, but line 1 has the same input and response labelled good" in done.stderr
    )
    assert ":10:" not in done.stderr
