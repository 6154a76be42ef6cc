"""The bundled examples in the editor: opened, their assertions generated, selected and reported, offline."""

import html
import json

import pytest

from spade_core.demo import TEA_CHOICE, VISITOR_ANSWER, replay_demo
from spade_core.demo.version import Demo
from spade_core.testing.loopback import Call, LoopbackServer
from tests.context.museum import literal_reader
from tests.demo.judging import counting
from tests.server.editor import Editor
from tests.server.person import KEY, Person

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]


@pytest.mark.parametrize(
    ("demo", "assertion", "shown"),
    [
        (TEA_CHOICE, "assert_tea_in_catalogue", "is not in catalogue: probably"),
        (VISITOR_ANSWER, "assert_no_new_numbers", "The response has no numbers that contexts neither hold nor lead to"),
    ],
    ids=["catalogue", "context"],
)
async def test_a_bundled_example_runs_from_the_prompt_to_the_report(
    editor: Editor, demo: Demo, assertion: str, shown: str
) -> None:
    made = replay_demo(editor.folder / "demo", demo=demo)
    uri = editor.open(f"demo/{made.prompt.name}")
    generated = await editor.ask("spade/generate", uri=uri, apply=True)
    assert assertion in generated.added
    evaluated = await editor.ask("spade/evaluate", uri=uri)
    assert {each.name for each in evaluated.assertions} >= {*generated.added}
    selected = await editor.ask("spade/select", uri=uri)
    assert assertion in {each.name for each in selected.selected}
    reported = await editor.ask("spade/report", uri=uri)
    assert shown in html.unescape(reported.html)


def _by_the_letter(call: Call) -> str:
    return counting(call) if "about the response" in call.last else literal_reader(call)


@pytest.mark.parametrize("demo", [TEA_CHOICE, VISITOR_ANSWER], ids=["catalogue", "context"])
async def test_a_bundled_example_runs_with_a_judge(person: Person, demo: Demo) -> None:
    made = replay_demo(person.editor.folder / "demo", demo=demo)
    uri = person.editor.open(f"demo/{made.prompt.name}")
    with LoopbackServer(_by_the_letter, keys=[KEY], models=["small"]) as server:
        person.chooses(server)
        generated = await person.editor.ask("spade/generate", uri=uri, apply=True)
        judged = {each for each in generated.added if each.startswith("assert_judged")}
        evaluated = await person.editor.ask("spade/evaluate", uri=uri, judge=True)
        reported = await person.editor.ask("spade/report", uri=uri, judge=True)
    told = {each.outcome for one in evaluated.assertions if one.name in judged for each in one.cells}
    assert judged
    assert server.calls
    assert told <= {"passed", "failed"}, told
    assert "needs a judge" not in reported.html


async def test_contexts_that_are_none_are_marked_on_their_line(editor: Editor) -> None:
    made = replay_demo(editor.folder / "demo", demo=VISITOR_ANSWER)
    row = {"example": {"question": "Hot?", "contexts": 5}, "response": "Tea is hot.", "label": "good"}
    made.examples.write_text(VISITOR_ANSWER.examples + json.dumps(row) + "\n", "utf-8")
    editor.open(f"demo/{made.prompt.name}")
    [found] = await editor.diagnostics(editor.uri(f"demo/{made.examples.name}"), "unreadable-line")
    assert (found.range.start.line, found.severity) == (VISITOR_ANSWER.examples.count("\n"), 2)
    assert 'The field "contexts" is not read: 5 among the contexts is neither' in str(found.message)
