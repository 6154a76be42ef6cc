"""`spade check --results`: very many responses, in every form that is read, into one table."""

import json
import os
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import fsspec
import pyarrow
import pyarrow.parquet
import pytest
from fsspec.spec import AbstractBufferedFile, AbstractFileSystem

from spade_core.bulk import ResultsFolder, read_shard, response_files, shards_of
from spade_core.examples import Example
from tests.bulk.workspace import WORKERS, make_selected, parts, table, write_lines, write_parquet
from tests.command import measured, spade


@pytest.fixture(scope="module")
def selected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_selected(tmp_path_factory.mktemp("bulk"))


@pytest.fixture(scope="module")
def checked(selected: Path) -> Path:
    write_lines(selected / "new.jsonl", 110)
    done = spade(selected, "check", "new.jsonl", "--results", "checked", *WORKERS)
    assert done.returncode == 1, done.stderr
    return selected / "checked"


def test_the_table_has_a_row_for_each_response_and_assertion(checked: Path) -> None:
    found = table(checked)
    assert len(found) == 110 * 2
    assert {each["file"] for each in found} == {"new.jsonl"}
    assert [each["row"] for each in found[::2]] == [*range(1, 11), *range(12, 112)]  # line 11 cannot be read
    assert Counter(each["verdict"] for each in found if each["assertion"] == "assert_at_most_11_words") == {
        "passed": 95,
        "failed": 15,
    }
    assert {each["label"] for each in found} == {"good", "bad", None}
    report = json.loads((checked / "report.json").read_text("utf-8"))
    assert report["failed"] == {"assert_at_most_11_words": 15}
    assert report["counts"] == {"failed": 15, "not checked": 0, "passed": 95}
    assert report["unread"] == 1
    assert "new.jsonl:11: not JSON" in report["problems"][0]


def test_what_is_printed_is_what_the_check_of_a_file_prints(selected: Path, checked: Path) -> None:
    plain = spade(selected, "check", "new.jsonl")
    again = spade(selected, "check", "new.jsonl", "--results", "checked", *WORKERS)
    assert again.stdout.splitlines() == [line for line in plain.stdout.splitlines() if line[:4] not in ("FAIL", "    ")]
    assert "5 of 5 shards are done already" in again.stderr


@pytest.mark.parametrize("more", [("--workers", "1"), ("--workers", "3")])
def test_the_bytes_do_not_depend_on_the_workers(selected: Path, checked: Path, more: tuple[str, str]) -> None:
    other = f"checked-{more[1]}"
    done = spade(selected, "check", "new.jsonl", "--results", other, "--shard-rows", "25", *more)
    assert done.returncode == 1, done.stderr
    assert parts(selected / other) == parts(checked)


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst", "a.parquet"])
def test_every_form_gives_the_same_verdicts(selected: Path, checked: Path, name: str) -> None:
    write: Callable[[Path, int], Path] = write_parquet if name.endswith("parquet") else write_lines
    path = write(selected / "forms" / name, 110)
    done = spade(selected, "check", f"file://{path}", "--results", f"{name}.results", *WORKERS)
    assert done.returncode == 1, done.stderr
    columns = ("id", "label", "time", "text", "assertion", "verdict", "reason")
    mine, theirs = table(selected / f"{name}.results"), table(checked)
    assert [[each[key] for key in columns] for each in mine] == [[each[key] for key in columns] for each in theirs]
    told = spade(selected, "check", str(path))
    assert (told.returncode, told.stdout.count("FAIL")) == (1, 15)


def test_a_folder_is_its_files_in_the_order_of_their_names(selected: Path) -> None:
    for name in ("b/2.jsonl.gz", "b/1.jsonl", "a.jsonl"):
        write_lines(selected / "many" / name, 30)
    write_parquet(selected / "many" / "c.parquet", 30)
    (selected / "many" / "_SUCCESS").write_text("", encoding="utf-8")
    (selected / "many" / "notes.txt").symlink_to("/etc/hostname")  # out, and nothing that is read
    done = spade(selected, "check", "many", "--results", "of_many", *WORKERS, "--json")
    assert done.returncode == 1, done.stderr
    assert json.loads(done.stdout)["counts"]["failed"] == 16
    files = list(dict.fromkeys(each["file"] for each in table(selected / "of_many")))
    assert files == ["a.jsonl", "b/1.jsonl", "b/2.jsonl.gz", "c.parquet"]
    assert spade(selected, "check", "many").stdout.count("FAIL") == 16


def test_columns_of_a_table_without_examples_are_its_fields(selected: Path) -> None:
    held = [{"response": "Watch Alien tonight. Enjoy!", "movie_name": "Alien", "day": None, "score": float("nan")}]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(held), selected / "flat.parquet")
    done = spade(selected, "check", "flat.parquet", "--json")
    assert (done.returncode, json.loads(done.stdout)["counts"]["passed"]) == (0, 1), done.stderr


def test_bytes_that_are_a_text_are_one_and_others_are_no_response(selected: Path) -> None:
    held = [{"response": b"Watch Alien tonight. Enjoy!", "movie_name": "Alien"}, {"response": b"\xff"}]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(held), selected / "bytes.parquet")
    done = spade(selected, "check", "bytes.parquet")
    assert "1 of 1 response passes" in done.stdout
    assert 'bytes.parquet:2: "response" is null, not a string' in done.stderr


def test_the_reports_for_ci_say_the_same(selected: Path, checked: Path) -> None:
    outputs = []
    for more in ((), ("--results", "checked", *WORKERS)):
        done = spade(selected, "check", "new.jsonl", "--junit", "j.xml", "--sarif", "s.sarif", *more)
        assert done.returncode == 1, done.stderr
        outputs.append(
            [(selected / name).read_text("utf-8").replace(str(selected), "") for name in ("j.xml", "s.sarif")]
        )
    assert [text.replace("/new.jsonl", "new.jsonl") for text in outputs[1]] == outputs[0]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("-", "--results", "x"), "--results reads files"),
        (("new.jsonl", "--results", "x", "--baseline", "b"), "goes with no estimate"),
        (("new.jsonl", "--workers", "2"), "go with --results"),
        (("new.jsonl", "--results", "checked", "--shard-rows", "9"), "results of shards of another size"),
        (("many", "--results", "checked", "--shard-rows", "25"), "results of other responses"),
        (("new.jsonl", "--results", "."), "holds no results of a check"),
        (("nothing", "--results", "x"), "nothing: there is no such file"),
        (("s3://bucket/x", "--results", "x"), "s3fs"),
        (("new.jsonl", "--results", "nowhere://x"), "nowhere"),
        (("torn.jsonl.gz", "--results", "x"), "torn.jsonl.gz: cannot be read"),
        (("torn.parquet", "--results", "x"), "torn.parquet: not Parquet"),
        (("twice.parquet", "--results", "x"), 'twice.parquet: two columns are called "response"'),
        (("new.jsonl", "--results", "away"), "a link leads out of the repository"),
        (("linked", "--results", "x"), "linked/out.jsonl: cannot be read: a link leads out of the repository"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    selected: Path, checked: Path, arguments: tuple[str, ...], told: str
) -> None:
    (selected / "many").mkdir(exist_ok=True)
    write_lines(selected / "many" / "a.jsonl", 30)
    data = write_lines(selected / "torn.jsonl.gz", 200).read_bytes()
    (selected / "torn.jsonl.gz").write_bytes(data[: len(data) // 2])
    (selected / "torn.parquet").write_bytes(b"PAR1 and no more")
    twice = pyarrow.table([["A"], ["B"]], names=["response", "response"])
    pyarrow.parquet.write_table(twice, selected / "twice.parquet")
    (selected / "linked").mkdir(exist_ok=True)
    if not (selected / "away").is_symlink():
        (selected / "away").symlink_to("/tmp")  # noqa: S108 - a place outside
        (selected / "linked" / "out.jsonl").symlink_to("/etc/hostname")
    before = parts(checked)
    done = spade(selected, "check", *arguments)
    assert done.returncode in (2, 4)
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert parts(checked) == before


def test_other_assertions_are_not_mixed_with_those_before(selected: Path, checked: Path) -> None:
    assertions = selected / "note.assertions.py"
    text = assertions.read_text("utf-8")
    assertions.write_text(text.replace("<= 11", "<= 10"), encoding="utf-8")
    done = spade(selected, "check", "new.jsonl", "--results", "checked", *WORKERS)
    assertions.write_text(text, encoding="utf-8")
    assert done.returncode == 4
    assert "results of other assertions" in done.stderr


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("plan.json", "plan.json: is not the plan of a check"),
        ("part-000001.parquet", "part-000001.parquet: not Parquet"),
        ("part-000000.parquet", "part-000000.parquet: is no part of a table of results"),
    ],
)
def test_what_others_put_into_the_results_is_refused(
    selected: Path, checked: Path, tmp_path: Path, name: str, told: str
) -> None:
    odd = selected / f"odd-{name}"
    shutil.copytree(checked, odd)
    if name == "part-000000.parquet":
        shutil.copy(write_parquet(tmp_path / name, 5), odd / name)
    else:
        (odd / name).write_text('{"shards": [{"file": 1}]}', encoding="utf-8")
    commands: list[tuple[str, ...]] = [("check", "new.jsonl", "--results", odd.name, *WORKERS)]
    commands += [("select", "--results", odd.name)] if name != "plan.json" else []
    for command in commands:
        done = spade(selected, *command)
        assert (done.returncode, told in done.stderr) == (4, True), done.stderr


@pytest.mark.parametrize(
    ("rows", "long", "order", "told"),
    [
        (200_000, 50_000_000, (0, 1), "it takes too much memory to be read"),
        (6_000_000, 1, (0, 1), "has more responses with a label than are held at once"),
        (4, 1, (1, 0), "is no part of a table of results"),
        (3, 1, (0, 1), "is no part of a table of results"),
    ],
)
def test_a_small_part_that_unpacks_to_very_much_is_refused(
    selected: Path, checked: Path, rows: int, long: int, order: tuple[int, ...], told: str
) -> None:
    odd = selected / f"odd-{rows}"
    shutil.copytree(checked, odd)
    path = odd / "part-000000.parquet"
    with pyarrow.parquet.ParquetFile(path) as file:
        schema, names = file.schema_arrow, list(dict.fromkeys(file.read().column("assertion").to_pylist()))

    def words(known: list[str], at: tuple[int, ...] = (0,)) -> "pyarrow.DictionaryArray":
        return pyarrow.DictionaryArray.from_arrays(pyarrow.array((list(at) * rows)[:rows], pyarrow.int32()), known)

    zeros = pyarrow.nulls(rows, pyarrow.int64()).fill_null(0)
    text = words(["y" * long])
    columns = {
        "file": text,
        "row": zeros,
        "id": text,
        "label": words(["bad"]),
        "time": zeros.cast(schema.field("time").type),
        "text": zeros,
        "assertion": words(names, order),
        "verdict": words(["failed"]),
        "reason": text,
    }
    pyarrow.parquet.write_table(pyarrow.table(columns, schema=schema), path, compression="zstd")
    done, most = measured(selected, "select", "--results", odd.name)
    assert (done.returncode, done.stdout) == (4, "")
    assert f"part-000000.parquet: {told}" in done.stderr
    assert most < 1_000_000  # kB


class _Remote(AbstractFileSystem):  # type: ignore[misc]
    """A store whose files are fetched in ranges, as those of buckets are."""

    protocol = "remote"
    held: ClassVar[dict[str, bytes]] = {}

    def _open(self, path: str, mode: str = "rb", **options: object) -> AbstractBufferedFile:
        return _Ranges(self, path, mode, block_size=50)

    def ls(self, path: str, detail: bool = True, **_: object) -> list[dict[str, object]]:
        return [{"name": name, "size": len(data), "type": "file", "ETag": "1"} for name, data in self.held.items()]


class _Ranges(AbstractBufferedFile):  # type: ignore[misc]
    def _fetch_range(self, start: int, end: int) -> bytes:
        return _Remote.held[self.path][start:end]


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst", "a.parquet"])
def test_files_of_a_store_are_read_in_ranges(tmp_path: Path, name: str) -> None:
    fsspec.register_implementation("remote", _Remote, clobber=True)
    write: Callable[[Path, int], Path] = write_parquet if name.endswith("parquet") else write_lines
    _Remote.held.clear()
    _Remote.held[name] = write(tmp_path / name, 110).read_bytes()
    [file] = response_files(f"remote://{name}")
    shards = list(shards_of(file, 25))
    assert [shard.first for shard in shards] == [1, 26, 51, 76, 101]
    found = [each for shard in shards for each in read_shard(shard) if isinstance(each, Example)]
    assert [each.id for each in found] == [f"n{number}" for number in range(1, 111)]


@pytest.mark.parametrize("rows", [1, 3, 4, 100])
def test_a_shard_of_blank_lines_alone_is_none(tmp_path: Path, rows: int) -> None:
    path = tmp_path / "new.jsonl"
    path.write_text("\n\n" + '{"response": "a"}\n' + " \n" * 9 + '{"response": "b"}', encoding="utf-8")
    [file] = response_files(str(path))
    shards = list(shards_of(file, rows))
    assert [shard.first for shard in shards] == {1: [3, 13], 3: [1, 13], 4: [1, 13], 100: [1]}[rows]
    found = [each for shard in shards for each in read_shard(shard) if isinstance(each, Example)]
    assert [(each.response, each.line) for each in found] == [("a", 3), ("b", 13)]


def test_results_go_wherever_fsspec_reaches() -> None:
    folder = ResultsFolder("memory://bucket/results")
    assert folder.names() == set()
    assert folder.read("a") is None
    folder.write("a", b"1")
    folder.write("a", b"2")
    assert (folder.names(), folder.read("a")) == ({"a"}, b"2")


def test_a_table_that_is_not_complete_is_nothing_to_select_on(selected: Path, checked: Path) -> None:
    half = selected / "half"
    shutil.copytree(checked, half)
    assert "parts of the table" not in spade(selected, "select", "--results", "half").stderr
    (half / "part-000002.parquet").unlink()
    done = spade(selected, "select", "--results", "half")
    assert done.returncode == 4
    assert "half: 1 of 5 parts of the table are not there yet" in done.stderr
    (half / "plan.json").unlink()
    done = spade(selected, "select", "--results", "half")
    assert done.returncode == 4
    assert "nothing tells whether the table is complete" in done.stderr


def test_a_plan_that_is_larger_than_any_is_not_read(selected: Path, checked: Path) -> None:
    odd = selected / "vast"
    shutil.copytree(checked, odd)
    os.truncate(odd / "plan.json", 8 << 30)
    done, most = measured(selected, "select", "--results", "vast")
    assert (done.returncode, "vast: cannot be read" in done.stderr) == (4, True), done.stderr
    assert most < 1_000_000  # kB


def test_verdicts_of_a_function_edited_since_are_not_selected_on(selected: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    shutil.copytree(selected, own, symlinks=True)
    write_lines(own / "few.jsonl", 30)
    spade(own, "check", "few.jsonl", "--all", "--results", "candidates", "--workers", "1")
    assert spade(own, "select", "--results", "candidates").returncode != 4
    assertions = own / "note.assertions.py"
    assertions.write_text(assertions.read_text("utf-8").replace("<= 11", "<= 1100"), encoding="utf-8")
    done = spade(own, "select", "--results", "candidates")
    assert done.returncode == 4
    assert "candidates: was made before assert_at_most_11_words was edited" in done.stderr
