"""The requests that are ours, on the demo: generate, evaluate, select, history, report, label."""

import asyncio
import contextlib
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from spade_core.demo import PROMPT_NAME, replay_demo
from spade_server.protocol.messages import ErrorCode
from tests.server.editor import Editor

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

ASSERTIONS = "movie_note.assertions.py"
EXAMPLES = "movie_note.examples.jsonl"


@pytest.fixture
def demo(editor: Editor) -> Editor:
    """An editor in the demo's folder, nothing open."""
    editor.folder = editor.folder / "demo 测试"
    replay_demo(editor.folder)
    return editor


async def refused(editor: Editor, method: str, /, **params: object) -> JsonRpcException:
    with pytest.raises(JsonRpcException) as caught:
        await editor.ask(method, **params)
    assert "Traceback" not in caught.value.message
    return caught.value


async def test_generate_shows_an_edit_and_writes_nothing(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    made = await demo.ask("spade/generate", uri=uri)
    assert not made.applied
    assert not (demo.folder / ASSERTIONS).exists()
    assert {proposal.name for proposal in made.proposals} == set(made.added) != set()
    create, change = made.edit.documentChanges
    assert create.kind == "create"
    assert create.uri == demo.uri(ASSERTIONS) == change.textDocument.uri
    assert "async def assert_" in change.edits[0].newText
    [annotation] = made.edit.changeAnnotations
    assert annotation == "spade" or annotation.needsConfirmation


async def test_generate_writes_what_a_person_accepted_and_no_more(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    made = await demo.ask("spade/generate", uri=uri)
    accepted = [made.proposals[0].name, made.proposals[-1].name]
    await demo.ask("spade/generate", uri=uri, names=accepted, apply=True)
    text = (demo.folder / ASSERTIONS).read_text()
    assert text.count("async def ") == 2
    again = await demo.ask("spade/generate", uri=uri)
    assert set(again.added) == {proposal.name for proposal in made.proposals} - set(accepted)
    assert not again.removed


async def test_generate_for_a_range_takes_its_instructions_alone(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    start = demo.position(uri, "not exceeding 100")
    made = await demo.ask("spade/generate", uri=uri, range={"start": _wire(start), "end": _wire(start)})
    assert any("100_words" in name for name in made.added)
    assert all("award" not in proposal.phrase for proposal in made.proposals)


async def test_generate_does_not_write_over_changes_that_are_not_saved(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    await demo.ask("spade/generate", uri=uri, apply=True)
    assertions = demo.open(ASSERTIONS)
    before = (demo.folder / ASSERTIONS).read_text()
    demo.replace_all(assertions, "# mine\n")
    error = await refused(demo, "spade/generate", uri=uri, apply=True)
    assert error.code == ErrorCode.UNSAVED
    assert (demo.folder / ASSERTIONS).read_text() == before


async def test_a_file_that_the_server_wrote_itself_has_no_unsaved_changes(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    made = await demo.ask("spade/generate", uri=uri)
    first, second = (proposal.name for proposal in made.proposals[:2])
    await demo.ask("spade/generate", uri=uri, names=[first], apply=True)
    demo.open(ASSERTIONS)  # a client shows what was written some time after
    await demo.ask("spade/generate", uri=uri, names=[second], apply=True)
    await demo.ask("spade/generate", uri=uri, apply=True)
    assert second in (demo.folder / ASSERTIONS).read_text()


async def test_evaluate_tells_every_cell_with_its_lines(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    await demo.ask("spade/generate", uri=uri, apply=True)
    demo.open(ASSERTIONS)
    result = await demo.ask("spade/evaluate", uri=uri)
    by_name = {each.name: each for each in result.assertions}
    words = by_name["assert_at_most_100_words"]
    assert demo.slice(demo.uri(ASSERTIONS), _range(words.range)) == "assert_at_most_100_words"
    assert words.coverage.total == result.bad > 0
    assert 0 <= words.coverage.low <= words.coverage.value <= words.coverage.high <= 1
    assert len(words.cells) == result.good + result.bad
    assert {"passed", "failed"} == {cell.outcome for cell in words.cells}
    shown = await demo.hover_with(uri, "not exceeding 100", "coverage 0.")
    assert "assert\\_at\\_most\\_100\\_words" in shown
    assert "95 %" in shown


async def test_select_remembers_the_set_and_explains_the_rest(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    await demo.ask("spade/generate", uri=uri, apply=True)
    result = await demo.ask("spade/select", uri=uri, method="coverage", alpha=0.3, tau=0.25)
    assert result.feasible
    assert result.remembered
    assert result.selected
    assert all(each.message for each in result.leftOut)
    assert '"selection"' in (demo.folder / "movie_note.spade.json").read_text()


async def test_select_names_the_nearest_thresholds_where_there_is_no_set(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    await demo.ask("spade/generate", uri=uri, apply=True)
    result = await demo.ask("spade/select", uri=uri, method="coverage", alpha=1.0, tau=0.0)
    assert not result.feasible
    assert not result.remembered
    assert result.nearestAlpha < 1.0
    assert "nearest feasible alpha" in result.message


async def test_select_obeys_what_is_required_and_forbidden(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    await demo.ask("spade/generate", uri=uri, apply=True)
    plain = await demo.ask("spade/select", uri=uri, method="coverage", alpha=0.3, tau=0.25, remember=False)
    dropped = plain.selected[0].name
    kept = next(each.name for each in plain.leftOut if "judged" not in each.name)
    result = await demo.ask(
        "spade/select",
        uri=uri,
        method="coverage",
        alpha=0.0,
        tau=1.0,
        require=[kept],
        forbid=[dropped],
        prefer=["cheap"],
    )
    assert [each.name for each in result.selected] == [kept]
    assert next(each.reason for each in result.leftOut if each.name == dropped) == "forbidden by you"
    assert plain.frontier == []


async def test_select_returns_every_set_worth_choosing_where_it_is_asked_to(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    await demo.ask("spade/generate", uri=uri, apply=True)
    result = await demo.ask("spade/select", uri=uri, method="coverage", alpha=0.3, tau=0.25, frontier=True)
    same = [each for each in result.frontier if each.size == len(result.selected)]
    assert (result.coverage.count, result.ffr.count) in {(each.caught, each.flagged) for each in same}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"tau": 2}, "from 0 to 1"),
        ({"method": "best"}, "baseline"),
        ({"require": ["assert_at_most_100_word"]}, 'did you mean "assert_at_most_100_words"'),
        ({"prefer": ["small"]}, "no-judge, cheap"),
    ],
)
async def test_select_says_what_is_wrong_with_a_parameter(demo: Editor, wrong: dict[str, object], said: str) -> None:
    uri = demo.open(PROMPT_NAME)
    await demo.ask("spade/generate", uri=uri, apply=True)
    error = await refused(demo, "spade/select", uri=uri, **wrong)
    assert error.code == ErrorCode.SETTINGS
    assert said in error.message


async def test_history_lists_every_version_with_its_categories(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    demo.replace_all(uri, demo.texts[uri] + "Use at most three sentences.\n")
    result = await demo.ask("spade/history", uri=uri)
    assert [version.index for version in result.versions] == list(range(1, 9))
    assert result.versions[-1].state == "unsaved"
    assert result.versions[-1].categories == ["quantity instruction"]
    assert result.versions[3].commit
    assert result.versions[3].changes[1].sign == "+"


async def test_the_report_is_the_page_of_the_command_line(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    await demo.ask("spade/generate", uri=uri, apply=True)
    result = await demo.ask("spade/report", uri=uri)
    assert result.html.lower().startswith("<!doctype html")
    assert "assert_at_most_100_words" in result.html
    assert not (demo.folder / "spade-report.html").exists()


async def test_labels_are_set_one_by_one_and_taken_back(demo: Editor) -> None:
    path = demo.folder / EXAMPLES
    path.write_text('{"id": "a", "response": "One."}\n{"id": "b", "response": "Two."}\n')
    uri = demo.open(PROMPT_NAME)
    first = await demo.ask("spade/label", uri=uri)
    assert (first.example.id, first.unlabelled, first.canUndo) == ("a", 2, False)
    second = await demo.ask("spade/label", uri=uri, action="set", exampleId="a", label="good", response="One.")
    assert (second.example.id, second.good) == ("b", 1)
    back = await demo.ask("spade/label", uri=uri, action="undo")
    assert (back.example.id, back.good, back.canUndo) == ("a", 0, False)
    assert path.read_text() == '{"id": "a", "response": "One."}\n{"id": "b", "response": "Two."}\n'
    error = await refused(demo, "spade/label", uri=uri, action="undo")
    assert error.code == ErrorCode.NOTHING_TO_UNDO


async def test_the_example_whose_label_tells_most_comes_first(demo: Editor) -> None:
    rows = [{"id": f"same{i}", "response": "Watch it."} for i in range(4)]
    rows += [{"id": "good", "response": "Watch it.", "label": "good"}, {"id": "long", "response": "word " * 150}]
    (demo.folder / EXAMPLES).write_text("".join(json.dumps(row) + "\n" for row in rows))
    uri = demo.open(PROMPT_NAME)
    (demo.folder / ASSERTIONS).write_text(SHORT)
    first = await demo.ask("spade/label", uri=uri)
    assert first.example.id == "long"
    skipped = await demo.ask("spade/label", uri=uri, exampleId="long")
    assert skipped.example.id.startswith("same")
    second = await demo.ask("spade/label", uri=uri, action="set", exampleId="long", label="bad")
    assert second.example.id.startswith("same")


async def test_what_is_passed_over_comes_again_when_nothing_else_is_left(demo: Editor) -> None:
    rows = [{"id": id_, "response": id_} for id_ in "abc"]
    (demo.folder / EXAMPLES).write_text("".join(json.dumps(row) + "\n" for row in rows))
    uri = demo.open(PROMPT_NAME)
    shown = [await demo.ask("spade/label", uri=uri)]
    for _ in range(4):
        shown.append(await demo.ask("spade/label", uri=uri, exampleId=shown[-1].example.id))
    assert [result.example.id for result in shown] == ["a", "b", "c", "a", "b"]
    after = await demo.ask("spade/label", uri=uri, action="set", exampleId="b", label="good")
    assert after.example.id == "c"  # passed over longer ago than a
    anew = await demo.ask("spade/label", uri=uri)
    assert anew.example.id == "a"


async def test_after_a_label_what_was_passed_over_still_waits(demo: Editor) -> None:
    rows = [{"id": id_, "response": id_} for id_ in "abcd"]
    (demo.folder / EXAMPLES).write_text("".join(json.dumps(row) + "\n" for row in rows))
    uri = demo.open(PROMPT_NAME)
    skipped = await demo.ask("spade/label", uri=uri, exampleId="a")
    assert skipped.example.id == "b"
    labelled = await demo.ask("spade/label", uri=uri, action="set", exampleId="b", label="bad")
    assert labelled.example.id == "c"
    back = await demo.ask("spade/label", uri=uri, action="undo")
    assert back.example.id == "b"
    again = await demo.ask("spade/label", uri=uri, action="set", exampleId="b", label="good")
    assert again.example.id == "c"


SHORT = """\
async def assert_short(example: dict, prompt: str, response: str) -> bool:
    return len(response.split()) <= 100
"""


async def test_a_label_is_not_set_on_another_response_than_was_shown(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    first = await demo.ask("spade/label", uri=demo.uri(EXAMPLES), action="next", exampleId="")
    example_id = first.example.id if first.example else "n01"
    error = await refused(
        demo, "spade/label", uri=uri, action="set", exampleId=example_id, label="bad", response="another"
    )
    assert error.code == ErrorCode.CHANGED


async def test_a_request_about_no_prompt_says_so(editor: Editor) -> None:
    (editor.folder / "notes.txt").write_text("Hello.\n")
    error = await refused(editor, "spade/history", uri=editor.uri("notes.txt"))
    assert error.code == ErrorCode.NO_PROMPT


async def test_parameters_that_cannot_be_read_are_answered(editor: Editor) -> None:
    error = await refused(editor, "spade/select", alpha="much")
    assert error.code == -32602
    assert "alpha" in error.message


async def test_evaluating_nothing_says_what_is_missing(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    error = await refused(demo, "spade/evaluate", uri=uri)
    assert error.code == ErrorCode.NO_ASSERTIONS
    (demo.folder / EXAMPLES).write_text('{"response": "x"}\n')
    await demo.ask("spade/generate", uri=uri, apply=True)
    error = await refused(demo, "spade/evaluate", uri=uri)
    assert error.code == ErrorCode.NO_LABELS


SLOW = """\
async def assert_slow(example: dict, prompt: str, response: str) -> bool:
    n = 0
    while n < 10_000_000_000:
        n += 1
    return True
"""


async def test_a_cancelled_run_stops_and_hovers_go_on_meanwhile(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    (demo.folder / ASSERTIONS).write_text(SLOW)
    protocol, reports = demo.client.protocol, demo.client.progress_reports.setdefault("t1", [])
    task = asyncio.ensure_future(
        protocol.send_request_async("spade/evaluate", {"uri": uri, "workDoneToken": "t1"}, msg_id="slow-1")  # type: ignore[no-untyped-call]
    )
    await asyncio.sleep(0.5)
    assert await demo.hover(uri, "not exceeding")
    assert not task.done()
    demo.client.cancel_request(types.CancelParams(id="slow-1"))
    with pytest.raises(JsonRpcException) as caught:
        await asyncio.wait_for(task, 5)
    assert caught.value.code == -32800
    assert _kinds(reports)[0] == "begin"
    assert _kinds(reports)[-1] == "end"
    await until_no_children(demo)


async def test_the_cancel_button_of_the_progress_stops_the_run(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    (demo.folder / ASSERTIONS).write_text(SLOW)
    demo.client.progress_reports["t2"] = []
    task = asyncio.ensure_future(demo.ask("spade/evaluate", uri=uri, workDoneToken="t2"))
    await asyncio.sleep(0.5)
    demo.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams("t2"))
    with pytest.raises(JsonRpcException) as caught:
        await asyncio.wait_for(task, 5)
    assert caught.value.code == -32800
    await until_no_children(demo)


async def until_no_children(editor: Editor, seconds: float = 10.0) -> None:
    """Wait until the server has no child process: the sandbox's workers are gone."""
    server = editor.client._server
    assert server
    tasks = Path(f"/proc/{server.pid}/task")
    async with asyncio.timeout(seconds):
        while True:
            if not any(_children_of(tasks)):
                return
            await asyncio.sleep(0.05)


def _children_of(tasks: Path) -> list[str]:
    found = []
    for task in tasks.iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # a thread that ended meanwhile
            found += (task / "children").read_text().split()
    return found


def _kinds(reports: Sequence[object]) -> list[str]:
    known = (types.WorkDoneProgressBegin, types.WorkDoneProgressReport, types.WorkDoneProgressEnd)
    return [each.kind for each in reports if isinstance(each, known)]


def _wire(position: types.Position) -> dict[str, int]:
    return {"line": position.line, "character": position.character}


def _range(place: object) -> types.Range:
    start, end = place.start, place.end  # type: ignore[attr-defined] # a named tuple of the client's
    return types.Range(types.Position(start.line, start.character), types.Position(end.line, end.character))
