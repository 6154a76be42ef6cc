"""What is exported runs by itself: the real Python, the real pytest, promptfoo's call."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from spade_core.examples import guess_mapping, import_rows, parse_examples, read_table
from spade_core.export.csv_table import examples_as_csv
from spade_core.export.formats import Export, exported
from spade_core.export.kinds import ExportFormat
from spade_core.storage import files_beside, load_assertions, load_examples

ASSERTIONS = '''\
async def assert_short(example: dict, prompt: str, response: str) -> bool:
    """At most three words."""
    import re

    return len(re.findall(r"\\w+", response)) <= 3


async def assert_named(example: dict, prompt: str, response: str) -> bool:
    return example.get("movie_name", "") in response


async def assert_kind(example: dict, prompt: str, response: str) -> bool:
    return await ask_llm(prompt, response, "Is it kind?")


async def assert_not_chosen(example: dict, prompt: str, response: str) -> bool:
    return False
'''
ROWS = (
    {"id": "1", "example": {"movie_name": "Ålien"}, "response": "Watch Ålien 🎬", "label": "good"},
    {"id": "2", "example": {"movie_name": "Heat"}, "response": "Watch a movie", "label": "bad"},
    {"id": "3", "example": {"movie_name": "Heat"}, "response": "Heat is very very long", "label": "bad"},
)
CHOSEN = ["assert_short", "assert_named", "assert_kind"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "a folder é"
    made.mkdir()
    (made / "my-note.prompt.md").write_text("Recommend {movie_name}.\n")
    (made / "my-note.assertions.py").write_text(ASSERTIONS, encoding="utf-8")
    (made / "my-note.examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    selection = {"alpha": 0.9, "tau": 0.1, "chosen": CHOSEN, "counts": {}, "method": "coverage"}
    record = {"format": 1, "prompt": "my-note.prompt.md", "assertions": {}, "selection": selection}
    (made / "my-note.spade.json").write_text(json.dumps({**record}, indent=2))
    return made


def export(folder: Path, kind: ExportFormat, *, everything: bool = False) -> Export:
    files = files_beside(folder / "my-note.prompt.md")
    examples = load_examples(files.examples).examples
    made = exported(kind, files, load_assertions(files), examples, everything=everything)
    (folder / made.name).write_bytes(made.text.encode())
    return made


def run(folder: Path, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603  (our own interpreter)
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""pytest without the plugins that happen to be installed here: they take most of its time to start."""


def run_tests(folder: Path, file: str, *options: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return run(folder, "-m", "pytest", "-q", *options, "-p", "no:cacheprovider", file, **{**ALONE, **environment})


def test_the_module_names_what_a_response_fails_and_needs_nothing_but_python(folder: Path) -> None:
    made = export(folder, ExportFormat.PYTHON)
    assert (made.name, made.assertions, made.left_out) == (
        "my_note_assertions.py",
        ("assert_short", "assert_named"),
        ("assert_kind",),
    )
    program = (
        "import my_note_assertions as m;"
        "print(m.failures('Watch a movie now', {'movie_name': 'Heat'}, 'p'), m.failures('Hi'))"
    )
    done = run(folder, "-I", "-c", f"import sys; sys.path.insert(0, '.'); {program}")
    assert (done.stdout, done.stderr) == ("['assert_short', 'assert_named'] []\n", "")


def test_where_an_event_loop_runs_the_module_is_awaited_and_the_other_call_says_so(folder: Path) -> None:
    export(folder, ExportFormat.PYTHON)
    (folder / "served.py").write_text(
        "import asyncio\n"
        "import my_note_assertions as m\n"
        "async def serve():\n"
        "    print(await m.failures_async('Watch a movie now', {'movie_name': 'Heat'}))\n"
        "    try:\n"
        "        m.failures('Hi')\n"
        "    except RuntimeError as error:\n"
        "        print(error)\n"
        "asyncio.run(serve())\n"
    )
    done = run(folder, "-W", "error", "served.py")
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "['assert_short', 'assert_named']",
        "an event loop is running here: await failures_async(...) instead of failures(...)",
    ]


def test_the_test_file_is_green_where_the_set_keeps_its_thresholds_and_red_where_not(folder: Path) -> None:
    made = export(folder, ExportFormat.PYTEST)
    assert made.name == "test_my_note.py"
    green = run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", made.name)
    assert "2 passed, 1 skipped" in green.stdout, green.stdout
    with (folder / "my-note.examples.jsonl").open("a") as file:
        file.write('{"response": "kind and short", "label": "bad"}\n{"response": "one two three four", "label": 1}\n')
    red = run_tests(folder, made.name)
    assert "2 failed, 1 skipped" in red.stdout, red.stdout


def test_the_test_file_checks_new_responses(folder: Path) -> None:
    made = export(folder, ExportFormat.PYTEST)
    (folder / "new.jsonl").write_text('{"response": "short"}\n{"response": "this is much too long"}\n')
    done = run_tests(folder, made.name, SPADE_RESPONSES="new.jsonl")
    assert "1 failed, 3 passed" in done.stdout, done.stdout
    assert "assert_short" in done.stdout


def test_without_new_responses_the_test_of_them_is_skipped_and_says_why(folder: Path) -> None:
    made = export(folder, ExportFormat.PYTEST)
    done = run_tests(folder, made.name, "-rs", SPADE_RESPONSES="")
    assert "2 passed, 1 skipped" in done.stdout, done.stdout
    assert "SPADE_RESPONSES names no file of new responses" in done.stdout


def test_a_line_that_cannot_be_read_fails_with_its_place_and_the_others_are_tested(folder: Path) -> None:
    made = export(folder, ExportFormat.PYTEST)
    odd = (b'\xef\xbb\xbf{"response": "short"}\r', b"", b'{"response": oops}', b"\xff", b"[1]", b'{"response": "so"}')
    (folder / "new.jsonl").write_bytes(b"\n".join((*odd, b'{"response": "x", "example": [1]}')))
    done = run_tests(folder, made.name, SPADE_RESPONSES="new.jsonl")
    assert "4 failed, 4 passed" in done.stdout, done.stdout
    for said in (
        "new.jsonl:3: not JSON at column 14: Expecting value",
        "new.jsonl:4: cannot be read: 'utf-8' codec can't decode byte 0xff",
        'new.jsonl:5: not an object with a text under "response"',
        'new.jsonl:7: "example" is not an object',
    ):
        assert said in done.stdout
    assert "Traceback" not in done.stdout
    assert "def row_in" not in done.stdout, "the source of the test file is no message"
    with (folder / "my-note.examples.jsonl").open("a") as file:
        file.write("<<<<<<< mine\n")
    red = run_tests(folder, made.name)
    assert "2 failed, 1 skipped" in red.stdout, red.stdout
    assert "my-note.examples.jsonl:4: not JSON at column 1" in red.stdout


@pytest.mark.parametrize(("text", "fact"), [(None, "cannot be read: No such file"), ("\n", "holds no response")])
def test_a_file_of_new_responses_without_one_is_an_error_that_names_it(
    folder: Path, text: str | None, fact: str
) -> None:
    made = export(folder, ExportFormat.PYTEST)
    if text is not None:
        (folder / "new.jsonl").write_text(text)
    done = run_tests(folder, made.name, SPADE_RESPONSES="new.jsonl")
    assert done.returncode != 0
    assert f"new.jsonl: {fact}" in done.stdout, done.stdout
    assert "def lines" not in done.stdout


def test_promptfoo_gets_a_verdict_with_its_parts(folder: Path) -> None:
    made = export(folder, ExportFormat.PROMPTFOO)
    call = "get_assert('Watch a movie', {'vars': {'movie_name': 'Heat'}, 'prompt': 'p'})"
    program = f"import json, {Path(made.name).stem} as m; print(json.dumps(m.{call}))"
    verdict = json.loads(run(folder, "-c", program).stdout)
    assert (verdict["pass"], verdict["score"], verdict["reason"]) == (False, 0.5, "fails assert_named")
    assert [(each["pass"], each["reason"]) for each in verdict["componentResults"]] == [
        (True, "At most three words."),
        (False, "assert_named"),
    ]


def test_everything_can_be_exported_and_what_asks_a_judge_is_named_in_the_file(folder: Path) -> None:
    made = export(folder, ExportFormat.PYTHON, everything=True)
    assert made.assertions == ("assert_short", "assert_named", "assert_not_chosen")
    assert "# Left out, because they ask a judge: assert_kind." in made.text
    assert "ask_llm" not in made.text


def test_a_prompts_name_and_phrases_stay_in_their_comment(folder: Path) -> None:
    odd = folder / "x\nimport os.prompt.md"
    odd.write_text("Hi.\n")
    (folder / "x\nimport os.assertions.py").write_text(ASSERTIONS)
    files = files_beside(odd)
    made = exported(ExportFormat.PYTEST, files, load_assertions(files), (), everything=True)
    compile(made.text, made.name, "exec")
    assert "\nimport os.prompt" not in made.text


def test_the_table_has_a_column_for_each_field_and_comes_back_as_it_went(folder: Path) -> None:
    rows = (
        *ROWS,
        {
            "id": "4",
            "example": {"note": 'a "b",\r\nc;d'},
            "prompt": "p\n=1+1",
            "response": "\u2028x\x0c",
            "label": "good",
        },
        {"id": "5", "response": "waiting", "example": {"note": "'=quoted"}},
        {"id": "6", "response": "- a list\n- of two", "example": {"note": "@SUM(A1)"}, "label": "bad"},
        {"id": "7", "response": "x\r\n=1+1\r+2", "example": {"a\n=b": "c"}, "label": "bad"},
    )
    examples = parse_examples("".join(json.dumps(row) + "\n" for row in rows), "").examples
    text = examples_as_csv(examples)
    assert "\n=" not in text
    assert next(csv.reader(io.StringIO(text))) == [
        "id",
        "example.movie_name",
        "example.note",
        "'example.a\n'=b",
        "prompt",
        "response",
        "label",
    ]
    table = read_table(text, "x.csv")
    back = import_rows(table, guess_mapping(table)).examples
    assert [(e.id, dict(e.fields), e.prompt, e.response, e.label) for e in back] == [
        (e.id, {name: value for name, value in e.fields.items() if value}, e.prompt, e.response, e.label)
        for e in examples
    ]


def test_only_labelled_examples_are_in_the_table_and_values_that_are_no_text_are_json(folder: Path) -> None:
    with (folder / "my-note.examples.jsonl").open("a") as file:
        file.write('{"response": "waiting"}\n{"response": "\\ud800", "example": {"tags": ["a"]}, "label": 0}\n')
    made = export(folder, ExportFormat.CSV)
    assert (made.name, made.examples) == ("my-note.examples.csv", 4)
    assert '"[""a""]"' in made.text
    assert "\ufffd" in made.text
