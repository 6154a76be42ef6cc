"""Responses to label over the wire: estimated first, made by the model that is configured, added to the examples."""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from spade_core.testing.loopback import Answer, Call, LoopbackServer
from spade_server.protocol.messages import ErrorCode
from tests.server.person import KEY, PRICES, PROMPT_NAME, Person, until

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

EXAMPLES = "note.examples.jsonl"
INPUTS = '{"movie_name": "Jaws"}\n\n{"example": {"movie_name": "Up"}}\n'


def write(call: Call) -> Answer:
    """Make up two inputs, and a response to each prompt."""
    if "Invent" in call.last:
        films = ["Heat", "Ran"] if "<inputs-" in call.last else ["Jaws", "Alien"]
        return Answer(json.dumps({"inputs": [{"movie_name": film} for film in films]}))
    return Answer("Watch it. Enjoy!")


@pytest.fixture
def writer() -> Iterator[LoopbackServer]:
    with LoopbackServer(write, keys=[KEY], models=["small"]) as started:
        yield started


def rows(person: Person) -> list[dict[str, Any]]:
    text = (person.editor.folder / EXAMPLES).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines() if line]


def inputs(person: Person, text: str = INPUTS) -> str:
    (person.editor.folder / "inputs é.jsonl").write_text(text, "utf-8")
    return person.editor.uri("inputs é.jsonl")


async def test_the_inputs_of_a_file_are_estimated_run_and_added_without_a_label(
    person: Person, writer: LoopbackServer
) -> None:
    person.chooses(writer, prices=PRICES)
    uri, before = person.editor.open(PROMPT_NAME), len(rows(person))
    asked = {"uri": uri, "file": inputs(person)}
    expected = await person.editor.ask("spade/respondEstimate", **asked)
    assert (expected.model, expected.inputs, expected.calls, expected.message) == ("small", 2, 2, "")
    assert expected.money > 0
    assert not writer.calls
    result = await person.editor.ask("spade/respond", **asked)
    assert (result.added, result.missing, result.notes) == (2, 0, [])
    assert [cost.calls for cost in result.modelRun.costs] == [2]
    added = rows(person)[before:]
    assert [row["example"]["movie_name"] for row in added] == ["Jaws", "Up"]
    assert {(row["label"], row["response"]) for row in added} == {(None, "Watch it. Enjoy!")}
    assert added[0]["prompt"].startswith("Write a note that recommends Jaws.")
    again = await person.editor.ask("spade/respondEstimate", **asked)
    assert (again.inputs, again.calls) == (0, 0)
    assert again.message.startswith("every input has a response")


async def test_the_unsaved_text_of_the_prompt_is_run(person: Person, writer: LoopbackServer) -> None:
    person.chooses(writer)
    uri = person.editor.open(PROMPT_NAME, "Praise {movie_name} in one word.\n")
    await person.editor.ask("spade/respond", uri=uri, file=inputs(person))
    assert sorted(call.last.strip() for call in writer.calls) == [
        "Praise Jaws in one word.",
        "Praise Up in one word.",
    ]


async def test_made_up_inputs_are_marked_come_again_and_are_others_when_others_are_wanted(
    person: Person, writer: LoopbackServer
) -> None:
    person.chooses(writer)
    uri, before = person.editor.open(PROMPT_NAME), len(rows(person))
    first = await person.editor.ask("spade/respond", uri=uri, propose=2)
    again = await person.editor.ask("spade/respond", uri=uri, propose=2)
    assert (first.added, again.added) == (2, 0)
    assert again.notes == ["2 of the 2 inputs that were made up have a response already"]
    more = await person.editor.ask("spade/respond", uri=uri, propose=2, more=True)
    assert more.added == 2
    assert [row["example"]["movie_name"] for row in rows(person)[before:]] == ["Jaws", "Alien", "Heat", "Ran"]
    assert all(row["synthetic"] for row in rows(person)[before:])


async def test_an_input_that_lacks_a_field_is_named_by_its_line_and_costs_only_itself(
    person: Person, writer: LoopbackServer
) -> None:
    person.chooses(writer)
    uri = person.editor.open(PROMPT_NAME)
    result = await person.editor.ask("spade/respond", uri=uri, file=inputs(person, INPUTS + '{"wrong": 1}\n'))
    assert (result.added, result.missing) == (2, 1)
    assert result.notes == ["inputs é.jsonl:4: there is no value for movie_name"]


async def test_without_a_model_or_with_models_switched_off_it_says_so(person: Person) -> None:
    uri = person.editor.open(PROMPT_NAME)
    for method in ("spade/respondEstimate", "spade/respond"):
        with pytest.raises(JsonRpcException, match="no model is configured") as caught:
            await person.editor.ask(method, uri=uri, propose=2)
        assert caught.value.code == ErrorCode.MODEL
    (person.editor.folder / "spade.toml").write_text("models = false\n")
    with pytest.raises(JsonRpcException, match="models are switched off here: models = false in the settings of"):
        await person.editor.ask("spade/respond", uri=uri, propose=2)


@pytest.mark.parametrize(
    ("more", "code", "fact"),
    [
        ({"propose": 201}, ErrorCode.SETTINGS, "from 0 to 200"),
        ({"file": "file:///nowhere/inputs.jsonl"}, ErrorCode.CHANGED, "there is no such file"),
        ({"file": "odd"}, ErrorCode.CHANGED, "2: an input is an object"),
    ],
)
async def test_what_cannot_be_run_is_refused_before_anything_is_spent(
    person: Person, writer: LoopbackServer, more: dict[str, object], code: ErrorCode, fact: str
) -> None:
    person.chooses(writer)
    uri = person.editor.open(PROMPT_NAME)
    odd = inputs(person, '{"movie_name": "Up"}\n[1]\n')
    given = {**more, "file": odd} if more.get("file") == "odd" else more
    with pytest.raises(JsonRpcException, match=fact) as caught:
        await person.editor.ask("spade/respond", uri=uri, **given)
    assert caught.value.code == code
    assert not writer.calls


async def test_a_budget_in_money_needs_a_price(person: Person, writer: LoopbackServer) -> None:
    person.chooses(writer, budget=0.5)
    uri = person.editor.open(PROMPT_NAME)
    with pytest.raises(JsonRpcException, match=r"the budget of 0\.5 cannot be kept: no price is set for small"):
        await person.editor.ask("spade/respondEstimate", uri=uri, propose=2)


async def test_examples_with_changes_that_are_not_saved_are_not_written_over(
    person: Person, writer: LoopbackServer
) -> None:
    person.chooses(writer)
    person.editor.replace_all(person.editor.open(EXAMPLES), "changed\n")
    uri = person.editor.open(PROMPT_NAME)
    with pytest.raises(JsonRpcException) as caught:
        await person.editor.ask("spade/respond", uri=uri, file=inputs(person))
    assert caught.value.code == ErrorCode.UNSAVED
    assert not writer.calls


def slow_on(seconds: Mapping[str, float]) -> Callable[[Call], Answer]:
    """Return what answers late where a request speaks of one of these films."""

    def answer(call: Call) -> Answer:
        return Answer("Watch it.", delay=next((each for film, each in seconds.items() if film in call.last), 0.0))

    return answer


async def test_each_response_is_there_as_soon_as_it_has_come(person: Person) -> None:
    with LoopbackServer(slow_on({"Up": 60.0})) as slow:
        person.chooses(slow)
        uri, before = person.editor.open(PROMPT_NAME), len(rows(person))
        asked = {"uri": uri, "file": inputs(person)}
        task = asyncio.ensure_future(
            person.editor.client.protocol.send_request_async("spade/respond", asked, msg_id="respond-2")  # type: ignore[no-untyped-call]
        )
        await until(lambda: len(rows(person)) == before + 1)
        assert not task.done()
        assert rows(person)[-1]["example"]["movie_name"] == "Jaws"
        person.editor.client.cancel_request(types.CancelParams(id="respond-2"))
        with pytest.raises(JsonRpcException):
            await asyncio.wait_for(task, 10)


async def test_a_changed_prompt_is_run_again_on_inputs_of_the_examples(person: Person, writer: LoopbackServer) -> None:
    person.chooses(writer)
    uri = person.editor.open(PROMPT_NAME, "Praise {movie_name} in one word.\n")
    (person.editor.folder / EXAMPLES).write_text(
        "".join(
            json.dumps({"example": {"movie_name": film}, "prompt": f"Note {film}.", "response": "Ok.", "label": "good"})
            + "\n"
            for film in ("Jaws", "Up", "Ran")
        )
    )
    expected = await person.editor.ask("spade/respondEstimate", uri=uri, again=2)
    assert (expected.inputs, expected.calls) == (2, 2)
    result = await person.editor.ask("spade/respond", uri=uri, again=2)
    assert (result.added, result.missing) == (2, 0)
    made = rows(person)[3:]
    assert [row["prompt"].strip() for row in made] == ["Praise Jaws in one word.", "Praise Up in one word."]
    assert (await person.editor.ask("spade/respondEstimate", uri=uri, again=2)).inputs == 1


async def test_cancelling_hangs_up_and_what_was_answered_is_not_paid_for_again(person: Person) -> None:
    seconds = {"Up": 60.0}
    with LoopbackServer(slow_on(seconds)) as slow:
        person.chooses(slow)
        uri, before = person.editor.open(PROMPT_NAME), len(rows(person))
        asked = {"uri": uri, "file": inputs(person)}
        task = asyncio.ensure_future(
            person.editor.client.protocol.send_request_async("spade/respond", asked, msg_id="respond-1")  # type: ignore[no-untyped-call]
        )
        await until(lambda: len(slow.calls) == 2 and bool(slow.finished))
        await asyncio.sleep(0.5)  # for the answered one to be kept
        person.editor.client.cancel_request(types.CancelParams(id="respond-1"))
        with pytest.raises(JsonRpcException) as caught:
            await asyncio.wait_for(task, 10)
        assert caught.value.code == -32800
        assert await asyncio.to_thread(slow.wait_until_dropped)
        assert [row["example"]["movie_name"] for row in rows(person)[before:]] == ["Jaws"]
        seconds.clear()
        result = await person.editor.ask("spade/respond", **asked)
        assert (result.added, result.modelRun.costs[0].calls) == (1, 1)
