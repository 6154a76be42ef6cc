import json
from pathlib import Path

import pytest

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.errors import ModelError
from spade_core.models.cache import CachedModel, ReplyCache
from spade_core.sandbox import Sandbox
from spade_core.subsumption import SaidBy, subsumption_of
from spade_core.synthesis.claims_step import claims_of, read_claims
from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.cli.workspace import make_workspace
from tests.synthesis.asking import environment, spade
from tests.synthesis.playing import function, labelled, models_at

NAMES = ("assert_at_most_5_words", "assert_at_most_9_words", "assert_kind")


def candidates() -> list[CandidateAssertion]:
    bodies = (
        "return len(response.split()) <= 5",
        "return len(response.split()) <= 9",
        'return await ask_llm(prompt, response, "Kind?")',
    )
    return [CandidateAssertion(name, function(name, body), ()) for name, body in zip(NAMES, bodies, strict=True)]


def pairs(*found: tuple[str, str]) -> str:
    return json.dumps({"pairs": [{"covers": general, "covered": specific} for general, specific in found]})


async def claims(first: str, second: str) -> list[tuple[str, str]]:
    def answer(call: Call) -> Answer:
        return Answer(second if "Now list the pairs" in call.last else first)

    with LoopbackServer(answer) as server:
        (model,) = models_at(server, "large")
        found = await claims_of(model, candidates())
        await model.close()
        assert len(server.calls) == 2
        assert all(name in server.calls[0].last for name in NAMES)
        assert server.calls[1].texts[2] == first
    assert {edge.said_by for edge in found.edges} <= {SaidBy.MODEL}
    return [(edge.general, edge.specific) for edge in found.edges]


async def test_two_calls_give_the_pairs() -> None:
    found = await claims("The five covers the nine.", pairs(NAMES[:2]))
    assert found == [(NAMES[0], NAMES[1])]


def test_a_misspelt_name_is_matched_to_the_nearest_and_a_strange_one_dropped() -> None:
    reply = pairs(("assert_at_most_5_word", "assert_at_most_9_words()"), ("assert_something_else", "assert_kind"))
    found = read_claims(reply, candidates())
    assert [(edge.general, edge.specific) for edge in found.edges] == [(NAMES[0], NAMES[1])]
    assert found.notes == (
        'took "assert_at_most_5_word" for assert_at_most_5_words',
        'a claim about "assert_something_else" is left out: no function has a name like it',
    )


def test_numbers_in_names_are_not_taken_for_each_other_when_the_name_is_right() -> None:
    found = read_claims(pairs((NAMES[1], NAMES[0])), candidates())
    assert [(edge.general, edge.specific) for edge in found.edges] == [(NAMES[1], NAMES[0])]
    assert found.notes == ()


def test_nobody_covers_itself_and_half_a_pair_is_none() -> None:
    text = json.dumps({"pairs": [{"covers": NAMES[0], "covered": NAMES[0]}, {"covers": NAMES[0]}, 7]})
    assert read_claims(text, candidates()).edges == ()


def test_the_data_refutes_a_false_claim() -> None:
    found = read_claims(pairs((NAMES[1], NAMES[0])), candidates())
    without_judge = candidates()[:2]
    with Sandbox() as sandbox:
        matrix = sandbox.run(without_judge, labelled(["one two three four five six seven"]))
    relation = subsumption_of(without_judge, matrix, claims=found.edges)
    assert not relation.subsumes(NAMES[1], NAMES[0])


async def test_prose_in_place_of_pairs_is_an_error() -> None:
    with LoopbackServer(lambda _: Answer("They are all rather similar.")) as server:
        (model,) = models_at(server, "large")
        with pytest.raises(ModelError, match="there is no JSON in it"):
            await claims_of(model, candidates())
        await model.close()


async def test_of_one_function_nothing_is_asked() -> None:
    with LoopbackServer(lambda _: Answer("x")) as server:
        (model,) = models_at(server, "large")
        assert (await claims_of(model, candidates()[:1])).edges == ()
        assert server.calls == []


def test_select_by_subsumption_asks_and_a_second_time_does_not(tmp_path: Path) -> None:
    workspace = make_workspace(tmp_path / "work")
    (workspace / "spade.toml").write_text("judge = false\n", encoding="utf-8")

    def answer(call: Call) -> Answer:
        return Answer(pairs() if "Now list the pairs" in call.last else "None covers another.")

    with LoopbackServer(answer) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        spade(workspace, environ, "generate", "--no-model")
        coverage = spade(workspace, environ, "select", "--method", "coverage")
        assert server.calls == []
        first = spade(workspace, environ, "select", "--method", "subsumption")
        calls = len(server.calls)
        spade(workspace, environ, "select", "--method", "subsumption")
        assert len(server.calls) == calls == 2
    assert coverage.returncode == first.returncode == 0, first.stderr
    assert "0 claims of subsumption" in first.stderr


def test_a_model_that_cannot_tell_stops_no_selection(tmp_path: Path) -> None:
    workspace = make_workspace(tmp_path / "work")
    with LoopbackServer(lambda _: Answer(status=401)) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        spade(workspace, environ, "generate", "--no-model")
        done = spade(workspace, environ, "select", "--method", "subsumption")
    assert done.returncode == 5, done.stderr
    assert "no model tells which assertion subsumes which" in done.stderr
    assert "small: 1 call" in done.stderr


def test_a_claim_that_no_label_refutes_is_refuted_by_a_response_made_for_it(tmp_path: Path) -> None:
    workspace = make_workspace(tmp_path / "work")
    (workspace / "spade.toml").write_text("judge = false\n", encoding="utf-8")
    written = [
        function(name, f"return len(response.split()) <= {most}")
        for name, most in (("assert_30", 30), ("assert_20", 20))
    ]
    (workspace / "note.assertions.py").write_text("\n\n\n".join(written) + "\n", encoding="utf-8")

    def answer(call: Call) -> Answer:
        return Answer(pairs(("assert_30", "assert_20")) if "Now list the pairs" in call.last else "So it is.")

    with LoopbackServer(answer) as server:
        environ = environment(tmp_path / "home", server, SPADE_MODEL="small")
        done = spade(workspace, environ, "select", "--method", "subsumption", "--alpha", "0", "--json")
    assert done.returncode == 0, done.stderr
    assert "1 claim of subsumption" in done.stderr
    left_out = json.loads(done.stdout)["left_out"]
    assert not any("assert_30" in each["subsumed_by"] for each in left_out)


async def test_thoughts_that_lead_to_no_list_are_asked_for_anew_by_the_next_run(tmp_path: Path) -> None:
    usable = False

    def answer(_: Call) -> Answer:
        return Answer(pairs(NAMES[:2]) if usable else "They are all alike.")

    with LoopbackServer(answer) as server, ReplyCache(tmp_path / "replies.sqlite") as cache:
        (model,) = models_at(server, "large")
        cached = CachedModel(model, cache, identity="here")
        with pytest.raises(ModelError, match="no JSON in it"):
            await claims_of(cached, candidates())
        usable = True
        assert len((await claims_of(cached, candidates())).edges) == 1
        await model.close()
        assert len(server.calls) == 3 + 2
