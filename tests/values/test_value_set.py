"""Sets of valid values from files of every form, good and bad."""

import json
import math
import os
import sqlite3
import subprocess
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from spade_core.errors import ValuesError
from spade_core.values import ValueSet, load_values, set_of
from spade_core.values.index import build_index

ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c"
NAMES = ["Alien", "Blade Runner", "Amélie"]


def _written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def _values(found: ValueSet) -> list[str]:
    return [found.index.value(row) for row in range(len(found))]


@pytest.mark.parametrize(
    ("name", "content", "column"),
    [
        ("films.txt", "Alien\nBlade Runner\r\n\nAmélie\n", None),
        ("films.txt", "\ufeffAlien\nBlade Runner\nAmélie", None),
        ("films.csv", "id,title\n1,Alien\n2,Blade Runner\n3,Amélie\n", "title"),
        ("films.tsv", "title\tid\nAlien\t1\nBlade Runner\t2\nAmélie\t3\n", None),
        ("films.jsonl", "".join(json.dumps(name) + "\n" for name in NAMES), None),
        ("films.jsonl", "".join(json.dumps({"id": 1, "title": name}) + "\n" for name in NAMES), "title"),
        ("films.json", json.dumps(NAMES, indent=1), None),
        ("films.json", json.dumps([{"id": 1, "title": name} for name in NAMES]), "title"),
        ("films.csv", "id;title\n1;Alien\n2;Blade Runner\n3;Amélie\n", "title"),
        ("films.csv", "id\ttitle\n1\tAlien\n2\tBlade Runner\n3\tAmélie\n", "title"),
        ("films.csv", "title\nAlien\nBlade Runner\nAmélie\n", None),
        ("films", "Alien\nBlade Runner\nAmélie\n", None),
    ],
)
def test_values_come_from_a_file_of_each_form(tmp_path: Path, name: str, content: str, column: str | None) -> None:
    assert _values(load_values(_written(tmp_path, name, content), column=column)) == NAMES


def test_values_come_from_a_table_and_from_a_query(tmp_path: Path) -> None:
    path = tmp_path / "films.db"
    database = sqlite3.connect(path)
    with database:
        database.execute("CREATE TABLE films (title TEXT, year INTEGER)")
        database.executemany("INSERT INTO films VALUES (?, 1982)", [(name,) for name in NAMES])
    database.close()
    assert _values(load_values(path)) == NAMES
    assert _values(load_values(path, query="SELECT upper(title) FROM films LIMIT 1")) == ["ALIEN"]


@pytest.mark.parametrize(
    "query",
    [
        "SELECT zeroblob(2000000000)",
        "SELECT hex(randomblob(1000000))",
        "DROP TABLE films",
        "ATTACH 'other.db' AS o",
        "SELECT nothing FROM films",
        ENDLESS,
    ],
)
def test_a_query_that_does_more_than_read_its_file_is_refused(tmp_path: Path, query: str) -> None:
    path = tmp_path / "films.db"
    database = sqlite3.connect(path)
    with database:
        database.execute("CREATE TABLE films (title TEXT)")
    database.close()
    with pytest.raises(ValuesError, match=r"films\.db: cannot be queried"):
        load_values(path, query=query)
    assert not (tmp_path / "other.db").exists()


@pytest.mark.parametrize(
    "what",
    [
        "'x'",
        "count(*)",
        "length(printf('%.*c', 2000000000, 'x'))",
        " + ".join(["length(printf('%.*c', 2000000000, 'x'))"] * 100),
        "instr(hex(zeroblob(600000)), hex(zeroblob(300000)) || 'y')",
        "replace(hex(zeroblob(600000)), hex(zeroblob(300000)) || 'y', 'z')",
        "length(group_concat(hex(randomblob(1000)) || length(hex(randomblob(600000)))))",
    ],
)
def test_a_query_without_an_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    monkeypatch.setattr("spade_core.values.sources._QUERY_SECONDS", 0.2)
    path = tmp_path / "films.db"
    database = sqlite3.connect(path)
    with database:
        database.execute("CREATE TABLE f (title TEXT)")
        database.executemany("INSERT INTO f VALUES (?)", [(str(i),) for i in range(1000)])
    database.close()
    with pytest.raises(ValuesError, match=r"the query (?:takes|gives) more than"):
        load_values(path, query=f"SELECT {what} FROM f, f AS g, f AS h, f AS i")  # noqa: S608


def test_a_database_in_wal_mode_is_read_whether_it_is_open_elsewhere_or_not(tmp_path: Path) -> None:
    path = tmp_path / "films.db"
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode = WAL")
    with database:
        database.execute("CREATE TABLE f (title TEXT)")
        database.executemany("INSERT INTO f VALUES (?)", [(name,) for name in NAMES])
    assert _values(load_values(path)) == NAMES
    database.close()
    assert _values(load_values(path)) == NAMES


def test_a_query_fills_no_disk_and_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "films.db"
    database = sqlite3.connect(path)
    with database:
        database.execute("CREATE TABLE f (title TEXT)")
        database.executemany("INSERT INTO f VALUES (?)", [(str(i),) for i in range(1000)])
    database.close()
    query = "SELECT f.title FROM f, f AS g ORDER BY hex(zeroblob(10000)) || random()"
    with pytest.raises(ValuesError, match=r"cannot be queried: .*memory"):
        load_values(path, query=query)


def test_a_query_that_makes_much_of_a_small_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "films.db"
    database = sqlite3.connect(path)
    with database:
        database.execute("CREATE TABLE f (title TEXT)")
        database.executemany("INSERT INTO f VALUES (?)", [(f"Film {i}",) for i in range(1000)])
    database.close()
    assert len(load_values(path)) == 1000
    with pytest.raises(ValuesError, match="the query gives more than 10 times what the file holds"):
        load_values(path, query="SELECT f.title || g.title FROM f, f AS g")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.jsonl", "a.db", "a.parquet"])
def test_what_is_no_file_is_not_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    os.mkfifo(path)
    with pytest.raises(ValuesError, match="cannot be read: not a regular file"):
        load_values(path)


@pytest.mark.parametrize(("name", "most"), [("a.db", 8 << 30), ("a.txt", 1 << 30)])
def test_a_file_that_is_too_large_is_told(tmp_path: Path, name: str, most: int) -> None:
    path = tmp_path / name
    with path.open("wb") as file:
        file.truncate(most + 1)
    with pytest.raises(ValuesError, match=f"{most:,}"):
        load_values(path)


def test_values_come_from_a_column_of_a_parquet_file(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "films.parquet"
    parquet.write_table(pyarrow.table({"id": [1, 2, 3], "title": NAMES}), path)
    assert _values(load_values(path, column="title")) == NAMES
    with pytest.raises(ValuesError, match="no column 'name'; it has id, title"):
        load_values(path, column="name")


@pytest.mark.parametrize(
    ("name", "content", "column", "fact"),
    [
        ("a.txt", b"Alien\n\xff\n", None, r"a\.txt:2: byte 0xff at offset 6 is not UTF-8"),
        ("a.txt", b"\n \n", None, r"a\.txt: holds no value"),
        ("a.csv", b'name\n"Alien\n', None, r"a\.csv:2: not CSV"),
        ("a.csv", b"name\nAlien\n", "id", r"a\.csv:1: no column 'id'; it has name"),
        ("a.csv", b"name,id\nAlien,1\nBrazil\n", "id", r"a\.csv:3: has 1 columns; 'id' is number 2"),
        ("a.csv", b"name\n" + b"x" * 1_000_000, None, r"a\.csv: holds no value"),
        ("a.jsonl", b'"Alien"\n{\n', None, r"a\.jsonl:2: not JSON"),
        ("a.jsonl", b'{"name": "Alien"}\n', "id", r"a\.jsonl:1: no key 'id'"),
        ("a.jsonl", b'{"id": ["Alien"]}\n', "id", r"a\.jsonl:1: is neither a text nor an object with one"),
        ("a.json", b'{"films": ["Alien"]}', None, r"a\.json: is no array of texts or objects"),
        ("a.json", b'["Alien", ["Brazil"]]', None, r"a\.json: element 2: is neither a text nor an object with one"),
        ("a.json", b'[{"name": "Alien"}]', "id", r"a\.json: element 1: no key 'id'"),
        ("a.json", b"Alien\n", None, r"a\.json: not JSON"),
        ("a.xlsx", b"Alien\n", None, r"a\.xlsx: values are not read from \.xlsx files; \.txt \(one a line\), \.csv"),
        ("a.yaml", b"- Alien\n", None, r"a\.yaml: values are not read from \.yaml files"),
        ("a.csv", b"name\nAlien\nKlein, Daniel\n", None, r"a\.csv:3: has 2 columns, and the header has 1"),
        ("a.db", b"Alien\n", None, r"a\.db: cannot be queried: file is not a database"),
        ("a.parquet", b"Alien\n", None, r"a\.parquet: not Parquet"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_line_and_fact(
    tmp_path: Path, name: str, content: bytes, column: str | None, fact: str
) -> None:
    with pytest.raises(ValuesError, match=fact):
        load_values(_written(tmp_path, name, content), column=column)


def test_a_setting_that_the_form_of_a_file_has_no_use_for_is_refused(tmp_path: Path) -> None:
    for name, content, column, query, fact in (
        ("c.txt", "tea\n", "name", None, "no columns"),
        ("c.csv", "name\ntea\n", None, "SELECT 1", "no query"),
        ("c.csv", "name,name\nx,tea\n", "name", None, "2 columns 'name'"),
    ):
        (tmp_path / name).write_text(content)
        with pytest.raises(ValuesError, match=fact):
            load_values(tmp_path / name, column=column, query=query)


def test_line_endings_change_no_values(tmp_path: Path) -> None:
    (tmp_path / "c.txt").write_bytes("Sencha\u2028Zwei\r\nAssam\rDarjeeling\n".encode())
    assert "Sencha" not in load_values(tmp_path / "c.txt")
    assert all(name in load_values(tmp_path / "c.txt") for name in ("Sencha\u2028Zwei", "Assam", "Darjeeling"))


def test_numbers_and_truth_are_values_as_they_are_written(tmp_path: Path) -> None:
    lines = _written(tmp_path, "a.jsonl", 'true\n{"v": false}\n1.50\n7\n1e400\nnull\n"x"\n')
    assert _values(load_values(lines)) == ["true", "false", "1.50", "7", "1e400", "x"]
    array = _written(tmp_path, "a.json", "[true, 1.50, 12345678901234567890, null]")
    assert _values(load_values(array)) == ["true", "1.50", "12345678901234567890"]


def test_a_column_of_parquet_that_holds_no_texts_is_refused(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "films.parquet"
    parquet.write_table(
        pyarrow.table({"cast": [["a", "b"]], "poster": [b"\xff"], "maker": [{"name": "x"}], "old": [True]}), path
    )
    for column, kind in (("cast", "list"), ("poster", "binary"), ("maker", "struct")):
        with pytest.raises(ValuesError, match=rf"films\.parquet: column '{column}' holds no texts but {kind}"):
            load_values(path, column=column)
    assert _values(load_values(path, column="old")) == ["true"]


def test_a_path_may_be_a_text(tmp_path: Path) -> None:
    path = _written(tmp_path, "a.txt", "Alien\n")
    assert _values(load_values(str(path), cache=str(tmp_path / "cache"))) == ["Alien"]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValuesError, match=r"none\.txt: cannot be read: No such file"):
        load_values(tmp_path / "none.txt", cache=tmp_path / "cache")


def test_a_value_that_is_no_use_is_left_out_and_told_with_its_line(tmp_path: Path) -> None:
    path = _written(tmp_path, "a.txt", "Alien\nBla\0de\n" + "x" * 1_000_000 + "\n")
    found = load_values(path)
    assert _values(found) == ["Alien"]
    assert [str(each) for each in found.problems] == [
        f"{path}:2: a value with the character U+0000 is left out",
        f"{path}:3: a value of 1,000,000 characters is left out; the longest has 1,000",
    ]


def test_many_bad_values_are_told_by_their_number() -> None:
    found = set_of([f"{i}\0" for i in range(100)])
    assert str(found.problems[-1]) == "values: and 92 more values like these"


def test_spaces_duplicates_and_invisible_characters_tell_no_values_apart() -> None:
    found = set_of(["Blade\tRunner", " Blade  Runner ", "\u200fBlade Runner", unicodedata.normalize("NFD", "Amélie")])
    assert _values(found) == ["Blade Runner", "Amélie"]
    assert found.duplicates == 2


@pytest.mark.parametrize("text", ["Amélie", "Ame\u0301lie", " Amélie\n", "\u202bAmélie\u202c"])
def test_a_value_is_in_the_set_however_it_is_encoded(text: str) -> None:
    assert text in set_of(NAMES)


@pytest.mark.parametrize("text", ["", "alien", "Alie", "Amelie", "Alien" * 100_000, "\ud800"])
def test_what_is_not_a_value_is_not_in_the_set(text: str) -> None:
    assert text not in set_of(NAMES)


def test_the_index_is_kept_and_mapped_until_the_file_changes(tmp_path: Path) -> None:
    path, cache = _written(tmp_path, "a.txt", "Alien\nAlien\nBrazil\n\0\n"), tmp_path / "cache"
    first = load_values(path, cache=cache)
    again = load_values(path, cache=cache)
    assert len(list(cache.iterdir())) == 1
    assert (again.digest, again.duplicates, again.problems) == (first.digest, 1, first.problems)
    assert again.index.rows.base is not None  # mapped, not made
    assert again.nearest("Brazli").correction == "Brazil"
    path.write_text("Metropolis\n")
    assert _values(load_values(path, cache=cache)) == ["Metropolis"]


@pytest.mark.parametrize("damage", [b"", b"spade values 2\nx", b"\0" * 10_000])
def test_a_damaged_index_is_built_anew(tmp_path: Path, damage: bytes) -> None:
    path, cache = _written(tmp_path, "a.txt", "Alien\n"), tmp_path / "cache"
    load_values(path, cache=cache)
    [kept] = cache.iterdir()
    kept.write_bytes(damage)
    assert _values(load_values(path, cache=cache)) == ["Alien"]


def test_the_digest_is_that_of_the_values(tmp_path: Path) -> None:
    text = _written(tmp_path, "a.txt", "Alien\nBrazil\n")
    table = _written(tmp_path, "a.csv", "title\nAlien\nBrazil\n")
    assert load_values(text).digest == load_values(table).digest != set_of(["Alien"]).digest


def test_the_index_of_several_chunks_is_that_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    from spade_core.values import index

    values = [f"Name{i} Number{i % 7}" for i in range(50)]
    whole = index.build_index(values)
    monkeypatch.setattr(index, "_CHUNK_ROWS", 7)
    parts = index.build_index(values)
    for name in index._ARRAYS:
        assert getattr(whole, name).tolist() == getattr(parts, name).tolist(), name


@pytest.mark.parametrize(
    "module", ["spade_core.values", "spade_core.values.named_sets", "spade_core.cli", "spade_server.server"]
)
def test_no_start_loads_a_library_of_the_search(module: str) -> None:
    heavy = ["numpy", "rapidfuzz", "anyascii", "pyarrow", "spellchecker", "sqlite3"]
    code = f"import {module}, sys; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "[]"


def test_a_set_of_more_values_than_are_held_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spade_core.values.value_set.MOST_VALUES", 2)
    for values in (NAMES, ["Alien"] * 3):
        with pytest.raises(ValuesError, match="values:3: has more than 2 values"):
            set_of(values)


def test_the_search_finds_what_a_count_of_all_common_grams_finds() -> None:
    values = [f"{a}{b}{c} {d}{e}" for a in "BDKLM" for b in "aeiou" for c in ("rn", "st", "ll", "ck")
              for d in ("Har", "Wil", "Jon", "Pet") for e in ("ton", "sen", "man", "field", "wick")]  # fmt: skip
    index = build_index(values)
    held = [{gram for word in value.lower().split() for gram in _letters(word)} for value in values]
    counts = Counter(gram for grams in held for gram in grams)
    weights = {gram: math.log(1 + len(values) / count) ** 2 for gram, count in counts.items()}
    for text in ("Bran Harton", "Dst Wilsen", "Lill Petfild", "Mack"):
        wanted = {gram for word in text.lower().split() for gram in _letters(word)} & set(weights)
        overlaps = [sum(weights[gram] for gram in wanted & grams) for grams in held]
        likeness = [
            a / math.sqrt(sum(map(weights.__getitem__, grams))) for a, grams in zip(overlaps, held, strict=True)
        ]
        best = sorted((c for a, c in zip(overlaps, likeness, strict=True) if a >= 0.25 * max(overlaps)), reverse=True)
        found = [likeness[row] for row in index.like(text.lower().split(), len(values))]
        assert found == pytest.approx(best)


def _letters(word: str) -> Iterator[str]:
    padded = f"  {word} "
    return (padded[at : at + 3] for at in range(len(padded) - 2))


@pytest.mark.parametrize("text", ["b", "B.", "a b", "a\tb"])
def test_one_letter_names_no_value(text: str) -> None:
    assert set_of(["北京", "Blackpool", "Moskva"]).nearest(text).correction is None
    assert set_of(["北京", "Robert Hanson"]).nearest(text).correction is None


@pytest.mark.parametrize("text", ["Tolkien, J. R. R.", "Tolkien, J.R.R.", "J. R. R. Tolkien"])
def test_two_initials_are_no_title(text: str) -> None:
    assert set_of(["John Ronald Reuel Tolkien", "Ann Lee"]).nearest(text).correction == "John Ronald Reuel Tolkien"
