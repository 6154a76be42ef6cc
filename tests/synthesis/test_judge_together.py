"""Several questions about one response, put to the judge in one call."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from spade_core.synthesis.verdicts import read_verdict, read_verdicts
from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.synthesis.asking import ROWS, environment, make_kind_workspace, spade

WORDS = ("kind", "Alien", "film")
ASSERTIONS = "\n\n".join(
    f"async def assert_{word.lower()}(example: dict, prompt: str, response: str) -> bool:\n"
    f'    return await ask_llm(prompt, response, "Does it say {word}?")\n'
    for word in WORDS
)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = make_kind_workspace(tmp_path / "w")
    (folder / "note.assertions.py").write_text(ASSERTIONS, encoding="utf-8")
    (folder / "spade.toml").write_text("judge_questions = 10\n", encoding="utf-8")
    return folder


def _answer(call: Call, word: str) -> str:
    response = call.last.partition("<response-")[2].partition("</response-")[0]
    return "yes" if word in response else "no"


def _alone(call: Call) -> Answer:
    [word] = re.findall(r"Does it say (\w+)\?", call.last)
    return Answer(json.dumps({"reason": "so", "answer": _answer(call, word)}))


def together(call: Call) -> Answer:
    words = re.findall(r"(\d+)\. Does it say (\w+)\?", call.last)
    if not words:
        return _alone(call)
    verdicts = [{"question": int(n), "reason": f"about {word}", "answer": _answer(call, word)} for n, word in words]
    return Answer(json.dumps({"verdicts": verdicts[::-1]}))


def only_one(call: Call) -> Answer:
    """A model that answers with one verdict whatever it is asked."""
    asked = re.findall(r"Does it say (\w+)\?", call.last)
    return _alone(call) if len(asked) == 1 else Answer('{"reason": "so", "answer": "yes"}')


def _outcomes(folder: Path, environ: dict[str, str]) -> dict[tuple[str, str], str]:
    done = spade(folder, environ, "evaluate", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["assertions"]
    return {(each["name"], row): cell for each in found for row, cell in each["results"].items()}


EXPECTED = {
    (f"assert_{word.lower()}", f"r{row}"): "passed" if word in text else "failed"
    for word in WORDS
    for row, (text, _) in enumerate(ROWS)
}


def test_all_questions_about_one_response_are_one_call_as_was_estimated(workspace: Path, tmp_path: Path) -> None:
    with LoopbackServer(together) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        told = json.loads(spade(workspace, environ, "evaluate", "--estimate", "--json").stdout)
        assert told["estimate"]["calls"] == len(ROWS)
        assert _outcomes(workspace, environ) == EXPECTED
        assert len(server.calls) == len(ROWS)
        assert _outcomes(workspace, environ) == EXPECTED
        assert len(server.calls) == len(ROWS)


def test_no_more_calls_are_made_than_were_told_when_each_question_goes_out_alone_after_all(
    workspace: Path, tmp_path: Path
) -> None:
    def forgets_the_others(call: Call) -> Answer:
        """Answer every group readably about one response, and of the others one question alone."""
        return together(call) if call.number == 0 else only_one(call)

    with LoopbackServer(forgets_the_others) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        told = json.loads(spade(workspace, environ, "evaluate", "--estimate", "--json").stdout)
        done = spade(workspace, environ, "evaluate", "--json")
    cells = [cell for each in json.loads(done.stdout)["assertions"] for cell in each["results"].values()]
    assert set(cells) == {"passed", "failed"}
    assert len(server.calls) <= told["estimate"]["most_calls"]
    assert "cannot be read, so it is asked one by one" in done.stderr


@pytest.mark.parametrize("odd", [Answer("I would rather not."), Answer('{"verdicts": [', finish="length")])
def test_one_response_about_which_no_group_is_answered_costs_only_itself(
    workspace: Path, tmp_path: Path, odd: Answer
) -> None:
    (workspace / "spade.toml").write_text("judge_questions = 10\nmax_in_flight = 1\n", encoding="utf-8")
    text = ROWS[2][0]

    def play(call: Call) -> Answer:
        is_group = len(re.findall(r"Does it say \w+\?", call.texts[1])) > 1
        return odd if is_group and text in call.texts[1] else together(call)

    with LoopbackServer(play) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        assert _outcomes(workspace, environ) == EXPECTED
    assert len(server.calls) == len(ROWS) + 1 + len(WORDS)  # asked once more, then one by one


@pytest.mark.parametrize(("play", "most"), [(only_one, 2), (_alone, 0)])
def test_a_model_that_cannot_is_asked_one_by_one_and_so_it_is_where_the_settings_say_so(
    workspace: Path, tmp_path: Path, play: Callable[[Call], Answer], most: int
) -> None:
    if not most:
        (workspace / "spade.toml").write_text("judge_questions = 1\n", encoding="utf-8")
    with LoopbackServer(play) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        assert _outcomes(workspace, environ) == EXPECTED
    alone = [call for call in server.calls if len(re.findall(r"Does it say \w+\?", call.last)) == 1]
    assert len(alone) == len(EXPECTED)
    assert len(server.calls) <= len(alone) + most


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ('{"verdicts": [{"question": 1, "answer": "yes"}]}', "no verdict on question 2"),
        ('{"verdicts": [{"question": 1, "answer": "perhaps"}]}', "does not answer"),
        ('[{"question": 1, "answer": "yes"}, {"question": 1, "answer": "no"}]', "both"),
        ('{"verdicts": 5}', "no verdict on question 1"),
        ('{"verdicts": [{"answer": "yes"}, {"answer": "yes"}], "error": "could not judge"}', "an error"),
        ('{"verdicts": [{"answer": "yes"}, {"answer": "yes", "error": "could not judge"}]}', "does not answer"),
        ('{"verdicts": [{"answer": "yes"}, {"answer": "yes"}, "but no to 1"]}', "does not answer"),
        ('{"verdicts": [{"question": true, "answer": "yes"}, {"question": 2, "answer": "yes"}]}', "does not answer"),
        (
            '{"verdicts": [{"question": 1, "answer": "yes"}, {"question": 2, "answer": ["yes", "no"]}]}',
            "does not answer",
        ),
        ('[{"answer": "yes"}, {"answer": "yes"}, {"answer": "no"}]', "verdicts on 3 questions, and 2 were put"),
        (
            '{"verdicts": [{"answer": "yes"}, {"answer": "yes"}]}\n{"verdicts": [{"answer": "no"}, {"answer": "no"}]}',
            "2 answers",
        ),
        ("yes, yes", "no JSON"),
    ],
)
def test_a_reply_without_a_clear_verdict_on_each_is_no_reply(text: str, fact: str) -> None:
    with pytest.raises(ValueError, match=fact):
        read_verdicts(text, 2)


def _first_asked(call: Call) -> Call:
    """Return the call without what was complained of."""
    return Call(call.number, {"messages": call.body["messages"][:2]}, call.headers)


def numbered_otherwise(call: Call) -> Answer:
    """A model that puts its numbers under a key of its own, the last question first."""
    said = together(_first_asked(call))
    listed = json.loads(said.text).get("verdicts", ())
    renamed = [{"number": each["question"], "answer": each["answer"]} for each in listed]
    return Answer(json.dumps(renamed)) if renamed else said


def concludes_otherwise(call: Call) -> Answer:
    """A model whose reason comes to the other answer until it is told so."""
    said = json.loads(together(_first_asked(call)).text)
    for each in said.get("verdicts", [said]) if len(call.texts) == 2 else ():
        each["reason"] = f"It says the word, so the answer is {each['answer']}."
        each["answer"] = "no" if each["answer"] == "yes" else "yes"
    return Answer(json.dumps(said))


@pytest.mark.parametrize(
    ("play", "calls"), [(numbered_otherwise, 2 + len(EXPECTED)), (concludes_otherwise, 2 * len(ROWS))]
)
def test_a_verdict_that_may_be_about_another_question_or_contradicts_itself_is_asked_for_again(
    workspace: Path, tmp_path: Path, play: Callable[[Call], Answer], calls: int
) -> None:
    with LoopbackServer(play) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        assert _outcomes(workspace, environ) == EXPECTED
        assert len(server.calls) == calls


@pytest.mark.parametrize(
    "reason", ["It says that it does so: no.", 'It says "so no"', "There is no answer", "It answers: the answer is no."]
)
def test_the_words_of_a_response_in_a_reason_contradict_no_answer(reason: str) -> None:
    assert read_verdict(json.dumps({"reason": reason, "answer": "yes"})).passes


def test_verdicts_in_any_order_belong_to_their_numbers() -> None:
    said = [{"question": "2", "answer": "no", "reason": "b"}, {"question": 1, "answer": True, "reason": "a"}]
    found = read_verdicts(json.dumps(said), 2)
    assert [(each.passes, each.reason) for each in found] == [(True, "a"), (False, "b")]
    unnumbered = [{"answer": "yes", "sure": 2, "score": 70}, {"answer": "no", "id": "2"}]
    assert [each.passes for each in read_verdicts(json.dumps(unnumbered), 2)] == [True, False]


@pytest.mark.parametrize("command", ["evaluate", "report"])
def test_how_far_the_judge_agrees_with_the_labels_is_a_table(workspace: Path, tmp_path: Path, command: str) -> None:
    with LoopbackServer(together) as server:
        done = spade(workspace, environment(tmp_path / "home", server, SPADE_MODEL="small"), command)
    rows = [line.split() for line in done.stdout.partition("The judge and the labels")[2].splitlines()[1:5]]
    assert rows[0] == ["assert_kind", "83%", "0.36", "to", "1.00", "0.67", "1", "0"]
    assert [row[0] for row in rows] == ["assert_kind", "assert_alien", "assert_film", "all"]


def test_repeats_may_differ_and_put_the_questions_in_another_order(workspace: Path, tmp_path: Path) -> None:
    (workspace / "spade.toml").write_text("judge_questions = 10\njudge_repeats = 3\n", encoding="utf-8")
    with LoopbackServer(together) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        assert _outcomes(workspace, environ) == EXPECTED
    asked = [tuple(re.findall(r"Does it say (\w+)\?", call.last)) for call in server.calls]
    assert set(asked) == {WORDS, (*WORDS[1:], WORDS[0]), (WORDS[2], *WORDS[:2])}
    assert {"temperature" in call.body for call in server.calls if call.body.get("seed")} == {False}
    assert [call.body.get("temperature") for call in server.calls].count(0.0) == len(ROWS)
