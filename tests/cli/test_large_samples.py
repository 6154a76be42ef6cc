"""A prompt that shows JSON of very many keys is read in time; the command's own limit is the bound."""

import json
from pathlib import Path

import pytest

from tests.command import spade
from tests.repositories import commit_versions

LINES = json.dumps({f"key_{number}": f"value {number}" for number in range(15_000)}, indent=2)
ONE_LINE = json.dumps({f"key_{number}": {"a": [1, {"b": "c"}]} for number in range(5_000)})


@pytest.mark.parametrize("shown", [LINES, ONE_LINE], ids=["lines", "one line"])
def test_very_many_keys_are_read(tmp_path: Path, shown: str) -> None:
    text = f"Tell of {{film}}.\n\nReturn JSON like this:\n\n{shown}\n"
    commit_versions(tmp_path / "w", "note.prompt.md", (text,))
    done = spade(tmp_path / "w", "generate", "--no-model")
    assert done.returncode == 0, done.stderr
    assert "has_json(response)" in (tmp_path / "w" / "note.assertions.py").read_text("utf-8")


KEYS = json.dumps({f"key_{number}": "text" for number in range(1_003)})
LENGTHS = "\n".join(f"- Use at most {number} words." for number in range(100, 310))


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (f"Return JSON like this:\n\n{KEYS}", "of 3 of them only that they are there is read"),
        (LENGTHS, "210 instructions ask for one kind of thing: each is compared with the longest 200 alone"),
    ],
    ids=["keys", "lengths"],
)
def test_what_is_not_read_or_compared_of_very_much_is_told(tmp_path: Path, asked: str, told: str) -> None:
    commit_versions(tmp_path / "w", "note.prompt.md", (f"{asked}\n",))
    assert told in spade(tmp_path / "w", "generate", "--no-model").stderr


SHOTS = "\n".join(f'Input: film {number}\nOutput: {{"key_{number}": {number}}}\n' for number in range(500))
COMMENTS = "{# a " * 60_000


@pytest.mark.parametrize("shown", [SHOTS, COMMENTS], ids=["outputs", "comments"])
def test_very_much_of_one_thing_is_read(tmp_path: Path, shown: str) -> None:
    commit_versions(tmp_path / "w", "note.prompt.md", (f"Tell of a film.\n\n{shown}\n",))
    done = spade(tmp_path / "w", "generate", "--no-model")
    assert done.returncode == 0, done.stderr


BULLETS = "\n".join(f"- `k{number}`: a string" for number in range(200))
SENTENCES = "\n".join(f"- Do not use the word banana{number}" for number in range(2_000))
WORDS_BEFORE_A_VERB = "finally, always " * 40 + "write a summary of 30 words."
AMOUNTS = ", ".join(f'"zeta{number}": "a list of {number} zeta{number}s"' for number in range(2_000))


@pytest.mark.parametrize(
    "asked",
    [f"Return JSON with these fields:\n{BULLETS}", SENTENCES, f"Return JSON: {{{AMOUNTS}}}", WORDS_BEFORE_A_VERB],
    ids=["bullets", "sentences", "amounts", "words before a verb"],
)
def test_very_many_demands_are_read(tmp_path: Path, asked: str) -> None:
    commit_versions(tmp_path / "w", "note.prompt.md", (f"Tell of {{film}}.\n\n{asked}\n",))
    done = spade(tmp_path / "w", "generate", "--no-model")
    assert done.returncode == 0, done.stderr


def test_a_record_does_not_repeat_a_long_line_for_each_of_its_demands(tmp_path: Path) -> None:
    keys = ", ".join(f'"k{number}": "at most {number} words"' for number in range(1, 301))
    folder = commit_versions(tmp_path / "w", "note.prompt.md", (f"Return JSON: {{{keys}}}\n",)).parent
    assert spade(folder, "generate", "--no-model").returncode == 0
    record = (folder / "note.spade.json").read_bytes()
    assert len(record) < 1_500_000  # it had 5 MB, and 170 where the line had 77 kB
    again = spade(folder, "generate", "--no-model", "--json")
    assert json.loads(again.stdout)["added"] == []
    assert (folder / "note.spade.json").read_bytes() == record
