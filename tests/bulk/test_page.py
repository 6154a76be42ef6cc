"""The page on many responses: its commands and its queries are run."""

import json
import re
from pathlib import Path

import duckdb
import pytest

from tests.bulk.workspace import make_selected, rows, write_lines, write_parquet
from tests.command import spade

PAGE = (Path(__file__).parents[2] / "docs" / "scale.md").read_text("utf-8")


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_selected(tmp_path_factory.mktemp("page"))
    write_lines(folder / "responses" / "a.jsonl", 30)
    write_parquet(folder / "responses" / "b.parquet", 30)
    commands = [
        line.split() for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()
    ]
    assert len(commands) == 4
    for _, *arguments in commands:
        if "--ray" not in arguments:
            done = spade(folder, *arguments)
            assert done.returncode == ("check" in arguments), done.stderr
    return folder


def test_the_queries_of_the_page_say_what_the_report_says(checked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(checked)
    [block] = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)
    each, most, together, labels, drift, unchecked = (
        duckdb.execute(query).fetchall() for query in block.split(";")[:-1]
    )
    report = json.loads(Path("checked/report.json").read_text("utf-8"))
    assert {name: failed for name, failed, _ in each if failed} == report["failed"]
    assert most[0][:3] == ("a.jsonl", 7, "n7")
    assert together == []
    assert labels == [("bad", 1.0), ("good", 0.0)]
    days = [row for row in drift if row[0] == "assert_at_most_11_words"]
    assert [str(day) for _, day, *_ in days] == ["2026-11-01", "2026-11-02", "2026-11-03"]
    assert sum(failed for _, _, failed, *_ in days) == report["failed"]["assert_at_most_11_words"]
    for _, _, failed, checked, share, low, high in days:
        assert share == failed / checked
        for bound in (low, high):  # what defines the interval
            assert (share - bound) ** 2 == pytest.approx(1.96**2 * bound * (1 - bound) / checked)
        assert low < share < high
    assert {name for name, _, _ in unchecked} == set(report["not_checked"])


def test_the_columns_of_the_page_are_those_of_the_table(checked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(checked)
    told = re.search(r"^\| column \|.*?\n\n", PAGE, re.DOTALL | re.MULTILINE)
    assert told is not None
    named = [name for line in told[0].strip().splitlines()[2:] for name in re.findall(r"`(\w+)`", line.split("|")[1])]
    assert [name for name, *_ in duckdb.execute("FROM 'checked/*.parquet'").description or ()] == named


def test_a_set_selected_on_the_table_is_the_one_selected_on_the_responses(checked: Path) -> None:
    examples = checked / "note.examples.jsonl"
    lines = [json.dumps({**row, "id": f"x{row['id']}"}) for row in rows(30)]
    labelled = (checked / "labelled.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert labelled
    assert spade(checked, "check", "labelled.jsonl", "--results", "of_labelled", "--all").returncode == 1
    on_table = spade(checked, "select", "--results", "of_labelled", "--json")
    before = examples.read_text("utf-8")
    examples.write_text("\n".join(lines), encoding="utf-8")
    on_responses = spade(checked, "select", "--json")
    examples.write_text(before, encoding="utf-8")
    assert on_table.returncode == on_responses.returncode == 0, on_table.stderr
    mine, theirs = json.loads(on_table.stdout), json.loads(on_responses.stdout)
    for key in ("selected", "coverage", "ffr"):
        assert mine[key] == theirs[key]


def test_labels_beside_the_prompt_count_by_their_ids(checked: Path) -> None:
    examples = checked / "note.examples.jsonl"
    before = examples.read_text("utf-8")
    labelled = [{**row, "label": "bad" if row["id"] in ("n7", "n14") else "good"} for row in rows(16)]
    examples.write_text("\n".join(map(json.dumps, labelled)), encoding="utf-8")
    unlabelled = [{**row, "label": None} for row in rows(30)]
    (checked / "un.jsonl").write_text("\n".join(map(json.dumps, unlabelled)), encoding="utf-8")
    assert spade(checked, "check", "un.jsonl", "--results", "of_unlabelled", "--all").returncode == 1
    done = spade(checked, "select", "--results", "of_unlabelled", "--json")
    examples.write_text(before, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["coverage"]["total"] == 2


def test_a_table_without_all_assertions_is_not_selected_on(checked: Path) -> None:
    (checked / "more.assertions.py").write_text("", encoding="utf-8")
    assertions = checked / "note.assertions.py"
    before = assertions.read_text("utf-8")
    added = "\n\nasync def assert_new(example: dict, prompt: str, response: str) -> bool:\n    return True\n"
    assertions.write_text(before + added, encoding="utf-8")
    done = spade(checked, "select", "--results", "candidates")
    assertions.write_text(before, encoding="utf-8")
    assert (done.returncode, "has no verdicts of assert_new" in done.stderr) == (4, True), done.stderr
