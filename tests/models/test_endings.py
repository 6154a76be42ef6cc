"""A reply is an answer where it ended as whole ones do; what every server calls its ends is known here."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from spade_core.models import Finish
from spade_core.models.endings import finish_of, reason_in
from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.models.test_openai_model import events
from tests.models.test_servers import evaluated, with_long_replies
from tests.synthesis.asking import ROWS, environment, kind_judge, make_kind_workspace, spade

BESIDE = {"error": {"message": "upstream overloaded", "code": 502}}
ENDS = ("error", "SAFETY", "stop", "end_turn", "abort", None)
"""One for each response; the judge says yes to the first three and the last."""
OUTCOMES = {"short": "--PF-P", "long": "--PF--"}
"""A stream that does not say why it ends broke off, where others do."""


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return make_kind_workspace(tmp_path / "work")


def chat_reply(text: str, finish: object, **beside: object) -> bytes:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
    return json.dumps({"choices": [choice], **beside}).encode()


def place_of(call: Call) -> int:
    return next(place for place, (text, _) in enumerate(ROWS) if text in call.last)


@pytest.mark.parametrize(
    ("said", "finish"),
    [
        *((each, Finish.COMPLETE) for each in ("stop", "STOP", "end_turn", "eos_token", "COMPLETE", None, "", "null")),
        *((each, Finish.COMPLETE) for each in ("tool_calls", "function_call", "tool_use")),
        *((each, Finish.TRUNCATED) for each in ("length", "MAX_TOKENS", "model_length", "max_output_tokens")),
        *(
            (each, Finish.REFUSED)
            for each in ("content_filter", "ContentFilter", "content-filter", "SAFETY", "refusal")
        ),
        *((each, None) for each in ("error", "abort", "OTHER", "unknown", "???", "not stop")),
        (5, None),
        (False, None),
        (["stop"], None),
        ({}, None),
    ],
)
def test_an_end_is_what_servers_mean_by_it(said: object, finish: Finish | None) -> None:
    assert finish_of(reason_in(said)) is finish


@pytest.mark.parametrize("length", ["short", "long"])
def test_only_a_reply_that_ended_whole_is_a_verdict(workspace: Path, tmp_path: Path, length: str) -> None:
    def answer(call: Call) -> Answer:
        text, finish = kind_judge(call).text, ENDS[place_of(call)]
        if not call.body.get("stream"):
            return Answer(raw=chat_reply(text, finish))
        deltas: list[dict[str, object]] = [{"delta": {"content": text}}, {"delta": {}, "finish_reason": finish}]
        return Answer(raw=events(*({"choices": [{"index": 0, **each}]} for each in deltas), b"[DONE]"))

    folder = with_long_replies(workspace) if length == "long" else workspace
    outcomes, told, _ = evaluated(folder, tmp_path, answer)
    assert outcomes == OUTCOMES[length], told
    assert told.count('the reply ended with "error", not as a whole answer') == 1
    assert told.count('the reply ended with "abort", not as a whole answer') == 1
    assert told.count('m refused to answer: the reply ended with "SAFETY"') == 1


@pytest.mark.parametrize("length", ["short", "long"])
def test_of_several_answers_the_first_is_taken(workspace: Path, tmp_path: Path, length: str) -> None:
    def answer(call: Call) -> Answer:
        text, key = kind_judge(call).text, "delta" if call.body.get("stream") else "message"
        said = [(0, text, "stop"), (1, '{"answer": "no"}', "error")]
        choices = [{"index": at, key: {"content": each}, "finish_reason": end} for at, each, end in said]
        if key == "message":
            return Answer(raw=json.dumps({"choices": choices}).encode())
        return Answer(raw=events(*({"choices": [each]} for each in choices), b"[DONE]"))

    folder = with_long_replies(workspace) if length == "long" else workspace
    outcomes, told, _ = evaluated(folder, tmp_path, answer)
    assert outcomes == "PPPFFP", told


@pytest.mark.parametrize("beside", [BESIDE, {"error": "overloaded"}, {"error": {"code": 403, "message": "flagged"}}])
def test_an_answer_beside_an_error_is_none(workspace: Path, tmp_path: Path, beside: Mapping[str, object]) -> None:
    def answer(call: Call) -> Answer:
        more = beside if place_of(call) == 1 else {"error": None}
        return Answer(raw=chat_reply(kind_judge(call).text, "stop", **more))

    outcomes, told, _ = evaluated(workspace, tmp_path, answer)
    assert (outcomes, told.count("in a reply of status 200")) == ("P-PFFP", 1), told


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        ({"status": "failed", "error": {"message": "overloaded", "code": "server_error"}}, "overloaded"),
        ({"status": "cancelled"}, 'the reply ended with "cancelled"'),
        ({"status": "incomplete", "incomplete_details": {"reason": "content_filter"}}, "m refused to answer"),
        ({"error": {"message": "overloaded"}, "output": None}, "overloaded"),
    ],
)
def test_a_response_that_is_not_completed_is_no_verdict(
    workspace: Path, tmp_path: Path, odd: Mapping[str, object], said: str
) -> None:
    def answer(call: Call) -> Answer:
        if call.path.endswith("/chat/completions"):
            complaint = {"message": "This model is only supported in v1/responses"}
            return Answer(status=404, complaint=complaint, headers={"x-should-retry": "false"})
        part = {"type": "output_text", "text": kind_judge(call).text}
        found = {"status": "completed", "output": [{"type": "message", "content": [part]}]}
        return Answer(raw=json.dumps({**found, **odd} if place_of(call) == 1 else found).encode())

    outcomes, told, _ = evaluated(workspace, tmp_path, answer)
    assert (outcomes, told.count(said)) == ("P-PFFP", 1), told


def test_an_event_that_is_an_error_is_told(workspace: Path, tmp_path: Path) -> None:
    def answer(call: Call) -> Answer:
        if call.path.endswith("/chat/completions"):
            complaint = {"message": "This model is only supported in v1/responses"}
            return Answer(status=404, complaint=complaint, headers={"x-should-retry": "false"})
        return Answer(raw=events({"type": "error", "code": "server_error", "message": "overloaded"}))

    outcomes, told, _ = evaluated(with_long_replies(workspace), tmp_path, answer)
    assert (outcomes, told.count("overloaded")) == ("------", 1), told


@pytest.mark.parametrize("ends", [{"finish_reason": "abort"}, {"finish_reason": "SAFETY"}, BESIDE])
def test_no_response_is_stored_but_a_whole_one(workspace: Path, tmp_path: Path, ends: Mapping[str, object]) -> None:
    def answer(call: Call) -> Answer:
        is_whole = "Heat" not in call.last
        choice = {"index": 0, "delta": {"content": "A kind word."}, "finish_reason": "stop" if is_whole else None}
        last = {"choices": [{"index": 0, "delta": {}, **ends}]} if "finish_reason" in ends else ends
        return Answer(raw=events({"choices": [choice]}, *([] if is_whole else [last]), b"[DONE]"))

    rows = [json.dumps({"movie_name": name}) for name in ("Alien", "Heat")]
    (workspace / "inputs.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    with LoopbackServer(answer) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="m")
        done = spade(workspace, environ, "respond", "--inputs", "inputs.jsonl")
    stored = (workspace / "note.examples.jsonl").read_text(encoding="utf-8").splitlines()
    assert all(call.body["stream"] for call in server.calls)
    assert done.returncode == 5, done.stderr
    assert [json.loads(line)["example"] for line in stored[len(ROWS) :]] == [{"movie_name": "Alien"}]
