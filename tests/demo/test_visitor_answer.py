"""The third example: what it says of itself is so, and the command runs the whole chain on it."""

import json
from pathlib import Path

from spade_core.checks import words
from spade_core.demo import VISITOR_ANSWER, replay_demo
from spade_core.examples import parse_examples
from spade_core.versions.git_history import read_history
from tests.command import spade


def test_its_history_is_that_of_the_museum(tmp_path: Path) -> None:
    history = read_history(replay_demo(tmp_path, demo=VISITOR_ANSWER).prompt)
    texts = [version.template.text.strip() for version in history.versions[1:]]
    assert texts == [version.text.strip() for version in VISITOR_ANSWER.versions]


def test_good_responses_keep_to_forty_words_and_to_the_passages_that_there_are() -> None:
    examples = parse_examples(VISITOR_ANSWER.examples, "").examples
    assert len(examples) == 27
    for each in examples:
        if each.label == "good":
            contexts = each.fields["contexts"]
            assert isinstance(contexts, list)
            assert words(each.response) <= 40
            cited = [int(digit) for digit in "123" if f"[{digit}]" in each.response]
            assert max(cited, default=0) <= len(contexts)


def test_the_command_selects_what_code_can_tell_of_contexts(tmp_path: Path) -> None:
    folder = tmp_path / "museum"
    made = spade(tmp_path, "demo", str(folder), "--context", "--json")
    assert made.returncode == 0, made.stderr
    report = json.loads(made.stdout)
    assert {"assert_no_new_numbers", "assert_no_new_names"} <= {
        each["name"] for each in report["selection"]["selected"]
    }


def test_two_examples_at_once_are_refused(tmp_path: Path) -> None:
    done = spade(tmp_path, "demo", str(tmp_path / "x"), "--context", "--catalogue")
    assert done.returncode == 2
    assert "are two examples" in done.stderr
