"""Guarded clients of the real package `openai`, against a server on this machine."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from openai import APIStatusError, AsyncOpenAI, OpenAI

from spade_core.guard import Block, BlockedError, Count, FallBack, Guard, Observe, Retry
from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.guard.workspace import BAD, GOOD, make_guarded

ASKED: Any = [{"role": "system", "content": "Recommend Alien."}, {"role": "user", "content": "Now."}]
TOOLS = {
    "id": "c",
    "object": "chat.completion",
    "created": 0,
    "model": "m",
    "choices": [
        {
            "index": 0,
            "finish_reason": "tool_calls",
            "message": {
                "role": "assistant",
                "content": BAD,
                "tool_calls": [{"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
            },
        }
    ],
}

Way = Callable[[OpenAI], str]


def chat(client: OpenAI) -> str:
    return str(client.chat.completions.create(model="m", messages=ASKED).choices[0].message.content)


def chat_parsed(client: OpenAI) -> str:
    return str(client.chat.completions.parse(model="m", messages=ASKED).choices[0].message.content)


def chat_streamed(client: OpenAI) -> str:
    stream = client.chat.completions.create(model="m", messages=ASKED, stream=True)
    return "".join(chunk.choices[0].delta.content or "" for chunk in stream if chunk.choices)


def chat_stream_helper(client: OpenAI) -> str:
    with client.chat.completions.stream(model="m", messages=ASKED) as stream:
        return str(stream.get_final_completion().choices[0].message.content)


def responses(client: OpenAI) -> str:
    return client.responses.create(model="m", instructions="Recommend Alien.", input="Now.").output_text


def responses_parsed(client: OpenAI) -> str:
    return client.responses.parse(model="m", input="Now.").output_text


def responses_streamed(client: OpenAI) -> str:
    stream = client.responses.create(model="m", input="Now.", stream=True)
    events = list(stream)
    pieces = "".join(event.delta for event in events if event.type == "response.output_text.delta")
    assert events[-1].type == "response.completed"
    assert events[-1].response.output_text == pieces
    return pieces


def responses_stream_helper(client: OpenAI) -> str:
    with client.responses.stream(model="m", input="Now.") as stream:
        return str(stream.get_final_response().output_text)


def with_options(client: OpenAI) -> str:
    return chat(client.with_options(timeout=20).copy())


WAYS: tuple[Way, ...] = (
    chat,
    chat_parsed,
    chat_streamed,
    chat_stream_helper,
    responses,
    responses_parsed,
    responses_streamed,
    responses_stream_helper,
    with_options,
)


@pytest.fixture(scope="module")
def prompt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_guarded(tmp_path_factory.mktemp("guarded"))


@pytest.fixture(scope="module")
def guard(prompt: Path) -> Iterator[Guard]:
    with Guard(prompt, seconds=10.0, gather=None) as guard:
        yield guard


def client_of(server: LoopbackServer) -> OpenAI:
    return OpenAI(base_url=server.url, api_key="k", max_retries=0)


@pytest.mark.parametrize("way", WAYS)
def test_what_passes_is_handed_on_as_it_is(guard: Guard, way: Way) -> None:
    guard.on_failure = Block()
    with LoopbackServer(lambda _: GOOD) as server, client_of(server) as client:
        assert way(guard.wrap(client)) == way(client) == GOOD


@pytest.mark.parametrize("way", WAYS)
def test_what_fails_is_blocked(guard: Guard, way: Way) -> None:
    guard.on_failure = Block()
    with LoopbackServer(lambda _: BAD) as server, client_of(server) as client, pytest.raises(BlockedError):
        way(guard.wrap(client))


@pytest.mark.parametrize("way", WAYS)
def test_the_model_is_told_what_failed_and_asked_again(guard: Guard, way: Way) -> None:
    guard.on_failure = Retry(2)
    with LoopbackServer(lambda call: GOOD if call.number == 2 else BAD) as server, client_of(server) as client:
        assert way(guard.wrap(client)) == GOOD
        assert [call.texts[-2] for call in server.calls[1:]] == [BAD, BAD]
        assert "ends with" in server.calls[1].last
        assert server.calls[1].texts[:-2] == server.calls[0].texts


@pytest.mark.parametrize("way", WAYS)
def test_another_text_takes_its_place(guard: Guard, way: Way) -> None:
    guard.on_failure = FallBack("Something else.")
    with LoopbackServer(lambda _: BAD + " " + BAD * 3) as server, client_of(server) as client:
        assert way(guard.wrap(client)) == "Something else."


def test_a_role_or_a_reason_that_says_the_same_stays(guard: Guard) -> None:
    guard.on_failure = FallBack("Something else.")
    with LoopbackServer(lambda call: call.last) as server, client_of(server) as client:
        guarded = guard.wrap(client)
        for said in ("assistant", "stop"):
            asked: Any = [{"role": "user", "content": said}]
            choice = guarded.chat.completions.create(model="m", messages=asked).choices[0]
            assert (choice.message.content, choice.message.role, choice.finish_reason) == (
                "Something else.",
                "assistant",
                "stop",
            )
            chunks = list(guarded.chat.completions.create(model="m", messages=asked, stream=True))
            ends = [choice.finish_reason for chunk in chunks for choice in chunk.choices if choice.finish_reason]
            assert ends == ["stop"]
        replied = guarded.responses.create(model="m", input="completed")
        assert (replied.output_text, replied.status) == ("Something else.", "completed")


@pytest.mark.parametrize("way", WAYS)
def test_what_is_only_reported_is_handed_on(guard: Guard, way: Way) -> None:
    guard.on_failure = Observe()
    before = guard.counts[Count.FAILED]
    with LoopbackServer(lambda _: BAD) as server, client_of(server) as client:
        assert way(guard.wrap(client)) == BAD
    assert guard.counts[Count.FAILED] == before + 1


@pytest.mark.parametrize("way", WAYS)
def test_what_the_server_refuses_is_raised(guard: Guard, way: Way) -> None:
    guard.on_failure = Retry()
    with (
        LoopbackServer(lambda _: Answer(status=400)) as server,
        client_of(server) as client,
        pytest.raises(APIStatusError),
    ):
        way(guard.wrap(client))


@pytest.mark.parametrize("way", WAYS)
def test_a_server_that_fails_the_retry_leaves_what_follows_it(guard: Guard, way: Way) -> None:
    guard.on_failure = Retry(3, then=FallBack("none"))
    with (
        LoopbackServer(lambda call: Answer(BAD) if call.number == 0 else Answer(status=500)) as server,
        client_of(server) as client,
    ):
        assert way(guard.wrap(client)) == "none"


def test_a_stream_cut_in_a_retry_leaves_what_follows_it(guard: Guard) -> None:
    guard.on_failure = Retry(1, then=FallBack("none"))
    with (
        LoopbackServer(lambda call: Answer(BAD) if call.number == 0 else Answer(BAD * 20, cut_after=100)) as server,
        client_of(server) as client,
    ):
        assert chat_streamed(guard.wrap(client)) == "none"


def test_a_stream_that_is_reported_comes_piece_by_piece(guard: Guard) -> None:
    guard.on_failure = Observe()
    with (
        LoopbackServer(lambda _: Answer(BAD * 20, stall_after=100)) as server,
        client_of(server) as client,
        guard.wrap(client).chat.completions.create(model="m", messages=ASKED, stream=True) as stream,
    ):
        assert next(stream).choices[0].delta.content == (BAD * 2)[:24]


def test_calls_of_tools_are_left_alone(guard: Guard) -> None:
    guard.on_failure = Block()
    before = guard.counts[Count.UNCHECKED]
    with LoopbackServer(lambda _: Answer(raw=json.dumps(TOOLS).encode())) as server, client_of(server) as client:
        reply = guard.wrap(client).chat.completions.create(model="m", messages=ASKED)
        assert reply == client.chat.completions.create(model="m", messages=ASKED)
    assert guard.counts[Count.UNCHECKED] == before + 1


def test_streamed_calls_of_tools_are_left_alone(guard: Guard) -> None:
    guard.on_failure = Block()
    message = TOOLS["choices"][0]["message"]  # type: ignore[index]
    call = {"index": 0, **message["tool_calls"][0]}
    deltas = [{"content": BAD}, {"tool_calls": [call]}]
    chunks = [
        {
            "id": "c",
            "object": "chat.completion.chunk",
            "created": 0,
            "model": "m",
            "choices": [{"index": 0, "delta": d}],
        }
        for d in deltas
    ]
    raw = b"".join(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks) + b"data: [DONE]\n\n"
    answer = Answer(raw=raw, headers={"content-type": "text/event-stream"})
    with LoopbackServer(lambda _: answer) as server, client_of(server) as client:
        found = list(guard.wrap(client).chat.completions.create(model="m", messages=ASKED, stream=True))
    assert [each.choices[0].delta.content for each in found] == [BAD, None]


@pytest.mark.parametrize("way", [chat, chat_streamed])
def test_a_text_in_parts_is_a_text(guard: Guard, way: Way) -> None:
    parts = [{"type": "text", "text": BAD[:8]}, {"type": "text", "text": BAD[8:]}]
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": parts}}
    reply = {"id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    raw, kind = json.dumps(reply).encode(), "application/json"
    if way is chat_streamed:
        choice["delta"] = choice.pop("message")
        raw, kind = b"data: " + json.dumps(reply).encode() + b"\n\ndata: [DONE]\n\n", "text/event-stream"
    answer = Answer(raw=raw, headers={"content-type": kind})
    with LoopbackServer(lambda _: answer) as server, client_of(server) as client:
        guard.on_failure = FallBack("none")
        assert way(guard.wrap(client)) == "none"
        guard.on_failure = Block()
        with pytest.raises(BlockedError):
            way(guard.wrap(client))


@pytest.mark.parametrize("choice", [None, {"index": 0, "finish_reason": "stop", "message": None, "delta": None}])
@pytest.mark.parametrize("is_streamed", [False, True])
def test_a_reply_without_a_message_is_given_as_it_came(guard: Guard, choice: object, is_streamed: bool) -> None:
    guard.on_failure = Block()
    reply = json.dumps({"id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]})
    raw, kind = reply.encode(), "application/json"
    if is_streamed:
        raw, kind = b"data: " + raw + b"\n\ndata: [DONE]\n\n", "text/event-stream"
    answer = Answer(raw=raw, headers={"content-type": kind})
    with LoopbackServer(lambda _: answer) as server, client_of(server) as client:
        found = guard.wrap(client).chat.completions.create(model="m", messages=ASKED, stream=is_streamed)
        replies = list(found) if is_streamed else [found]
    assert len(replies) == 1


def test_raw_replies_are_left_alone_and_counted(guard: Guard) -> None:
    guard.on_failure = Block()
    before = guard.counts[Count.UNCHECKED]
    with LoopbackServer(lambda _: BAD) as server, client_of(server) as client:
        raw = guard.wrap(client).chat.completions.with_raw_response.create(model="m", messages=ASKED)
        assert raw.parse().choices[0].message.content == BAD
    assert guard.counts[Count.UNCHECKED] == before + 1


def test_the_client_that_was_given_stays_unguarded(guard: Guard) -> None:
    guard.on_failure = Block()
    with LoopbackServer(lambda _: BAD) as server, client_of(server) as client:
        guard.wrap(client)
        assert chat(client) == BAD


def test_what_is_no_client_is_refused(guard: Guard) -> None:
    with pytest.raises(TypeError, match="a client of openai is wanted, not dict"):
        guard.wrap({})


def test_many_threads_share_a_client(guard: Guard) -> None:
    guard.on_failure = FallBack("none")

    def answer(call: Call) -> str:
        return GOOD if "good" in call.last else BAD

    def ask(at: int) -> str:
        asked: Any = [{"role": "user", "content": "bad" if at % 2 else "good"}]
        return str(guarded.chat.completions.create(model="m", messages=asked).choices[0].message.content)

    with LoopbackServer(answer) as server, client_of(server) as client, ThreadPoolExecutor(16) as pool:
        guarded = guard.wrap(client)
        assert list(pool.map(ask, range(200))) == [GOOD, "none"] * 100


async def texts_of(stream: AsyncIterator[Any]) -> str:
    return "".join([chunk.choices[0].delta.content or "" async for chunk in stream if chunk.choices])


async def test_an_async_client_is_guarded(guard: Guard) -> None:
    guard.on_failure = Retry(1, then=FallBack("none"))
    with LoopbackServer(lambda call: GOOD if "ends with" in call.last else BAD) as server:
        async with AsyncOpenAI(base_url=server.url, api_key="k") as client:
            guarded = guard.wrap(client)
            reply = await guarded.chat.completions.create(model="m", messages=ASKED)
            assert reply.choices[0].message.content == GOOD
            async with await guarded.chat.completions.create(model="m", messages=ASKED, stream=True) as stream:
                assert await texts_of(stream) == GOOD


async def async_responses(client: AsyncOpenAI) -> str:
    return (await client.responses.create(model="m", input="Now.")).output_text


async def async_responses_parsed(client: AsyncOpenAI) -> str:
    return (await client.responses.parse(model="m", input="Now.")).output_text


async def async_responses_streamed(client: AsyncOpenAI) -> str:
    stream = await client.responses.create(model="m", input="Now.", stream=True)
    return "".join([event.delta async for event in stream if event.type == "response.output_text.delta"])


async def async_responses_stream_helper(client: AsyncOpenAI) -> str:
    async with client.responses.stream(model="m", input="Now.") as stream:
        return (await stream.get_final_response()).output_text


@pytest.mark.parametrize(
    "way", [async_responses, async_responses_parsed, async_responses_streamed, async_responses_stream_helper]
)
async def test_an_async_client_of_the_responses_api_is_guarded(
    guard: Guard, way: Callable[[AsyncOpenAI], Awaitable[str]]
) -> None:
    with LoopbackServer(lambda call: GOOD if "ends with" in call.last else BAD) as server:
        async with AsyncOpenAI(base_url=server.url, api_key="k") as client:
            guard.on_failure = Retry(1)
            assert await way(guard.wrap(client)) == GOOD
            assert server.calls[1].texts[-2] == BAD
            guard.on_failure = Block()
            with pytest.raises(BlockedError):
                await way(guard.wrap(client))
            guard.on_failure = FallBack("none")
            assert await way(guard.wrap(client)) == "none"
            guard.on_failure = Observe()
            assert await way(guard.wrap(client)) == BAD


async def test_an_async_stream_gets_another_text(guard: Guard) -> None:
    guard.on_failure = FallBack("none")
    with LoopbackServer(lambda _: BAD * 5) as server:
        async with AsyncOpenAI(base_url=server.url, api_key="k") as client:
            stream = await guard.wrap(client).chat.completions.create(model="m", messages=ASKED, stream=True)
            assert await texts_of(stream) == "none"


async def test_the_event_loop_goes_on_while_a_response_is_checked(guard: Guard) -> None:
    guard.on_failure = Observe()
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    @guard.function
    async def note() -> str:
        return GOOD

    ticking = asyncio.create_task(tick())
    await asyncio.sleep(0)
    before = ticks
    await note()
    ticking.cancel()
    assert ticks > before + 1
