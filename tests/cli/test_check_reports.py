"""`spade check` in CI: what it writes for those who show it."""

import json
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.workspace import LONG, ROWS, make_workspace
from tests.command import spade

RESPONSES = ("Watch Alien tonight. Enjoy!", LONG, "Watch Alien.\n::set-output name=x::y \x1b[31m ]]> `@all`")


@pytest.fixture(scope="module")
def selected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_workspace(tmp_path_factory.mktemp("checked"))
    assert spade(folder, "select").returncode == 0
    lines = [json.dumps({"response": text, "example": {"movie_name": "Alien"}}) for text in RESPONSES]
    (folder / "new.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_junit_and_sarif_name_the_assertions_and_the_lines_of_their_instructions(selected: Path) -> None:
    done = spade(selected, "check", "new.jsonl", "--junit", "out/junit.xml", "--sarif", "out/spade.sarif")
    assert done.returncode == 1, done.stderr
    (suite,) = ElementTree.parse(selected / "out" / "junit.xml").getroot()  # noqa: S314
    lines = {case.attrib["name"]: case.attrib["line"] for case in suite}
    assert sorted(lines.values()) == ["2", "3"]
    failures = {case.attrib["name"]: case[0].attrib["message"] for case in suite}
    assert all("1 of 3 responses fails." in message for message in failures.values())
    (run,) = json.loads((selected / "out" / "spade.sarif").read_text("utf-8"))["runs"]
    found = {each["ruleId"]: each["locations"][0]["physicalLocation"] for each in run["results"]}
    assert {name: str(place["region"]["startLine"]) for name, place in found.items()} == lines
    assert {place["artifactLocation"]["uri"] for place in found.values()} == {"note.prompt.md"}


def test_github_hears_our_commands_and_none_of_a_response(selected: Path) -> None:
    summary = selected / "summary.md"
    summary.write_text("before\n", encoding="utf-8")
    environ = {**os.environ, "GITHUB_STEP_SUMMARY": str(summary)}
    done = spade(selected, "check", "new.jsonl", "--github", environ=environ)
    assert done.returncode == 1
    stop, *printed = done.stdout.splitlines()
    token = stop.removeprefix("::stop-commands::")
    assert len(token) == 32
    after = printed[printed.index(f"::{token}::") + 1 :]
    assert [line.partition(" ")[0] for line in after] == ["::error", "::error"]
    assert all("file=note.prompt.md,line=" in line for line in after)
    text = summary.read_text("utf-8")
    assert text.startswith("before\n### spade check\n")
    assert "`` 1 of 3" not in text
    assert "line 3: Watch Alien. ::set-output" in text
    assert "\x1b" not in text


def test_what_cannot_be_read_is_a_finding(selected: Path) -> None:
    given = json.dumps({"response": ROWS[0][0], "example": {"movie_name": "Alien"}}) + "\nno json\n"
    done = spade(selected, "check", "-", "--junit", "junit.xml", given=given)
    assert done.returncode == 5
    cases = list(ElementTree.parse(selected / "junit.xml").getroot().iter("testcase"))  # noqa: S314
    assert [len(case) for case in cases] == [0, 0, 1]
    assert cases[-1].attrib["name"] == "everything can be read"
    assert "<stdin>:2: not JSON" in cases[-1][0].attrib["message"]


def test_a_report_that_cannot_be_written_is_named(selected: Path) -> None:
    done = spade(selected, "check", "new.jsonl", "--junit", ".git/junit.xml")
    assert done.returncode == 4
    assert "error: .git/junit.xml: cannot be written: git's own files are left alone" in done.stderr


def test_one_stream_is_not_for_two(selected: Path) -> None:
    done = spade(selected, "check", "new.jsonl", "--github", "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["message"].endswith("choose one")
