import gzip
import json
from pathlib import Path

import pyarrow
import pyarrow.parquet

from spade_core.guard import Guard
from spade_core.storage import load_examples
from tests.command import spade
from tests.guard.workspace import BAD, make_guarded


def test_an_export_becomes_examples_to_label(tmp_path: Path) -> None:
    make_guarded(tmp_path)
    runs = [{"type": "GENERATION", "input": "A", "output": f"B{at}"} for at in range(3)]
    (tmp_path / "runs.jsonl").write_text("\n".join([*map(json.dumps, runs), "{broken"]), encoding="utf-8")
    (tmp_path / "one.json").write_text(json.dumps({"data": [*runs, {"run_type": "tool"}]}), encoding="utf-8")
    done = spade(tmp_path, "collect", "runs.jsonl", "one.json")
    assert done.returncode == 0
    assert done.stdout == "3 new examples for note.prompt.md, to be labelled; 3 there already or twice\n"
    assert "1 with no JSON (the first is runs.jsonl:4)" in done.stderr
    assert "1 with no call of a model but tool" in done.stderr
    assert [each.response for each in load_examples(tmp_path / "note.examples.jsonl").examples] == ["B0", "B1", "B2"]


def test_lines_are_counted_with_those_that_are_empty_and_a_number_that_is_none_spoils_nothing(tmp_path: Path) -> None:
    make_guarded(tmp_path)
    rows = ['{"output": "B", "inputs": {"score": NaN, "limit": 1e999}}', "", "{broken", "[broken"]
    (tmp_path / "runs.jsonl").write_text("\n".join(rows), encoding="utf-8")
    done = spade(tmp_path, "collect", "runs.jsonl")
    assert "left out: 2 with no JSON (the first is runs.jsonl:3)" in done.stderr
    [example] = load_examples(tmp_path / "note.examples.jsonl").examples
    assert example.fields == {"score": None, "limit": None}


def test_what_a_guard_gathered_is_collected_once(tmp_path: Path) -> None:
    with Guard(make_guarded(tmp_path), seconds=10.0) as guard:
        guard.check(BAD, fields={"movie": "Alien"})
    for added in (1, 0):
        found = json.loads(spade(tmp_path, "collect", "--json").stdout)
        assert (found["added"], found["known"]) == (added, 1 - added)
    [example] = load_examples(tmp_path / "note.examples.jsonl").examples
    assert (example.label, example.extra["fails"]) == (None, ["assert_ends_with_enjoy"])


def test_secrets_are_masked_and_known_again(tmp_path: Path) -> None:
    make_guarded(tmp_path)
    key = "sk-" + "proj-a1B2c3D4e5F6g7H8i9J0k1L2m3N4"
    (tmp_path / "runs.jsonl").write_text(json.dumps({"output": f"Use {key}"}), encoding="utf-8")
    for _ in range(2):
        spade(tmp_path, "collect", "runs.jsonl")
    [example] = load_examples(tmp_path / "note.examples.jsonl").examples
    assert example.response == "Use sk-proj-***"


def test_labelling_says_that_there_is_more(tmp_path: Path) -> None:
    with Guard(make_guarded(tmp_path), seconds=10.0) as guard:
        guard.check(BAD)
    assert "`spade collect` adds what a guard gathered" in spade(tmp_path, "label").stderr


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    make_guarded(tmp_path)
    (tmp_path / "runs.jsonl").write_text(json.dumps({"output": "B"}), encoding="utf-8")
    assert "1 new example" in spade(tmp_path, "collect", "runs.jsonl", "--dry-run").stdout
    assert not (tmp_path / "note.examples.jsonl").exists()


def test_packed_files_and_parquet_are_read(tmp_path: Path) -> None:
    make_guarded(tmp_path)
    run = {"run_type": "llm", "inputs": json.dumps({"movie": "Alien"}), "outputs": json.dumps({"answer": "B"})}
    (tmp_path / "runs.jsonl.gz").write_bytes(gzip.compress(json.dumps({"output": "A"}).encode()))
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([run]), tmp_path / "runs.parquet")
    assert "2 new examples" in spade(tmp_path, "collect", "runs.jsonl.gz", "runs.parquet").stdout
    found = load_examples(tmp_path / "note.examples.jsonl").examples
    assert [(each.response, dict(each.fields)) for each in found] == [("A", {}), ("B", {"movie": "Alien"})]


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    make_guarded(tmp_path)
    (tmp_path / "table.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    assert "table.csv:1: neither JSON nor JSON Lines" in spade(tmp_path, "collect", "table.csv").stderr
    (tmp_path / "empty.jsonl").write_text("\n", encoding="utf-8")
    assert "empty.jsonl: is empty" in spade(tmp_path, "collect", "empty.jsonl").stderr
    (tmp_path / "lists.jsonl").write_text('["a"]\n{"output": "B"}\n', encoding="utf-8")
    lists = spade(tmp_path, "collect", "lists.jsonl", "--dry-run")
    assert ("1 new example" in lists.stdout, "1 with no object" in lists.stderr) == (True, True)
    assert "none.json: cannot be read" in spade(tmp_path, "collect", "none.json").stderr
    assert "no guard has gathered anything for note.prompt.md" in spade(tmp_path, "collect").stderr
