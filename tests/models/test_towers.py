"""What stands on top of an endpoint: the cache, the meter, the stand-ins, the fuse."""

import asyncio
import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from spade_core.errors import CancelledError, ModelError, ModelFault, StorageError
from spade_core.models import (
    Budget,
    Finish,
    LanguageModel,
    ModelChoice,
    Price,
    Reply,
    Request,
    Usage,
    UsageReport,
    user,
)
from spade_core.models.cache import CachedModel, ReplyCache, request_hash, started_at
from spade_core.models.circuit_breaker import FAILURE_LIMITS, FIRST_FAILURE_LIMITS, CircuitBreaker
from spade_core.models.folders import user_folders
from spade_core.models.lent import LentModel
from spade_core.models.metering import Meter, MeteredModel
from spade_core.models.openai_model import OpenAIModel
from spade_core.models.options import Options
from spade_core.models.resampling import ResamplingModel
from spade_core.models.secrets import DiscreetModel, StandIns, salt_of_user
from spade_core.models.session import ModelSession
from spade_core.models.structured import ask, json_in
from spade_core.models.tokens import tokens_in, tokens_of
from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.models.talk import endpoint

ASKED = Request((user("Is it kind?"),), most_tokens=100)
KEYS = (
    "sk-proj-abcDEF0123456789abcDEF0123456789",
    "sk_live_abcdef0123456789",
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "github_pat_11ABCDEFG0abcdefghijklmnop",
    "AKIAABCDEFGHIJKLMNOP",
    "xoxb-1234567890-abcdefghij",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdefghijklmnop",
)


class Scripted:
    """A model that gives its replies in turn, and remembers what it was asked."""

    def __init__(self, *replies: Reply | ModelError) -> None:
        self.name = "scripted"
        self.asked: list[Request] = []
        self._replies = list(replies)

    async def reply(self, request: Request) -> Reply:
        self.asked.append(request)
        reply = self._replies.pop(0)
        if isinstance(reply, ModelError):
            raise reply
        return reply


def said(text: str = "yes", *, finish: Finish = Finish.COMPLETE) -> Reply:
    return Reply(text, "scripted", finish, Usage(10, 5))


async def test_a_complete_reply_is_kept_and_given_again(tmp_path: Path) -> None:
    model, reply = Scripted(said("kept 很好")), said("")
    for _ in range(2):
        with ReplyCache(tmp_path / "replies.sqlite") as cache:
            reply = await CachedModel(model, cache, identity="here").reply(ASKED)
    assert (reply.text, reply.usage, reply.from_cache) == ("kept 很好", Usage(10, 5), True)
    assert len(model.asked) == 1


@pytest.mark.parametrize("repair", ["still maybe", " "])
async def test_a_reply_and_its_repair_that_cannot_be_read_do_not_answer_the_next_run(
    tmp_path: Path, repair: str
) -> None:
    model = Scripted(said("maybe"), said(repair), said('{"sure": true}'))
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        tower = DiscreetModel(CachedModel(model, cache, identity="here"), StandIns(b"salt"))
        with pytest.raises(ModelError) as caught:
            await ask(tower, ASKED, json_in)
        assert caught.value.fault is ModelFault.UNREADABLE
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        tower = DiscreetModel(CachedModel(model, cache, identity="here"), StandIns(b"salt"))
        assert (await ask(tower, ASKED, json_in)).value == {"sure": True}
        assert (await ask(tower, ASKED, json_in)).reply.from_cache


async def test_an_unreadable_reply_that_an_earlier_version_kept_is_forgotten_when_it_is_read(tmp_path: Path) -> None:
    model = Scripted(said('{"sure": true}'))
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        tower = CachedModel(model, cache, identity="here")
        cache.put(request_hash("here", ASKED), said("maybe"))
        with pytest.raises(ModelError):
            await ask(tower, ASKED, json_in, most_askings=1)
        assert (await ask(tower, ASKED, json_in)).value == {"sure": True}


async def test_an_empty_reply_is_never_kept(tmp_path: Path) -> None:
    model = Scripted(said(" "), said("yes"))
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        cached = CachedModel(model, cache, identity="here")
        assert [(await cached.reply(ASKED)).text for _ in range(3)] == [" ", "yes", "yes"]


async def test_what_another_asker_was_told_since_is_not_forgotten(tmp_path: Path) -> None:
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        cached = CachedModel(Scripted(said("maybe")), cache, identity="here")
        maybe = await cached.reply(ASKED)
        cache.put(request_hash("here", ASKED), said("better"))
        maybe.disown()
        assert (await cached.reply(ASKED)).text == "better"


class Slow:
    """A model that answers when it is let go."""

    name = "slow"

    def __init__(self) -> None:
        self.asked = 0
        self.go = asyncio.Event()

    async def reply(self, _: Request) -> Reply:
        self.asked += 1
        await self.go.wait()
        return said("once")


async def test_two_runs_that_ask_the_same_pay_once(tmp_path: Path) -> None:
    model = Slow()
    path = tmp_path / "replies.sqlite"
    with ReplyCache(path) as one, ReplyCache(path) as other:
        runs = [
            asyncio.create_task(CachedModel(model, cache, identity="here").reply(ASKED)) for cache in (one, one, other)
        ]
        await asyncio.sleep(0.1)
        model.go.set()
        replies = await asyncio.gather(*runs)
    assert [reply.text for reply in replies] == ["once"] * 3
    assert model.asked == 1


async def test_who_waits_asks_itself_when_the_other_gets_no_reply(tmp_path: Path) -> None:
    model = Scripted(ModelError(ModelFault.SERVER, "down"), said())
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        cached = CachedModel(model, cache, identity="here")
        found = await asyncio.gather(cached.reply(ASKED), cached.reply(ASKED), return_exceptions=True)
    assert [str(found[0]), getattr(found[1], "text", "")] == ["down", "yes"]


async def test_a_claim_of_a_run_that_was_killed_holds_nobody_up(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    key = request_hash("here", ASKED)
    claims = (
        "import sys, pathlib, spade_core.models.cache as c; c.ReplyCache(pathlib.Path(sys.argv[1])).claim(sys.argv[2])"
    )
    subprocess.run([sys.executable, "-c", claims, str(path), key], check=True)  # noqa: S603, ASYNC221  (our own code)
    with ReplyCache(path) as cache:
        assert (await CachedModel(Scripted(said()), cache, identity="here").reply(ASKED)).text == "yes"


async def test_a_claim_of_a_process_whose_number_another_has_now_holds_nobody_up(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    key = request_hash("here", ASKED)
    with ReplyCache(path) as one, ReplyCache(path) as other:
        assert one.claim(key)
        assert not other.claim(key)
        if not started_at(os.getpid()):
            pytest.skip("this system does not tell when a process began")
        with sqlite3.connect(path) as database:
            database.execute("UPDATE asking SET started = 'long ago'")
        database.close()
        one.release(key)  # it is no longer its own: the row stays
        with sqlite3.connect(path) as database:
            assert database.execute("SELECT started FROM asking").fetchall() == [("long ago",)]
        database.close()
        assert other.claim(key)


def test_a_claim_that_is_refreshed_does_not_age_and_one_that_is_not_does(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    with ReplyCache(path) as one, ReplyCache(path) as other:
        assert one.claim("key")
        for refreshed, free in ((True, False), (False, True)):
            with sqlite3.connect(path) as database:
                database.execute("UPDATE asking SET at = at - 1000")
            database.close()
            if refreshed:
                one._beaten -= 1000  # so long ago was the last time
                one.refresh()
            assert other.claim("key") is free


async def test_a_person_is_told_that_another_run_is_waited_for(tmp_path: Path) -> None:
    told: list[str] = []
    path = tmp_path / "replies.sqlite"
    key = request_hash("here", ASKED)
    with ReplyCache(path) as one, ReplyCache(path) as other:
        assert one.claim(key)
        asking = asyncio.create_task(CachedModel(Scripted(), other, identity="here", on_wait=told.append).reply(ASKED))
        await asyncio.sleep(3.0)
        one.put(key, said("theirs"))
        one.release(key)
        assert (await asking).text == "theirs"
    assert told == ["scripted: waiting for another run of spade that is asking the same"]


@pytest.mark.parametrize("finish", [Finish.TRUNCATED, Finish.REFUSED])
async def test_a_reply_that_is_not_complete_is_asked_for_again(tmp_path: Path, finish: Finish) -> None:
    model = Scripted(said("ha", finish=finish), said("whole"))
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        cached = CachedModel(model, cache, identity="here")
        await cached.reply(ASKED)
        assert (await cached.reply(ASKED)).text == "whole"


def test_everything_that_a_reply_depends_on_is_in_the_key() -> None:
    variants = [
        ("here", ASKED),
        ("there", ASKED),
        ("here", Request((user("Is it short?"),), most_tokens=100)),
        ("here", Request(ASKED.messages, most_tokens=101)),
        ("here", Request(ASKED.messages, most_tokens=100, temperature=None)),
        ("here", Request(ASKED.messages, most_tokens=100, repeat=1)),
        ("here", Request((*ASKED.messages, user("")), most_tokens=100)),
        ("here", Request((user("\ud800"),), most_tokens=100)),
    ]
    assert len({request_hash(identity, request) for identity, request in variants}) == len(variants)


def test_two_processes_may_share_a_cache_and_others_may_not_read_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "replies.sqlite"
    with ReplyCache(path) as one, ReplyCache(path) as other:
        one.put("key", said())
        assert other.get("key") is not None
        assert other.clear() == 1
        assert one.get("key") is None
    assert path.stat().st_mode & 0o077 == 0


def test_a_cache_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    path.write_bytes(b"this is no database at all, but long enough to be looked at" * 40)
    with pytest.raises(StorageError, match=r"replies.sqlite: the cache of replies cannot be used"):
        ReplyCache(path)


def test_prices_are_for_a_million_tokens_and_cached_input_may_be_cheaper() -> None:
    usage = Usage(input=1_000_000, output=500_000, cached_input=400_000)
    assert Price(2.0, 8.0).of(usage) == pytest.approx(6.0)
    assert Price(2.0, 8.0, 0.5).of(usage) == pytest.approx(0.6 * 2 + 0.4 * 0.5 + 4.0)


async def test_the_meter_counts_calls_failures_hits_tokens_and_money(tmp_path: Path) -> None:
    meter = Meter({"scripted": Price(1.0, 2.0)})
    model = Scripted(said(), ModelError(ModelFault.SERVER, "down"))
    with ReplyCache(tmp_path / "replies.sqlite") as cache:
        cached = CachedModel(MeteredModel(model, meter), cache, identity="here", on_hit=lambda: meter.hit("scripted"))
        await cached.reply(ASKED)
        await cached.reply(ASKED)
        with pytest.raises(ModelError, match="down"):
            await cached.reply(Request((user("other"),)))
    (used,) = meter.report().models
    assert (used.calls, used.failed, used.hits, used.usage) == (2, 1, 1, Usage(10, 5))
    assert used.money == pytest.approx(20e-6)


async def test_a_budget_is_never_passed_however_many_call_at_once() -> None:
    class Costly:
        name = "costly"

        async def reply(self, request: Request) -> Reply:
            await asyncio.sleep(0)
            return Reply("x", "costly", usage=Usage(tokens_of(request), request.most_tokens))

    meter = Meter(budget=Budget(tokens=1000))
    model = MeteredModel(Costly(), meter)
    found = await asyncio.gather(*(model.reply(ASKED) for _ in range(50)), return_exceptions=True)
    refused = [each for each in found if isinstance(each, ModelError)]
    assert 0 < len(refused) < 50
    assert {each.fault for each in refused} == {ModelFault.OVER_BUDGET}
    assert 500 < meter.report().usage.total <= 1000


async def test_near_its_end_a_budget_waits_for_what_calls_really_cost() -> None:
    class Cheap:
        name = "cheap"

        async def reply(self, _: Request) -> Reply:
            await asyncio.sleep(0)
            return Reply("x", "cheap", usage=Usage(7, 1))

    meter = Meter(budget=Budget(tokens=300))
    replies = await asyncio.gather(*(MeteredModel(Cheap(), meter).reply(ASKED) for _ in range(20)))
    assert len(replies) == 20


async def test_a_budget_in_money_needs_a_price() -> None:
    meter = Meter(budget=Budget(money=1.0))
    with pytest.raises(ModelError, match="no price is set for scripted") as caught:
        await MeteredModel(Scripted(said()), meter).reply(ASKED)
    assert caught.value.fault is ModelFault.OVER_BUDGET


async def test_a_cancelled_call_gives_its_share_of_the_budget_back() -> None:
    class Endless:
        name = "endless"

        async def reply(self, _: Request) -> Reply:
            await asyncio.sleep(60)
            return Reply("never")

    meter = Meter(budget=Budget(tokens=150))
    task = asyncio.create_task(MeteredModel(Endless(), meter).reply(ASKED))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await MeteredModel(Scripted(said()), meter).reply(ASKED)).text == "yes"


async def test_after_a_final_fault_the_model_is_left_alone() -> None:
    model = Scripted(ModelError(ModelFault.SERVER, "down"), ModelError(ModelFault.WRONG_KEY, "wrong key"), said())
    fused = CircuitBreaker(model)
    for message in ("down", "wrong key", "wrong key", "wrong key"):
        with pytest.raises(ModelError, match=message):
            await fused.reply(ASKED)
    assert len(model.asked) == 2


@pytest.mark.parametrize("fault", sorted(FAILURE_LIMITS))
async def test_after_failures_in_a_row_the_model_is_left_alone(fault: ModelFault) -> None:
    limits = FAILURE_LIMITS[fault]
    faults = [ModelError(fault, "not there") for _ in range(limits)]
    model = Scripted(said(), *faults[1:], said(), *faults, said())
    fused = CircuitBreaker(model)
    outcomes = []
    await fused.reply(ASKED)
    for _ in range(2 * limits + 5):
        try:
            outcomes.append((await fused.reply(ASKED)).text)
        except ModelError as error:
            outcomes.append(str(error))
    assert outcomes == ["not there"] * (limits - 1) + ["yes"] + ["not there"] * (limits + 5)
    assert len(model.asked) == 1 + 2 * limits


@pytest.mark.parametrize("fault", sorted(FIRST_FAILURE_LIMITS))
async def test_a_model_that_never_answered_is_left_alone_after_fewer_failures(fault: ModelFault) -> None:
    model = Scripted(*(ModelError(fault, "not there") for _ in range(50)))
    fused = CircuitBreaker(model)
    found = await asyncio.gather(*(fused.reply(ASKED) for _ in range(50)), return_exceptions=True)
    assert [str(each) for each in found] == ["not there"] * 50
    assert len(model.asked) == FIRST_FAILURE_LIMITS[fault]


async def test_the_first_call_goes_alone_and_the_others_side_by_side() -> None:
    with LoopbackServer(lambda call: Answer("x", delay=0.05)) as server:
        async with OpenAIModel(endpoint(server)) as model:
            fused = CircuitBreaker(model, at_once=8)
            calls = [asyncio.create_task(fused.reply(ASKED)) for _ in range(9)]
            await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)
            assert server.most_at_once == 1
            await asyncio.gather(*calls)
    assert 1 < server.most_at_once <= 8


async def test_calls_that_wait_for_their_turn_are_not_made_once_the_model_is_given_up() -> None:
    model = Scripted(*(ModelError(ModelFault.CONNECTION, "not there") for _ in range(50)))
    fused = CircuitBreaker(model, at_once=2)
    found = await asyncio.gather(*(fused.reply(ASKED) for _ in range(50)), return_exceptions=True)
    assert [str(each) for each in found] == ["not there"] * 50
    assert len(model.asked) <= FAILURE_LIMITS[ModelFault.CONNECTION] + 1


@pytest.mark.parametrize("key", KEYS)
async def test_what_looks_like_a_key_never_leaves_and_comes_back(key: str) -> None:
    class Echo:
        name = "echo"
        heard = ""

        async def reply(self, request: Request) -> Reply:
            self.heard = request.messages[0].text
            return Reply(f"You said: {self.heard}", "echo")

    echo = Echo()
    text = f'Call it with {{"token": "{key}"}} and then {key} again.'
    reply = await DiscreetModel(echo, StandIns(b"salt")).reply(Request((user(text),)))
    secret = key[12:]
    assert secret not in echo.heard
    assert reply.text == f"You said: {text}"


def test_a_stand_in_is_the_same_in_every_run_of_one_user_and_of_nobody_else() -> None:
    text = f"key {KEYS[0]}"
    assert StandIns(b"one").hide(text) == StandIns(b"one").hide(text) != StandIns(b"two").hide(text)


def test_a_stand_in_that_was_sent_back_is_not_hidden_again() -> None:
    stand_ins = StandIns(b"salt")
    hidden = stand_ins.hide(f"key {KEYS[0]}")
    assert stand_ins.hide(hidden) == hidden


@given(st.text(max_size=300))
def test_hiding_and_restoring_gives_any_text_back(text: str) -> None:
    stand_ins = StandIns(b"salt")
    assert stand_ins.restore(stand_ins.hide(text)) == text


def test_the_salt_of_a_user_is_made_once_and_for_that_user_alone(tmp_path: Path) -> None:
    one = salt_of_user(tmp_path / "data")
    assert len(one) == 32
    assert salt_of_user(tmp_path / "data") == one
    assert (tmp_path / "data" / "salt").stat().st_mode & 0o077 == 0


async def test_an_editor_may_lend_its_model() -> None:
    async def lend(request: Request) -> str:
        if not request.messages[0].text:
            raise RuntimeError("no consent")
        return "lent"

    model: LanguageModel = LentModel("copilot", lend)
    assert (await model.reply(ASKED)).text == "lent"
    with pytest.raises(ModelError, match=r"copilot: the editor lent no reply \(RuntimeError: no consent\)"):
        await model.reply(Request((user(""),)))


def test_the_folders_are_those_of_the_system_unless_the_environment_says() -> None:
    home = {"HOME": "/home/me"}
    assert user_folders(home, platform="linux").cache == Path("/home/me/.cache/spade")
    assert user_folders({**home, "XDG_DATA_HOME": "/d"}, platform="linux").data == Path("/d/spade")
    assert user_folders(home, platform="darwin").cache == Path("/home/me/Library/Caches/spade")
    assert user_folders({"LOCALAPPDATA": "/l"}, platform="win32").data == Path("/l/spade/data")
    assert user_folders({"SPADE_HOME": "/s"}, platform="win32").cache == Path("/s/cache")


@pytest.mark.parametrize(
    ("text", "least", "most"), [("", 0, 0), ("Keep it short.", 4, 5), ("很好的电影", 5, 5), ("a" * 600, 50, 150)]
)
def test_tokens_are_estimated_in_the_right_order_of_size(text: str, least: int, most: int) -> None:
    assert least <= tokens_in(text) <= most


def test_the_whole_tower_hides_caches_and_counts(tmp_path: Path) -> None:
    def answer(call: Call) -> Answer:
        return Answer(f"I read {call.last}")

    environ = {"SPADE_HOME": str(tmp_path)}
    options = Options(prices={"small": Price(1.0, 1.0)})
    asked = Request((user(f"my key is {KEYS[0]}"),), most_tokens=50)
    reply, usage = said(""), UsageReport()
    with LoopbackServer(answer) as server:
        for _ in range(2):
            with ModelSession({**environ, "SPADE_BASE_URL": server.url}, options) as session:
                reply = session.call(session.models.model(ModelChoice("small")).reply(asked))
                usage = session.models.usage()
        assert len(server.calls) == 1
        assert KEYS[0] not in server.calls[0].last
    assert reply.text == f"I read my key is {KEYS[0]}"
    assert (usage.calls, usage.hits, usage.money) == (0, 1, 0)
    everything = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert KEYS[0].encode() not in everything


def test_leaving_a_session_cancels_what_is_under_way(tmp_path: Path) -> None:
    with LoopbackServer(lambda _: Answer("x", delay=60)) as server:
        environ = {"SPADE_HOME": str(tmp_path), "SPADE_BASE_URL": server.url}
        with ModelSession(environ) as session:
            model = session.models.model(ModelChoice("small"))
            waiting = asyncio.run_coroutine_threadsafe(model.reply(ASKED), session._loop)
            while not server.calls:
                os.sched_yield()
        assert server.wait_until_dropped()
        assert waiting.cancelled() or isinstance(waiting.exception(), CancelledError | ModelError)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file, not a folder", encoding="utf-8")
    with pytest.raises(StorageError, match="salt: cannot be read: Not a directory"):
        salt_of_user(tmp_path / "data")


def test_after_leaving_nothing_can_be_asked(tmp_path: Path) -> None:
    with ModelSession({"SPADE_HOME": str(tmp_path), "SPADE_BASE_URL": "http://127.0.0.1:9/v1"}) as session:
        model = session.models.model(ModelChoice("small"))
    with pytest.raises(CancelledError, match="the models are closed"):
        session.call(model.reply(ASKED))


def test_what_was_hidden_once_stays_hidden_where_it_no_longer_looks_like_a_secret() -> None:
    stand_ins = StandIns(b"salt")
    sent = stand_ins.hide("The database is postgres://bob:hunter2secret@db.internal/x.")
    criterion = stand_ins.restore(sent.replace("The database is", "The response never reveals"))
    assert "hunter2secret" in criterion
    assert "hunter2secret" not in stand_ins.hide("1. It never says hunter2secret to anyone")


async def test_asked_anew_a_model_gets_another_question_of_the_cache_and_asking_zero_is_itself() -> None:
    model = Scripted(Reply("one"), Reply("two"))
    await ResamplingModel(model, 0).reply(ASKED)
    await ResamplingModel(model, 2).reply(ASKED)
    assert [(each.repeat, each.temperature) for each in model.asked] == [(0, 0.0), (2, None)]


def test_a_lent_model_has_the_tower_of_the_others(tmp_path: Path) -> None:
    lent: list[str] = []

    async def lend(request: Request) -> Reply:
        lent.append(request.messages[0].text)
        return Reply("yes", "acme", usage=Usage(5, 1))

    with ModelSession({"SPADE_HOME": str(tmp_path)}) as session:
        model = session.models.lent(LentModel("acme", lend))
        secret = Request((user(f"The key is {KEYS[0]}."),))
        for _ in range(2):
            assert session.call(model.reply(secret)).text == "yes"
        [used] = session.models.usage().models
        assert session.call(session.models.lent_dry_run("acme").reply(secret)).text == "yes"
    assert (used.calls, used.hits, used.usage) == (1, 1, Usage(5, 1))
    assert KEYS[0] not in lent[0]


def test_a_call_stops_when_it_is_told_to_and_tells_the_time_meanwhile(tmp_path: Path) -> None:
    stop, looks = threading.Event(), []

    def look() -> None:
        looks.append(1)
        if len(looks) == 2:
            stop.set()

    async def forever() -> None:
        await asyncio.Event().wait()

    with (
        ModelSession({"SPADE_HOME": str(tmp_path)}) as session,
        pytest.raises(CancelledError),
    ):
        session.call(forever(), cancelled=stop, while_waiting=look)
    assert len(looks) >= 2


async def test_an_endpoint_lists_its_models_to_who_has_the_key() -> None:
    with LoopbackServer(lambda _: "", keys=["k"], models=["b", "a"]) as server:
        async with OpenAIModel(endpoint(server)) as model:
            assert await model.offered() == ("a", "b")
        async with OpenAIModel(endpoint(server, key="no")) as model:
            with pytest.raises(ModelError, match="the key is wrong"):
                await model.offered()
