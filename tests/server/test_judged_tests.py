"""A judge in the Testing view and while labelling: what it said before counts, and it is asked with leave alone."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from spade_core.testing.loopback import Answer, Call, LoopbackServer
from tests.server.person import ASSERTIONS, JUDGED, PRICES, PROMPT_NAME, Person, play, until
from tests.synthesis.test_judge_manners import (
    RESPONSES,
    ROWS as TEN_ROWS,
    TRIALS,
    as_good,
    first_alone,
    make_workspace as make_ten_questions,
)
from tests.synthesis.test_judge_together import together

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

RECORD = "note.spade.json"
ONE_GOOD = [{"name": "assert_kind", "exampleIds": ["r0"]}]


def prepare(person: Person) -> str:
    """Select the assertion that asks and the one that does not, and return the URI of the record."""
    selection = {"alpha": 0.5, "chosen": ["assert_kind", "assert_short"], "counts": {}, "coverage": None, "ffr": None}
    record = {"format": 1, "prompt": PROMPT_NAME, "assertions": {}}
    (person.editor.folder / ASSERTIONS).write_text(JUDGED)
    (person.editor.folder / RECORD).write_text(
        json.dumps({**record, "selection": {**selection, "method": "coverage", "tau": 0.5}})
    )
    return person.editor.uri(RECORD)


def outcomes(result: Any, name: str) -> list[str]:
    return [each.outcome for each in result.verdicts if each.name == name]


async def test_a_test_that_needs_the_judge_is_skipped_until_it_may_be_asked(
    person: Person, server: LoopbackServer
) -> None:
    person.chooses(server)
    uri = prepare(person)
    listed = await person.editor.ask("spade/tests", uri=uri)
    assert [(each.name, each.asksJudge) for each in listed.assertions] == [
        ("assert_kind", True),
        ("assert_short", False),
    ]
    result = await person.editor.ask("spade/test", uri=uri)
    assert outcomes(result, "assert_kind") == ["skipped"] * 4
    assert outcomes(result, "assert_short") == ["passed"] * 4
    assert outcomes(result, "") == ["skipped"] * 4
    assert {each.message for each in result.verdicts if each.name == "assert_kind"} == {
        "it asks a judge, and the judge was not asked"
    }
    assert result.modelRun is None
    assert not server.calls


async def test_a_run_is_estimated_by_its_tests_alone_and_costs_that(person: Person, server: LoopbackServer) -> None:
    person.chooses(server, prices=PRICES)
    uri = prepare(person)
    estimates = {
        name: await person.editor.ask("spade/testEstimate", uri=uri, wanted=wanted)
        for name, wanted in (("all", None), ("one", ONE_GOOD), ("none", [{"name": "assert_short"}]))
    }
    assert {name: each.calls for name, each in estimates.items()} == {"all": 8, "one": 1, "none": 0}
    assert estimates["all"].money > estimates["one"].money > 0
    assert estimates["none"].questions == 0
    assert not server.calls
    result = await person.editor.ask("spade/test", uri=uri, wanted=ONE_GOOD, judge=True)
    assert outcomes(result, "assert_kind") == ["passed"]
    assert [cost.calls for cost in result.modelRun.costs] == [1]
    assert len(server.calls) == 1


async def test_what_the_judge_answered_before_counts_without_leave_and_without_a_call(
    person: Person, server: LoopbackServer
) -> None:
    person.chooses(server)
    uri = prepare(person)
    await person.editor.ask("spade/test", uri=uri, wanted=ONE_GOOD, judge=True)
    result = await person.editor.ask("spade/test", uri=uri)
    assert outcomes(result, "assert_kind") == ["passed", "skipped", "skipped", "skipped"]
    assert (await person.editor.ask("spade/testEstimate", uri=uri)).calls == 7
    asked = await person.editor.ask("spade/test", uri=uri, judge=True)
    assert outcomes(asked, "assert_kind") == ["passed"] * 4
    assert outcomes(asked, "") == ["failed"] * 4, "the judge says yes to each bad response too"
    assert len(server.calls) == 8


async def test_what_evaluating_brought_needs_no_question_in_a_test(person: Person, server: LoopbackServer) -> None:
    person.chooses(server)
    uri = prepare(person)
    await person.editor.ask("spade/evaluate", uri=uri, judge=True)
    calls = len(server.calls)
    assert (await person.editor.ask("spade/testEstimate", uri=uri)).calls == 0
    result = await person.editor.ask("spade/test", uri=uri)
    assert outcomes(result, "assert_kind") == ["passed"] * 4
    assert len(server.calls) == calls


async def test_a_budget_that_is_spent_makes_the_rest_an_error_with_the_reason(
    person: Person, server: LoopbackServer
) -> None:
    person.chooses(server, prices={"small": [100.0, 100.0]}, budget=0.2)
    uri = prepare(person)
    result = await person.editor.ask("spade/test", uri=uri, judge=True)
    reasons = {each.message for each in result.verdicts if each.outcome == "errored"}
    assert reasons
    assert all("budget of 0.2" in reason and "ModelError" not in reason for reason in reasons), reasons
    assert "skipped" not in {each.outcome for each in result.verdicts}
    assert result.modelRun.costs[0].money <= 0.2
    assert "budget of 0.2" in result.modelRun.failure
    assert outcomes(result, "assert_short") == ["passed"] * 4


async def test_a_judge_that_cannot_be_reached_is_an_error_and_not_a_failure(
    person: Person, server: LoopbackServer
) -> None:
    person.chooses(server, key="no")
    result = await person.editor.ask("spade/test", uri=prepare(person), judge=True)
    assert outcomes(result, "assert_kind") == ["errored"] * 4
    assert "the key is wrong" in result.verdicts[0].message
    assert outcomes(result, "") == ["errored"] * 4


async def test_without_a_model_a_test_says_how_to_get_one(person: Person) -> None:
    uri = prepare(person)
    assert (await person.editor.ask("spade/testEstimate", uri=uri)).model == ""
    result = await person.editor.ask("spade/test", uri=uri, judge=True)
    assert outcomes(result, "assert_kind") == ["skipped"] * 4
    assert "no model is configured" in result.verdicts[0].message
    assert "Configure Model" in result.verdicts[0].message


async def test_cancelling_a_test_hangs_up_on_the_judge(person: Person) -> None:
    with LoopbackServer(lambda call: Answer(play(call).text, delay=60)) as slow:
        person.chooses(slow)
        asked = {"uri": prepare(person), "judge": True}
        task = asyncio.ensure_future(
            person.editor.client.protocol.send_request_async("spade/test", asked, msg_id="test-1")  # type: ignore[no-untyped-call]
        )
        await until(lambda: bool(slow.calls))
        person.editor.client.cancel_request(types.CancelParams(id="test-1"))
        with pytest.raises(JsonRpcException) as caught:
            await asyncio.wait_for(task, 10)
        assert caught.value.code == -32800
        assert await asyncio.to_thread(slow.wait_until_dropped)
        assert not slow.finished


async def test_the_editors_model_judges_a_test_only_with_leave(person: Person) -> None:
    person.chooses_the_editors("tester")
    uri = prepare(person)
    assert outcomes(await person.editor.ask("spade/test", uri=uri), "assert_kind") == ["skipped"] * 4
    assert not person.lent
    result = await person.editor.ask("spade/test", uri=uri, judge=True)
    assert outcomes(result, "assert_kind") == ["passed"] * 4
    assert result.modelRun.costs[0].lent


# --- while labelling
ABOUT_ONE = {"unlabelled": True, "exampleIds": ["r1"]}


def only_cell(result: Any, name: str) -> Any:
    [cell] = next(each for each in result.assertions if each.name == name).cells
    return cell


async def test_one_response_is_judged_by_what_is_kept_and_asked_about_for_one_call(
    person: Person, server: LoopbackServer
) -> None:
    person.chooses(server)
    uri = prepare(person)
    before = await person.editor.ask("spade/evaluate", uri=uri, keptAnswers=True, **ABOUT_ONE)
    assert only_cell(before, "assert_kind").outcome == "not asked"
    assert only_cell(before, "assert_short").outcome == "passed"
    assert not server.calls
    assert (await person.editor.ask("spade/estimate", uri=uri, purpose="judge", **ABOUT_ONE)).calls == 1
    asked = await person.editor.ask("spade/evaluate", uri=uri, judge=True, **ABOUT_ONE)
    assert (only_cell(asked, "assert_kind").outcome, only_cell(asked, "assert_kind").message) == ("passed", "it is")
    after = await person.editor.ask("spade/evaluate", uri=uri, keptAnswers=True, **ABOUT_ONE)
    assert (only_cell(after, "assert_kind").outcome, only_cell(after, "assert_kind").message) == ("passed", "it is")
    assert after.modelRun is None
    assert len(server.calls) == 1


async def test_what_one_response_was_asked_for_is_not_taken_for_the_results_of_all(
    person: Person, server: LoopbackServer
) -> None:
    person.chooses(server)
    uri = prepare(person)
    await person.editor.ask("spade/evaluate", uri=uri, exampleIds=["r0"], judge=True)
    whole = await person.editor.ask("spade/evaluate", uri=uri)
    assert {len(each.cells) for each in whole.assertions} == {8}
    kind = next(each for each in whole.assertions if each.name == "assert_kind")
    assert {cell.outcome for cell in kind.cells} == {"not asked"}


async def test_all_questions_about_one_response_are_one_call_and_one_run_answers_the_next(person: Person) -> None:
    words = ("kind", "Alien", "x")
    functions = [
        f"async def assert_{word.lower()}(example: dict, prompt: str, response: str) -> bool:\n"
        f'    return await ask_llm(prompt, response, "Does it say {word}?")\n'
        for word in words
    ]
    with LoopbackServer(together) as server:
        person.chooses(server, prices=PRICES)
        uri = prepare(person)
        (person.editor.folder / ASSERTIONS).write_text("\n\n".join(functions))
        (person.editor.folder / "spade.toml").write_text("judge_questions = 10\n")
        estimate = await person.editor.ask("spade/estimate", uri=uri, purpose="judge")
        rows = estimate.calls
        assert (estimate.questions, len(server.calls)) == (len(words) * rows, 0)
        one = await person.editor.ask("spade/evaluate", uri=uri, names=["assert_x"], judge=True)
        assert len(server.calls) == rows
        every = await person.editor.ask("spade/evaluate", uri=uri, judge=True)
        assert len(server.calls) == rows
    cells = {each.name: [cell.outcome for cell in each.cells] for each in every.assertions}
    assert cells["assert_x"] == [cell.outcome for cell in one.assertions[0].cells]
    assert {len(outcomes) for outcomes in cells.values()} == {rows}


async def measured_in_the_editor(person: Person, answer: Callable[[Call], Answer]) -> tuple[Any, Any, int]:
    """Return an estimate, what an evaluation came to, and how many calls it took, where the judge is not known yet."""
    made = make_ten_questions(person.editor.folder.parent / "ten")
    with LoopbackServer(answer) as server:
        person.chooses(server, prices=PRICES)
        uri = prepare(person)
        for name in (ASSERTIONS, "note.examples.jsonl"):
            (person.editor.folder / name).write_text((made / name).read_text())
        estimate = await person.editor.ask("spade/estimate", uri=uri, purpose="judge")
        try:
            result = await person.editor.ask("spade/evaluate", uri=uri, judge=True)
        except JsonRpcException as error:
            result = error
        calls = len(server.calls)
        again = await person.editor.ask("spade/estimate", uri=uri, purpose="judge")
    return (estimate, again), result, calls


async def test_a_judge_is_measured_with_leave_and_asked_together_where_that_is_as_good(person: Person) -> None:
    (estimate, again), result, calls = await measured_in_the_editor(person, as_good)
    assert calls == estimate.calls == TRIALS + TEN_ROWS
    assert again.calls == 0
    assert any("so several questions go out in one call" in note for note in result.modelRun.notes)
    assert {cell.outcome for each in result.assertions for cell in each.cells} == {"passed", "failed"}


async def test_where_one_by_one_is_better_nobody_pays_for_it_unasked(person: Person) -> None:
    (estimate, again), result, calls = await measured_in_the_editor(person, first_alone)
    assert "takes more calls than you agreed to: run it again" in result.message
    assert calls == TRIALS + RESPONSES < estimate.calls < again.calls <= estimate.mostCalls
