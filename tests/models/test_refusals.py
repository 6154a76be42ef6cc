"""What a server refused is learnt once for a model: every call in flight or later is sent without it."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from spade_core.errors import ModelError
from spade_core.models.openai_model import OpenAIModel
from spade_core.models.refusals import option_refused
from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.models.talk import SHAPE, endpoint, question
from tests.repositories import commit_versions
from tests.synthesis.asking import environment, spade
from tests.synthesis.playing import criteria_in, function, functions_reply, is_step_one, one_criterion_a_line

SLOWLY = 0.1
"""Seconds until a refusal, so that the first calls are all under way when it comes."""
LINES = ("Be kind.", "Name the director.", "Use two paragraphs.", "Ask a question.", "Say the year.", "No spoilers.")
SENT = {"max_tokens", "temperature", "response_format", "stream_options"}

Refusal = Callable[[str], Answer]


def openai(option: str) -> Answer:
    advice = " Use 'max_completion_tokens' instead." if option == "max_tokens" else ""
    said = f"Unsupported parameter: '{option}' is not supported with this model.{advice}"
    complaint = {"message": said, "type": "invalid_request_error", "param": option, "code": "unsupported_parameter"}
    return Answer(status=400, delay=SLOWLY, complaint=complaint)


def pydantic(option: str) -> Answer:
    detail = [{"type": "extra_forbidden", "loc": ["body", option], "msg": "Extra inputs are not permitted", "input": 0}]
    return Answer(status=422, delay=SLOWLY, raw=json.dumps({"detail": detail}).encode())


def in_metadata(option: str) -> Answer:
    complaint = {"message": "Provider returned error", "code": 400, "metadata": {"raw": f"unknown field {option}"}}
    return Answer(status=400, delay=SLOWLY, complaint=complaint)


def plain(option: str) -> Answer:
    return Answer(status=400, delay=SLOWLY, raw=f'json: unknown field "{option}"'.encode())


def refusing(options: set[str], refusal: Refusal, otherwise: Callable[[Call], Answer]) -> Callable[[Call], Answer]:
    """Return a server that refuses the options one at a time."""

    def answer(call: Call) -> Answer:
        refused = sorted(options & call.body.keys())
        return refusal(refused[0]) if refused else otherwise(call)

    return answer


def play(call: Call) -> Answer:
    if is_step_one(call):
        return one_criterion_a_line(call)
    pieces = [
        (number, function(f"assert_{len(what)}_{number}", f"return response != {what!r}"))
        for number, what in enumerate(criteria_in(call), 1)
    ]
    return Answer(functions_reply(*pieces))


@pytest.mark.parametrize("refusal", [openai, pydantic, in_metadata, plain])
def test_seven_deltas_asked_about_at_once_all_get_what_a_server_refused_left_out(
    tmp_path: Path, refusal: Refusal
) -> None:
    versions = ["".join(f"{line}\n" for line in LINES[:count]) for count in range(len(LINES) + 1)]
    folder = tmp_path / "work"
    commit_versions(folder, "note.prompt.md", ["Recommend {movie_name}.\n" + version for version in versions])
    with LoopbackServer(refusing({"temperature", "max_tokens"}, refusal, play)) as server:
        environ = environment(tmp_path / "home", server)
        done = spade(folder, environ, "generate", "--model", "gpt-5-mini", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert len(answer["synthesis"]["candidates"]) == len(LINES) + 1
    accepted = [call for call in server.calls if not {"temperature", "max_tokens"} & call.body.keys()]
    assert len(accepted) == 2 * (len(LINES) + 1)
    assert answer["cost"]["calls"] == len(server.calls)  # those that were refused, too
    assert all(call.body["max_completion_tokens"] > 0 for call in accepted)


@pytest.mark.parametrize("refusal", [openai, pydantic, in_metadata, plain])
async def test_a_call_after_the_first_ones_is_sent_once(refusal: Refusal) -> None:
    with LoopbackServer(refusing(SENT, refusal, lambda _: Answer("x"))) as server:
        async with OpenAIModel(endpoint(server)) as model:
            asked = question(long=True, schema=SHAPE)
            found = await asyncio.gather(*(model.reply(asked) for _ in range(12)))
            before = len(server.calls)
            await model.reply(asked)
    assert [reply.text for reply in found] == ["x"] * 12
    assert len(server.calls) == before + 1
    assert before <= 12 * (len(SENT) + 1)


async def test_a_complaint_about_something_else_is_told_in_the_servers_words() -> None:
    refusal = Answer(status=422, raw=b'{"detail": [{"loc": ["body", "model"], "msg": "no such deployment"}]}')
    with LoopbackServer(lambda _: refusal) as server:
        async with OpenAIModel(endpoint(server)) as model:
            with pytest.raises(ModelError, match=r"HTTP 422.*no such deployment"):
                await model.reply(question(schema=SHAPE))
    assert len(server.calls) == 1


@pytest.mark.parametrize(
    ("complaint", "named", "option"),
    [
        ("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", "max_tokens", "max_tokens"),
        ("unknown field temperature; known are max_tokens and seed", None, "temperature"),
        ("'json_schema' is not supported", None, "response_format"),
        ("Invalid schema for response_format", "response_format", "response_format"),
        ("seeded requests are not supported", None, None),
        ("the context is too long", "messages", None),
        ("wrong", ["temperature"], None),
    ],
)
def test_the_option_is_the_parameter_of_the_error_or_what_is_named_first(
    complaint: str, named: object, option: str | None
) -> None:
    sent = {"max_tokens", "temperature", "response_format", "seed"}
    assert option_refused(complaint, sent, named=named) == option
