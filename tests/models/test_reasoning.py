"""Models that reason before they answer: the draft is no answer, and it takes room."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from spade_core.models.reasoning import answer_in
from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.synthesis.asking import ROWS, environment, kind_judge, make_kind_workspace, spade

YES = '{"reason": "it is kind", "answer": "yes"}'
NO = '{"reason": "it is not", "answer": "no"}'


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return make_kind_workspace(tmp_path / "work")


def room_of(call: Call) -> int:
    return int(call.body.get("max_tokens", 0))


def reasoning(needed: int) -> Callable[[Call], Answer]:
    """Return a judge that thinks for so many tokens before it answers, if it has them."""

    def answer(call: Call) -> Answer:
        room = room_of(call)
        if room < needed:
            return Answer("", reasoning="hm " * room, finish="length")
        return Answer(kind_judge(call).text, reasoning="hm " * (needed - 50))

    return answer


def verdicts_of(workspace: Path, tmp_path: Path, answer: Callable[[Call], Answer], settings: str) -> tuple[str, int]:
    """Return the outcomes of the assertion that asks, a letter each, and how many calls they took."""
    (workspace / "spade.toml").write_text(f'model = "thinker"\n{settings}\n', encoding="utf-8")
    with LoopbackServer(answer) as server:
        done = spade(workspace, environment(tmp_path / "home", server), "evaluate", "--json")
    (found,) = (each for each in json.loads(done.stdout)["assertions"] if each["name"] == "assert_kind")
    cells = [each if isinstance(each, str) else each["outcome"] for each in found["results"].values()]
    return "".join({"passed": "P", "failed": "F"}.get(cell, "-") for cell in cells), len(server.calls)


def test_a_judge_that_reasons_is_given_more_room_after_the_first_replies_that_were_cut_off(
    workspace: Path, tmp_path: Path
) -> None:
    outcomes, calls = verdicts_of(workspace, tmp_path, reasoning(3000), "max_in_flight = 2")
    assert outcomes == "PPPFFP"
    assert 7 <= calls <= 8


def test_the_room_that_the_settings_give_is_there_from_the_first_call_on(workspace: Path, tmp_path: Path) -> None:
    outcomes, calls = verdicts_of(workspace, tmp_path, reasoning(30_000), "reasoning_tokens = 30000")
    assert (outcomes, calls) == ("PPPFFP", 6)


def test_a_model_whose_every_reply_is_cut_off_is_left_alone_and_the_way_out_is_said_once(
    workspace: Path, tmp_path: Path
) -> None:
    (workspace / "spade.toml").write_text('model = "thinker"\nmax_in_flight = 1\n', encoding="utf-8")
    rows = [json.dumps({"id": f"n{i}", "response": f"Film {i} is kind.", "label": "good"}) for i in range(40)]
    (workspace / "note.examples.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    with LoopbackServer(reasoning(10**6)) as server:
        done = spade(workspace, environment(tmp_path / "home", server), "evaluate")
        assert len(server.calls) == 10
        assert sum(room_of(call) > 8000 for call in server.calls) == 5
    assert done.returncode == 5
    assert done.stderr.count("reasoning_tokens in the settings gives more") == 1
    assert "40 not; the same command asks for what is missing" in done.stderr


def test_responses_on_which_a_model_never_ends_cost_only_themselves(workspace: Path, tmp_path: Path) -> None:
    endless = [ROWS[place][0] for place in (0, 2, 4)]

    def answer(call: Call) -> Answer:
        return Answer("hm " * 50, finish="length") if any(text in call.last for text in endless) else kind_judge(call)

    assert verdicts_of(workspace, tmp_path, answer, "max_in_flight = 1") == ("-P-F-P", 9)


def test_the_effort_of_the_settings_is_sent_and_another_effort_is_asked_anew(workspace: Path, tmp_path: Path) -> None:
    with LoopbackServer(kind_judge) as server:
        for effort in ("low", "low", "high"):
            (workspace / "spade.toml").write_text(f'model = "m"\nreasoning_effort = "{effort}"\n', encoding="utf-8")
            spade(workspace, environment(tmp_path / "home", server), "evaluate")
    assert [call.body["reasoning_effort"] for call in server.calls] == ["low"] * 6 + ["high"] * 6


def test_a_server_that_knows_no_effort_is_asked_without(workspace: Path, tmp_path: Path) -> None:
    (workspace / "spade.toml").write_text('model = "m"\nreasoning_effort = "low"\n', encoding="utf-8")
    with LoopbackServer(kind_judge, unknown_options=["reasoning_effort"]) as server:
        done = spade(workspace, environment(tmp_path / "home", server), "evaluate", "--json")
    assert json.loads(done.stdout)["judge"]["failed"] == 0


@pytest.mark.parametrize(
    "put",
    [
        "<think>First thought: {draft}. But no.</think>{answer}",
        "First thought: {draft}. But no.</think>\n\n{answer}",
        "<thinking>\n{draft}\n</thinking>\n```json\n{answer}\n```",
        "<think>I open <think> for {draft}</think>{answer}",
        "[THINK]{draft}[/THINK]{answer}",
        "◁think▷{draft}◁/think▷{answer}",
        "<|channel|>analysis<|message|>{draft}<|end|><|start|>assistant<|channel|>final<|message|>{answer}<|return|>",
        "<|channel|>analysis<|message|>{draft}<|end|><|channel|>final <|constrain|>json<|message|>{answer}",
        "analysisFirst: {draft}.assistantanalysisBut no.assistantfinal{answer}",
        "<|channel>thought\n{draft}<channel|>{answer}",
    ],
)
def test_a_draft_in_the_reasoning_is_no_verdict(workspace: Path, tmp_path: Path, put: str) -> None:
    def answer(call: Call) -> str:
        final = kind_judge(call).text
        return put.replace("{draft}", NO if "yes" in final else YES).replace("{answer}", final)

    assert verdicts_of(workspace, tmp_path, lambda call: Answer(answer(call)), "") == ("PPPFFP", 6)


@pytest.mark.parametrize("first", [f"<think>{NO}", f"Draft: {NO}\nFinally: {YES}", "No problem, I would say yes"])
def test_what_gives_no_answer_or_both_is_asked_again(workspace: Path, tmp_path: Path, first: str) -> None:
    def answer(call: Call) -> Answer:
        return Answer(YES if "cannot be used" in call.last else first)

    assert verdicts_of(workspace, tmp_path, answer, "") == ("PPPPPP", 12)


def test_functions_are_sent_back_without_the_reasoning(workspace: Path, tmp_path: Path) -> None:
    with LoopbackServer(lambda call: "<think>secret thoughts</think>Gladly!") as server:
        spade(workspace, environment(tmp_path / "home", server, SPADE_MODEL="m"), "evaluate")
    again = [call for call in server.calls if "cannot be used" in call.last]
    assert again
    assert {call.texts[-2] for call in again} == {"Gladly!"}


def test_responses_to_label_hold_what_the_model_answered(tmp_path: Path) -> None:
    folder = make_kind_workspace(tmp_path / "work")
    (folder / "inputs.jsonl").write_text('{"movie_name": "Heat"}\n', encoding="utf-8")
    with LoopbackServer(lambda _: "<think>Which one?</think>\nA kind word about Heat.") as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="m")
        done = spade(folder, environ, "respond", "--inputs", "inputs.jsonl")
    assert done.returncode == 0, done.stderr
    last = (folder / "note.examples.jsonl").read_text(encoding="utf-8").splitlines()[-1]
    assert json.loads(last)["response"] == "A kind word about Heat."


def test_responses_to_label_and_verdicts_hold_no_marks_of_the_end_of_a_turn(workspace: Path, tmp_path: Path) -> None:
    (workspace / "inputs.jsonl").write_text('{"movie_name": "Heat"}\n', encoding="utf-8")
    with LoopbackServer(lambda _: "A kind word.<|im_end|>\n<|im_start|>user\nThanks!") as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="m")
        spade(workspace, environ, "respond", "--inputs", "inputs.jsonl")
    last = (workspace / "note.examples.jsonl").read_text(encoding="utf-8").splitlines()[-1]
    assert json.loads(last)["response"] == "A kind word."


@pytest.mark.parametrize(
    ("text", "asked", "answer"),
    [
        ("plain", "", "plain"),
        ('{"reason": "it says </think>", "answer": "no"}', "", '{"reason": "it says </think>", "answer": "no"}'),
        ("<thinking>a</thinking>b", "Think in <thinking> tags.", "<thinking>a</thinking>b"),
        ("<think>a</think> b <think>c</think> d", "", "b  d"),
        ("<think>a <think>b</think> c</think> d", "", "d"),
        ("<THINK>a</THINK>b", "", "b"),
        ("a <think> b", "", "a"),
        ("<think> b", "", ""),
        ("<|channel|>analysis<|message|>only", "", ""),
        ("A kind word.</s>", "", "A kind word."),
        ("A kind word. <|im_end|>\n", "", "A kind word."),
        ("A kind word.<|eot_id|></s>", "", "A kind word."),
        ("Kind.<|im_end|>\n<|im_start|>user\nThanks.<|im_end|>\n<|im_start|>assistant\nBye.", "", "Kind."),
        ("<|START_THINKING|>a<|END_THINKING|><|START_RESPONSE|>Kind.<|END_RESPONSE|>", "", "Kind."),
        ("<|im_start|>assistant\nKind.<|im_end|>", "", "Kind."),
        ("Struck: <s>old</s>", "", "Struck: <s>old</s>"),
        ("Struck: <s>old</s> new", "", "Struck: <s>old</s> new"),
        ("It ends with <|im_end|> in ChatML.", "", "It ends with <|im_end|> in ChatML."),
        ("Kind.<|im_end|>", "End with <|im_end|>.", "Kind.<|im_end|>"),
        ('["</s>"]', "", '["</s>"]'),
    ],
)
def test_what_stands_between_marks_that_nobody_asked_for_is_left_out(text: str, asked: str, answer: str) -> None:
    assert answer_in(text, asked=asked) == answer
