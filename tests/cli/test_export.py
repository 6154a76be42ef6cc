"""``spade export``: what it writes, and what it never overwrites."""

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from spade_core.export import ExportFormat, holds_code
from tests.cli.workspace import make_workspace
from tests.command import spade
from tests.export.obeyed import add_rows, obeyed_rows


@pytest.fixture(scope="module")
def selected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_workspace(tmp_path_factory.mktemp("export"))
    assert spade(folder, "select").returncode == 0
    return folder


def test_an_export_is_written_beside_the_prompt_and_may_be_written_again(selected: Path) -> None:
    told = json.loads(spade(selected, "export", "--json").stdout)
    assert told["path"] == "note_assertions.py"
    assert told["assertions"]
    text = (selected / "note_assertions.py").read_text(encoding="utf-8")
    assert all(f"async def {name}" in text for name in told["assertions"])
    (selected / "note_assertions.py").write_text(text + "# changed\n")
    assert spade(selected, "export").returncode == 0
    assert (selected / "note_assertions.py").read_text(encoding="utf-8") == text


def test_what_is_exported_for_promptfoo_is_no_prompt_of_its_own_and_may_be_written_again(selected: Path) -> None:
    for _ in range(2):
        assert spade(selected, "export", "--format", "promptfoo").returncode == 0
    told = json.loads(spade(selected, "history", "--why", "--json").stdout)["texts"]
    assert {each["prompt"] for each in told if each["is_prompt"]} == {"note.prompt.md"}
    (selected / "note_promptfoo.py").unlink()
    (selected / "note.promptfooconfig.yaml").unlink()


def test_a_file_of_somebody_else_is_not_overwritten(selected: Path) -> None:
    (selected / "test_note.py").write_text("# mine\n")
    refused = spade(selected, "export", "--format", "pytest")
    assert refused.returncode == 4
    assert "--force" in refused.stderr
    assert (selected / "test_note.py").read_text() == "# mine\n"
    assert spade(selected, "export", "--format", "pytest", "--force").returncode == 0


def test_an_export_can_go_to_standard_output(selected: Path) -> None:
    done = spade(selected, "export", "--format", "csv", "--out", "-")
    assert done.stdout.startswith("id,example.movie_name,prompt,response,label")
    assert not (selected / "note.examples.csv").exists()


def test_what_another_tool_would_obey_is_left_out_and_told(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path)
    assert spade(folder, "select").returncode == 0
    add_rows(folder, obeyed_rows(tmp_path / "obeyed"))
    told = json.loads(spade(folder, "export", "--format", "promptfoo", "--json").stdout)
    assert told["unmapped"] == [
        "6 examples in which promptfoo would run a template or read a file: file, package, field, deep, response, ..."
    ]
    assert told["examples"] == 9
    written = (folder / "note.promptfooconfig.yaml").read_text("utf-8")
    assert "constructor" not in written
    assert "{{ 1 }}" in written
    keys = [{"id": "first", "example": {"movie_name": "${env:OPENAI_API_KEY}"}, "response": "x", "label": "bad"}]
    (folder / "note.examples.jsonl").write_text("")
    add_rows(folder, keys)
    assert spade(folder, "export", "--format", "prompty").returncode == 0
    assert "OPENAI" not in (folder / "note.prompty").read_text("utf-8")


def test_without_a_selection_there_is_nothing_to_export(tmp_path: Path) -> None:
    done = spade(make_workspace(tmp_path), "export")
    assert done.returncode == 2
    assert "spade select" in done.stderr


HOSTILE = """\
def _noted(function):
    return function


@_noted(open("ran", "w"))
async def assert_decorated(example: dict, prompt: str, response: str):
    return True


async def assert_default(example: dict, prompt: str, response: str = open("ran", "w")):
    return True


async def assert_annotated(example: open("ran", "w"), prompt: str, response: str) -> open("ran", "w"):
    return True
"""


def test_what_the_sandbox_refuses_is_not_exported_and_reading_an_export_runs_nothing(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    (folder / "note.assertions.py").write_text(HOSTILE)
    done = spade(folder, "export", "--all", "--format", "pytest")
    assert done.returncode == 0
    assert "note.assertions.py:10: assert_default is not exported: a parameter has a default" in done.stderr
    text = (folder / "test_note.py").read_text()
    assert "assert_annotated" in text
    assert "assert_decorated" not in text
    subprocess.run([sys.executable, "-m", "pytest", "-q", "test_note.py"], cwd=folder, check=False)
    assert not (folder / "ran").exists()


@pytest.mark.parametrize("form", [each.value for each in ExportFormat if holds_code(each)])
def test_no_format_exports_what_the_sandbox_refuses(tmp_path: Path, form: str) -> None:
    folder = make_workspace(tmp_path / "w")
    (folder / "note.assertions.py").write_text(HOSTILE + 'open("ran", "w")\n')
    before = {path.name for path in folder.iterdir()}
    done = spade(folder, "export", "--all", "--format", form)
    assert done.returncode == 0, done.stderr
    written = "".join(path.read_text("utf-8") for path in folder.iterdir() if path.name not in before)
    annotations, rest = written.partition("async def assert_annotated")[::2]
    assert "from __future__ import annotations" in annotations  # nothing of them is run
    assert rest
    assert not [word for word in ("assert_decorated", "assert_default", "_noted", "\nopen(") if word in written]


def test_where_everything_is_refused_the_reasons_are_given(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    (folder / "note.assertions.py").write_text(HOSTILE.split("\n\n\n")[2])
    done = spade(folder, "export", "--all")
    assert done.returncode == 2
    assert "assert_default is not exported: a parameter has a default" in done.stderr
    assert "no assertion can be exported" in done.stderr


def test_no_cell_of_a_table_begins_a_formula(tmp_path: Path) -> None:
    rows = [(f"{sign}cmd|'/c calc'!A0", "bad") for sign in "=+-@\t\r"]
    folder = make_workspace(tmp_path / "w", rows=rows)
    add_rows(folder, [{"id": "=1", "prompt": "+1", "response": "@1", "example": {"=name": "-1"}, "label": "bad"}])
    done = spade(folder, "export", "--format", "csv", "--out", "-")
    *responses, last, _ = csv.DictReader(io.StringIO(done.stdout))
    assert [row["response"][:2] for row in responses] == ["'=", "'+", "'-", "'@", "'\t", "'\n"]
    assert [cell for cell in last.values() if cell] == ["'=1", "'-1", "'+1", "'@1", "bad"]


def test_no_part_of_a_cell_begins_a_formula_and_an_import_gives_the_text_back(tmp_path: Path) -> None:
    texts = ["\0=1+1", "\u200b@x", " \u00a0-x", "a;=1+1", "a\t@x;+1", "';'=1", "a; b\tc", "'quoted'", "\t'-h';"]
    folder = make_workspace(tmp_path / "w", rows=[(text, "bad") for text in texts])
    done = spade(folder, "export", "--format", "csv", "--out", "-")
    cells = [row["response"] for row in csv.DictReader(io.StringIO(done.stdout))]
    hidden = "\0\u200b\u00a0 "
    parts = [part for cell in cells for part in re.split("[;\t]", cell)]
    assert not [part for part in parts if part.lstrip(hidden)[:1] in set("=+-@")]
    (folder / "table.csv").write_text(done.stdout, encoding="utf-8")
    (folder / "note.examples.jsonl").unlink()
    assert spade(folder, "import", "table.csv", "--yes").returncode == 0
    lines = (folder / "note.examples.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["response"] for line in lines] == texts


@pytest.mark.parametrize("mark", ["{{ env.HOME }}", "{{ env['HOME'] }}", "{% if env.HOME %}x{% endif %}"])
def test_a_prompt_that_names_the_environment_is_none_of_promptfoos(tmp_path: Path, mark: str) -> None:
    folder = make_workspace(tmp_path / "w")
    prompt = f"Write about {{{{ movie_name }}}}. {mark}\nStay under 12 words.\n"
    (folder / "note.prompt.md").write_text(prompt, encoding="utf-8")
    assert spade(folder, "generate").returncode == 0
    done = spade(folder, "export", "--all", "--format", "promptfoo")
    text = (folder / "note.promptfooconfig.yaml").read_text(encoding="utf-8")
    assert "env" not in text
    assert "the prompt names env" in done.stderr


@pytest.mark.parametrize(("form", "name"), [("prompty", "note.prompty"), ("prompt-yml", "note.prompt.yml")])
def test_a_prompt_that_was_exported_is_no_second_one(tmp_path: Path, form: str, name: str) -> None:
    folder = make_workspace(tmp_path)
    for _ in range(2):
        assert spade(folder, "export", "--format", form).returncode == 0
        (folder / "note.prompt.md").write_text("Write a note.\n", encoding="utf-8")
    assert (folder / name).is_file()
    listed = spade(folder, "history", "--json")
    assert listed.returncode == 0, listed.stderr
    assert {each["path"] for each in json.loads(listed.stdout)["versions"]} == {"note.prompt.md"}
