"""Servers with one habit each, good or bad, behind the real command: what it says and how often it asks."""

import json
import re
import socketserver
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from spade_core.errors import ModelError, ModelFault
from spade_core.models import Finish, ModelChoice, endpoint_of
from spade_core.models.complaints import fault_of, status_in
from spade_core.models.openai_model import OpenAIModel
from spade_core.models.reply_parsing import pause_in
from spade_core.settings import settings_from
from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.models.talk import SHAPE, endpoint, question, reply_of
from tests.models.test_openai_model import events
from tests.synthesis.asking import ROWS, environment, kind_judge, make_kind_workspace, spade
from tests.synthesis.playing import criteria_in, function, functions_reply, is_step_one, one_criterion_a_line

NO_WAIT = {"retry-after-ms": "1"}
NO_RETRY = {"x-should-retry": "false"}
OUTCOMES = {"passed": "P", "failed": "F"}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return make_kind_workspace(tmp_path / "work")


def evaluated(
    workspace: Path, tmp_path: Path, answer: Callable[[Call], Answer | str]
) -> tuple[str, str, LoopbackServer]:
    """Return the outcomes of the assertion that asks, a letter each, what was said, and the server."""
    with LoopbackServer(answer) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="m", SPADE_API_KEY="my-own-key")
        done = spade(workspace, environ, "evaluate", "--json")
    (found,) = (each for each in json.loads(done.stdout)["assertions"] if each["name"] == "assert_kind")
    cells = [each if isinstance(each, str) else each["outcome"] for each in found["results"].values()]
    assert done.returncode == (5 if "judge failed" in cells else 0), done.stderr
    assert "Traceback" not in done.stderr
    return "".join(OUTCOMES.get(cell, "-") for cell in cells), done.stderr, server


@dataclass(frozen=True)
class Outcome:
    stored: list[str]
    """The movies that have a response now."""
    told: str
    calls: list[Call]


def responded(
    workspace: Path, tmp_path: Path, answer: Callable[[Call], Answer | str], movies: Sequence[str] = ("Alien", "Heat")
) -> Outcome:
    """Run the prompt on movies."""
    rows = "".join(json.dumps({"movie_name": name}) + "\n" for name in movies)
    (workspace / "inputs.jsonl").write_text(rows, encoding="utf-8")
    with LoopbackServer(answer) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="m")
        done = spade(workspace, environ, "respond", "--inputs", "inputs.jsonl")
    assert "Traceback" not in done.stderr
    stored = (workspace / "note.examples.jsonl").read_text(encoding="utf-8").splitlines()[len(ROWS) :]
    names = [json.loads(line)["example"]["movie_name"] for line in stored]
    return Outcome(names, done.stderr, server.calls)


def many_responses(workspace: Path, count: int = 40) -> Path:
    rows = [json.dumps({"id": f"n{i}", "response": f"Film {i} is kind.", "label": "good"}) for i in range(count)]
    (workspace / "note.examples.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return workspace


def refusal(status: int, message: str, **more: object) -> Answer:
    return Answer(status=status, headers=NO_WAIT, complaint={"message": message, **more})


@pytest.mark.parametrize(
    ("answer", "said", "calls"),
    [
        (refusal(402, "Insufficient Balance"), "the account has no credit left", 1),
        (refusal(400, "Your credit balance is too low to access the API."), "the account has no credit left", 1),
        (refusal(403, "Key limit exceeded"), "the key, or what is asked, is not allowed here", 3),
        (refusal(400, "API key not valid. Please pass a valid API key."), "the key is wrong", 1),
        (refusal(400, "Model Not Exist"), "there is no such model here", 1),
        (refusal(400, "m is not a valid model ID"), "there is no such model here", 1),
        (refusal(500, "model 'm' not found, try pulling it first"), "there is no such model here", 1),
        (refusal(400, "maximum context length is 80 tokens"), "the request is longer than the model takes", 5),
        (refusal(400, "messages: unexpected"), "HTTP 400", 3),
        (refusal(500, "out of order"), "HTTP 500", 15),
        (Answer(raw=b'{"error": {"message": "Insufficient credits", "code": 402}}'), "no credit left", 1),
        (Answer(raw=b'{"error": {"message": "No auth credentials found", "code": 401}}'), "the key is wrong", 1),
        (Answer(raw=b'{"error": "model not found"}'), "there is no such model here", 1),
        (Answer(raw=b"<html>a login page</html>"), "not an answer of the chat API", 3),
    ],
)
def test_what_is_wrong_for_good_ends_the_run_after_a_few_calls_and_is_said_once(
    workspace: Path, tmp_path: Path, answer: Answer, said: str, calls: int
) -> None:
    outcomes, told, server = evaluated(many_responses(workspace), tmp_path, lambda _: answer)
    assert outcomes == "-" * 40
    assert len(server.calls) == calls
    assert told.count(said) == 1, told


@pytest.mark.parametrize(
    ("answer", "said", "calls"),
    [
        (Answer(), "the reply is empty", 5),
        (Answer(refusal="I cannot help."), "m refused to answer", 5),
        (Answer('{"answer": "maybe"}'), 'it does not answer "yes" or "no"', 10),
        (Answer("<think>It may be kind."), "there is reasoning in it and no answer", 10),
    ],
)
def test_a_model_that_never_says_yes_or_no_is_not_paid_for_every_response(
    workspace: Path, tmp_path: Path, answer: Answer, said: str, calls: int
) -> None:
    folder = many_responses(workspace, 100)
    outcomes, told, server = evaluated(folder, tmp_path, lambda _: answer)
    assert (outcomes, len(server.calls)) == ("-" * 100, calls)
    assert said in told
    assert told.count(f"it is not asked any more, after {calls} calls") == 1, told


def test_a_model_that_says_yes_or_no_no_longer_is_not_paid_for_every_response(workspace: Path, tmp_path: Path) -> None:
    (workspace / "spade.toml").write_text("max_in_flight = 4\n", encoding="utf-8")
    folder = many_responses(workspace, 100)

    def answer(call: Call) -> Answer | str:
        return kind_judge(call) if call.number < 8 else "I will not say."

    outcomes, told, server = evaluated(folder, tmp_path, answer)
    assert outcomes.count("P") == 8  # they are kept
    assert len(server.calls) <= 8 + 2 * (8 + 3)  # so many questions in a row, and those under way
    assert told.count("8 questions in a row got no answer that can be read") == 1, told
    assert told.count(f"it is not asked any more, after {len(server.calls)} calls") == 1, told


@pytest.mark.parametrize(
    ("useless", "said", "most"),
    [
        (Answer(""), "the reply is empty", 5),
        (Answer("<think>It may be kind."), "there is reasoning in it and no answer", 5),
        (Answer("", finish="tool_calls"), "it called a tool", 5),
        (Answer(refusal="I cannot help."), "m refused to answer", 30),
    ],
)
def test_a_model_is_not_paid_for_every_response_where_none_is_of_use(
    workspace: Path, tmp_path: Path, useless: Answer, said: str, most: int
) -> None:
    outcome = responded(workspace, tmp_path, lambda _: useless, [f"Alien {number}" for number in range(30)])
    assert (outcome.stored, len(outcome.calls)) == ([], most), outcome.told
    assert said in outcome.told


@pytest.mark.parametrize("headers", [{"retry-after-ms": "300"}, {}])
@pytest.mark.parametrize("status", [429, 200])
def test_a_rate_limit_costs_time_and_no_answer(
    workspace: Path, tmp_path: Path, status: int, headers: Mapping[str, str]
) -> None:
    taken: list[float] = []

    def answer(call: Call) -> Answer:
        now = time.monotonic()
        taken[:] = [each for each in taken if now - each < 0.3]
        if len(taken) < 2:
            taken.append(now)
            return kind_judge(call)
        error = {"message": "Rate limit reached", "code": 429}
        raw = json.dumps({"error": error}).encode() if status == 200 else None
        return Answer(status=status, headers=headers, complaint=error, raw=raw)

    outcomes, told, server = evaluated(many_responses(workspace, 20), tmp_path, answer)
    assert outcomes == "P" * 20, told
    assert len(server.calls) < 20 * 5  # tries of each call when all wake together


def test_one_response_that_is_too_long_costs_only_itself(workspace: Path, tmp_path: Path) -> None:
    def answer(call: Call) -> Answer:
        is_long = "rubbish" in call.last
        return refusal(400, "prompt is too long: 9000 tokens > 8000 maximum") if is_long else kind_judge(call)

    outcomes, told, _ = evaluated(workspace, tmp_path, answer)
    assert outcomes == "PPP-FP"
    assert told.count("the request is longer than the model takes") == 1


@pytest.mark.parametrize(
    ("declined", "count"),
    [
        (refusal(403, "Request blocked"), 3),
        (refusal(400, "bad input"), 3),
        (refusal(400, "cannot read: there is no api key"), 2),
        (refusal(400, "prompt is too long: 9000 tokens > 8000 maximum"), 5),
    ],
)
def test_responses_that_are_always_declined_cost_only_themselves_after_answers_that_are_kept(
    workspace: Path, tmp_path: Path, declined: Answer, count: int
) -> None:
    (workspace / "spade.toml").write_text("max_in_flight = 1\n", encoding="utf-8")
    kept, bad, fresh = ("kept", 2), ("declined", count), ("fresh", 2)

    def write(*kinds: tuple[str, int]) -> None:
        texts = [f"A kind {kind} word {number}." for kind, many in kinds for number in range(many)]
        rows = (json.dumps({"id": f"n{i}", "response": text, "label": "good"}) for i, text in enumerate(texts))
        (workspace / "note.examples.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")

    with LoopbackServer(lambda call: declined if "kind declined" in call.last else kind_judge(call)) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="m")
        write(kept)
        spade(workspace, environ, "evaluate")
        write(kept, bad, fresh)
        done = spade(workspace, environ, "evaluate", "--json")
    (found,) = (each for each in json.loads(done.stdout)["assertions"] if each["name"] == "assert_kind")
    cells = [each if isinstance(each, str) else each["outcome"] for each in found["results"].values()]
    assert cells == ["passed"] * 2 + ["judge failed"] * count + ["passed"] * 2, done.stderr
    assert (done.returncode, len(server.calls)) == (5, 2 + count + 2)
    assert declined.complaint is not None
    assert done.stderr.count(str(declined.complaint["message"])) == 1


def in_pieces(call: Call, **last: object) -> list[dict[str, object]]:
    text = kind_judge(call).text
    return [{"choices": [{"index": 0, "delta": {"content": piece}, **last}]} for piece in (text[:9], text[9:])]


def with_long_replies(workspace: Path) -> Path:
    """Let replies be so long that they are streamed."""
    (workspace / "spade.toml").write_text("reasoning_tokens = 2000\n", encoding="utf-8")
    return workspace


CUT = b"data: [DONE]\n\n", b"", b'{"error": {"message": "upstream reset"}}\n', b'{"choices": []}\n'
"""How a stream may end that lost its reply in the middle."""


@pytest.mark.parametrize("end", CUT)
def test_a_server_whose_streams_do_not_say_why_they_end_is_asked_for_replies_in_one_piece(
    workspace: Path, tmp_path: Path, end: bytes
) -> None:
    def answer(call: Call) -> Answer:
        if call.body.get("stream"):
            return Answer(raw=events(in_pieces(call)[0]) + end)
        return Answer(raw=json.dumps({"choices": [{"message": {"content": kind_judge(call).text}}]}).encode())

    outcomes, told, server = evaluated(with_long_replies(workspace), tmp_path, answer)
    assert outcomes == "PPPFFP", told
    assert [bool(call.body.get("stream")) for call in server.calls] == [True, *[False] * 6]


@pytest.mark.parametrize("end", CUT)
def test_no_response_is_stored_that_was_cut_in_a_stream(workspace: Path, tmp_path: Path, end: bytes) -> None:
    def answer(call: Call) -> Answer:
        choice = {"index": 0, "delta": {"content": "Half a kind"}}
        if "Heat" in call.last:
            return Answer(raw=events({"choices": [choice]}) + end)
        return Answer(raw=events({"choices": [{**choice, "finish_reason": "stop"}]}, b"[DONE]"))

    outcome = responded(workspace, tmp_path, answer)
    assert outcome.stored == ["Alien"], outcome.told
    assert ("the reply broke off" if end in CUT[:2] else "not an answer of the chat API") in outcome.told


def test_a_stream_without_the_finish_reason_that_others_had_broke_off(workspace: Path, tmp_path: Path) -> None:
    def answer(call: Call) -> Answer:
        end = {} if call.number == 3 else {"finish_reason": "stop"}
        return Answer(raw=events(*in_pieces(call), {"choices": [{"index": 0, "delta": {}, **end}]}))

    outcomes, _, server = evaluated(with_long_replies(workspace), tmp_path, answer)
    assert (outcomes, len(server.calls)) == ("PPPFFP", 7)


@pytest.mark.parametrize(
    "odd", [b"[1]", b"data: []\n\n", b'data: {"choices": 5}\n\n', b'{"choices": [{"message": 5}]}']
)
def test_a_server_that_answers_once_and_then_anything_is_given_up(workspace: Path, tmp_path: Path, odd: bytes) -> None:
    (with_long_replies(workspace) / "spade.toml").write_text("reasoning_tokens = 2000\nmax_in_flight = 1\n", "utf-8")
    outcomes, told, server = evaluated(
        many_responses(workspace), tmp_path, lambda call: kind_judge(call) if call.number == 1 else Answer(raw=odd)
    )
    assert sorted(outcomes) == sorted("P" + "-" * 39)
    assert 9 <= len(server.calls) <= 25  # one that breaks off is asked for twice more
    assert "Error" not in told


IN_OTHER_SHAPES = (
    b'event: error\ndata: {"message": "upstream reset", "code": "overloaded"}\n\n',
    b'data: {"error_code": 336100, "error_msg": "upstream reset"}\n\n',
    b'data: {"detail": "upstream reset"}\n\n',
    b'data: {"object": "error", "message": "upstream reset", "code": 503}\n\n',
)


@pytest.mark.parametrize("last", ["", "stop"])
@pytest.mark.parametrize("error", IN_OTHER_SHAPES)
def test_an_error_of_another_shape_in_a_stream_is_told_and_nothing_is_stored(
    workspace: Path, tmp_path: Path, error: bytes, last: str
) -> None:
    def answer(call: Call) -> Answer:
        choice = {"index": 0, "delta": {"content": "Half a kind"}}
        end = {"choices": [{"index": 0, "delta": {}, "finish_reason": last}]}
        if "Heat" in call.last:
            return Answer(raw=events({"choices": [choice]}) + error + events(end, b"[DONE]"))
        return Answer(raw=events({"choices": [{**choice, "finish_reason": "stop"}]}, b"[DONE]"))

    outcome = responded(workspace, tmp_path, answer)
    assert outcome.stored == ["Alien"], outcome.told
    assert "upstream reset" in outcome.told


@pytest.mark.parametrize("error", [b'{"detail": "no such route"}', b'{"code": 1113, "msg": "no such route"}'])
async def test_an_error_that_is_not_called_one_in_a_reply_of_status_200_is_told(error: bytes) -> None:
    with LoopbackServer(lambda _: Answer(raw=error)) as server, pytest.raises(ModelError) as caught:
        await reply_of(server, question())
    assert '"no such route", in a reply of status 200' in str(caught.value)


BESIDE: Mapping[str, Mapping[str, object]] = {
    "a number of its own": {"base_resp": {"status_code": 1027, "status_msg": "output new_sensitive"}},
    "a word": {"outcome": {"status": "failed", "message": "the worker died"}},
    "without an object": {"code": 1301, "msg": "the worker died"},
    "several": {"errors": [{"message": "the worker died"}]},
    "no success": {"success": False, "messages": [], "msg": "the worker died"},
    "an exception": {"exception": "the worker died"},
}
"""What stands beside an answer that is none."""


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("beside", BESIDE)
def test_what_stands_beside_an_error_of_whatever_shape_is_no_answer(
    workspace: Path, tmp_path: Path, beside: str, long: bool
) -> None:
    def answer(call: Call) -> Answer:
        text = kind_judge(call).text
        if long:
            choice = {"index": 0, "delta": {"content": text}, "finish_reason": "stop"}
            return Answer(raw=events({"choices": [choice], **BESIDE[beside]}))
        return Answer(raw=json.dumps({"choices": [{"message": {"content": text}}], **BESIDE[beside]}).encode())

    outcomes, told, _ = evaluated(with_long_replies(workspace) if long else workspace, tmp_path, answer)
    assert set(outcomes) == {"-"}
    assert ("new_sensitive" if "own" in beside else "the worker died") in told


FINE = (
    {"base_resp": {"status_code": 0, "status_msg": ""}, "code": 0, "msg": "success", "errors": [], "success": True},
    {"status": {"code": "200", "message": "OK"}, "error": None},
    {"code": 20000, "message": "success", "moderation": {"status": "flagged"}, "x_groq": {"id": "r1"}},
    {"status": "completed", "message": "the whole answer"},
)


@pytest.mark.parametrize("beside", FINE)
async def test_numbers_and_words_beside_an_answer_that_tell_of_no_error_are_none(beside: Mapping[str, object]) -> None:
    raw = json.dumps({"choices": [{"message": {"content": "Kind."}}], **beside}).encode()
    with LoopbackServer(lambda _: Answer(raw=raw)) as server:
        assert (await reply_of(server, question())).text == "Kind."


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ({"base_resp": {"status_code": 1008, "status_msg": "insufficient balance"}}, "no credit left"),
        ({"base_resp": {"status_code": 1027, "status_msg": "output new_sensitive"}}, "code 1027"),
        ({"choices": None, "code": 40301, "msg": "no permission"}, "code 40301, the key, or what is asked"),
    ],
)
@pytest.mark.parametrize("long", [False, True])
async def test_an_error_for_good_beside_an_empty_answer_costs_one_call(
    error: Mapping[str, object], said: str, long: bool
) -> None:
    raw = json.dumps({"choices": [{"message": {"content": ""}}], **error}).encode()
    with LoopbackServer(lambda _: Answer(raw=raw)) as server, pytest.raises(ModelError, match=said):
        await reply_of(server, question(long=long))
    assert len(server.calls) == 1


async def test_a_reply_of_all_its_tokens_by_estimate_and_without_a_reason_is_cut_off() -> None:
    def answer(call: Call) -> Answer:
        text = "word " * (30 if "short" in call.last else 99)
        return Answer(raw=json.dumps({"choices": [{"message": {"content": text}}]}).encode())

    with LoopbackServer(answer) as server:
        finishes = [(await reply_of(server, question(text))).finish for text in ("short", "long")]
    assert finishes == [Finish.COMPLETE, Finish.TRUNCATED]


async def test_a_character_set_that_is_none_is_an_answer_of_another_shape() -> None:
    said = Answer(raw=b'{"choices": []}', headers={"content-type": "application/json; charset=hex"})
    with LoopbackServer(lambda _: said) as server, pytest.raises(ModelError):
        await reply_of(server, question())


async def test_an_object_that_is_no_answer_is_quoted() -> None:
    said = b'{"status": "failed", "reason": "no such route"}'
    with LoopbackServer(lambda _: Answer(raw=said)) as server, pytest.raises(ModelError, match="no such route"):
        await reply_of(server, question())


@pytest.mark.parametrize("reason", ["length", "content_filter", "error"])
def test_an_end_that_is_not_whole_stays_so_whatever_follows(workspace: Path, tmp_path: Path, reason: str) -> None:
    def answer(call: Call) -> Answer:
        if "Heat" not in call.last:
            return Answer("A kind word.")
        ends = ({"finish_reason": reason}, {"finish_reason": "stop"})
        return Answer(raw=events(*({"choices": [{"delta": {"content": "Kind. "}, **end}]} for end in ends), b"[DONE]"))

    assert responded(workspace, tmp_path, answer).stored == ["Alien"]


def test_an_error_in_the_middle_of_a_stream_that_passes_is_asked_again(workspace: Path, tmp_path: Path) -> None:
    error = {"error": {"code": 502, "message": "Provider disconnected"}}

    seen: set[str] = set()

    def answer(call: Call) -> Answer:
        if call.last in seen:
            return kind_judge(call)
        seen.add(call.last)
        return Answer(raw=events(*in_pieces(call), error))

    outcomes, told, _ = evaluated(with_long_replies(workspace), tmp_path, answer)
    assert (outcomes, "Provider disconnected" in told) == ("PPPFFP", False)


def test_an_error_in_the_choice_of_a_reply_is_told(workspace: Path, tmp_path: Path) -> None:
    error = {"code": 403, "message": "Your input was flagged"}
    choice = {"message": {"content": ""}, "finish_reason": "error", "error": error}
    _, told, _ = evaluated(workspace, tmp_path, lambda _: Answer(raw=json.dumps({"choices": [choice]}).encode()))
    assert 'HTTP 403, "Your input was flagged", in a reply of status 200' in told


@pytest.mark.parametrize(
    "said",
    [
        "System role not supported",
        "Developer instruction is not enabled for models/m",
        "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
    ],
)
def test_a_template_without_a_system_role_gets_its_text_before_the_users(
    workspace: Path, tmp_path: Path, said: str
) -> None:
    def answer(call: Call) -> Answer:
        if call.body["messages"][0]["role"] == "system":
            return refusal(400, said)
        material = call.last[call.last.index("<prompt-") :]
        return kind_judge(Call(call.number, {"messages": [{"content": material}]}, call.headers))

    outcomes, _, server = evaluated(workspace, tmp_path, answer)
    assert (outcomes, len(server.calls)) == ("PPPFFP", 7)
    assert "You check the responses" in server.calls[-1].texts[0]


IN_LLAMAS_WORDS = (
    "1 validation error: {'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), "
    "'msg': \"Input should be 'text' or 'json_object'\", 'input': 'json_schema'}"
)


@pytest.mark.parametrize(
    ("status", "said"),
    [(500, IN_LLAMAS_WORDS), (422, IN_LLAMAS_WORDS), (400, "This response_format type is unavailable now")],
)
def test_a_server_that_takes_a_schema_in_another_form_gets_it_so(
    workspace: Path, tmp_path: Path, status: int, said: str
) -> None:
    def answer(call: Call) -> Answer:
        form = call.body.get("response_format", {})
        return refusal(status, said) if form.get("type") == "json_schema" else kind_judge(call)

    outcomes, _, server = evaluated(workspace, tmp_path, answer)
    assert (outcomes, len(server.calls)) == ("PPPFFP", 7)
    form = server.calls[-1].body["response_format"]
    assert (form["type"], set(form["schema"]["required"])) == ("json_object", {"reason", "answer"})


@pytest.mark.parametrize("status", [500, 501])
def test_an_option_that_a_server_has_not_implemented_is_left_out(workspace: Path, tmp_path: Path, status: int) -> None:
    def answer(call: Call) -> Answer:
        said = "response_format is not implemented"
        return refusal(status, said) if "response_format" in call.body else kind_judge(call)

    outcomes, _, server = evaluated(workspace, tmp_path, answer)
    assert (outcomes, len(server.calls)) == ("PPPFFP", 7)


def test_a_fault_of_the_server_that_names_an_option_is_no_refusal_of_it(workspace: Path, tmp_path: Path) -> None:
    seen: set[str] = set()

    def answer(call: Call) -> Answer:
        if call.last in seen:
            return kind_judge(call)
        seen.add(call.last)
        return refusal(500, "worker died while it read the schema and max_tokens")

    outcomes, _, server = evaluated(workspace, tmp_path, answer)
    assert outcomes == "PPPFFP"
    assert all({"response_format", "max_tokens"} <= call.body.keys() for call in server.calls)


def test_a_server_that_cannot_stream_is_asked_for_whole_replies(workspace: Path, tmp_path: Path) -> None:
    def answer(call: Call) -> Answer:
        return refusal(400, "stream is not supported") if call.body.get("stream") else kind_judge(call)

    assert evaluated(with_long_replies(workspace), tmp_path, answer)[0] == "PPPFFP"


@pytest.mark.parametrize(
    "complaint",
    [
        "max_tokens is too large: {0}. This model supports at most 1000 completion tokens, whereas you provided {0}.",
        "max_tokens: {0} > 1000, which is the maximum allowed number of output tokens for this model",
        "Invalid max_tokens value, the valid range of max_tokens is [1, 1000]",
    ],
)
def test_a_greatest_length_that_the_server_names_is_kept_to(workspace: Path, tmp_path: Path, complaint: str) -> None:
    def answer(call: Call) -> Answer:
        asked = call.body["max_tokens"]
        return refusal(400, complaint.format(asked), param="max_tokens") if asked > 1000 else kind_judge(call)

    outcomes, _, server = evaluated(with_long_replies(workspace), tmp_path, answer)
    assert (outcomes, len(server.calls)) == ("PPPFFP", 7)


def in_detail(asked: int) -> list[object]:
    message = "Input should be less than or equal to 1000"
    where = ["body", "max_tokens"]
    return [{"type": "less_than_equal", "loc": where, "msg": message, "input": asked, "ctx": {"le": 1000}}]


def in_a_range(asked: int) -> str:
    said = (
        f"The request cannot be taken, since maxOutputTokens has a value of {asked} and the supported range is from 1"
    )
    return f"{said} (inclusive) to 1001 (exclusive). Send another value."


def of_a_provider(asked: int) -> dict[str, object]:
    raw = f"max_tokens={asked} cannot be greater than max_output=1000"
    return {"error": {"message": "Provider returned error", "code": 400, "metadata": {"raw": raw}}}


BESIDE_A_WINDOW = "`max_tokens` must be less than or equal to `1000`, which is less than the `context_window`"
LIMITS: Mapping[str, Callable[[int], object]] = {
    "exceeds": lambda _: {"error": {"message": "The maximum tokens exceed the limit of 1001. Use lower than 1001."}},
    "in a list": lambda asked: [{"error": {"code": 400, "message": in_a_range(asked), "status": "INVALID"}}],
    "in detail": lambda asked: {"detail": in_detail(asked)},
    "in a message": lambda asked: {"object": "error", "message": {"detail": in_detail(asked)}, "code": None},
    "beside a window": lambda _: {"error": {"message": BESIDE_A_WINDOW}},
    "of a provider": of_a_provider,
}
"""Complaints about a reply that is longer than 1000 tokens."""


@pytest.mark.parametrize("limit", LIMITS)
async def test_the_one_length_that_a_complaint_names_is_kept_to(limit: str) -> None:
    def answer(call: Call) -> Answer:
        asked = call.body["max_tokens"]
        raw = json.dumps(LIMITS[limit](asked)).encode()
        return Answer(status=400, raw=raw) if asked > 1000 else Answer("Kind.")

    with LoopbackServer(answer) as server:
        async with OpenAIModel(endpoint(server)) as model:
            for _ in range(2):
                assert (await model.reply(question(long=True))).text == "Kind."
    assert [call.body["max_tokens"] for call in server.calls] in ([4000, 1000, 1000], [4000, 999, 999])


BESIDE_REQUEST = (
    "`inputs` tokens + `max_new_tokens` must be <= 1074. Given: 50 `inputs` tokens and 4000 `max_new_tokens`",
    "'max_tokens' is too large: 4000. The maximum context length is 1074 tokens and your request has 50 input tokens "
    "(4000 > 1074 - 50).",
    "The maximum context length is 1074 tokens. However, you requested 4050 tokens (50 in the messages, 4000 in the "
    "completion). Ask for fewer completion tokens.",
)


@pytest.mark.parametrize("said", BESIDE_REQUEST)
async def test_a_length_that_a_complaint_names_for_request_and_reply_is_kept_to(said: str) -> None:
    def answer(call: Call) -> Answer:
        return refusal(422, said) if call.body["max_tokens"] > 1024 else Answer("Kind.")

    with LoopbackServer(answer) as server:
        assert (await reply_of(server, question(long=True))).text == "Kind."
    assert [call.body["max_tokens"] for call in server.calls] == [4000, 1024]


async def test_a_complaint_about_the_length_that_nothing_helps_is_told_with_its_limit() -> None:
    def answer(call: Call) -> Answer:
        said = {"error": {"message": in_a_range(call.body["max_tokens"])}}
        return Answer(status=400, raw=json.dumps([said]).encode())

    with LoopbackServer(answer) as server, pytest.raises(ModelError, match=r"to 1001 \(exclusive\)"):
        await reply_of(server, question(long=True))
    assert len(server.calls) <= 5


async def test_a_complaint_that_names_the_length_and_no_bound_of_it_is_about_the_option() -> None:
    def answer(call: Call) -> Answer:
        said = "Error code: 400 - unknown field max_tokens"
        return refusal(400, said) if "max_tokens" in call.body else Answer("Kind.")

    with LoopbackServer(answer) as server:
        await reply_of(server, question(long=True))
    assert server.calls[-1].body["max_completion_tokens"] == 4000


def test_a_reply_is_made_shorter_where_it_would_not_fit_beside_the_request(workspace: Path, tmp_path: Path) -> None:
    said = "This model's maximum context length is 2048 tokens. However, you requested 2700 tokens."

    def answer(call: Call) -> Answer:
        return refusal(400, said) if call.body["max_tokens"] > 1500 else kind_judge(call)

    assert evaluated(with_long_replies(workspace), tmp_path, answer)[0] == "PPPFFP"


def as_response(call: Call, text: str) -> Answer:
    """Return an answer of the Responses API, in one piece or in events."""
    content = [{"type": "output_text", "text": text}]
    output = [{"type": "reasoning", "summary": []}, {"type": "message", "role": "assistant", "content": content}]
    whole = {"status": "completed", "error": None, "output": output, "usage": {"input_tokens": 9, "output_tokens": 4}}
    if not call.body.get("stream"):
        return Answer(raw=json.dumps(whole).encode())
    delta = {"type": "response.output_text.delta", "delta": text}
    return Answer(raw=events({"type": "response.created"}, delta, {"type": "response.completed", "response": whole}))


AT_RESPONSES = (
    (404, "This model is only supported in v1/responses and not in v1/chat/completions."),
    (400, "The chatCompletion operation does not work with this model. Please choose a different one."),
)


@pytest.mark.parametrize(("status", "said"), AT_RESPONSES)
async def test_a_model_that_is_not_at_the_chat_api_is_asked_at_the_other(status: int, said: str) -> None:
    def answer(call: Call) -> Answer:
        return as_response(call, "Kind.") if "input" in call.body else refusal(status, said)

    with LoopbackServer(answer) as server:
        assert (await reply_of(server, question())).text == "Kind."


def only_responses(play: Callable[[Call], Answer]) -> Callable[[Call], Answer]:
    """Return a server that has its model at the Responses API alone, and plays there."""

    def answer(call: Call) -> Answer:
        if "input" not in call.body:
            return refusal(404, "This model is only supported in v1/responses and not in v1/chat/completions.")
        messages = {"messages": call.body["input"]}
        return as_response(call, play(Call(call.number, {**call.body, **messages}, call.headers)).text)

    return answer


def test_a_model_of_the_responses_api_judges(workspace: Path, tmp_path: Path) -> None:
    (workspace / "spade.toml").write_text('reasoning_effort = "low"\n', encoding="utf-8")
    outcomes, _, server = evaluated(workspace, tmp_path, only_responses(kind_judge))
    assert (outcomes, len(server.calls)) == ("PPPFFP", 7)
    body = server.calls[-1].body
    assert (body["max_output_tokens"], body["reasoning"], body["store"]) == (400, {"effort": "low"}, False)
    assert body["text"]["format"]["name"] == "verdict"


@pytest.mark.parametrize(
    "refused", [("store",), ("max_output_tokens",), ("store", "max_output_tokens"), ("store", "temperature")]
)
async def test_what_the_responses_api_of_a_server_does_not_take_is_left_out(refused: Sequence[str]) -> None:
    def answer(call: Call) -> Answer:
        if "input" in call.body and (known := [each for each in refused if each in call.body]):
            return refusal(400, f"Unsupported parameter: {known[0]}")
        return only_responses(lambda _: Answer("Kind."))(call)

    with LoopbackServer(answer) as server:
        async with OpenAIModel(endpoint(server)) as model:
            for _ in range(2):
                assert (await model.reply(question())).text == "Kind."
    assert len(server.calls) == 1 + len(refused) + 2


async def test_a_response_that_ends_without_its_text_is_what_came_before() -> None:
    def answer(call: Call) -> Answer:
        if "input" not in call.body:
            return refusal(404, "This model is only supported in v1/responses")
        deltas = ({"type": "response.output_text.delta", "delta": each} for each in ("A kind", " word."))
        return Answer(raw=events(*deltas, {"type": "response.completed", "response": {"output": []}}))

    with LoopbackServer(answer) as server:
        assert (await reply_of(server, question(long=True))).complete_text() == "A kind word."


@pytest.mark.parametrize("status", [429, 503])
async def test_a_server_that_names_a_pause_is_waited_for_however_often(status: int) -> None:
    def answer(call: Call) -> Answer:
        return Answer(status=status, headers={"retry-after": "1"}) if call.number < 4 else Answer("Kind.")

    with LoopbackServer(answer) as server:
        assert (await reply_of(server, question())).text == "Kind."


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("Rate limit reached. Please try again in 13.5s.", 13.5),
        ("Please try again in 1m30s. Visit https://elsewhere.example", 90.0),
        ("Please retry after 6 seconds.", 6.0),
        ("Please try again in 800ms.", 0.8),
        ('{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "37s"}', 37.0),
        ("Try again later. 5 s is not enough.", 0.0),
        ("Please try again in a moment.", 0.0),
    ],
)
def test_a_pause_that_only_the_words_of_a_server_name_is_read(said: str, seconds: float) -> None:
    assert pause_in({}, said) == seconds
    assert pause_in({"retry-after": "2"}, said) == 2.0


async def test_a_long_pause_that_only_the_words_of_a_server_name_is_not_waited_for() -> None:
    answer = Answer(status=429, complaint={"message": "Tokens per day: limit reached. Please try again in 3m20s."})
    with LoopbackServer(lambda _: answer) as server:
        with pytest.raises(ModelError, match="left alone for 200 s"):
            await reply_of(server, question())
        assert len(server.calls) == 1


def test_a_request_that_is_more_than_a_minutes_tokens_costs_only_itself(workspace: Path, tmp_path: Path) -> None:
    def answer(call: Call) -> Answer:
        said = "Request too large for m on tokens per min (TPM): Limit 30000, Requested 90000."
        return refusal(429, said) if "sadly" in call.last else kind_judge(call)

    outcomes, told, server = evaluated(workspace, tmp_path, answer)
    assert (outcomes, len(server.calls)) == ("PPPFF-", 6)
    assert "the request is longer than the model takes" in told


async def test_a_server_that_loads_its_model_is_waited_for_and_that_is_said_once() -> None:
    told: list[str] = []

    def answer(call: Call) -> Answer:
        return Answer(status=503, complaint={"message": "Loading model"}) if call.number < 4 else Answer("Kind.")

    with LoopbackServer(answer) as server:
        async with OpenAIModel(endpoint(server), on_wait=told.append) as model:
            assert (await model.reply(question())).text == "Kind."
    assert [each.partition(" is ")[2] for each in told] == ["loading the model"]


async def test_a_model_that_cannot_be_loaded_is_not_waited_for() -> None:
    said = {"message": "Error while loading the model: it failed"}
    answer = Answer(status=503, headers=NO_WAIT, complaint=said)
    with LoopbackServer(lambda _: answer) as server, pytest.raises(ModelError, match="it failed"):
        await reply_of(server, question())
    assert len(server.calls) == 2


@pytest.mark.parametrize("long", [False, True])
async def test_a_server_that_begins_late_is_waited_for_and_asked_once(long: bool) -> None:
    with LoopbackServer(lambda _: Answer("Kind.", delay=0.8)) as server:
        assert (await reply_of(server, question(long=long), silence=0.5)).text == "Kind."
    assert len(server.calls) == 1


NO_SCHEMA = (
    "This model does not support structured outputs.",
    "structured output is not supported",
    "guided decoding is not available",
    "Unknown name \"additionalProperties\" at 'generation_config.response_schema': Cannot find field.",
    "Failed to initialize samplers: failed to parse grammar",
)


@pytest.mark.parametrize("said", NO_SCHEMA)
async def test_a_schema_that_is_refused_by_another_name_is_left_out(said: str) -> None:
    def answer(call: Call) -> Answer:
        return refusal(400, said) if "response_format" in call.body else Answer("{}")

    with LoopbackServer(answer) as server:
        assert (await reply_of(server, question(schema=SHAPE))).text == "{}"
    assert len(server.calls) == 2


def play(call: Call) -> Answer:
    if is_step_one(call):
        return one_criterion_a_line(call)
    pieces = [(number, function(f"assert_{number}", "return True")) for number, _ in enumerate(criteria_in(call), 1)]
    return Answer(functions_reply(*pieces))


def test_a_model_of_the_responses_api_proposes(workspace: Path, tmp_path: Path) -> None:
    with LoopbackServer(only_responses(play)) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="m")
        done = spade(workspace, environ, "generate", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["cost"]["calls"], answer["cost"]["counted"]) == (4, True)  # the other API; what decides nothing anew


def strict_fault(shape: Mapping[str, Any], place: str = "") -> str:
    """Return why OpenAI would not take a schema with `strict`."""
    if shape.get("type") == "array":
        return strict_fault(shape["items"], f"{place}.items")
    if shape.get("type") != "object":
        return ""
    if shape.get("additionalProperties") is not False:
        return f"In context=({place}), 'additionalProperties' is required to be supplied and to be false."
    if sorted(shape.get("required", ())) != sorted(shape.get("properties", {})):
        return f"In context=({place}), 'required' is required to include every key in properties."
    return next(filter(None, (strict_fault(each, f"{place}.{name}") for name, each in shape["properties"].items())), "")


def test_strict_servers_take_every_schema(workspace: Path, tmp_path: Path) -> None:
    seen: set[str] = set()

    def answer(call: Call) -> Answer:
        if "response_format" in call.body:
            schema = call.body["response_format"]["json_schema"]
            seen.add(schema["name"])
            if fault := strict_fault(schema["schema"]):
                return refusal(400, f"Invalid schema for response_format '{schema['name']}': {fault}")
        if "verdict" in str(call.body.get("response_format")):
            return kind_judge(call)
        if "Invent" in call.last:
            return Answer('{"inputs": [{"movie_name": "Heat"}]}')
        return play(call) if "<change-" in str(call.texts) or "<criteria-" in str(call.texts) else Answer("Kind.")

    with LoopbackServer(answer) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="m")
        spade(workspace, environ, "select", "--method", "subsumption")
        spade(workspace, environ, "respond", "--propose", "1")
        spade(workspace, environ, "generate")
        assert all(server_call in server.finished for server_call in server.calls)
    assert seen == {"verdict", "pairs", "inputs", "criteria", "functions"}


def test_the_version_that_an_address_asks_for_is_sent_with_the_key_as_azure_wants_it(
    workspace: Path, tmp_path: Path
) -> None:
    with LoopbackServer(kind_judge) as server:
        environ = environment(tmp_path / "home", SPADE_MODEL="m", SPADE_API_KEY="my-own-key")
        environ["SPADE_BASE_URL"] = f"{server.url}/openai/deployments/m?api-version=2024-10-21"
        done = spade(workspace, environ, "evaluate", "--json")
    assert done.returncode == 0, done.stderr
    assert {call.path for call in server.calls} == {"/v1/openai/deployments/m/chat/completions?api-version=2024-10-21"}
    assert {call.headers["api-key"] for call in server.calls} == {"my-own-key"}


@pytest.mark.parametrize("query", ["key=secret", "api-version=1&key=secret", "api-version=", ""])
def test_no_other_query_may_stand_in_an_address(query: str) -> None:
    with pytest.raises(ModelError, match=r"must not hold a \? or #"):
        endpoint_of(ModelChoice("m", f"http://localhost/v1?{query}"), {})


@pytest.mark.parametrize("end", ["/chat/completions", "/responses", "/chat/completions/"])
def test_an_address_with_the_path_of_an_api_is_told(workspace: Path, tmp_path: Path, end: str) -> None:
    with LoopbackServer(kind_judge) as server:
        environ = environment(tmp_path / "home", SPADE_MODEL="m", SPADE_BASE_URL=f"{server.url}{end}")
        done = spade(workspace, environ, "evaluate")
    assert (done.returncode, server.calls) == (5, []), done.stderr
    assert f"without {end.rstrip('/')} it is that of a model" in done.stderr


@pytest.mark.parametrize("key", ['"secret"', "'secret'", '"secret'])
def test_a_key_in_quotes_is_told_and_not_shown(workspace: Path, tmp_path: Path, key: str) -> None:
    with LoopbackServer(kind_judge) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="m", SPADE_API_KEY=key)
        done = spade(workspace, environ, "evaluate")
    assert (done.returncode, server.calls) == (5, []), done.stderr
    assert "SPADE_API_KEY is no key: it stands in quotes" in done.stderr
    assert "secret" not in done.stderr


def test_settings_may_name_the_version_of_an_api() -> None:
    url = "http://localhost/v1?api-version=2024-10-21"
    assert settings_from({"base_url": url}, where="x").base_url == url


@pytest.mark.parametrize(
    ("url", "variable"),
    [("https://api.anthropic.com/v1", "ANTHROPIC_API_KEY"), ("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY")],
)
def test_a_provider_gets_the_key_of_its_own_variable_and_no_other(url: str, variable: str) -> None:
    choice = ModelChoice("m", url)
    own = {variable: "theirs", "SPADE_API_KEY": "mine", "OPENAI_API_KEY": "openais"}
    assert endpoint_of(choice, own).key == "theirs"
    assert endpoint_of(choice, {"SPADE_BASE_URL": url, "SPADE_API_KEY": "mine"}).key == "mine"
    assert endpoint_of(ModelChoice("m"), {"SPADE_BASE_URL": url, variable: "theirs"}).key == "theirs"
    for environ in ({"SPADE_API_KEY": "mine"}, {"OPENAI_API_KEY": "openais"}):
        with pytest.raises(ModelError, match=f"set {variable}") as caught:
            endpoint_of(choice, environ)
        assert caught.value.fault is ModelFault.NO_KEY
    for other in (url.replace("https", "http"), f"https://elsewhere.example/?{url}", f"{url}.elsewhere.example"):
        with pytest.raises(ModelError):
            endpoint_of(ModelChoice("m", re.sub(r"\.com/v1|\.ai/api/v1", ".com.x.example/v1", other)), own)
    assert endpoint_of(ModelChoice("m", "http://localhost:1/v1"), own).key == "none"


@pytest.mark.parametrize(
    ("status", "body", "fault"),
    [
        (403, '{"message": "your input was flagged"}', ModelFault.REFUSED),
        (400, '{"error": {"code": "content_filter", "message": "no"}}', ModelFault.REFUSED),
        (400, '{"error": {"code": "context_length_exceeded", "message": "no"}}', ModelFault.TOO_LONG),
        (413, "", ModelFault.TOO_LONG),
        (429, '{"error": {"message": "You exceeded your current quota"}}', ModelFault.RATE_LIMITED),
        (429, '{"error": {"code": "insufficient_quota", "message": "no"}}', ModelFault.NO_CREDIT),
        (429, '{"error": {"message": "Request too large for m on tokens per min (TPM)"}}', ModelFault.TOO_LONG),
        (400, '{"code": "DataInspectionFailed", "message": "no"}', ModelFault.REFUSED),
        (503, '{"error": {"message": "model is loading"}}', ModelFault.SERVER),
        (400, '{"error": {"message": "Unsupported value"}}', ModelFault.BAD_REQUEST),
    ],
)
def test_a_fault_is_what_the_status_and_the_words_say(status: int, body: str, fault: ModelFault) -> None:
    assert fault_of(status, body) is fault


@pytest.mark.parametrize(
    ("error", "status"),
    [
        ({"code": 402}, 402),
        ({"code": "429"}, 429),
        ({"code": "rate_limit_exceeded"}, 429),
        ({"message": "invalid api key"}, 400),
        ({"message": "Input data may contain inappropriate content."}, 400),
        ("boom", 500),
        ({"code": True}, 500),
    ],
)
def test_an_error_in_a_reply_stands_for_a_status(error: object, status: int) -> None:
    assert status_in(error) == status


class _Dripping(socketserver.BaseRequestHandler):
    """Sends a line of headers now and then, and never their end."""

    def handle(self) -> None:
        self.request.recv(1024)
        self.request.sendall(b"HTTP/1.1 200 OK\r\n")
        with suppress(OSError):
            while True:
                self.request.sendall(b"X-More: yes\r\n")
                time.sleep(0.1)


def test_a_server_whose_headers_do_not_end_is_given_up(workspace: Path, tmp_path: Path) -> None:
    (workspace / "spade.toml").write_text("model_timeout = 0.5\n", encoding="utf-8")
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Dripping) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        environ = environment(tmp_path / "home", SPADE_BASE_URL=url, SPADE_MODEL="m", SPADE_API_KEY="my-own-key")
        done = spade(workspace, environ, "evaluate")
        server.shutdown()
    assert (done.returncode, "nothing new came for 1.5 s" in done.stderr) == (5, True)
