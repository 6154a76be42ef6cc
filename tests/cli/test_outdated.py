"""Limits that the prompt has withdrawn: what selection makes of the assertions that checked them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from spade_core.pipeline import analyse, generate
from spade_core.storage import files_beside
from tests.command import SPADE, spade
from tests.repositories import commit_versions

TWENTY, NO_EMOJI = "assert_at_most_20_words", "assert_no_emoji"
GOOD, LONG = [" ".join(["word"] * n) for n in (8, 12, 15, 18)], [" ".join(["word"] * n) for n in (40, 50, 60)]
BAD = [f"{text} 😀" for text in LONG]


def relaxed(folder: Path, good: list[str], bad: list[str], last: str = "Use at most 30 words.") -> Path:
    """Make a repository whose P3 relaxes what P2 asked for, with the assertions that were generated for P2."""
    first = "Describe the tent {tent} to a customer.\nDo not use emojis.\n"
    prompt = commit_versions(folder, "note.prompt.md", (first, f"{first}Use at most 20 words.\n"))
    generate(files_beside(prompt), analyse(prompt))
    commit_versions(folder, "note.prompt.md", (f"{first}{last}\n",))
    rows = [(text, "good") for text in good] + [(text, "bad") for text in bad]
    lines = [json.dumps({"example": {"tent": "Alba"}, "response": text, "label": label}) for text, label in rows]
    (folder / "note.examples.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_a_limit_that_is_said_in_other_words_is_still_asked_for(tmp_path: Path) -> None:
    folder = relaxed(tmp_path, GOOD, BAD, last="Stay within 20 words.")
    answer = json.loads(spade(folder, "select", "--json").stdout)
    both = [*answer["selected"], *answer["left_out"]]
    assert [each["removed_in"] for each in both if each["name"] == TWENTY] == [None]


def test_where_each_instruction_stands_as_it_was_the_prompt_is_not_read_again(tmp_path: Path) -> None:
    folder = relaxed(tmp_path, GOOD, BAD, last="Use at most 20 words.")
    run = [sys.executable, "-X", "importtime", SPADE]
    reader = "spade_core.constraints.choices"
    again = subprocess.run([*run, "select"], cwd=folder, capture_output=True, check=True, text=True)  # noqa: S603
    assert TWENTY in again.stdout
    assert reader not in again.stderr
    assert "asyncio" not in again.stderr, "no model is called"
    shown = subprocess.run([*run, "report"], cwd=folder, capture_output=True, check=True, text=True)  # noqa: S603
    assert reader in shown.stderr


@pytest.mark.parametrize("method", ["coverage", "subsumption", "baseline", "no-examples"])
def test_a_limit_that_was_relaxed_is_not_selected(tmp_path: Path, method: str) -> None:
    folder = relaxed(tmp_path, GOOD, BAD)
    answer = json.loads(spade(folder, "select", "--method", method, "--json").stdout)
    names = [each["name"] for each in answer["selected"]]
    assert NO_EMOJI in names
    assert TWENTY not in names
    [out] = [each for each in answer["left_out"] if each["name"] == TWENTY]
    assert (out["reason"], out["removed_in"]) == ("no longer asked for", 3)


def test_the_terminal_says_which_version_removed_it_and_a_legal_response_passes(tmp_path: Path) -> None:
    folder = relaxed(tmp_path, GOOD, BAD)
    done = spade(folder, "select")
    assert f"{TWENTY}  removed in P3" in done.stdout
    legal = json.dumps({"example": {"tent": "Alba"}, "response": " ".join(["word"] * 26)})
    assert spade(folder, "check", "-", given=legal).returncode == 0


def test_a_person_who_requires_a_withdrawn_limit_has_it(tmp_path: Path) -> None:
    folder = relaxed(tmp_path, GOOD, BAD)
    done = spade(folder, "select", "--require", TWENTY)
    assert "no longer asked for: removed in P3; required by you" in done.stdout


def test_a_withdrawn_limit_that_a_person_edited_is_theirs_and_eligible(tmp_path: Path) -> None:
    folder = relaxed(tmp_path, GOOD, BAD)
    assertions = folder / "note.assertions.py"
    text = assertions.read_text(encoding="utf-8")
    assertions.write_text(text.replace("<= 20", "<= 21"), encoding="utf-8")
    answer = json.loads(spade(folder, "select", "--json").stdout)
    mine = [each for each in (*answer["selected"], *answer["left_out"]) if each["name"] == TWENTY]
    assert [each["removed_in"] for each in mine] == [None]


def test_where_nothing_that_still_stands_is_enough_a_withdrawn_limit_is_selected_and_says_so(tmp_path: Path) -> None:
    folder = relaxed(tmp_path, GOOD, LONG, last="Be kind.")
    done = spade(folder, "select")
    assert done.returncode == 0, done.stdout
    assert "no longer asked for: removed in P3; no set without such ones satisfies alpha and tau" in done.stdout
