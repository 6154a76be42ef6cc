"""A cheap judge that is asked first, and how sure it has to be, measured on labels."""

import json
import math
import re
from pathlib import Path

import pytest

from spade_core.synthesis.cascade import CascadeTrial, calibrated
from spade_core.synthesis.verdicts import JudgeAnswer, majority, read_verdict, read_verdicts
from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.synthesis.asking import environment, make_questions, spade

QUESTIONS = 10
SETTINGS = 'judge_model = "dear"\njudge_first = "cheap"\njudge_questions = 10\nask_above_tokens = 100000000\n'


def trial(sure: float, *, cheap: bool, dear: bool, good: bool) -> CascadeTrial:
    return CascadeTrial(JudgeAnswer(cheap, "", sure=sure), JudgeAnswer(dear, ""), good)


def test_the_least_threshold_counts_at_which_both_agree_as_often_as_the_dear_one() -> None:
    wrong = [trial(0.6, cheap=False, dear=True, good=True) for _ in range(3)]
    right = [trial(0.9, cheap=good, dear=good, good=good) for good in (True, False) * 4]
    found = calibrated([*wrong, *right, trial(0.8, cheap=True, dear=False, good=True)])
    assert (found.threshold, found.share) == (0.8, 9 / 12)
    assert (found.cheap.accuracy, found.dear.accuracy, found.both.accuracy) == (9 / 12, 11 / 12, 1.0)


def test_a_cheap_judge_that_is_wrong_when_it_is_sure_is_never_asked() -> None:
    found = calibrated([trial(1.0, cheap=False, dear=True, good=True)])
    assert (found.threshold, found.share) == (math.inf, 0.0)
    assert calibrated([]).threshold == math.inf


@pytest.mark.parametrize(
    ("said", "sure"),
    [
        ("70", 0.7),
        ("0.7", 0.7),
        ("100", 1.0),
        ("-1", 1.0),
        ('"very"', 1.0),
        ('"55"', 0.55),
        ('"40 %"', 0.4),
        ('"0.7"', 0.7),
    ],
)
def test_how_sure_a_judge_is_is_read_however_it_is_put(said: str, sure: float) -> None:
    assert read_verdict(f'{{"reason": "", "answer": "no", "sure": {said}}}').sure == sure
    several = read_verdicts(f'{{"verdicts": [{{"question": 1, "answer": "yes", "sure": {said}}}]}}', 1)
    assert several[0].sure == sure


def test_votes_against_make_a_majority_less_sure() -> None:
    votes = [JudgeAnswer(True, "", sure=0.9), JudgeAnswer(True, "", sure=0.9), JudgeAnswer(False, "", 0, 1, sure=0.6)]
    assert majority(votes).sure == pytest.approx((0.9 + 0.9 + 0.4) / 3)


def answer(call: Call) -> Answer:
    """The dear model is right; the cheap one is wrong about what is hard, and says that it is not sure there."""
    response = call.last.partition("<response-")[2].partition("</response-")[0]
    right, is_cheap = "kind" in response, call.body["model"] == "cheap"
    said = right ^ (is_cheap and "hard" in response)
    sure = {"sure": 55 if "hard" in response else 95} if is_cheap else {}
    asked = re.findall(r"^(\d+)\. Is it kind", call.last, re.MULTILINE)
    if not asked:
        return Answer(json.dumps({"reason": "so", "answer": "yes" if said else "no", **sure}))
    verdicts = [{"question": int(n), "reason": "so", "answer": "yes" if said else "no", **sure} for n in asked]
    return Answer(json.dumps({"verdicts": verdicts}))


def make_workspace(folder: Path, rows: int) -> Path:
    """Half of the responses are kind and called good; every fifth is hard to tell."""
    texts = [f"{'kind' if n % 2 else 'rude'} {'hard' if n % 5 == 0 else 'plain'} {n}" for n in range(rows)]
    return make_questions(folder, QUESTIONS, SETTINGS, texts)


def test_the_dear_model_is_asked_where_the_cheap_one_is_not_sure_and_agreement_is_told(tmp_path: Path) -> None:
    rows, tried = 100, 40
    folder = make_workspace(tmp_path / "w", rows)
    with LoopbackServer(answer) as server:
        environ = environment(tmp_path / "home", server)
        done = spade(folder, environ, "evaluate", "--json")
        found = json.loads(done.stdout)
        models = [call.body["model"] for call in server.calls]
        again = json.loads(spade(folder, environ, "evaluate", "--json").stdout)
        assert len(server.calls) == len(models)
    assert {(each["coverage"], each["ffr"]) for each in found["assertions"]} == {(1.0, 0.0)}
    assert models.count("cheap") == rows
    assert tried <= models.count("dear") <= tried + rows // 5
    measured = found["judge"]["calibration"]
    assert (measured["threshold"], measured["both"]["accuracy"], measured["dear"]["accuracy"]) == (0.95, 1.0, 1.0)
    assert measured["cheap"]["accuracy"] < 1.0
    assert "the cheap judge answers where it is 95% sure or more" in done.stderr
    assert again["assertions"] == found["assertions"]


def test_with_few_labels_the_dear_model_answers_alone_and_that_is_told(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", 12)
    with LoopbackServer(answer) as server:
        done = spade(folder, environment(tmp_path / "home", server), "evaluate")
        assert {call.body["model"] for call in server.calls} == {"dear"}
    assert "to measure it takes at least 10 good and 10 bad labelled responses" in done.stderr


@pytest.mark.parametrize("wrong", ["dear", "cheap"])
def test_a_wrong_key_of_one_model_stops_both_and_each_question_is_counted_once(tmp_path: Path, wrong: str) -> None:
    def one_key_is_wrong(call: Call) -> Answer:
        is_wrong = call.body["model"] == wrong
        return Answer(status=401, complaint={"message": "Incorrect API key"}) if is_wrong else answer(call)

    folder = make_workspace(tmp_path / "w", 30)
    with LoopbackServer(one_key_is_wrong) as server:
        done = spade(folder, environment(tmp_path / "home", server), "evaluate")
        assert len(server.calls) <= 2
    assert done.stderr.count("the key is wrong") == 1
    assert f"0 questions answered; {30 * QUESTIONS} not" in done.stderr
    assert "labelled responses" not in done.stderr


def test_a_cheap_model_that_answers_nothing_is_said(tmp_path: Path) -> None:
    def cheap_is_empty(call: Call) -> Answer:
        return Answer("") if call.body["model"] == "cheap" else answer(call)

    folder = make_workspace(tmp_path / "w", 30)
    with LoopbackServer(cheap_is_empty) as server:
        done = spade(folder, environment(tmp_path / "home", server), "evaluate")
    assert f"and did on 0 of {30 * QUESTIONS}" in done.stderr
    assert f"{30 * QUESTIONS} questions answered" in done.stderr


def test_new_responses_are_judged_by_what_the_labelled_ones_showed(tmp_path: Path) -> None:
    folder = make_workspace(tmp_path / "w", 60)
    selected = {"alpha": 0.5, "chosen": ["assert_0"], "counts": {}, "coverage": None, "ffr": None}
    record = {"assertions": {}, "format": 1, "prompt": "note.prompt.md"}
    record |= {"selection": {**selected, "method": "coverage", "tau": 0.5}}
    (folder / "note.spade.json").write_text(json.dumps(record), encoding="utf-8")
    new = [{"response": f"{'kind' if n % 3 else 'rude'} plain new {n}"} for n in range(9)]
    (folder / "new.jsonl").write_text("".join(json.dumps(row) + "\n" for row in new), encoding="utf-8")
    with LoopbackServer(answer) as server:
        done = spade(folder, environment(tmp_path / "home", server), "check", "new.jsonl", "--json")
        late = [call.body["model"] for call in server.calls if "new" in call.last]
    assert [each["state"] for each in json.loads(done.stdout)["responses"]] == ["failed", "passed", "passed"] * 3
    assert late == ["cheap"] * len(new)
