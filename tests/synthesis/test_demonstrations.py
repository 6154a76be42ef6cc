import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.criteria import Criterion, Origin
from spade_core.errors import StorageError
from spade_core.models import ModelChoice, cosine
from spade_core.models.openai_model import OpenAIModel
from spade_core.models.recipients import readers_of
from spade_core.sandbox import Sandbox
from spade_core.synthesis.criteria_step import read_criteria
from spade_core.synthesis.demonstrations import AcceptedDemonstration, DemonstrationStore, project_hash
from spade_core.synthesis.example_selector import ExampleSelector, Similarity
from spade_core.synthesis.synthesis import synthesise
from spade_core.synthesis.trials import Executor
from spade_core.testing.loopback import Answer, LoopbackServer
from tests.benchmarks.bench_economy import line_of
from tests.synthesis.playing import (
    criteria_reply,
    criterion,
    deltas_of,
    endpoint,
    function,
    functions_reply,
    labelled,
    models_at,
    two_steps,
)

WORDS = AcceptedDemonstration("The response has at most 100 words.", function("assert_words", "return True"), "p1")
AWARDS = AcceptedDemonstration(
    "The response mentions awards won by the movie.", function("assert_awards", "return True"), "p1"
)
JSON = AcceptedDemonstration("The response is valid JSON.", function("assert_json", "return True"), "p2")


@pytest.fixture
def store(tmp_path: Path) -> DemonstrationStore:
    found = DemonstrationStore(tmp_path / "data" / "demonstrations.sqlite")
    found.add([WORDS, AWARDS, JSON])
    return found


def about(*descriptions: str) -> tuple[Criterion, ...]:
    (delta,) = deltas_of("Do it well.\n")
    reply = criteria_reply(*(criterion(text, "Do it well") for text in descriptions))
    return read_criteria(reply, delta).criteria


async def names_shown(shelf: ExampleSelector, *descriptions: str) -> list[str]:
    shown = await shelf.shown_for(about(*descriptions))
    return [each.code.partition("async def ")[2].partition("(")[0] for each in shown]


async def test_the_most_similar_ones_are_shown(store: DemonstrationStore) -> None:
    shelf = ExampleSelector(store, readers=())
    assert (await names_shown(shelf, "The response has at most 50 words."))[0] == "assert_words"
    assert await names_shown(shelf, "It mentions any award the movie won.") == ["assert_awards"]
    assert await names_shown(shelf, "你好") == []


async def test_what_was_shown_for_criteria_once_is_shown_again_whatever_came_since(store: DemonstrationStore) -> None:
    first = await names_shown(ExampleSelector(store, readers=()), "The response is valid XML.")
    store.add([AcceptedDemonstration("The response is valid XML.", function("assert_xml", "return True"))])
    assert await names_shown(ExampleSelector(store, readers=()), "The response is valid XML.") == first
    assert "assert_xml" in await names_shown(ExampleSelector(store, readers=()), "The response is a valid XML text.")


async def test_an_estimate_decides_nothing(store: DemonstrationStore) -> None:
    await names_shown(ExampleSelector(store, readers=(), read_only=True), "The response is valid XML.")
    store.add([AcceptedDemonstration("The response is valid XML.", function("assert_xml", "return True"))])
    assert (await names_shown(ExampleSelector(store, readers=()), "The response is valid XML."))[0] == "assert_xml"


def test_each_is_kept_once_and_the_oldest_go_first(store: DemonstrationStore) -> None:
    assert store.add([WORDS, JSON]) == 0
    assert store.prune(most=2) == 1
    assert [each.code for each in store.all()] == [AWARDS.code, JSON.code]


async def test_what_is_forgotten_is_not_shown_again(store: DemonstrationStore) -> None:
    assert await names_shown(ExampleSelector(store, readers=()), "The response is valid JSON!") == ["assert_json"]
    assert store.forget(JSON) == 1
    assert await names_shown(ExampleSelector(store, readers=()), "The response is valid JSON!") != ["assert_json"]


def test_a_project_can_be_forgotten(tmp_path: Path, store: DemonstrationStore) -> None:
    store.add([AcceptedDemonstration("c", "code", project_hash(tmp_path))])
    assert store.forget_project(tmp_path) == 1
    assert len(store.all()) == 3
    assert store.clear() == 3


def test_the_store_outlives_its_process_and_is_the_users_alone(tmp_path: Path, store: DemonstrationStore) -> None:
    store.close()
    with DemonstrationStore(store.path) as again:
        assert again.all() == (WORDS, AWARDS, JSON)
    assert store.path.stat().st_mode & 0o077 == 0


def test_a_store_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "demonstrations.sqlite"
    path.write_bytes(b"no database" * 200)
    with pytest.raises(StorageError, match=r"demonstrations.sqlite: the demonstrations cannot be used"):
        DemonstrationStore(path)


async def test_the_endpoints_vectors_are_used_where_it_has_them(store: DemonstrationStore) -> None:
    with LoopbackServer(lambda _: Answer("x")) as server:
        async with OpenAIModel(endpoint(server, "vectors")) as model:
            shelf = ExampleSelector(store, readers=(), embedder=model, embedding_model="vectors")
            assert (await names_shown(shelf, "mentions awards won by the movie."))[0] == "assert_awards"
    assert all(each.vector_model == "vectors" for each in store.all())


async def test_without_vectors_words_are_compared_and_it_is_said(store: DemonstrationStore) -> None:
    with LoopbackServer(lambda _: Answer("x")) as server:
        gone = endpoint(server, "vectors")
    async with OpenAIModel(gone) as model:
        shelf = ExampleSelector(store, readers=(), embedder=model, embedding_model="vectors")
        assert await names_shown(shelf, "It mentions any award the movie won.") == ["assert_awards"]
        await names_shown(shelf, "Another one about awards.")
    assert len(shelf.notes) == 1
    assert "compared by their words" in shelf.notes[0]


def test_likeness_is_one_for_the_same_text_and_falls_with_the_words() -> None:
    index = Similarity([WORDS.criterion, AWARDS.criterion, JSON.criterion])
    (best, likeness), *_ = index.nearest(WORDS.criterion, most=3, least=0.0)
    assert best == 0
    assert likeness == pytest.approx(1.0)
    near = dict(index.nearest("The response has at most 20 words.", most=3, least=0.0))
    assert near[0] > near[2]
    assert Similarity([]).nearest("x", most=3, least=0.0) == []


def test_vectors_of_other_lengths_are_not_alike() -> None:
    assert cosine([1.0, 0.0], [1.0]) == 0.0
    assert cosine([0.0], [0.0]) == 0.0
    assert cosine([1.0, 1.0], [2.0, 2.0]) == pytest.approx(1.0)


async def test_only_what_ran_on_labelled_examples_is_shown_again_and_nothing_is_stored(tmp_path: Path) -> None:
    short = function("assert_short", "return len(response) < 50")
    asks = function("assert_kind", 'return await ask_llm(prompt, response, "Kind?")')
    rows = labelled(["one"], ["two" * 50])
    with (
        LoopbackServer(two_steps(lambda _: functions_reply((1, short), (1, asks)))) as server,
        DemonstrationStore(tmp_path / "d.sqlite") as store,
        Sandbox() as sandbox,
    ):
        shelf = ExampleSelector(store, readers=())
        models = models_at(server, "small")
        await synthesise(deltas_of("Stay short.\n"), models, Executor(sandbox, rows, tau=0.25), samples=shelf)
        await models[0].close()
        assert store.all() == ()
        assert await names_shown(shelf, "The response obeys: Stay short!") == ["assert_short"]


LEAK = "sk-proj-abcDEF0123456789abcDEF0123456789"


async def test_what_holds_a_secret_is_neither_shown_nor_kept(store: DemonstrationStore) -> None:
    leaks = function("assert_no_leak", f'return "{LEAK}" not in response')
    by_heart = function("assert_no_word", 'return "opensesame77" not in response')
    shelf = ExampleSelector(store, readers=(), is_private=lambda text: LEAK in text or "opensesame77" in text)
    shelf.accept([CandidateAssertion("assert_x", code, about("New."), Origin.MODEL) for code in (leaks, by_heart)])
    assert await names_shown(shelf, "New.") == []
    assert store.add([AcceptedDemonstration("c", leaks), AcceptedDemonstration(f"No {LEAK}", "code")]) == 0
    assert LEAK.encode() not in store.path.read_bytes()


def test_secrets_that_an_earlier_version_kept_are_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "demonstrations.sqlite"
    with DemonstrationStore(path) as store:
        store.add([JSON])
    with sqlite3.connect(path) as old:
        old.execute("INSERT INTO demonstration VALUES (99, 'c', ?, 'p', x'', '', 0, '', '')", (f"x = '{LEAK}'",))
        old.execute("PRAGMA user_version = 0")
    old.close()
    with DemonstrationStore(path) as store:
        assert store.all() == (JSON,)
    assert LEAK.encode() not in b"".join(each.read_bytes() for each in tmp_path.iterdir())


HERE = frozenset({"models.example.org/v1"})
ELSEWHERE = frozenset({"other.example.org/v1"})
LOCAL: frozenset[str] = frozenset()


async def test_what_only_this_machine_has_read_is_shown_to_no_endpoint_elsewhere(store: DemonstrationStore) -> None:
    wanted = "It mentions any award the movie won."
    assert await names_shown(ExampleSelector(store, readers=LOCAL), wanted) == ["assert_awards"]
    assert await names_shown(ExampleSelector(store, readers=ELSEWHERE), wanted) == []


async def test_what_an_endpoint_has_read_is_shown_to_it_again_and_to_no_other(store: DemonstrationStore) -> None:
    store.add(
        [AcceptedDemonstration("The response is valid XML.", function("assert_xml", "return True"), readers=HERE)]
    )
    wanted = "The response is a valid XML text."
    assert await names_shown(ExampleSelector(store, readers=HERE), wanted) == ["assert_xml"]
    for others in (ELSEWHERE, HERE | ELSEWHERE):
        assert await names_shown(ExampleSelector(store, readers=others), wanted) == []


def test_an_endpoint_that_comes_upon_the_same_itself_may_read_it_from_then_on(store: DemonstrationStore) -> None:
    for readers in (HERE, ELSEWHERE):
        assert store.add([replace(WORDS, readers=readers)]) == 0
    assert store.all()[0].readers == HERE | ELSEWHERE


async def test_criteria_of_others_are_not_sent_for_vectors_either(store: DemonstrationStore) -> None:
    sent: list[str] = []

    class Vectors:
        async def embed(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
            sent.extend(texts)
            return [(1.0, 0.0) for _ in texts]

    mine = AcceptedDemonstration("The response is short.", function("assert_short", "return True"), readers=HERE)
    store.add([mine])
    await names_shown(ExampleSelector(store, readers=HERE, embedder=Vectors(), embedding_model="v"), "It is brief.")
    assert sent == [mine.criterion, "It is brief."]


async def test_demonstrations_of_earlier_versions_are_shown_on_this_machine_alone(tmp_path: Path) -> None:
    path = tmp_path / "demonstrations.sqlite"
    with sqlite3.connect(path) as old:
        old.execute(
            "CREATE TABLE demonstration (id INTEGER PRIMARY KEY, criterion TEXT NOT NULL, code TEXT NOT NULL, "
            "project TEXT NOT NULL, vector BLOB NOT NULL, vector_model TEXT NOT NULL, at INTEGER NOT NULL, "
            "UNIQUE (criterion, code))"
        )
        old.execute("INSERT INTO demonstration VALUES (1, ?, ?, 'p', x'', '', 0)", (JSON.criterion, JSON.code))
    old.close()
    for _ in range(2):
        with DemonstrationStore(path) as store:
            assert [each.readers for each in store.all()] == [LOCAL]
            assert await names_shown(ExampleSelector(store, readers=LOCAL), JSON.criterion) == ["assert_json"]
            assert await names_shown(ExampleSelector(store, readers=HERE), JSON.criterion) == []


def test_readers_are_told_by_host_port_and_path_and_this_machine_is_none() -> None:
    environ = {"SPADE_BASE_URL": "https://Gate.example.org:8443/team/v1"}
    choices = [
        ModelChoice("a"),
        ModelChoice("b", "http://localhost:11434/v1"),
        ModelChoice("c", "http://127.0.0.1:1/v1"),
        ModelChoice("d", "http://[::1]:1/v1"),
        ModelChoice("e", "no address"),
        ModelChoice("f", "https://other.example.org/v1/"),
    ]
    assert readers_of(choices, environ) == {"gate.example.org:8443/team/v1", "other.example.org/v1"}
    assert readers_of([ModelChoice("a")], {}) == {"api.openai.com/v1"}


async def test_accepting_the_same_twice_shows_one(store: DemonstrationStore) -> None:
    candidate = CandidateAssertion("assert_x", function("assert_x", "return True"), about("New."), Origin.MODEL)
    shelf = ExampleSelector(store, readers=())
    shelf.accept([candidate, candidate])
    assert await names_shown(shelf, "New.") == ["assert_x"]


async def test_hierarchy_and_demonstrations_cost_at_most_half_with_no_lower_success(tmp_path: Path) -> None:
    alone = await line_of("dear alone", ["dear"], None, count=40)
    hierarchy = await line_of("hierarchy", ["cheap", "dear"], None, count=40)
    both = await line_of("both", ["cheap", "dear"], tmp_path, count=40)
    assert alone.success == 1.0
    assert both.success == hierarchy.success > 0.7  # a function that passes everything counts as a failure
    assert both.money < hierarchy.money < alone.money
    assert both.money <= alone.money / 2
