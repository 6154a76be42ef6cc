"""Responses in numbers: checked in batches, told as they come, the sums at the end."""

import gzip
import json
import shutil
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from tests.cli.workspace import LONG, ROWS, make_workspace
from tests.command import measured, spade


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_workspace(tmp_path_factory.mktemp("selected"))
    assert spade(folder, "select").returncode == 0
    return folder


@pytest.fixture
def selected(tmp_path: Path, once: Path) -> Path:
    return shutil.copytree(once, tmp_path / "w")


def _line(number: int) -> str:
    text = LONG if number % 1000 == 0 else ROWS[0][0]
    return json.dumps({"id": "same", "response": text, "example": {"movie_name": "Alien"}}) + "\n"


def test_batches_are_one_check_with_the_ids_and_lines_of_the_file(selected: Path) -> None:
    (selected / "new.jsonl").write_text("".join(map(_line, range(1, 12_001))) + "no json\n", encoding="utf-8")
    done = spade(selected, "check", "new.jsonl", "--json")
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)
    assert found["counts"] == {"failed": 12, "not checked": 0, "passed": 11_988}
    assert [each["line"] for each in found["responses"]] == list(range(1, 12_001))
    assert {each["id"] for each in found["responses"]} == {"same"}
    assert [each["line"] for each in found["responses"] if each["failed"]] == list(range(1000, 12_001, 1000))
    assert "new.jsonl:12001: not JSON" in found["problems"][0]
    told = spade(selected, "check", "new.jsonl")
    assert told.stdout.count("FAIL ") == 12
    assert "11988 of 12000 responses pass" in told.stdout


def test_a_file_larger_than_the_memory_that_there_is_is_checked(selected: Path) -> None:
    row = json.dumps({"response": "Watch Alien. Enjoy!", "example": {"movie_name": "Alien"}, "note": "x" * 2_000_000})
    with (selected / "new.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(f"{row}\n" for _ in range(200))
    done, most = measured(selected, "check", "new.jsonl")
    assert done.returncode == 0, done.stderr
    assert "200 of 200 responses pass" in done.stdout
    assert most < 300_000  # kB; the file has 400 MB


def test_a_small_table_that_unpacks_to_very_much_is_refused_and_takes_no_gigabyte(selected: Path) -> None:
    large = pyarrow.table({name: ["a" * 500_000_000] for name in ("response", "note")})
    offsets, zeros = pyarrow.array([0, 50_000_000]), pyarrow.nulls(50_000_000, pyarrow.int8()).fill_null(0)
    many = pyarrow.table({"response": ["a"], "note": pyarrow.LargeListArray.from_arrays(offsets, zeros)})
    for name, table in (("large", large), ("many", many)):
        pyarrow.parquet.write_table(table, selected / f"{name}.parquet", compression="zstd")
        for more in ((), ("--results", name, "--workers", "1")):
            done, most = measured(selected, "check", f"{name}.parquet", *more)
            assert (done.returncode, done.stdout) == (4, "")
            assert f"{name}.parquet: it takes too much memory to be read\n" in done.stderr
            assert most < 1_000_000  # kB


def test_a_line_that_is_too_long_is_named(selected: Path) -> None:
    (selected / "new.jsonl").write_text(_line(1) + '{"response": "' + "a" * 70_000_000, encoding="utf-8")
    done = spade(selected, "check", "new.jsonl")
    assert done.returncode == 4
    assert "new.jsonl:2: more than 67,108,864 bytes in one line" in done.stderr


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("bom.csv", "\ufeffresponse,label\n" + "a,good\n" * 20),
        ("a.json", json.dumps([{"response": "a"}, {"response": "b"}], indent=2)),
    ],
)
def test_a_file_in_which_no_line_is_a_response_is_named_once(selected: Path, name: str, text: str) -> None:
    (selected / name).write_text(text, encoding="utf-8")
    done = spade(selected, "check", name)
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr.count(name) == 1
    assert f"{name}:1: not JSON" in done.stderr
    assert "`spade import` CSV and more" in done.stderr


def test_lines_that_are_no_responses_are_named_before_and_behind_those_that_are(selected: Path) -> None:
    (selected / "new.jsonl").write_text("one\n" + _line(1) + "two\n", encoding="utf-8")
    done = spade(selected, "check", "new.jsonl")
    assert done.returncode == 5
    assert "warning: new.jsonl:1: not JSON" in done.stderr
    assert "warning: new.jsonl:3: not JSON" in done.stderr


def test_numbers_as_responses_in_parquet_are_texts_for_check_and_import(selected: Path) -> None:
    pyarrow.parquet.write_table(pyarrow.table({"response": [42, 43]}), selected / "n.parquet")
    assert "0 of 2 responses pass" in spade(selected, "check", "n.parquet").stdout
    assert json.loads(spade(selected, "import", "n.parquet", "--yes", "--json").stdout)["new"] == 2
    added = (selected / "note.examples.jsonl").read_text().splitlines()[-2:]
    assert [json.loads(line)["response"] for line in added] == ["42", "43"]


def test_a_record_that_cannot_be_read_stops_a_selection_at_once_and_is_named_once(selected: Path) -> None:
    record = selected / "note.spade.json"
    record.write_text(record.read_text()[:200])
    done = spade(selected, "select")
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr.count("note.spade.json:") == 1


@pytest.mark.parametrize("more", [(), ("--results", "checked")])
def test_an_odd_label_leaves_nothing_unchecked(selected: Path, more: tuple[str, ...]) -> None:
    rows = [json.loads(_line(1)) | {"label": label} for label in ("maybe", "good")]
    (selected / "new.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    done = spade(selected, "check", "new.jsonl", *more)
    assert (done.returncode, "could not be checked" in done.stdout) == (0, False), done.stdout
    assert "2 of 2 responses pass" in done.stdout


@pytest.mark.parametrize("more", [(), ("--results", "checked", "--workers", "1")])
def test_a_small_file_that_unpacks_to_millions_of_blank_lines_is_read(selected: Path, more: tuple[str, ...]) -> None:
    blank = b"\n" * 999_999 + b" \t\r\n"
    with gzip.open(selected / "new.jsonl.gz", "wb", compresslevel=1) as file:
        file.write(_line(1).encode())
        file.writelines(blank for _ in range(20))
        file.write(_line(1000).encode() + b"no json\n")
    done = spade(selected, "check", "new.jsonl.gz", *more)
    assert done.returncode == 1, done.stderr
    assert "1 of 2 responses pass " in done.stdout
    assert "new.jsonl.gz:20000003: not JSON" in done.stderr
