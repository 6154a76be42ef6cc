"""What is no answer is told as what it is, and an answer in odd clothes is taken."""

import json
from collections.abc import Mapping

import pytest

from spade_core.errors import ModelError
from spade_core.testing.loopback import Answer, LoopbackServer
from tests.models.talk import SHAPE, question, reply_of
from tests.models.test_openai_model import events

CALL = {"id": "1", "index": 0, "type": "function", "function": {"name": "search", "arguments": "{}"}}
CHOICE = {"message": {"role": "assistant", "content": "Kind."}, "finish_reason": "stop"}


async def test_an_answer_of_another_content_type_is_one() -> None:
    answer = Answer(raw=json.dumps({"choices": [CHOICE]}).encode(), headers={"content-type": "text/plain"})
    with LoopbackServer(lambda _: answer) as server:
        assert (await reply_of(server, question())).complete_text() == "Kind."


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        (b"", "application/json", r"it is empty"),
        (b"", "text/plain", r"it is empty"),
        (b"{", "text/plain", r"it is no JSON"),
        (b"<html>", "text/html", r"is the address right\?"),
    ],
)
async def test_a_body_that_is_no_answer_is_told(body: bytes, kind: str, said: str) -> None:
    answer = Answer(raw=body, headers={"content-type": kind})
    with LoopbackServer(lambda _: answer) as server, pytest.raises(ModelError, match=said):
        await reply_of(server, question())


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Answer(reasoning="It is kind."), "there is reasoning and no answer"),
        (Answer(finish="tool_calls"), "it called a tool"),
        (Answer("Let me look.", finish="tool_calls"), "it called a tool"),
        (
            Answer(status=307, headers={"location": "http://elsewhere.example/v1?key=secret"}),
            'it leads to "http://elsewhere.example/v1", and redirects are not followed',
        ),
    ],
)
@pytest.mark.parametrize("length", ["short", "long"])
async def test_what_came_in_the_place_of_an_answer_is_told(answer: Answer, said: str, length: str) -> None:
    with LoopbackServer(lambda _: answer) as server, pytest.raises(ModelError, match=said):
        (await reply_of(server, question(long=length == "long"))).complete_text()


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"content": "Let me look.", "tool_calls": [CALL]}, "it called a tool"),
        ({"content": None, "function_call": CALL["function"]}, "it called a tool"),
        ({"content": [{"type": "refusal", "refusal": "I will not."}]}, 'refused to answer: "I will not."'),
    ],
)
@pytest.mark.parametrize("length", ["short", "long"])
async def test_a_message_that_is_no_answer_is_told_whatever_its_end_says(
    message: Mapping[str, object], said: str, length: str
) -> None:
    choice = {"message" if length == "short" else "delta": message, "finish_reason": "stop"}
    raw = json.dumps({"choices": [choice]}).encode() if length == "short" else events({"choices": [choice]})
    with LoopbackServer(lambda _: Answer(raw=raw)) as server, pytest.raises(ModelError, match=said):
        (await reply_of(server, question(long=length == "long"))).complete_text()


async def test_a_schema_that_a_server_answers_by_a_tool_of_its_own_is_answered() -> None:
    with LoopbackServer(lambda _: Answer('{"a": 1}', finish="tool_calls")) as server:
        assert (await reply_of(server, question(schema=SHAPE))).complete_text() == '{"a": 1}'


@pytest.mark.parametrize("length", ["short", "long"])
async def test_a_reply_of_more_characters_than_any_is_none_and_is_not_cut(length: str) -> None:
    text = "kind " * 200_001
    whole, event = (
        {"choices": [{**CHOICE, "message": {"content": text}}]},
        {"choices": [{**CHOICE, "delta": {"content": text}}]},
    )
    answer = Answer(raw=json.dumps(whole).encode() if length == "short" else events(event, b"[DONE]"))
    with LoopbackServer(lambda _: answer) as server, pytest.raises(ModelError, match="more than 1000000 characters"):
        await reply_of(server, question(long=length == "long"))


async def test_a_reply_that_holds_the_key_is_handed_on_without_it() -> None:
    with LoopbackServer(lambda call: Answer(f"I was sent {call.headers['authorization']}.")) as server:
        assert (await reply_of(server, question(), key="sk-0123456789abcdef")).text == "I was sent Bearer <the key>."
        assert (await reply_of(server, question(), key="ollama")).text == "I was sent Bearer ollama."
