"""``spade import``: what it shows, asks and writes."""

import gzip
import json
import os
import re
import subprocess
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from tests.cli.workspace import make_workspace
from tests.command import SPADE, measured, spade

CSV = "movie_name,output,rating\nAlien,Watch Alien now. Enjoy!,pass\nPaddington,A bear. Enjoy!,fail\nHeat,Hm,?\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = make_workspace(tmp_path / "a folder é")
    (made / "rows.csv").write_text(CSV, encoding="utf-8")
    return made


def test_rows_are_added_below_what_is_there_and_a_second_time_nothing_is(folder: Path) -> None:
    before = (folder / "note.examples.jsonl").read_bytes()
    done = spade(folder, "import", "rows.csv", "--into", "note.prompt.md", "--label", "rating", "--yes")
    assert done.returncode == 0
    assert "3 new examples for note.prompt.md (1 good, 1 bad, 1 unlabelled); 0 are there already" in done.stdout
    assert 'responses from "output"' in done.stderr
    assert 'field movie_name from "movie_name"' in done.stderr
    assert 'rows.csv:4: "?" is no label; the row comes in unlabelled' in done.stderr
    after = (folder / "note.examples.jsonl").read_bytes()
    assert after.startswith(before)
    added = [json.loads(line) for line in after[len(before) :].splitlines()]
    assert [(row["example"], row["label"]) for row in added] == [
        ({"movie_name": "Alien"}, "good"),
        ({"movie_name": "Paddington"}, "bad"),
        ({"movie_name": "Heat"}, None),
    ]
    again = spade(folder, "import", "rows.csv", "--label", "rating", "--yes", "--json")
    told = json.loads(again.stdout)
    assert (told["new"], told["duplicates"], told["applied"]) == (0, 3, False)
    assert (folder / "note.examples.jsonl").read_bytes() == after


def test_the_table_of_a_team_is_matched_and_what_becomes_of_every_column_and_row_is_said(folder: Path) -> None:
    rows = "ticket,movie_name,output,verdict\nT1,Alien,Go,pass\nT2,Heat,No,fail\nT2,Heat,No,fail\n"
    (folder / "rows.csv").write_text(rows)
    done = spade(folder, "import", "rows.csv", "--yes")
    assert 'labels from "verdict"' in done.stderr
    assert 'kept as keys beside them: "ticket"' in done.stderr
    assert "rows.csv:4: repeats line 3; left out" in done.stderr
    assert "2 new examples for note.prompt.md (1 good, 1 bad, 0 unlabelled); 0 are there already, 1 row repeated" in (
        done.stdout
    )
    last = json.loads((folder / "note.examples.jsonl").read_text().splitlines()[-1])
    assert {**last, "id": ""} == {
        "id": "", "example": {"movie_name": "Heat"}, "response": "No", "label": "bad", "ticket": "T2",
    }  # fmt: skip
    (folder / "rows.csv").write_text("ticket,output\nT1,Yes\n")
    assert "no labels: `spade label` asks for them; where a column holds them, say --label COLUMN" in (
        spade(folder, "import", "rows.csv", "--dry-run").stderr
    )


def test_words_for_labels_can_be_said_and_labels_that_are_missing_are_filled_in(folder: Path) -> None:
    said = ("import", "rows.csv", "--label", "rating", "--yes", "--json")
    first = spade(folder, *said)
    assert 'labels that are not known: "?" (1 row); say --good WORD or --bad WORD' in first.stderr
    assert 'labels from "rating": "pass" is good, "fail" is bad' in first.stderr
    again = json.loads(spade(folder, *said, "--bad", "?", "--good", "FAIL").stdout)
    assert (again["new"], again["duplicates"], list(again["filled"].values())) == (0, 3, ["bad"])
    assert [problem.split("csv:")[1] for problem in again["problems"]] == [
        "3: labelled good, but the same example is bad already; left out"
    ]
    rows = [json.loads(line) for line in (folder / "note.examples.jsonl").read_text().splitlines()[-3:]]
    assert [row["label"] for row in rows] == ["good", "bad", "bad"]
    assert spade(folder, *said, "--bad", "x", "--good", "x").returncode == 2


def test_without_a_yes_nothing_is_written(folder: Path) -> None:
    before = (folder / "note.examples.jsonl").read_bytes()
    refused = spade(folder, "import", "rows.csv", given="y\n")
    assert refused.returncode == 2
    assert "--yes" in refused.stderr
    looked = spade(folder, "import", "rows.csv", "--dry-run", "--json")
    assert json.loads(looked.stdout)["new"] == 3
    assert (folder / "note.examples.jsonl").read_bytes() == before


def test_columns_can_be_named_and_a_wrong_one_is_told_with_those_there_are(folder: Path) -> None:
    told = spade(
        folder, "import", "rows.csv", "--response", "movie_name", "--label", "", "--field", "movie_name=output",
        "--dry-run", "--json",
    )  # fmt: skip
    columns = json.loads(told.stdout)["columns"]
    assert (columns["response"], columns["label"], columns["fields"]) == ("movie_name", None, {"movie_name": "output"})
    wrong = spade(folder, "import", "rows.csv", "--label", "grade", "--yes")
    assert wrong.returncode == 2
    assert "movie_name, output, rating" in wrong.stderr


@pytest.mark.parametrize(("name", "text"), [("gone.csv", None), ("empty.jsonl", ""), ("other.csv", "a,b\n1,2\n")])
def test_a_file_that_cannot_be_used_is_named(folder: Path, name: str, text: str | None) -> None:
    if text is not None:
        (folder / name).write_text(text)
    done = spade(folder, "import", name, "--yes")
    assert done.returncode == 4
    assert name in done.stderr
    assert "Traceback" not in done.stderr


def test_a_quote_that_is_never_closed_is_named_and_nothing_is_added(folder: Path) -> None:
    before = (folder / "note.examples.jsonl").read_bytes()
    (folder / "u.csv").write_text('response,label\n"abc,good\ndef,bad\nghi,good\n')
    done = spade(folder, "import", "u.csv", "--yes")
    assert (done.returncode, "u.csv:2: a quote is never closed" in done.stderr) == (4, True)
    assert (folder / "note.examples.jsonl").read_bytes() == before


def test_a_quote_too_many_leaves_out_what_it_made_unreadable_and_no_row_below(folder: Path) -> None:
    (folder / "u.csv").write_text('response,label\n"abc,good\ndef,"bad"\n"say ""no""",good\n"say "yes"",bad\nghi,bad\n')
    done = spade(folder, "import", "u.csv", "--yes")
    assert """u.csv:2: not CSV on line 3: ',' expected after '"'; left out""" in done.stderr
    assert """u.csv:5: not CSV: ',' expected after '"'; left out""" in done.stderr
    added = [json.loads(line) for line in (folder / "note.examples.jsonl").read_text().splitlines()[-2:]]
    assert [(row["response"], row["label"]) for row in added] == [('say "no"', "good"), ("ghi", "bad")]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("cut.json", b'[\n{"response": "a"},\n{"respo', "cut.json:3: not JSON: Unterminated string"),
        ("cut.json", b'{"results": [\n{"response": "a"}\n', "cut.json:3: not JSON: Expecting"),
        ("none.json", b"[]", "none.json: holds no rows"),
        ("wrong.jsonl", b"\nresponse\n", "wrong.jsonl:2: not JSON at column 1"),
        ("wrong.jsonl", b'{"response": \n', "wrong.jsonl:1: not JSON at column 14"),
        ("header.csv", b"response,label\n", "header.csv: holds no rows"),
        ("header.tsv", b"sep=;\r\n", "header.tsv: has no header"),
        ("book.xlsx", b"PK\x03\x04\x14\0\x06\0\x08", 'save the sheet as "CSV UTF-8"'),
        ("book.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 'save the sheet as "CSV UTF-8"'),
        ("old.csv", "response\ncafé\n".encode("cp1252"), 'old.csv:2: byte 0xe9 at offset 12 is not UTF-8'),
        ("old.csv", "response\ncafé\n".encode("cp1252"), 'save it as UTF-8 (in Excel as "CSV UTF-8")'),
        ("x.jsonl.gz", gzip.compress(b'{"response": "a"}', mtime=0)[:-9], "cannot be read: Compressed file ended"),
        ("x.jsonl.gz", b"\x1f\x8bno", "x.jsonl.gz: cannot be read: "),
        ("x.jsonl.zst", b"\x28\xb5\x2f\xfd\0\0\0", "unpack it first"),
    ],
)  # fmt: skip
def test_why_a_file_cannot_be_read_is_said(folder: Path, name: str, data: bytes, said: str) -> None:
    (folder / name).write_bytes(data)
    done = spade(folder, "import", name, "--yes")
    assert (done.returncode, said in done.stderr) == (4, True), done.stderr


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("excel.csv", b"\xef\xbb\xbfsep=;\r\nresponse;label;a,b,c\r\nHello, you;good;\r\n"),
        ("mac.csv", b"response,label\rHello; you,good\r"),
        ("rows.csv.gz", gzip.compress(b"response,label\nHello; you,good\n", mtime=0)),
        ("rows.jsonl.gz", gzip.compress(b'{"response": "Hello", "label": "good"}\n', mtime=0)),
        ("lines.json", b'{"response": "Hello", "label": "good"}\n{"response": "Cut'),
    ],
)
def test_what_spreadsheets_and_tools_write_is_read(folder: Path, name: str, data: bytes) -> None:
    (folder / name).write_bytes(data)
    done = spade(folder, "import", name, "--yes")
    assert "1 new example for note.prompt.md (1 good, 0 bad, 0 unlabelled)" in done.stdout, done.stderr
    assert json.loads((folder / "note.examples.jsonl").read_text().splitlines()[-1])["response"].startswith("Hello")


def test_that_a_row_with_too_many_cells_is_left_out_is_said(folder: Path) -> None:
    (folder / "x.csv").write_text("response,label\nHi, you,good\nHi,good\n")
    done = spade(folder, "import", "x.csv", "--yes")
    assert "x.csv:2: 3 cells, but 2 columns in the header; left out" in done.stderr


def test_what_json_does_not_have_comes_out_of_parquet_as_text_or_nothing(folder: Path) -> None:
    row = {
        "response": b"A note",
        "movie_name": "Alien",
        "day": datetime(2026, 1, 1, tzinfo=UTC),
        "cost": Decimal("1.2"),
    }
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([{**row, "raw": b"\xff"}]), folder / "rows.parquet")
    done = spade(folder, "import", "rows.parquet", "--yes")
    assert done.returncode == 0, done.stderr
    last = json.loads((folder / "note.examples.jsonl").read_text("utf-8").splitlines()[-1])
    assert (last["response"], last["day"], last["cost"]) == ("A note", "2026-01-01 00:00:00+00:00", "1.2")
    assert "raw" not in last


def test_lines_of_json_are_no_csv_though_the_first_is_broken(folder: Path) -> None:
    (folder / "rows.jsonl").write_text('a, b\n{"response": "Watch it.", "movie_name": "Alien"}\n', encoding="utf-8")
    done = spade(folder, "import", "rows.jsonl", "--yes")
    assert "rows.jsonl:1: not JSON at column 1" in done.stderr
    assert "1 new example" in done.stdout


def test_an_import_is_possible_before_there_is_an_examples_file(folder: Path) -> None:
    (folder / "note.examples.jsonl").unlink()
    assert spade(folder, "import", "rows.csv", "--label", "rating", "--yes").returncode == 0
    assert (folder / "note.examples.jsonl").read_text(encoding="utf-8").count("\n") == 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
def test_a_pipe_is_read_where_a_shell_made_it_and_as_far_as_a_file(folder: Path) -> None:
    def imported(from_: str) -> "subprocess.CompletedProcess[str]":
        order = f"'{SPADE}' import --into note.prompt.md --dry-run {from_}"
        shell = ["bash", "-c", order]
        return subprocess.run(shell, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603

    os.mkfifo(folder / "rows.pipe")
    waiting = spade(folder, "import", "rows.pipe", "--into", "note.prompt.md")
    assert (waiting.returncode, "rows.pipe: cannot be read: not a regular file" in waiting.stderr) == (4, True)
    assert "3 new examples" in imported("<(cat rows.csv)").stdout
    endless = imported("<(yes)")
    assert (endless.returncode, "more than 268,435,456 bytes" in endless.stderr) == (4, True)


def test_a_table_of_very_many_columns_is_read(folder: Path) -> None:
    names = [f"c{number}" for number in range(40_000)]
    (folder / "wide.csv").write_text(f"output,{','.join(names)}\nFine.,{','.join(names)}\n", encoding="utf-8")
    done = spade(folder, "import", "wide.csv", "--dry-run")
    assert done.returncode == 0, done.stderr
    assert "1 new example" in done.stdout


def test_a_small_file_that_unpacks_to_very_much_is_refused_and_takes_no_gigabyte(folder: Path) -> None:
    text, tiny = pyarrow.array(["a" * 1_000_000]), pyarrow.array(["a"])
    for name, one, rows in (("text", text, 600), ("rows", tiny, 20_000_000)):
        column = pyarrow.DictionaryArray.from_arrays(pyarrow.nulls(rows, pyarrow.int32()).fill_null(0), one)
        pyarrow.parquet.write_table(pyarrow.table({"output": column}), folder / f"{name}.parquet", compression="zstd")
    (folder / "lists.json.gz").write_bytes(gzip.compress(b'[{"output": [' + b"[], " * 60_000_000 + b"[]]}]", 1))
    for name in ("text.parquet", "rows.parquet", "lists.json.gz"):
        done, most = measured(folder, "import", name, "--yes")
        assert (done.returncode, done.stdout) == (4, "")
        assert re.search(
            rf"^error: {name}: (unpacks to )?more rows or values than are held at once$", done.stderr, re.M
        )
        assert most < 1_000_000  # kB
