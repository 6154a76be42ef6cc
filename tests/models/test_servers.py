"""Servers with one habit each, good or bad, behind the real command: what it says and how often it asks."""

import json
import re
import socketserver
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from spade_core.errors import ModelError, ModelFault
from spade_core.models import ModelChoice, endpoint_of
from spade_core.models.complaints import fault_of, status_in
from spade_core.settings import settings_from
from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.models.test_openai_model import events
from tests.synthesis.asking import environment, kind_judge, make_kind_workspace, spade
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
        (refusal(403, "Key limit exceeded"), "the key is not allowed this", 1),
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


def in_pieces(call: Call, **last: object) -> list[dict[str, object]]:
    text = kind_judge(call).text
    return [{"choices": [{"index": 0, "delta": {"content": piece}, **last}]} for piece in (text[:9], text[9:])]


def with_long_replies(workspace: Path) -> Path:
    """Let replies be so long that they are streamed."""
    (workspace / "spade.toml").write_text("reasoning_tokens = 2000\n", encoding="utf-8")
    return workspace


@pytest.mark.parametrize("end", [(b"[DONE]",), ()])
def test_a_stream_without_a_finish_reason_is_a_reply(workspace: Path, tmp_path: Path, end: tuple[bytes, ...]) -> None:
    outcomes, _, server = evaluated(
        with_long_replies(workspace), tmp_path, lambda call: Answer(raw=events(*in_pieces(call), *end))
    )
    assert (outcomes, len(server.calls)) == ("PPPFFP", 6)
    assert all(call.body["stream"] for call in server.calls)


def test_a_stream_without_the_finish_reason_that_others_had_broke_off(workspace: Path, tmp_path: Path) -> None:
    def answer(call: Call) -> Answer:
        last = {} if call.number == 3 else {"finish_reason": "stop"}
        return Answer(raw=events(*in_pieces(call, **last)))

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


def test_a_template_without_a_system_role_gets_its_text_before_the_users(workspace: Path, tmp_path: Path) -> None:
    def answer(call: Call) -> Answer:
        if call.body["messages"][0]["role"] == "system":
            return refusal(400, "System role not supported")
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
