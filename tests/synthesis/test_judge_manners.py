"""Several questions in one call, or one: which of the two the judge is asked is measured on labels."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from spade_core.selection import Method
from spade_core.selection.statistics.comparison import comparison, paired_interval
from spade_core.storage import SelectionRecord, files_beside, save_selection
from spade_core.synthesis.trials_on_labels import label_trials
from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.synthesis.asking import environment, make_questions, spade
from tests.synthesis.playing import labelled

QUESTIONS, ROWS, RESPONSES, TRIALS = 10, 60, 40, 120
WHY = "The words of the response are kind ones throughout, and none of them takes that back or says the contrary."
AT_ONCE = {"retry-after-ms": "1"}
PRICED = 'model = "small"\nprices = { small = [1, 2] }\n'


def make_workspace(folder: Path, rows: int = ROWS) -> Path:
    """Ten assertions that ask; every second response is kind and called good."""
    texts = [f"{'kind' if n % 2 else 'rude'} {n}" for n in range(rows)]
    return make_questions(folder, QUESTIONS, PRICED, texts)


def play(call: Call, *, together: Callable[[int, bool], bool]) -> Answer:
    """A judge that is right one by one; of several questions it says what it is told to, by number and by the truth."""
    right = "kind" in call.last.partition("<response-")[2].partition("</response-")[0]
    asked = [int(n) for n in re.findall(r"^(\d+)\. Is it kind", call.last, re.MULTILINE)]
    if not asked:
        return Answer(json.dumps({"reason": WHY, "answer": "yes" if right else "no"}))
    said = [{"question": n, "reason": WHY, "answer": "yes" if together(n, right) else "no"} for n in asked]
    return Answer(json.dumps({"verdicts": said}))


def as_good(call: Call) -> Answer:
    return play(call, together=lambda _, right: right)


def first_alone(call: Call) -> Answer:
    """It reads the first question with care, and says yes to all others."""
    return play(call, together=lambda number, right: right or number > 1)


def only_one(call: Call) -> Answer:
    return Answer('{"reason": WHY, "answer": "yes"}') if re.search(r"^1\. ", call.last, re.MULTILINE) else as_good(call)


def questions_of(calls: list[Call]) -> list[int]:
    return [max(len(re.findall(r"^\d+\. Is it kind", call.last, re.MULTILINE)), 1) for call in calls]


def test_where_several_are_as_good_they_go_out_together_as_was_told_and_it_is_measured_once(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    with LoopbackServer(as_good) as server:
        environ = environment(tmp_path / "home", server)
        told = json.loads(spade(folder, environ, "evaluate", "--estimate", "--json").stdout)["estimate"]
        assert server.calls == []
        done = spade(folder, environ, "evaluate", "--json")
        asked = questions_of(server.calls)
        assert (asked.count(1), asked.count(QUESTIONS), len(asked)) == (TRIALS, ROWS, told["calls"])
        with (folder / "note.examples.jsonl").open("a", encoding="utf-8") as file:
            file.write('{"id": "new", "response": "kind and new", "label": "good"}\n')
        again = spade(folder, environ, "evaluate")
        assert questions_of(server.calls)[len(asked) :] == [QUESTIONS]
    found = json.loads(done.stdout)
    [measured] = found["judge"]["manners"]
    assert (measured["questions"], measured["used"]) == (TRIALS, True)
    assert measured["alone"] == measured["together"]
    assert (measured["alone"]["accuracy"], measured["alone"]["kappa"]) == (1.0, 1.0)
    assert measured["interval"] == pytest.approx([-0.031, 0.031], abs=1e-3)
    used = found["cost"]["input_tokens"] + found["cost"]["output_tokens"]
    assert 1 / 1.3 < used / found["cost"]["estimated_tokens"] < 1.3
    assert f"with {TRIALS} questions about labelled responses that show whether several may go" in done.stderr
    table = again.stdout.partition("small, questions in a call")[2].splitlines()[1:4]
    assert [line.split() for line in table] == [
        ["one", "100%", "0.97", "to", "1.00", "1.00", "0", "0"],
        ["several", "100%", "0.97", "to", "1.00", "1.00", "0", "0"],
        ["difference", "+0.0%", "-0.03", "to", "+0.03"],
    ]
    assert "so several questions go out in one call" in again.stderr


def test_where_several_are_worse_each_goes_out_by_itself_after_its_cost_was_told(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    with LoopbackServer(first_alone) as server:
        environ = environment(tmp_path / "home", server)
        done = spade(folder, environ, "evaluate", "--json")
        calls = questions_of(server.calls)
        again = spade(folder, environ, "report")
        assert len(server.calls) == len(calls)
    assert (calls.count(QUESTIONS), calls.count(1)) == (RESPONSES, ROWS * QUESTIONS)
    found = json.loads(done.stdout)
    assert {(each["coverage"], each["ffr"]) for each in found["assertions"]} == {(1.0, 0.0)}
    [measured] = found["judge"]["manners"]
    assert measured["used"] is False
    assert measured["together"]["accuracy"] < measured["alone"]["accuracy"] == 1.0
    assert measured["interval"][1] < 0
    assert f"judge small, one by one: about {ROWS * QUESTIONS - TRIALS} calls" in done.stderr
    assert "so each question goes out by itself" in again.stderr
    assert "so each question goes out by itself" in (folder / "note.report.html").read_text("utf-8")


def test_a_model_that_cannot_answer_several_is_found_out_by_a_few_calls(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    with LoopbackServer(only_one) as server:
        done = spade(folder, environment(tmp_path / "home", server), "evaluate", "--json")
        calls = questions_of(server.calls)
    assert (
        calls.count(1) - ROWS * QUESTIONS + calls.count(QUESTIONS) <= 3 * 2
    )  # one asking of each, and one for another form
    assert done.returncode == 0
    assert json.loads(done.stdout)["judge"]["manners"][0]["readable"] is False
    assert "cannot be read, so it is asked one by one" in done.stderr


@pytest.mark.parametrize(
    ("unread", "is_used"),
    [({0}, True), ({0, 1}, True), ({*range(0, 40, 3)}, True), ({*range(40)} - {*range(0, 40, 3)}, False)],
)
@pytest.mark.parametrize("odd", [Answer("I would rather not."), Answer('{"verdicts": [', finish="length")])
def test_a_few_replies_to_several_questions_that_cannot_be_read_decide_nothing(
    tmp_path: Path, unread: set[int], is_used: bool, odd: Answer
) -> None:
    folder = make_workspace(tmp_path / "w")
    (folder / "spade.toml").write_text(f"{PRICED}max_in_flight = 1\n", encoding="utf-8")
    about: list[str] = []

    def play(call: Call) -> Answer:
        material = call.texts[1]
        if "\n2. Is it kind" not in material:
            return as_good(call)
        response = material.partition("<response-")[2].partition("</response-")[0].partition(">")[2]
        about.extend([response] if response not in about else [])
        return odd if about.index(response) in unread else as_good(call)

    with LoopbackServer(play) as server:
        done = spade(folder, environment(tmp_path / "home", server), "evaluate", "--json")
    assert json.loads(done.stdout)["judge"]["manners"][0]["used"] is is_used, done.stderr


def test_a_server_that_is_down_for_a_while_decides_nothing(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    down = [True]
    with LoopbackServer(lambda call: Answer(status=500, headers=AT_ONCE) if down else as_good(call)) as server:
        environ = environment(tmp_path / "home", server)
        done = spade(folder, environ, "evaluate")
        calls = len(server.calls)
        down.clear()
        later = spade(folder, environ, "evaluate", "--json")
        assert 0 < calls < TRIALS
        assert len(server.calls) == calls + TRIALS + ROWS
    assert done.returncode == 5
    assert f"answered 0 of {TRIALS} questions both ways, too few to compare" in done.stderr
    assert json.loads(later.stdout)["judge"]["manners"][0]["used"] is True


def test_nobody_who_was_not_asked_pays_for_one_by_one(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    with LoopbackServer(first_alone) as server:
        environ = environment(tmp_path / "home", server)
        told = json.loads(spade(folder, environ, "evaluate", "--estimate", "--json").stdout)["estimate"]
        limit = 1.05 * told["money"]
        (folder / "spade.toml").write_text(f"{PRICED}ask_above = {limit}\n", encoding="utf-8")
        done = spade(folder, environ, "evaluate", "--json")
        measured = len(server.calls)
        assert done.returncode == 5
        assert "--yes lets it, or ask_above in the settings" in done.stderr
        assert measured == TRIALS + RESPONSES
        (folder / "spade.toml").write_text(f"{PRICED}ask_above = 0.000001\n", encoding="utf-8")
        other = environment(tmp_path / "other", server)
        assert spade(folder, other, "evaluate").returncode == 5
        assert len(server.calls) == measured


@pytest.mark.parametrize(("rows", "settings", "asked"), [(18, "", 1), (18, "judge_questions = 10\n", 10)])
def test_without_labels_to_measure_on_each_goes_out_by_itself_unless_the_settings_say_otherwise(
    tmp_path: Path, rows: int, settings: str, asked: int
) -> None:
    folder = make_workspace(tmp_path / "w", rows)
    (folder / "spade.toml").write_text(PRICED + settings, encoding="utf-8")
    with LoopbackServer(as_good) as server:
        done = spade(folder, environment(tmp_path / "home", server), "evaluate", "--json")
        assert questions_of(server.calls) == [asked] * (rows * QUESTIONS // asked)
    assert json.loads(done.stdout)["judge"]["manners"] == []


def test_few_new_responses_are_checked_one_by_one_and_many_are_worth_measuring(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w")
    chosen = tuple(f"assert_{n}" for n in range(QUESTIONS))
    save_selection(files_beside(folder / "note.prompt.md"), SelectionRecord(Method.COVERAGE, 0.6, 0.25, chosen))
    rows = [json.dumps({"response": f"kind and new {n}"}) for n in range(60)]
    with LoopbackServer(as_good) as server:
        environ = environment(tmp_path / "home", server)
        (folder / "new.jsonl").write_text(rows[0] + "\n", encoding="utf-8")
        assert spade(folder, environ, "check", "new.jsonl").returncode == 0
        assert questions_of(server.calls) == [1] * QUESTIONS
        (folder / "new.jsonl").write_text("\n".join(rows), encoding="utf-8")
        told = json.loads(spade(folder, environ, "check", "new.jsonl", "--estimate", "--json").stdout)["estimate"]
        done = spade(folder, environ, "check", "new.jsonl", "--json")
        later = questions_of(server.calls)[QUESTIONS:]
    assert json.loads(done.stdout)["counts"]["passed"] == len(rows)
    assert (later.count(1), later.count(QUESTIONS)) == (TRIALS, RESPONSES + len(rows))
    assert len(later) == told["calls"]


def test_every_question_is_tried_as_often_on_either_kind() -> None:
    examples = labelled([f"good {n}" for n in range(30)], [f"bad {n}" for n in range(30)])
    trials = label_trials(examples, [str(n) for n in range(QUESTIONS)])
    counts = {(each.question, each.is_good) for each in trials}
    assert (len(trials), len(counts)) == (TRIALS, 2 * QUESTIONS)
    assert {sum((t.question, t.is_good) == each for t in trials) for each in counts} == {TRIALS // (2 * QUESTIONS)}
    assert label_trials(examples[:9] + examples[30:], ["a", "b"]) == []


def test_the_interval_of_the_difference_is_tangos() -> None:
    # With no pair that differs, and with one, it is Wilson's of 0 and of 1.
    assert paired_interval(0, 0, 44)[1] == pytest.approx(1.959964**2 / (44 + 1.959964**2))
    assert paired_interval(0, 1, 44)[0] == pytest.approx(-0.1180, abs=1e-3)
    low, high = paired_interval(7, 3, 50)
    assert paired_interval(3, 7, 50) == pytest.approx((-high, -low))
    assert paired_interval(0, 0, 0) == (-1.0, 1.0)
    assert paired_interval(50, 0, 50)[1] == pytest.approx(1.0)


def test_an_answer_counts_where_only_one_manner_agrees_with_the_label() -> None:
    found = comparison([(True, False, True), (False, True, False), (True, True, True), (False, True, True)])
    assert (found.gained, found.lost, found.difference, found.is_as_good) == (1, 2, -0.25, False)
    assert (found.alone.accuracy, found.together.accuracy) == (0.75, 0.5)
    assert comparison([(False, True, True)]).is_as_good
    assert not comparison([]).is_as_good
