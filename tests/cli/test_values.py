"""A field that must be one of the values of a catalogue: proposed, selected, checked and corrected by the command."""

import html
import json
import os
import re
import sqlite3
from pathlib import Path

import pytest

from tests.command import spade
from tests.repositories import commit_versions
from tests.research import ROOT

FILMS = ("Alien", "Blade Runner", "Amélie", "The Third Man", "Metropolis", "Brazil")
PROMPT = (
    "Recommend a film. Answer with a JSON object with the keys film and why.\n"
    "The film must be one of the films in the catalogue.\n"
)
WRONG = ("Blade Runer", "Batman", "Third Man, The", "Metropolos")


def _response(film: str) -> str:
    return json.dumps({"film": film, "why": "it is fine"})


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    commit_versions(tmp_path, "film.prompt.md", [PROMPT])
    (tmp_path / "films.csv").write_text("id,title\n" + "".join(f"{i},{f}\n" for i, f in enumerate(FILMS)), "utf-8")
    (tmp_path / "spade.toml").write_text('[values.catalogue]\npath = "films.csv"\ncolumn = "title"\n', "utf-8")
    rows = [(film, "good") for film in FILMS] + [(film, "bad") for film in WRONG]
    lines = [json.dumps({"response": _response(film), "label": label}) + "\n" for film, label in rows]
    (tmp_path / "film.examples.jsonl").write_text("".join(lines), "utf-8")
    return tmp_path


def test_what_the_prompt_says_of_a_named_set_is_proposed_and_selected(shop: Path) -> None:
    assert spade(shop, "generate").returncode == 0
    text = (shop / "film.assertions.py").read_text("utf-8")
    assert 'return in_values(leaves_of(response, "film"), example["valid:catalogue"])' in text
    assert "ask_llm(" not in text.partition("in_the_catalogue")[2]
    done = spade(shop, "select")
    assert "assert_film_in_catalogue\n" in done.stdout
    assert "catches 4 of 4 bad, flags 0 of 6 good" in done.stdout


def test_the_message_names_the_value_that_is_meant_and_the_copy_has_it(shop: Path) -> None:
    spade(shop, "select")
    new = shop / "new.jsonl"
    new.write_text("".join(json.dumps({"id": f, "response": _response(f)}) + "\n" for f in ("Alien", *WRONG)), "utf-8")
    before = new.read_bytes()
    done = spade(shop, "check", "new.jsonl", "--correct", "copies.jsonl")
    assert done.returncode == 1
    assert "'Blade Runer' is not in catalogue: probably 'Blade Runner' (score 0.95)" in done.stdout
    assert "'Batman' is not in catalogue: nothing near" in done.stdout
    assert "copies.jsonl: 5 responses, 3 corrected; 1 with what could not be corrected for sure" in done.stderr
    copies = [json.loads(line) for line in (shop / "copies.jsonl").read_text("utf-8").splitlines()]
    assert [json.loads(each["response"])["film"] for each in copies] == [
        "Alien", "Blade Runner", "Batman", "The Third Man", "Metropolis",
    ]  # fmt: skip
    assert copies[1]["corrected"][0]["from"] == "Blade Runer"
    assert copies[2]["not_corrected"] == [{"set": "catalogue", "text": "Batman", "why": "nothing near"}]
    assert new.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
def test_copies_go_into_a_pipe_that_is_read_and_into_no_other(shop: Path) -> None:
    spade(shop, "select")
    (shop / "new.jsonl").write_text(json.dumps({"id": "1", "response": _response("Metropolos")}) + "\n", "utf-8")
    os.mkfifo(shop / "copies")
    done = spade(shop, "check", "new.jsonl", "--correct", "copies")
    assert done.returncode == 4
    assert "copies: cannot be written: no program reads from this pipe" in done.stderr
    reader = os.open(shop / "copies", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert spade(shop, "check", "new.jsonl", "--correct", "copies").returncode == 1
        assert json.loads(json.loads(os.read(reader, 100_000))["response"])["film"] == "Metropolis"
    finally:
        os.close(reader)


def test_a_file_of_a_form_that_is_not_read_is_named_by_the_command(shop: Path) -> None:
    (shop / "films.xlsx").write_bytes(b"PK\x03\x04")
    (shop / "spade.toml").write_text('[values]\ncatalogue = "films.xlsx"\n', "utf-8")
    done = spade(shop, "generate")
    assert "films.xlsx: values are not read from .xlsx files; .txt (one a line), .csv" in done.stderr


def test_a_field_that_is_empty_or_not_there_is_listed_as_not_corrected(shop: Path) -> None:
    spade(shop, "select")
    given: list[object] = ["", None, "  ", [], 5]
    lines = [json.dumps({"response": json.dumps({"film": each, "why": "so"})}) + "\n" for each in given]
    (shop / "new.jsonl").write_text("".join([*lines, '{"response": "A film."}\n']), "utf-8")
    done = spade(shop, "check", "new.jsonl", "--correct", "copies.jsonl")
    assert done.stdout.count("there is nothing that could be in catalogue") == 5
    copies = [json.loads(line) for line in (shop / "copies.jsonl").read_text("utf-8").splitlines()]
    assert [each["not_corrected"][0]["text"] for each in copies] == ["", "", "", "", "5", ""]
    assert "6 responses, 0 corrected; 6 with what could not be corrected for sure" in done.stderr


def test_the_group_of_a_regular_expression_is_told_reported_and_corrected(shop: Path) -> None:
    (shop / "film.assertions.py").write_text(
        "async def assert_named(example: dict, prompt: str, response: str) -> bool:\n    import re\n"
        '    from spade_core.checks import in_values\n    found = re.search(r\'"film": "([^"]*)"\', response)\n'
        "    return found is not None and in_values(found[1], example['valid:catalogue'])\n"
    )
    spade(shop, "select")
    told = json.loads(spade(shop, "report", "--json").stdout)["misnomers"]
    assert "Blade Runner" in {each["correction"] for found in told.values() for each in found}
    (shop / "new.jsonl").write_text(json.dumps({"response": _response("Blade Runer")}) + "\n", "utf-8")
    done = spade(shop, "check", "new.jsonl", "--correct", "copies.jsonl")
    assert "'Blade Runer' is not in catalogue: probably 'Blade Runner' (score 0.95)" in done.stdout
    assert json.loads((shop / "copies.jsonl").read_text("utf-8"))["response"] == _response("Blade Runner")


@pytest.mark.parametrize(
    ("response", "code", "said"), [("It is by Alien.", 0, ""), ("A film.", 1, "FAIL"), ("It is by X.", 1, "FAIL")]
)
def test_the_search_that_the_page_recommends_fails_a_response_without_a_match(
    shop: Path, response: str, code: int, said: str
) -> None:
    page = (ROOT / "docs" / "values.md").read_text("utf-8")
    [recommended] = re.findall(r"`(re\.[^`]+)` in place of", page)
    rows = [(f"It is by {film}.", "good") for film in FILMS] + [(f"It is by {film}.", "bad") for film in WRONG]
    lines = [json.dumps({"response": text, "label": label}) + "\n" for text, label in rows]
    (shop / "film.examples.jsonl").write_text("".join(lines), "utf-8")
    (shop / "film.assertions.py").write_text(
        "async def assert_named(example: dict, prompt: str, response: str) -> bool:\n    import re\n"
        "    from spade_core.checks import in_values\n"
        f"    return in_values({recommended}, example['valid:catalogue'])\n"
    )
    spade(shop, "select")
    (shop / "new.jsonl").write_text(json.dumps({"response": response}) + "\n", "utf-8")
    done = spade(shop, "check", "new.jsonl")
    assert (done.returncode, said in done.stdout, "NOT CHECKED" in done.stdout) == (code, True, False), done.stdout


def test_what_is_left_out_of_a_set_is_told_once(shop: Path) -> None:
    films = (shop / "films.csv").read_text("utf-8")
    (shop / "films.csv").write_text(films + "9,Bat\x01man\n", "utf-8")
    for command in ("select", "report", "check"):
        assert spade(shop, command).stderr.count("films.csv:8: a value with the character U+0001") == 1, command


def test_the_report_names_the_value_that_is_meant_beside_the_response(shop: Path) -> None:
    spade(shop, "select")
    told = json.loads(spade(shop, "report", "--html", "report.html", "--json").stdout)["misnomers"]
    near = {each["text"]: each["correction"] for found in told.values() for each in found}
    assert near["Blade Runer"] == "Blade Runner"
    assert near["Batman"] is None
    page = html.unescape((shop / "report.html").read_text("utf-8"))
    assert "'Blade Runer' is not in catalogue: probably 'Blade Runner' (score 0.95)</p>" in page
    assert page.count('class="small misnomer"') == len(near) == len(WRONG)


def test_copies_never_replace_the_responses(shop: Path) -> None:
    spade(shop, "select")
    examples = (shop / "film.examples.jsonl").read_bytes()
    done = spade(shop, "check", "--correct", "film.examples.jsonl")
    assert done.returncode == 2
    assert "copies go into another file" in done.stderr
    assert (shop / "film.examples.jsonl").read_bytes() == examples


def test_copies_replace_only_copies(shop: Path) -> None:
    spade(shop, "select")
    (shop / "new.jsonl").write_text('{"response": "A film."}\n', "utf-8")
    kept = {path: path.read_bytes() for path in shop.iterdir() if path.is_file() and path.name != "new.jsonl"}
    for path, text in kept.items():
        done = spade(shop, "check", "new.jsonl", "--correct", path.name)
        assert (done.returncode, path.read_bytes()) == (2, text)
        assert f"{path.name} is there and holds no copies" in done.stderr
    for _ in range(2):
        assert spade(shop, "check", "new.jsonl", "--correct", "copies.jsonl").returncode < 2


def test_json_tells_the_nearest_values_with_their_scores(shop: Path) -> None:
    spade(shop, "select")
    (shop / "new.jsonl").write_text(json.dumps({"response": _response("Metropolos")}) + "\n", "utf-8")
    [told] = json.loads(spade(shop, "check", "new.jsonl", "--json").stdout)["responses"]
    [misnomer] = told["misnomers"]
    assert (misnomer["set"], misnomer["verdict"], misnomer["correction"]) == ("catalogue", "near", "Metropolis")
    assert 0.8 <= misnomer["nearest"][0]["score"] <= 1


def test_the_record_keeps_which_catalogue_it_was_and_another_one_is_told(shop: Path) -> None:
    spade(shop, "select")
    kept = json.loads((shop / "film.spade.json").read_text("utf-8"))["values"]
    assert list(kept) == ["catalogue"]
    assert len(kept["catalogue"]) == 64
    (shop / "new.jsonl").write_text(json.dumps({"response": _response("Alien")}) + "\n", "utf-8")
    told = "the values of catalogue are others than when the assertions were generated"
    assert told not in spade(shop, "check", "new.jsonl").stderr
    films = (shop / "films.csv").read_text("utf-8")
    (shop / "films.csv").write_text(films + "9,Batman\n", "utf-8")
    assert told in spade(shop, "check", "new.jsonl").stderr
    spade(shop, "generate")
    assert told not in spade(shop, "check", "new.jsonl").stderr


def test_another_catalogue_gives_another_verdict(shop: Path) -> None:
    spade(shop, "select")
    (shop / "films.csv").write_text("id,title\n1,Batman\n", "utf-8")
    (shop / "new.jsonl").write_text(json.dumps({"response": _response("Batman")}) + "\n", "utf-8")
    assert spade(shop, "check", "new.jsonl").returncode == 0
    done = spade(shop, "evaluate", "--json")
    assert done.returncode == 0
    assert '"assert_film_in_catalogue"' in done.stdout


@pytest.mark.parametrize(
    ("settings", "fact"),
    [
        ('values = { catalogue = "../films.csv" }', 'values of "catalogue": path must be a path inside the project'),
        ('values = { catalogue = { path = "films.csv", row = 1 } }', "takes path, column and query, not 'row'"),
        ('[values]\na = "films.csv"\n"a b" = "films.csv"', "spade.toml:3: values must have names of letters"),
        ('[values.a]\npath = "films.csv"\n[values.b]\npath = 5', 'spade.toml:4: values of "b": path must be a path'),
        (
            '[values]\nb = { path = "films.csv", column = 2 }',
            'spade.toml:2: values of "b": column must be a text, not 2',
        ),
        ('[values]\nb.path = "a.db"\nb.query = 2', 'spade.toml:3: values of "b": query must be a text, not 2\n'),
        ('values = { "a b" = "films.csv" }', "values must have names of letters, digits, - and _, not 'a b'"),
    ],
)
def test_a_set_that_the_settings_name_wrongly_is_an_error(shop: Path, settings: str, fact: str) -> None:
    (shop / "spade.toml").write_text(settings + "\n", "utf-8")
    done = spade(shop, "generate")
    assert done.returncode == 4
    assert fact in done.stderr


@pytest.mark.parametrize(
    ("written", "fact"),
    [
        (None, "films.csv: cannot be read: No such file or directory"),
        (b"id,name\n1,Alien\n", "films.csv:1: no column 'title'; it has id, name"),
        (b"\xff\xfe\x00\xd8", "films.csv:1: byte 0x00 at offset 2 is not UTF-16"),
    ],
)
def test_a_set_that_cannot_be_read_is_one_warning_and_the_rest_goes_on(
    shop: Path, written: bytes | None, fact: str
) -> None:
    (shop / "stars.txt").write_text("Vera Miles\n", "utf-8")
    (shop / "spade.toml").write_text(f'{(shop / "spade.toml").read_text("utf-8")}[values.stars]\npath="stars.txt"\n')
    spade(shop, "generate")
    before = {name: (shop / name).read_bytes() for name in ("film.assertions.py", "film.spade.json")}
    (shop / "films.csv").unlink()
    if written is not None:
        (shop / "films.csv").write_bytes(written)
    done = spade(shop, "generate")
    warnings = [line for line in done.stderr.splitlines() if line.startswith("warning: ")]
    assert (done.returncode, len(warnings)) == (0, 1), done.stderr
    assert fact in warnings[0]
    assert {name: (shop / name).read_bytes() for name in before} == before
    prompt = (shop / "film.prompt.md").read_text("utf-8")
    (shop / "film.prompt.md").write_text(f'{prompt}Write "why" in at most 25 words.\n', "utf-8")
    told = json.loads(spade(shop, "generate", "--json").stdout)
    assert [len(told["added"]), len(told["removed"]), len(told["problems"])] == [1, 0, 1]
    assert fact in told["problems"][0]
    done = spade(shop, "select")  # it runs the assertion, which needs the set
    assert (done.returncode, fact in done.stderr) == (4, True)


def test_a_set_whose_values_no_good_response_says_is_told_for_it_may_be_the_wrong_column(shop: Path) -> None:
    (shop / "spade.toml").write_text('[values]\ncatalogue = "films.csv"\nserials = "films.csv"\n', "utf-8")
    done = spade(shop, "generate")
    warnings = [line for line in done.stderr.splitlines() if line.startswith("warning: ")]
    said = (
        "the prompt names catalogue, but no part of the responses labelled good is one of its values (the first is '0')"
    )
    assert (done.returncode, len(warnings), said in warnings[0]) == (0, 1, True), done.stderr
    (shop / "film.examples.jsonl").unlink()
    assert "warning: " not in spade(shop, "generate").stderr


def test_what_the_sandbox_never_ran_is_not_followed_without_end(shop: Path) -> None:
    (shop / "film.assertions.py").write_text(
        "async def assert_film(example: dict, prompt: str, response: str):\n"
        "    if False:\n"
        '        return in_values([1 for a in range(1000000) for b in range(1000000)], example["valid:catalogue"])\n'
        "    return False\n",
        encoding="utf-8",
    )
    assert spade(shop, "select", "--method", "no-examples", "--require", "assert_film").returncode == 0
    done = spade(shop, "check")
    assert done.returncode == 1, done.stderr
    assert "10 fail" in done.stdout


def test_copies_on_a_full_disk_name_the_file(shop: Path) -> None:
    spade(shop, "select")
    done = spade(shop, "check", "--correct", "/dev/full")
    assert done.returncode == 4
    assert "/dev/full: cannot be written: No space left on device" in done.stderr


def test_a_query_that_sorts_without_end_fills_no_disk(shop: Path) -> None:
    database = sqlite3.connect(shop / "films.sqlite")
    with database:
        database.execute("CREATE TABLE films (title TEXT)")
        database.executemany("INSERT INTO films VALUES (?)", [(f"{at}",) for at in range(2000)])
    database.close()
    query = "SELECT a.title FROM films a, films b ORDER BY hex(zeroblob(20000)) || b.title"
    (shop / "spade.toml").write_text(f'[values.catalogue]\npath = "films.sqlite"\nquery = "{query}"\n', "utf-8")
    done = spade(shop, "generate")
    assert "films.sqlite: cannot be queried: the query takes too much memory" in " ".join(done.stderr.split())


BAD_TEXTS = {
    "Third\tMan": "probably 'The Third Man'",
    "Alien\0": "probably 'Alien'",
    "A" * 1_000_000: "nothing near",
    "e" + 10_000 * "\u0301": "nothing near",
    "\u202eBraziil": "probably 'Brazil'",
    "شاي اخضر": "probably 'شاي أخضر'",
    "": "there is nothing that could be in catalogue",
}


def test_texts_of_any_kind_have_a_verdict_in_a_set_with_bad_lines(shop: Path) -> None:
    lines = [
        "Tab\tTea",
        "Nul\0",
        "A" * 1_000_000,
        "Alien",
        "Alien",
        "شاي أخضر",
        "\u202eBrazil",
        "Ame\u0301lie",
        "",
        *FILMS,
    ]
    (shop / "films.txt").write_text("\n".join(lines), "utf-8")
    (shop / "spade.toml").write_text('[values]\ncatalogue = "films.txt"\n', "utf-8")
    valid = ["Tab Tea", "شاي أخضر", "Amélie", "Brazil"]
    rows = [json.dumps({"response": _response(text)}) + "\n" for text in (*BAD_TEXTS, *valid)]
    (shop / "new.jsonl").write_text("".join(rows), "utf-8")
    spade(shop, "select")
    done = spade(shop, "check", "new.jsonl", "--correct", "copies.jsonl")
    assert (done.returncode, "Traceback" in done.stderr) == (1, False), done.stderr
    assert f"{len(valid)} of {len(rows)} responses pass" in done.stdout
    said = done.stdout.split("FAIL line ")[1:]
    assert len(said) == len(BAD_TEXTS)
    for block, told in zip(said, BAD_TEXTS.values(), strict=True):
        assert told in block
    assert "films.txt:2: a value with the character U+0000 is left out" in done.stderr
    assert "films.txt:3: a value of 1,000,000 characters is left out; the longest has 1,000" in done.stderr
    assert len((shop / "copies.jsonl").read_text("utf-8").splitlines()) == len(rows)
