"""Responses in numbers: checked in batches, told as they come, the sums at the end."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.workspace import LONG, ROWS, make_workspace
from tests.command import SPADE, spade


@pytest.fixture
def selected(tmp_path: Path) -> Path:
    folder = make_workspace(tmp_path)
    assert spade(folder, "select").returncode == 0
    return folder


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
        file.writelines(f"{row}\n" for _ in range(300))
    # A child's peak counts the memory of the process that started it, so a small one starts it.
    measured = (
        "import resource, subprocess, sys; code = subprocess.call(sys.argv[1:]);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run(  # noqa: S603  (our own program)
        [sys.executable, "-c", measured, SPADE, "check", "new.jsonl"],
        cwd=selected,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "300 of 300 responses pass" in done.stdout
    assert int(done.stderr.split()[-1]) < 300_000  # kB; the file has 600 MB
