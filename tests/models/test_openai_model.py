"""The real client against a real server on loopback that answers and misbehaves as told."""

import asyncio
import gzip
import json
import threading
import time
import tracemalloc
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import cache
from typing import Any

import pytest

from spade_core.errors import ModelError, ModelFault
from spade_core.models import Budget, Endpoint, Finish, Price, Usage, UsageReport
from spade_core.models.metering import Meter, MeteredModel
from spade_core.models.openai_model import OpenAIModel
from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.models.talk import SHAPE, endpoint, question, reply_of

NO_WAIT = {"retry-after-ms": "1"}


def once_then(first: Answer, text: str = "fine") -> Callable[[Call], Answer]:
    return lambda call: first if call.number == 0 else Answer(text)


async def fault_of(answer: Answer, *, long: bool = False, silence: float = 5.0) -> tuple[ModelFault, str]:
    with LoopbackServer(lambda _: answer) as server, pytest.raises(ModelError) as caught:
        (await reply_of(server, question(long=long), silence=silence)).complete_text()
    return caught.value.fault, str(caught.value)


@pytest.mark.parametrize("long", [False, True])
async def test_a_reply_comes_back_with_its_tokens(long: bool) -> None:
    with LoopbackServer(lambda _: Answer("yes, 很好 🎬 " * 20)) as server:
        reply = await reply_of(server, question(long=long))
    assert (reply.text, reply.finish, reply.model) == ("yes, 很好 🎬 " * 20, Finish.COMPLETE, "small")
    assert reply.usage.input > 0
    assert reply.usage.output > 60


async def test_a_server_that_counts_no_tokens_gets_an_estimate() -> None:
    with LoopbackServer(lambda _: Answer("one two", no_usage=True)) as server:
        reply = await reply_of(server, question("three words here"))
    assert reply.usage == Usage(7, 2)


async def test_a_long_reply_is_streamed_and_a_short_one_is_not() -> None:
    with LoopbackServer(lambda _: Answer("x")) as server:
        await reply_of(server, question(long=True))
        await reply_of(server, question(long=False))
    assert [bool(call.body.get("stream")) for call in server.calls] == [True, False]


async def test_the_key_goes_into_the_header_and_nowhere_else() -> None:
    with LoopbackServer(lambda _: Answer("x"), keys=["top-secret"]) as server:
        await reply_of(server, question(), key="top-secret")
    (call,) = server.calls
    assert call.headers["authorization"] == "Bearer top-secret"
    assert "top-secret" not in str(call.body)
    assert "top-secret" not in repr(endpoint(server, key="top-secret"))


async def test_a_wrong_key_is_said_at_once() -> None:
    with LoopbackServer(lambda _: Answer("x"), keys=["right"]) as server, pytest.raises(ModelError) as caught:
        await reply_of(server, question(), key="wrong-key-of-mine")
    assert caught.value.fault is ModelFault.WRONG_KEY
    assert "HTTP 401, the key is wrong" in str(caught.value)
    assert "wrong-key-of-mine" not in str(caught.value)
    assert len(server.calls) == 1


async def test_an_unknown_model_is_named() -> None:
    with LoopbackServer(lambda _: Answer("x"), models=["large"]) as server, pytest.raises(ModelError) as caught:
        await reply_of(server, question())
    assert caught.value.fault is ModelFault.UNKNOWN_MODEL
    assert str(caught.value).startswith("small at 127.0.0.1")
    assert "`small` does not exist" in str(caught.value)


async def test_a_rate_limit_is_waited_out_as_the_server_asks() -> None:
    with LoopbackServer(once_then(Answer(status=429, headers={"retry-after-ms": "300"}))) as server:
        began = time.monotonic()
        reply = await reply_of(server, question())
        waited = time.monotonic() - began
    assert reply.text == "fine"
    assert waited >= 0.29


async def test_a_rate_limit_holds_back_the_other_calls_too() -> None:
    seen: list[float] = []
    refused = threading.Event()

    def answer(call: Call) -> Answer:
        seen.append(time.monotonic())
        refused.set()
        return Answer(status=429, headers={"retry-after-ms": "400"}) if call.number == 0 else Answer("x")

    with LoopbackServer(answer) as server:
        async with OpenAIModel(endpoint(server)) as model:
            first = asyncio.create_task(model.reply(question("one")))
            await asyncio.to_thread(refused.wait, 10)
            await asyncio.sleep(0.1)
            await model.reply(question("two"))
            await first
    assert min(seen[1:]) - seen[0] >= 0.39


async def test_a_storm_of_429_ends_in_one_clear_error() -> None:
    fault, message = await fault_of(Answer(status=429, headers=NO_WAIT, complaint={"message": "slow down"}))
    assert fault is ModelFault.RATE_LIMITED
    assert 'HTTP 429, "slow down"' in message


async def test_a_server_error_is_tried_again_and_then_told() -> None:
    with LoopbackServer(once_then(Answer(status=500, headers=NO_WAIT))) as server:
        assert (await reply_of(server, question())).text == "fine"
    fault, message = await fault_of(Answer(status=500, headers=NO_WAIT))
    assert (fault, "HTTP 500" in message) == (ModelFault.SERVER, True)


@pytest.mark.parametrize("long", [False, True])
async def test_a_connection_cut_in_the_middle_is_asked_again(long: bool) -> None:
    with LoopbackServer(once_then(Answer("half a reply", cut_after=5))) as server:
        assert (await reply_of(server, question(long=long))).text == "fine"
    assert len(server.calls) == 2


@pytest.mark.parametrize("long", [False, True])
async def test_a_connection_that_is_always_cut_is_an_error(long: bool) -> None:
    fault, message = await fault_of(Answer("half a reply", cut_after=5), long=long)
    assert (fault, "the connection failed" in message) == (ModelFault.CONNECTION, True)


async def test_no_server_at_all_is_an_error() -> None:
    with LoopbackServer(lambda _: Answer("x")) as server:
        gone = Endpoint("small", server.url, "k", retries=0)
    async with OpenAIModel(gone) as model:
        with pytest.raises(ModelError, match="the connection failed") as caught:
            await model.reply(question())
    assert caught.value.fault is ModelFault.CONNECTION


@pytest.mark.parametrize("long", [False, True])
async def test_a_server_that_falls_silent_is_given_up(long: bool) -> None:
    fault, message = await fault_of(Answer("half a reply", stall_after=5), long=long, silence=0.5)
    assert (fault, "nothing came for 0.5 s" in message) == (ModelFault.TIMEOUT, True)


async def test_a_reply_that_trickles_past_the_deadline_is_given_up() -> None:
    with LoopbackServer(lambda _: Answer("x", delay=30)) as server:
        slow = Endpoint("small", server.url, "k", timeout=20, deadline=0.1)
        async with OpenAIModel(slow) as model:
            with pytest.raises(ModelError, match=r"no complete reply within 0.1 s"):
                await model.reply(question())


@pytest.mark.parametrize("long", [False, True])
async def test_cancelling_hangs_up(long: bool) -> None:
    arrived = threading.Event()

    def answer(_: Call) -> Answer:
        arrived.set()
        return Answer("x", delay=60)

    with LoopbackServer(answer) as server:
        async with OpenAIModel(endpoint(server, silence=60)) as model:
            task = asyncio.create_task(model.reply(question(long=long)))
            await asyncio.to_thread(arrived.wait, 10)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await asyncio.to_thread(server.wait_until_dropped)


@pytest.mark.parametrize("long", [False, True])
async def test_a_reply_cut_off_at_its_length_is_told(long: bool) -> None:
    fault, message = await fault_of(Answer('{"half": ', finish="length"), long=long)
    assert (fault, "cut off at its greatest length" in message) == (ModelFault.TRUNCATED, True)


@pytest.mark.parametrize("long", [False, True])
async def test_a_refusal_is_told_in_its_words(long: bool) -> None:
    fault, message = await fault_of(Answer("", refusal="I cannot help with that."), long=long)
    assert (fault, '"I cannot help with that."' in message) == (ModelFault.REFUSED, True)
    assert (await fault_of(Answer("", finish="content_filter"), long=long))[0] is ModelFault.REFUSED


@pytest.mark.parametrize("long", [False, True])
async def test_an_empty_reply_is_told(long: bool) -> None:
    assert (await fault_of(Answer(""), long=long))[0] is ModelFault.UNREADABLE


@pytest.mark.parametrize(
    "body", [b"", b"<html>oops</html>", b"[]", b"{}", b'{"choices": []}', b'{"choices": [1]}', b"null"]
)
async def test_an_answer_that_is_not_of_the_chat_api_is_told(body: bytes) -> None:
    fault, message = await fault_of(Answer(raw=body))
    assert fault is ModelFault.UNREADABLE, message


@pytest.mark.parametrize("option", ["response_format", "temperature", "max_tokens", "stream_options"])
async def test_an_option_that_the_server_does_not_know_is_left_out_from_then_on(option: str) -> None:
    with LoopbackServer(lambda _: Answer("x"), unknown_options=[option]) as server:
        async with OpenAIModel(endpoint(server)) as model:
            for _ in range(2):
                assert (await model.reply(question(long=True, schema=SHAPE))).text == "x"
    assert [option in call.body for call in server.calls] == [True, False, False]
    assert ("max_completion_tokens" in server.calls[1].body) is (option == "max_tokens")


async def test_the_schema_is_sent_where_the_server_knows_it() -> None:
    with LoopbackServer(lambda _: Answer("{}")) as server:
        await reply_of(server, question(schema=SHAPE))
    assert server.calls[0].body["response_format"]["json_schema"]["schema"] == {"type": "object"}


async def test_another_bad_request_is_not_tried_again() -> None:
    answer = Answer(status=400, complaint={"message": "messages must not be empty"})
    fault, message = await fault_of(answer)
    assert (fault, "messages must not be empty" in message) == (ModelFault.BAD_REQUEST, True)


async def test_no_more_calls_are_in_flight_than_allowed() -> None:
    with LoopbackServer(lambda _: Answer("x", delay=0.02)) as server:
        async with OpenAIModel(Endpoint("small", server.url, "k", in_flight=3)) as model:
            await asyncio.gather(*(model.reply(question(str(number))) for number in range(12)))
    assert server.most_at_once == 3


async def test_lone_surrogates_and_control_characters_are_sent_as_what_can_be_sent() -> None:
    with LoopbackServer(lambda _: Answer("x")) as server:
        await reply_of(server, question("a\ud800b\x00c\r\n\u2028"))
    assert server.calls[0].last == "a\N{REPLACEMENT CHARACTER}b\x00c\r\n\u2028"


async def test_like_texts_have_like_vectors() -> None:
    with LoopbackServer(lambda _: Answer("x")) as server:
        async with OpenAIModel(endpoint(server)) as model:
            one, same, other = await model.embed(["a b c", "c b a", "x y z"])
    assert one == same != other


async def test_a_key_that_the_server_quotes_is_not_quoted_further() -> None:
    key = "sk-proj-0123456789abcdef"
    answer = Answer(status=401, complaint={"message": f"Incorrect API key provided: {key} " + "x" * 80})
    with LoopbackServer(lambda _: answer) as server, pytest.raises(ModelError) as caught:
        await reply_of(server, question(), key=key)
    assert "0123456789" not in str(caught.value)


async def test_a_redirect_is_not_followed() -> None:
    with LoopbackServer(lambda _: Answer("stolen")) as other:
        away = Answer(status=307, headers={"location": f"{other.url}/chat/completions"})
        fault, message = await fault_of(away)
        assert not other.calls
    assert "HTTP 307" in message
    assert fault is ModelFault.BAD_REQUEST


async def test_a_long_pause_is_told_kept_by_every_retry_and_ends_with_a_cancellation() -> None:
    told: list[str] = []
    heard = asyncio.Event()

    def hear(words: str) -> None:
        told.append(words)
        heard.set()

    with LoopbackServer(lambda _: Answer(status=429, headers={"retry-after": "90"})) as server:
        async with OpenAIModel(endpoint(server), on_wait=hear) as model:
            task = asyncio.create_task(model.reply(question()))
            await heard.wait()
            await asyncio.sleep(1.2)  # by then the package would have tried again
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
    assert len(server.calls) == 1
    assert told == [f"small at 127.0.0.1:{server.port} asks for a pause of 90 s"]


@pytest.mark.parametrize("said", ["3600", "Fri, 31 Dec 2999 23:59:59 GMT"])
async def test_a_pause_of_an_hour_is_an_error_at_once(said: str) -> None:
    with LoopbackServer(lambda _: Answer(status=429, headers={"retry-after": said})) as server:
        with pytest.raises(ModelError, match=r"it asks to be left alone for \d+ s"):
            await reply_of(server, question())
        assert len(server.calls) == 1


async def test_an_account_without_credit_is_said_once_and_for_all() -> None:
    complaint = {"message": "You exceeded your current quota", "code": "insufficient_quota"}
    with LoopbackServer(lambda _: Answer(status=429, complaint=complaint)) as server:
        with pytest.raises(ModelError, match="the account has no credit left") as caught:
            await reply_of(server, question())
        assert (len(server.calls), caught.value.fault) == (1, ModelFault.NO_CREDIT)
    assert caught.value.fault.is_final


async def test_that_nothing_listens_on_this_machine_is_known_without_a_retry() -> None:
    with LoopbackServer(lambda _: "x") as server:
        gone = Endpoint("small", server.url, "k", retries=100)
    async with OpenAIModel(gone) as model:
        with pytest.raises(ModelError, match=r"nothing answers at http://127.0.0.1:\d+/v1: is it running\?"):
            await model.reply(question())


async def test_a_page_instead_of_a_streamed_reply_is_told_from_one_that_broke_off() -> None:
    fault, message = await fault_of(Answer(raw=b"<html>a login page</html>"), long=True)
    assert (fault, "not an answer of the chat API" in message) == (ModelFault.UNREADABLE, True)


@pytest.mark.parametrize("key", ["sk-first-line-1\nsk-second-line", "sk-0123456789\u00e9", "sk7qx\nzz9y"])
async def test_a_key_that_no_header_can_carry_is_in_no_message(key: str) -> None:
    with LoopbackServer(lambda _: Answer("x")) as server, pytest.raises(ModelError) as caught:
        await reply_of(server, question(), key=key)
    assert not [part for part in (*key.split(), ascii(key)[1:-1]) if part in str(caught.value)]


async def test_a_short_key_that_a_server_quotes_is_not_quoted_further() -> None:
    answer = Answer(status=401, complaint={"message": "no key abc12, abcd or xabc12"})
    with LoopbackServer(lambda _: answer) as server, pytest.raises(ModelError) as caught:
        await reply_of(server, question(), key="abc12")
    assert "no key <the key>, abcd or xabc12" in str(caught.value)


def events(*values: object) -> bytes:
    return b"".join(
        b"data: " + (each if isinstance(each, bytes) else json.dumps(each).encode()) + b"\n\n" for each in values
    )


def event(text: str, usage: object = None, reason: str = "stop") -> dict[str, object]:
    return {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": reason}], "usage": usage}


@pytest.mark.parametrize("long", [False, True])
async def test_an_answer_of_brackets_in_brackets_is_told(long: bool) -> None:
    deep = b"[" * 100_000
    fault, message = await fault_of(Answer(raw=events(deep) if long else deep), long=long)
    assert (fault, "not an answer of the chat API" in message) == (ModelFault.UNREADABLE, True)


@cache
def _huge_when_unpacked() -> bytes:
    return gzip.compress(b'{"error": "' + b"x" * 200_000_000, 1)


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("status", [200, 400, 429])
async def test_a_small_answer_that_unpacks_to_a_huge_one_is_given_up_at_once(long: bool, status: int) -> None:
    answer = Answer(raw=_huge_when_unpacked(), status=status, headers={"content-encoding": "gzip", **NO_WAIT})
    tracemalloc.start()
    with LoopbackServer(lambda _: answer) as server, pytest.raises(ModelError) as caught:
        await reply_of(server, question(long=long))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "the reply has more than 8 MB" in str(caught.value)
    assert caught.value.fault is ModelFault.UNREADABLE
    assert (len(server.calls), server.calls[0].headers["accept-encoding"]) == (1, "identity")
    assert most < 80_000_000


@pytest.mark.parametrize("long", [False, True])
async def test_a_line_without_an_end_is_given_up(long: bool) -> None:
    _, message = await fault_of(Answer(raw=b"data: " + b"x" * 9_000_000), long=long)
    assert "the reply has more than 8 MB" in message


async def test_a_packed_reply_of_ordinary_size_is_read_and_one_that_cannot_be_unpacked_is_told() -> None:
    body = json.dumps({"choices": [{"message": {"content": "fine"}}]}).encode()
    packed = Answer(raw=gzip.compress(body), headers={"content-encoding": "gzip"})
    with LoopbackServer(lambda _: packed) as server:
        assert (await reply_of(server, question())).text == "fine"
    for how, fact in (("gzip", "cannot be unpacked"), ("br", "is compressed, which was not asked for")):
        fault, message = await fault_of(Answer(raw=b"no such thing", headers={"content-encoding": how}))
        assert (fault, fact in message) == (ModelFault.UNREADABLE, True)


@pytest.mark.parametrize("count", [10**30, -(10**9), 0, True, 1.5, "7"])
async def test_a_count_that_cannot_be_true_is_estimated(count: object) -> None:
    said = {"prompt_tokens": count, "completion_tokens": count, "prompt_tokens_details": {"cached_tokens": 5}}
    with LoopbackServer(lambda _: Answer(raw=events(event("one two", said)))) as server:
        reply = await reply_of(server, question("three words here", long=True))
    assert (reply.usage, reply.usage.estimated) == (Usage(7, 2), True)


@pytest.mark.parametrize(
    ("said", "output"),
    [
        ({"completion_tokens": 2, "total_tokens": 7 + 900}, 900),
        ({"completion_tokens": 2, "completion_tokens_details": {"reasoning_tokens": 898}}, 900),
        ({"completion_tokens": 900, "completion_tokens_details": {"reasoning_tokens": 898}, "total_tokens": 907}, 900),
        ({"completion_tokens": 2, "total_tokens": 3}, 2),
        ({"total_tokens": 907}, 900),
    ],
)
@pytest.mark.parametrize("long", [False, True])
async def test_reasoning_is_output_wherever_a_server_counts_it(
    said: Mapping[str, Any], output: int, long: bool
) -> None:
    usage = {"prompt_tokens": 7, **said}
    choice = {"message": {"content": "one two"}, "finish_reason": "stop"}
    raw = events(event("one two", usage)) if long else json.dumps({"choices": [choice], "usage": usage}).encode()
    with LoopbackServer(lambda _: Answer(raw=raw)) as server:
        async with OpenAIModel(endpoint(server)) as model:
            reply = await model.reply(question(long=long))
    assert (reply.usage, reply.usage.estimated) == (Usage(7, output), False)
    assert model.abilities.reasons is (
        output > said.get("completion_tokens", output) or "completion_tokens_details" in said
    )


async def test_reasoning_that_only_the_total_counts_is_held_by_the_budget() -> None:
    said = {"prompt_tokens": 7, "completion_tokens": 2, "total_tokens": 7 + 9000}
    found, report, _ = await spent_on(
        lambda _: Answer(raw=events(event("fine", said))), tokens=9007 + WORST - 1000, calls=2
    )
    assert (found, report.usage.output) == (["fine", ModelFault.OVER_BUDGET.value], 9000)


@pytest.mark.parametrize("reason", ["stop", None])
async def test_a_reply_of_all_the_tokens_it_may_have_is_whole_only_where_its_server_says_so(reason: str | None) -> None:
    choice = {"message": {"content": "half a reply"}, "finish_reason": reason}
    said = {"choices": [choice], "usage": {"prompt_tokens": 7, "completion_tokens": 100}}
    with LoopbackServer(lambda _: Answer(raw=json.dumps(said).encode())) as server:
        assert (await reply_of(server, question())).finish is (Finish.COMPLETE if reason else Finish.TRUNCATED)


async def test_reasoning_that_nobody_counts_is_estimated_as_output() -> None:
    with LoopbackServer(lambda _: Answer("one two", reasoning="well, well " * 50, no_usage=True)) as server:
        for long in (False, True):
            assert (await reply_of(server, question(long=long))).usage.output > 100


@pytest.mark.parametrize("kind", ["reasoning", "thinking"])
@pytest.mark.parametrize("key", ["text", "thinking"])
@pytest.mark.parametrize("long", [False, True])
async def test_a_part_that_is_reasoning_is_no_text_of_a_reply(kind: str, key: str, long: bool) -> None:
    parts = [{"type": kind, key: "It may be no."}, {"type": "text", "text": "yes"}]
    choice = {"message": {"content": parts}, "delta": {"content": parts}, "finish_reason": "stop"}
    whole = {"choices": [choice]}
    raw = events(whole) if long else json.dumps(whole).encode()
    with LoopbackServer(lambda _: Answer(raw=raw)) as server:
        async with OpenAIModel(endpoint(server)) as model:
            assert (await model.reply(question(long=long))).complete_text() == "yes"
            assert model.abilities.reasons


@pytest.mark.parametrize("cached", [-(10**9), 8, True, "3"])
async def test_more_cached_tokens_than_were_sent_are_none(cached: object) -> None:
    said = {"prompt_tokens": 7, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": cached}}
    with LoopbackServer(lambda _: Answer(raw=events(event("one two", said)))) as server:
        assert (await reply_of(server, question(long=True))).usage == Usage(7, 2)


WORST = 10 + 4000
"""More than a long question of these tests takes, and less than two."""


async def spent_on(
    answer: Callable[[Call], Answer], *, tokens: int, calls: int = 1
) -> tuple[list[str], UsageReport, LoopbackServer]:
    meter, found = Meter(budget=Budget(tokens=tokens)), []
    with LoopbackServer(answer) as server:
        async with OpenAIModel(endpoint(server)) as model:
            for _ in range(calls):
                try:
                    found.append((await MeteredModel(model, meter).reply(question(long=True))).text)
                except ModelError as error:
                    found.append(error.fault.value)
    return found, meter.report(), server


@pytest.mark.parametrize(
    "answer",
    [
        Answer("half a reply", cut_after=5),
        Answer(raw=events(b"[" * 9)),
        Answer(raw=events({"error": {"message": "no"}})),
    ],
)
async def test_what_was_sent_for_nothing_counts_at_its_worst(answer: Answer) -> None:
    found, report, server = await spent_on(lambda _: answer, tokens=5 * WORST, calls=20)
    assert found[-1] == ModelFault.OVER_BUDGET.value
    assert len(server.calls) == 5
    assert 5 * 4000 < report.usage.total <= 5 * WORST


@pytest.mark.parametrize("budget", [Budget(tokens=130_000), Budget(money=1.3)])
async def test_a_model_that_counts_more_than_a_reply_may_have_is_taken_to_do_so_again(budget: Budget) -> None:
    meter = Meter({"small": Price(10.0, 10.0)}, budget)
    raw = events(event("Kind.", {"prompt_tokens": 7, "completion_tokens": 40_000}), b"[DONE]")
    with LoopbackServer(lambda _: Answer(raw=raw)) as server:
        async with OpenAIModel(endpoint(server)) as model:
            metered = MeteredModel(model, meter)
            await metered.reply(question(long=True))
            found = await asyncio.gather(
                *(metered.reply(question(long=True)) for _ in range(9)), return_exceptions=True
            )
    assert {each.fault for each in found if isinstance(each, ModelError)} == {ModelFault.OVER_BUDGET}
    assert len(server.calls) == 3
    assert meter.report().usage.total == 3 * 40_007


async def test_a_budget_in_money_forbids_the_next_attempt_of_the_very_first_call() -> None:
    meter = Meter({"small": Price(1.0, 10.0)}, Budget(money=0.05))
    with LoopbackServer(lambda _: Answer("half a reply", cut_after=5)) as server:
        async with OpenAIModel(endpoint(server)) as model:
            with pytest.raises(ModelError, match="does not cover another call") as caught:
                await MeteredModel(model, meter).reply(question(long=True))
        assert (caught.value.fault, len(server.calls)) == (ModelFault.OVER_BUDGET, 1)
    assert 0.04 < (meter.report().money or 0) < 0.05


async def test_an_attempt_that_was_lost_counts_beside_the_one_that_came_back() -> None:
    found, report, _ = await spent_on(once_then(Answer("half a reply", cut_after=5)), tokens=3 * WORST)
    assert found == ["fine"]
    assert 4000 < report.usage.total <= WORST + 10


@pytest.mark.parametrize(
    "bad", [Answer(status=500), Answer(status=429, headers=NO_WAIT), Answer("half a reply", cut_after=5)]
)
async def test_each_retry_is_a_call_that_failed(bad: Answer) -> None:
    found, report, server = await spent_on(once_then(bad), tokens=5 * WORST)
    assert (found, report.calls, report.models[0].failed, len(server.calls)) == (["fine"], 2, 1, 2)
    _, report, server = await spent_on(lambda _: bad, tokens=5 * WORST)
    assert report.calls == report.models[0].failed == len(server.calls) > 1


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 503])
async def test_what_a_server_declines_costs_nothing(status: int) -> None:
    _, report, server = await spent_on(lambda _: Answer(status=status, headers=NO_WAIT), tokens=WORST)
    assert server.calls
    assert report.usage == Usage()


async def test_a_call_that_reached_nobody_costs_nothing() -> None:
    with LoopbackServer(lambda _: "x") as server:
        gone = Endpoint("small", server.url, "k", retries=0)
    meter = Meter(budget=Budget(tokens=WORST))
    async with OpenAIModel(gone) as model:
        with pytest.raises(ModelError, match="the connection failed"):
            await MeteredModel(model, meter).reply(question(long=True))
    assert meter.report().usage == Usage()


@asynccontextmanager
async def raw_server(body: bytes, *, again: bool = False) -> AsyncIterator[Endpoint]:
    """Serve an answer of events that only the end of the connection ends, or that comes again and again."""
    tasks = list[asyncio.Task[None] | None]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.append(asyncio.current_task())
        with suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]))
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n" + body)
            while again and not reader.at_eof():
                writer.write(body)
                await writer.drain()
                await asyncio.sleep(0.02)
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1") as server:
        port = server.sockets[0].getsockname()[1]
        yield Endpoint("small", f"http://127.0.0.1:{port}/v1", "key", timeout=0.5, retries=0)
        await asyncio.gather(*filter(None, tasks))


@pytest.mark.parametrize("sign", [b": still here\n\n", events(event("", reason=""))])
async def test_signs_of_life_without_a_reply_end_after_a_while(sign: bytes) -> None:
    async with raw_server(sign, again=True) as asked, OpenAIModel(asked) as model:
        with pytest.raises(ModelError, match=r"nothing new came for 1\.5 s") as caught:
            await model.reply(question(long=True))
    assert caught.value.fault is ModelFault.TIMEOUT


async def test_a_whole_reply_where_events_were_asked_for_is_one() -> None:
    body = json.dumps({"choices": [{"message": {"content": "fine"}, "finish_reason": "stop"}]}).encode()
    with LoopbackServer(lambda _: Answer(raw=body)) as server:
        assert (await reply_of(server, question(long=True))).text == "fine"
    _, message = await fault_of(Answer(raw=b'{"error": {"message": "Insufficient credits", "code": 402}}'), long=True)
    assert "no credit left" in message


async def test_a_stream_to_the_end_of_the_connection_is_whole_where_it_says_so() -> None:
    async with raw_server(events(event("fine"))) as asked, OpenAIModel(asked) as model:
        assert (await model.reply(question(long=True))).text == "fine"
    async with raw_server(events(event("fine", reason=""))) as asked, OpenAIModel(asked) as model:
        with pytest.raises(ModelError, match="not an answer of the chat API"):
            await model.reply(question(long=True))
