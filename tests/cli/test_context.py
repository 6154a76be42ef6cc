"""Retrieved contexts by the command: what cannot be read is told with its place, and many contexts get a verdict."""

import json
from pathlib import Path

import pytest

from spade_core.testing.loopback import LoopbackServer
from tests.command import spade
from tests.repositories import commit_versions
from tests.synthesis.asking import environment

PROMPT = "Answer the question: {question}\nContexts: {contexts}\nAnswer only from the contexts.\n"
ROOMS = [f"Room {i} of the house opened in {1000 + i % 900}, and it holds {7 * i} paintings." for i in range(10_000)]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    commit_versions(tmp_path, "house.prompt.md", [PROMPT])
    rows = [("It holds 84 paintings.", "good"), ("It holds 85 paintings.", "bad")] * 2
    lines = [_row(ROOMS[:20], response, label) for response, label in rows]
    (tmp_path / "house.examples.jsonl").write_text("".join(lines), "utf-8")
    return tmp_path


def _row(contexts: object, response: str, label: str | None = None) -> str:
    fields = {"question": "How many paintings does room 12 hold?", "contexts": contexts}
    return json.dumps({"example": fields, "response": response, "label": label}) + "\n"


WRONG = [(None, "null"), (5, "5"), ([3, "Tea."], "3"), ({"id": "a"}, "an object"), ([{"text": None}], "an object")]


def test_contexts_that_are_none_are_said_to_be_unread_by_file_and_line(house: Path) -> None:
    assert spade(house, "select").returncode == 0
    (house / "new.jsonl").write_text("".join(_row(held, "It holds 84.") for held, _ in WRONG), "utf-8")
    done = spade(house, "check", "new.jsonl")
    assert done.returncode == 5
    assert "NOT CHECKED new.jsonl:1  assert_no_new_numbers  (errored: TypeError: null among the contexts" in done.stdout
    assert "0 of 5 responses pass" in done.stdout
    with (house / "house.examples.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(_row(held, "It holds 84.", "good") for held, _ in WRONG)
    told = spade(house, "evaluate").stderr
    for line, (_, what) in enumerate(WRONG, 5):
        fact = f'the field "contexts" is not read: {what} among the contexts is neither a text nor an object'
        assert f"house.examples.jsonl:{line}: {fact}" in told


@pytest.mark.parametrize(("question", "what"), [(None, "null"), (5, "5"), ({"id": "a"}, "an object")])
def test_a_question_that_is_none_is_named_and_not_the_contexts(house: Path, question: object, what: str) -> None:
    assert spade(house, "select").returncode == 0
    row = json.dumps({"example": {"question": question, "contexts": ["Tea."]}, "response": "It holds 84."}) + "\n"
    (house / "new.jsonl").write_text(row, "utf-8")
    fact = f'{what} as the question, or beside the contexts, is neither a text nor an object with "text"'
    told = spade(house, "check", "new.jsonl").stdout
    assert f"NOT CHECKED new.jsonl:1  assert_no_new_numbers  (errored: TypeError: {fact}" in told
    with (house / "house.examples.jsonl").open("a", encoding="utf-8") as file:
        file.write(row)
    assert f'house.examples.jsonl:5: the field "question" is not read: {fact}' in spade(house, "evaluate").stderr


def test_a_field_that_the_settings_name_and_no_example_has_is_told_by_generate(house: Path) -> None:
    (house / "spade.toml").write_text('context_field = "pages"\nquestion_field = "ask"\n', "utf-8")
    told = spade(house, "generate").stderr
    assert "warning: no example has the field pages, which `context_field` in the settings names" in told
    assert "warning: no example has the field ask, which `question_field` in the settings names" in told
    (house / "spade.toml").write_text('context_field = "contexts"\nquestion_field = "question"\n', "utf-8")
    assert "no example has" not in spade(house, "generate").stderr


def test_where_labels_are_too_few_generate_says_that_no_threshold_is_fitted(house: Path) -> None:
    (house / "spade.toml").write_text('scores = ["faithfulness", "context_relevance"]\n', "utf-8")
    told = spade(house, "generate").stderr
    assert "threshold" not in told
    with LoopbackServer(lambda _: "no") as server:
        told = spade(house, "generate", environ=environment(house / "home", server, SPADE_MODEL="small")).stderr
    few = "it takes 10 labels of each kind, and there are 2 good and 2 bad"
    assert f"no threshold of faithfulness, context_relevance is fitted: {few}\n" in told


WRONG_SCORES = [({"faithfulness": 7}, "7"), ({"faithfulness": None}, "null"), ({"faithfulness": "x"}, '"x"')]
WRONG_SCORES += [({"faithfulness": True}, "true"), ({"faithfulness": [1]}, "[1]"), ({"faithfulness": -0.1}, "-0.1")]


def test_scores_that_are_no_numbers_from_0_to_1_are_told_by_file_and_line_and_not_compared(house: Path) -> None:
    (house / "house.assertions.py").write_text(
        "async def assert_faithful(example: dict, prompt: str, response: str) -> bool:\n"
        "    return example['scores']['faithfulness'] >= 0.5\n"
    )
    given = [
        ({"faithfulness": score}, label) for score, label in ((0.9, "good"), (1, "good"), (0.1, "bad"), (0, "bad"))
    ]
    held: list[tuple[object, str | None]] = [*given, *((scores, None) for scores, _ in [*WRONG_SCORES, (3, "3")])]
    fields = {"question": "How many?", "contexts": ["Tea."]}
    rows = [
        {"example": {**fields, "scores": s}, "response": f"It is {n}.", "label": label}
        for n, (s, label) in enumerate(held)
    ]
    lines = [json.dumps(row) + "\n" for row in rows]
    (house / "house.examples.jsonl").write_text("".join(lines), "utf-8")
    told = spade(house, "evaluate").stderr
    for line, (_, shown) in enumerate(WRONG_SCORES, 5):
        fact = f"not read as a score: faithfulness must be a number from 0 to 1, not {shown}"
        assert f"house.examples.jsonl:{line}: {fact}\n" in told
    assert (
        "house.examples.jsonl:11: not read as a score: scores must be an object of numbers from 0 to 1, not 3" in told
    )
    assert spade(house, "select").returncode == 0
    (house / "new.jsonl").write_text("".join(lines[4:]), "utf-8")
    done = spade(house, "check", "new.jsonl")
    assert (
        "NOT CHECKED new.jsonl:1  assert_faithful  (judge failed: no score faithfulness: faithfulness must be"
        in done.stdout
    )
    assert "0 of 7 responses pass the 1 selected assertion, 7 not checked" in done.stdout
    assert "house.examples.jsonl:5: not read as a score: faithfulness must be" in spade(house, "generate").stderr


@pytest.mark.parametrize(("contexts", "code"), [(ROOMS, 0), ("\n".join(2 * ROOMS), 0), ([], 1), ("", 1), ([""], 1)])
def test_many_contexts_and_none_get_a_verdict(house: Path, contexts: object, code: int) -> None:
    spade(house, "select")
    (house / "new.jsonl").write_text(_row(contexts, "It holds 84 paintings."), "utf-8")
    done = spade(house, "check", "new.jsonl")
    assert (done.returncode, "NOT CHECKED" in done.stdout) == (code, False), done.stdout


def test_the_message_names_what_no_context_holds(house: Path) -> None:
    spade(house, "select")
    (house / "new.jsonl").write_text(_row(ROOMS[:20], "It holds 8500 paintings."), "utf-8")
    assert "     found: '8500'\n" in spade(house, "check", "new.jsonl").stdout
    told = json.loads(spade(house, "check", "new.jsonl", "--json").stdout)
    assert told["responses"][0]["found"] == {"assert_no_new_numbers": ["8500"]}


def test_a_wrong_number_is_found_among_many_contexts_or_their_size_is_told(house: Path) -> None:
    spade(house, "select")
    rows = [_row(held, "Room 12 holds 999999 paintings.") for held in (ROOMS[:1000], ROOMS)]
    (house / "new.jsonl").write_text("".join(rows), "utf-8")
    done = spade(house, "check", "new.jsonl")
    assert "FAIL line 1  assert_no_new_numbers" in done.stdout
    assert "NOT CHECKED new.jsonl:2  assert_no_new_numbers  (errored: ValueError: the contexts have 6" in done.stdout
