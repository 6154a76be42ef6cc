"""Models over the wire: what they cost, what they propose and judge, and what a client lends."""

import asyncio
import contextlib
import json
import os
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from spade_core.models.folders import user_folders
from spade_core.synthesis.demonstrations import DemonstrationStore, project_hash
from spade_core.testing.loopback import Answer, LoopbackServer
from spade_server.protocol.messages import ErrorCode
from spade_server.protocol.models import LendError
from tests.repositories import commit_versions
from tests.server.person import ASSERTIONS, JUDGED, KEY, PRICES, PROMPT_NAME, Person, play, until

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]


async def test_without_a_model_an_estimate_says_that_there_is_none(person: Person) -> None:
    uri = person.editor.open(PROMPT_NAME)
    found = await person.editor.ask("spade/estimate", uri=uri)
    assert (found.model, found.calls, found.money) == ("", 0, 0.0)
    with pytest.raises(JsonRpcException, match="switched off; nothing was asked") as caught:
        await person.editor.ask("spade/generate", uri=uri, model=True)
    assert caught.value.code == ErrorCode.MODEL


async def test_the_estimate_spends_nothing_and_the_run_costs_about_that(person: Person, server: LoopbackServer) -> None:
    person.chooses(server, prices=PRICES)
    uri = person.editor.open(PROMPT_NAME)
    expected = await person.editor.ask("spade/estimate", uri=uri)
    assert not server.calls
    assert expected.model == "small"
    assert expected.calls == 8  # some functions come back
    assert 0 < expected.money < 1
    person.editor.client.progress_reports["cost"] = []
    made = await person.editor.ask("spade/generate", uri=uri, model=True, workDoneToken="cost")
    run = made.modelRun
    [cost] = run.costs
    assert cost.calls == len(server.calls) == 6
    assert cost.money == pytest.approx((cost.inputTokens + 2 * cost.outputTokens) / 1_000_000)
    assert not run.failure
    assert set(run.proposed) & set(made.added)
    assert not (person.editor.folder / ASSERTIONS).exists()
    again = await person.editor.ask("spade/estimate", uri=uri)
    assert again.calls == 0
    assert (await person.editor.ask("spade/estimate", uri=uri, asking=1)).calls == 8


def kept_of(person: Person) -> list[str]:
    """Return the code of the demonstrations that are kept of the project that the person works on."""
    with DemonstrationStore(user_folders(os.environ).data / "demonstrations.sqlite") as store:
        project = project_hash(person.editor.folder)
        return [each.code for each in store.all() if each.project == project]


async def test_accepting_writes_what_was_seen_and_asks_nothing_again(person: Person, server: LoopbackServer) -> None:
    person.chooses(server)
    uri = person.editor.open(PROMPT_NAME)
    made = await person.editor.ask("spade/generate", uri=uri, model=True)
    assert kept_of(person) == []
    calls = len(server.calls)
    names = list(made.modelRun.proposed)[:2]
    person.chosen = {"provider": "none"}
    done = await person.editor.ask("spade/generate", uri=uri, model=True, apply=True, names=names)
    assert done.applied
    assert len(server.calls) == calls
    text = (person.editor.folder / ASSERTIONS).read_text()
    assert [name in text for name in names] == [True, True]
    assert text.count("async def ") == 2
    record = json.loads((person.editor.folder / "note.spade.json").read_text())
    assert record["attempts"]
    assert KEY not in json.dumps(record)
    assert {code.partition("(")[0].removeprefix("async def ") for code in kept_of(person)} == set(names)


async def test_what_was_proposed_for_another_text_is_not_accepted(person: Person, server: LoopbackServer) -> None:
    person.chooses(server)
    uri = person.editor.open(PROMPT_NAME)
    await person.editor.ask("spade/generate", uri=uri, model=True)
    person.editor.replace_all(uri, person.editor.texts[uri] + "Use at most three sentences.\n")
    with pytest.raises(JsonRpcException, match="has changed since; generate again") as caught:
        await person.editor.ask("spade/generate", uri=uri, model=True, apply=True)
    assert caught.value.code == ErrorCode.CHANGED


async def test_for_one_instruction_only_its_delta_is_asked_about(person: Person, server: LoopbackServer) -> None:
    person.chooses(server)
    uri = person.editor.open(PROMPT_NAME)
    at = person.editor.position(uri, "Stay under")
    place = {"line": at.line, "character": at.character}
    one = {"start": place, "end": place}
    expected = await person.editor.ask("spade/estimate", uri=uri, range=one)
    made = await person.editor.ask("spade/generate", uri=uri, range=one, model=True)
    assert expected.calls == made.modelRun.costs[0].calls == 2
    assert made.modelRun.proposed


async def test_a_wrong_key_costs_one_message_and_what_the_words_say_stays(
    person: Person, server: LoopbackServer
) -> None:
    person.chooses(server, key="sk-wrong-0123456789")
    uri = person.editor.open(PROMPT_NAME)
    made = await person.editor.ask("spade/generate", uri=uri, model=True)
    assert "the key is wrong" in made.modelRun.failure
    assert "sk-wrong" not in made.modelRun.failure
    assert made.added
    assert not made.modelRun.proposed


async def test_a_refused_connection_is_told_with_its_place(person: Person, server: LoopbackServer) -> None:
    person.chooses(server, baseUrl="http://127.0.0.1:9/v1")
    found = await person.editor.ask("spade/testModel", chosen=person.chosen)
    assert not found.ok
    assert found.fault == "connection lost"
    assert "127.0.0.1:9" in found.message


@pytest.mark.parametrize(
    ("wrong", "fault"), [({}, ""), ({"key": "no"}, "wrong key"), ({"name": "huge"}, "unknown model")]
)
async def test_a_connection_is_tried_before_it_is_kept(
    person: Person, server: LoopbackServer, wrong: dict[str, object], fault: str
) -> None:
    person.chooses(server, **wrong)
    found = await person.editor.ask("spade/testModel", chosen=person.chosen)
    assert (found.ok, found.fault) == (fault == "", fault)
    assert KEY not in found.message


async def test_an_endpoint_tells_which_models_it_has(person: Person, server: LoopbackServer) -> None:
    person.chooses(server, name="")
    found = await person.editor.ask("spade/listModels", chosen=person.chosen)
    assert found.models == ["large", "small"]
    person.chooses(server, key="no")
    found = await person.editor.ask("spade/listModels", chosen=person.chosen)
    assert (found.models, found.fault) == ([], "wrong key")


async def test_a_key_that_an_endpoint_gives_as_a_model_is_not_shown(person: Person) -> None:
    with LoopbackServer(play, models=[KEY, "small"]) as server:
        person.chooses(server, name="")
        found = await person.editor.ask("spade/listModels", chosen=person.chosen)
    assert found.models == ["<the key>", "small"]


async def test_cancelling_hangs_up_on_the_model(person: Person) -> None:
    with LoopbackServer(lambda call: Answer(play(call).text, delay=60)) as slow:
        person.chooses(slow)
        uri = person.editor.open(PROMPT_NAME)
        asked = {"uri": uri, "model": True, "workDoneToken": "m1"}
        person.editor.client.progress_reports["m1"] = []
        task = asyncio.ensure_future(
            person.editor.client.protocol.send_request_async("spade/generate", asked, msg_id="model-1")  # type: ignore[no-untyped-call]
        )
        await until(lambda: bool(slow.calls))
        person.editor.client.cancel_request(types.CancelParams(id="model-1"))
        with pytest.raises(JsonRpcException) as caught:
            await asyncio.wait_for(task, 10)
        assert caught.value.code == -32800
        assert await asyncio.to_thread(slow.wait_until_dropped)
        assert not slow.finished


async def test_progress_tells_what_was_spent_so_far(person: Person) -> None:
    with LoopbackServer(lambda call: Answer(play(call).text, delay=0.3)) as server:
        person.chooses(server, prices=PRICES)
        uri = person.editor.open(PROMPT_NAME)
        person.editor.client.progress_reports["m2"] = []
        await person.editor.ask("spade/generate", uri=uri, model=True, workDoneToken="m2")
    reports: list[object] = list(person.editor.client.progress_reports["m2"])
    said = [str(each.message) for each in reports if isinstance(each, types.WorkDoneProgressReport)]
    assert any("steps" in message and "calls" in message and "so far" in message for message in said), said


async def test_the_judge_is_asked_with_leave_alone(person: Person, server: LoopbackServer) -> None:
    person.chooses(server, prices=PRICES)
    editor = person.editor
    uri = editor.open(PROMPT_NAME)
    (editor.folder / ASSERTIONS).write_text(JUDGED)
    expected = await editor.ask("spade/estimate", uri=uri, purpose="judge")
    assert expected.questions == expected.calls == 8
    assert expected.money > 0
    without = await editor.ask("spade/evaluate", uri=uri)
    kind = next(each for each in without.assertions if each.name == "assert_kind")
    assert {cell.outcome for cell in kind.cells} == {"not asked"}
    assert (without.unjudged, without.modelRun) == (1, None)
    assert not server.calls
    result = await editor.ask("spade/evaluate", uri=uri, judge=True)
    kind = next(each for each in result.assertions if each.name == "assert_kind")
    assert {cell.outcome for cell in kind.cells} == {"passed"}
    assert (result.unjudged, result.modelRun.costs[0].calls) == (0, expected.calls)
    asked = "\n".join(text for call in server.calls for text in call.texts)
    assert "Write a note that recommends Alien." in asked  # the template, filled with the example's fields
    selected = await editor.ask("spade/select", uri=uri, judge=True, method="baseline")
    assert selected.unjudged == 0
    assert len(server.calls) == expected.calls
    assert (await editor.ask("spade/estimate", uri=uri, purpose="judge")).calls == 0
    page = await editor.ask("spade/report", uri=uri, judge=True, method="baseline")
    assert "answered 8 questions" in page.html
    assert len(server.calls) == expected.calls


async def test_a_judge_that_fails_leaves_its_cells_unchecked_and_says_why(
    person: Person, server: LoopbackServer
) -> None:
    person.chooses(server, key="no")
    uri = person.editor.open(PROMPT_NAME)
    (person.editor.folder / ASSERTIONS).write_text(JUDGED)
    result = await person.editor.ask("spade/evaluate", uri=uri, judge=True)
    assert result.unjudged == 1
    assert "the key is wrong" in result.modelRun.failure


async def test_a_project_may_switch_models_off(person: Person, server: LoopbackServer) -> None:
    person.chooses(server)
    (person.editor.folder / "spade.toml").write_text("models = false\n")
    uri = person.editor.open(PROMPT_NAME)
    assert (await person.editor.ask("spade/estimate", uri=uri)).model == ""
    with pytest.raises(JsonRpcException, match="switched off"):
        await person.editor.ask("spade/generate", uri=uri, model=True)
    assert not server.calls


async def test_a_project_cannot_send_the_persons_key_elsewhere(person: Person, server: LoopbackServer) -> None:
    with LoopbackServer(play) as other:
        (person.editor.folder / "spade.toml").write_text(f'model = "small"\nbase_url = "{other.url}"\n')
        person.chooses(server)
        uri = person.editor.open(PROMPT_NAME)
        await person.editor.ask("spade/generate", uri=uri, model=True)
        assert server.calls
        assert not other.calls


async def test_the_budget_of_the_person_stops_the_run_with_what_was_done(
    person: Person, server: LoopbackServer
) -> None:
    person.chooses(server, prices={"small": [100.0, 100.0]}, budget=0.9)
    uri = person.editor.open(PROMPT_NAME)
    made = await person.editor.ask("spade/generate", uri=uri, model=True)
    assert "budget of 0.9" in made.modelRun.failure
    assert made.modelRun.costs[0].money <= 0.9
    assert made.added


# --- lent by the editor
async def test_the_editors_model_proposes_and_judges(person: Person) -> None:
    person.chooses_the_editors("thinker")
    editor = person.editor
    uri = editor.open(PROMPT_NAME)
    expected = await editor.ask("spade/estimate", uri=uri)
    assert (expected.model, expected.lent, expected.money) == ("acme/thinker", True, None)
    assert not person.lent
    made = await editor.ask("spade/generate", uri=uri, model=True)
    [cost] = made.modelRun.costs
    assert (cost.lent, cost.calls, cost.money) == (True, len(person.lent), None)
    assert (cost.inputTokens, cost.outputTokens) == (7 * cost.calls, 3 * cost.calls)
    assert made.modelRun.proposed
    first = person.lent[0]
    assert first.model == "acme/thinker"
    assert [message.speaker for message in first.messages][:2] == ["system", "user"]
    (editor.folder / ASSERTIONS).write_text(JUDGED)
    result = await editor.ask("spade/evaluate", uri=uri, judge=True)
    assert (result.unjudged, result.modelRun.costs[0].lent) == (0, True)


@pytest.mark.parametrize(
    ("code", "fault"),
    [(LendError.NOT_ALLOWED, "not lent"), (LendError.NOT_FOUND, "unknown model"), (LendError.OFF_TOPIC, "refused")],
)
async def test_an_editor_may_refuse_to_lend(person: Person, code: LendError, fault: str) -> None:
    person.chooses_the_editors("thinker")
    person.refusal = JsonRpcException("not today", code)
    found = await person.editor.ask("spade/testModel", chosen=person.chosen)
    assert (found.ok, found.fault, found.message) == (False, fault, "acme/thinker: not today")


async def test_a_refusal_for_good_is_asked_for_once(person: Person) -> None:
    person.chooses_the_editors("private")
    person.refusal = JsonRpcException("you did not allow it", LendError.NOT_ALLOWED)
    uri = person.editor.open(PROMPT_NAME)
    made = await person.editor.ask("spade/generate", uri=uri, model=True)
    assert made.modelRun.failure == "acme/private: you did not allow it"
    assert 1 <= len(person.lent) <= 4, "at most as many as were under way at once"


async def test_cancelling_a_run_cancels_what_the_editor_lends(person: Person) -> None:
    person.chooses_the_editors("slow")
    person.seconds = 60
    asks = ("Be kind.", "Stay short.", "Name it.", "End well.", "Rhyme.", "Use no lists.")
    versions = ["\n".join(asks[: count + 1]) + "\n" for count in range(len(asks))]
    commit_versions(person.editor.folder / "long", PROMPT_NAME, versions)
    uri = person.editor.open(f"long/{PROMPT_NAME}")
    asked = {"uri": uri, "model": True}
    task = asyncio.ensure_future(
        person.editor.client.protocol.send_request_async("spade/generate", asked, msg_id="lent-1")  # type: ignore[no-untyped-call]
    )
    await until(lambda: len(person.lent) == 1 + 4)
    person.editor.client.cancel_request(types.CancelParams(id="lent-1"))
    with pytest.raises(JsonRpcException):
        await asyncio.wait_for(task, 10)
    await until(lambda: person.given_up == 4)
    assert len(person.lent) == 1 + 4, "no more than four are asked for at once, and none after the cancel"


def all_written(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


async def test_no_key_is_left_in_what_the_server_writes(person: Person, server: LoopbackServer) -> None:
    person.chooses(server)
    uri = person.editor.open(PROMPT_NAME)
    await person.editor.ask("spade/generate", uri=uri, model=True, apply=False)
    with contextlib.suppress(JsonRpcException):
        await person.editor.ask("spade/generate", uri=uri, model=True, apply=True)
    assert KEY.encode() not in all_written(person.editor.folder)
    assert not [each for each in person.editor.client.log_messages if KEY in each.message]
