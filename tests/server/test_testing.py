"""The tests of the Testing view: selected assertions on good examples, the whole set on bad ones."""

import json
from typing import Any

import pytest
from pygls.exceptions import JsonRpcException

from spade_server.protocol.messages import ErrorCode
from tests.server.editor import Editor

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

SHORT = '''\
async def assert_short(example: dict, prompt: str, response: str) -> bool:
    """The response has at most three words."""
    return len(response.split()) <= 3
'''
POLITE = """\
async def assert_polite(example: dict, prompt: str, response: str) -> bool:
    return "please" in response
"""
JUDGED = """\
async def assert_kind(example: dict, prompt: str, response: str) -> bool:
    return await ask_llm(prompt, response, "Is it kind?")
"""
PROMPTED = """\
async def assert_prompted(example: dict, prompt: str, response: str) -> bool:
    return "note on Jaws" in prompt
"""
BROKEN = """\
async def assert_broken(example: dict, prompt: str, response: str) -> bool:
    return example["nowhere"] == response
"""
ROWS = (
    {"id": "ok", "response": "please 🎬 come", "label": "good", "example": {"movie_name": "Alien\nand more"}},
    {"id": "long", "response": "please do come along now", "label": "good"},
    {"id": "rude", "response": "come now", "label": "bad"},
    {"id": "sly", "response": "please go", "label": "bad"},
    {"id": "waiting", "response": "come", "label": None},
)


def prepare(editor: Editor, *functions: str, rows: tuple[dict[str, Any], ...] = ROWS) -> str:
    """Write a prompt with a selection of all its assertions, and return the URI of its record."""
    names = [function.split("def ")[1].split("(")[0] for function in functions]
    selection = {"alpha": 0.5, "chosen": names, "counts": {}, "coverage": None, "ffr": None, "method": "coverage"}
    files = {
        "note.prompt.md": "Write a note.\n",
        "note.assertions.py": "\n\n".join(functions),
        "note.examples.jsonl": "".join(json.dumps(row) + "\n" for row in rows),
        "note.spade.json": json.dumps(
            {"format": 1, "prompt": "note.prompt.md", "assertions": {}, "selection": {**selection, "tau": 0.5}},
            indent=2,
        ),
    }
    for name, text in files.items():
        (editor.folder / name).write_text(text)
    return editor.uri("note.spade.json")


async def test_the_selected_assertions_and_the_labelled_examples_are_listed(editor: Editor) -> None:
    uri = prepare(editor, SHORT, POLITE)
    found = await editor.ask("spade/tests", uri=uri)
    assert found.promptUri == editor.uri("note.prompt.md")
    assert found.examplesUri == editor.uri("note.examples.jsonl")
    assert [(each.name, each.check) for each in found.assertions] == [
        ("assert_short", "The response has at most three words."),
        ("assert_polite", ""),
    ]
    assert [(each.id, each.line, each.label) for each in found.examples] == [
        ("ok", 0, "good"),
        ("long", 1, "good"),
        ("rude", 2, "bad"),
        ("sly", 3, "bad"),
    ]
    assert found.examples[0].title == "ok: Alien and more"


async def test_what_was_selected_and_is_gone_is_named(editor: Editor) -> None:
    uri = prepare(editor, SHORT, POLITE)
    (editor.folder / "note.assertions.py").write_text(SHORT)
    found = await editor.ask("spade/tests", uri=uri)
    assert [each.name for each in found.assertions] == ["assert_short"]
    assert found.missing == ["assert_polite"]


async def test_a_test_passes_where_the_verdict_agrees_with_the_label(editor: Editor) -> None:
    uri = prepare(editor, SHORT, POLITE)
    result = await editor.ask("spade/test", uri=uri)
    assert [(each.name, each.exampleId, each.outcome) for each in result.verdicts] == [
        ("assert_short", "ok", "passed"),
        ("assert_short", "long", "failed"),
        ("assert_polite", "ok", "passed"),
        ("assert_polite", "long", "passed"),
        ("", "rude", "passed"),
        ("", "sly", "failed"),
    ]


async def test_a_failure_says_what_was_expected_and_what_was_found_above_the_same_response(editor: Editor) -> None:
    uri = prepare(editor, SHORT, POLITE)
    result = await editor.ask("spade/test", uri=uri)
    flagged, missed = (each for each in result.verdicts if each.outcome == "failed")
    assert flagged.line == 1
    assert "The response has at most three words." in flagged.message
    assert flagged.expected == "passes, as it is labelled good\n\nplease do come along now\n"
    assert flagged.actual == ("fails assert_short: The response has at most three words.\n\nplease do come along now\n")
    assert missed.line == 3
    assert missed.expected.startswith("fails at least one assertion")
    assert missed.actual == (
        "passes assert_short: The response has at most three words.\npasses assert_polite: assert_polite\n\nplease go\n"
    )


async def test_only_the_wanted_tests_run_and_what_is_gone_has_no_verdict(editor: Editor) -> None:
    uri = prepare(editor, SHORT, POLITE)
    wanted = [{"name": "assert_short", "exampleIds": ["long", "gone", "rude"]}, {"name": "", "exampleIds": ["sly"]}]
    result = await editor.ask("spade/test", uri=uri, wanted=wanted)
    assert [(each.name, each.exampleId) for each in result.verdicts] == [("assert_short", "long"), ("", "sly")]
    all_of_one = await editor.ask("spade/test", uri=uri, wanted=[{"name": "assert_polite"}])
    assert [each.exampleId for each in all_of_one.verdicts] == ["ok", "long"]


@pytest.mark.parametrize("method", ["spade/test", "spade/evaluate", "spade/select"])
async def test_a_function_is_shown_the_prompt_that_the_fields_fill(editor: Editor, method: str) -> None:
    rows = tuple({**row, "example": {"movie_name": "Jaws"}} for row in ROWS)
    uri = prepare(editor, PROMPTED, rows=rows)
    (editor.folder / "note.prompt.md").write_text("Write a note on {movie_name}.\n")
    result = await editor.ask(method, uri=uri)
    if method == "spade/test":
        assert [each.outcome for each in result.verdicts if each.name] == ["passed", "passed"]
    else:
        [found] = result.assertions if method == "spade/evaluate" else (*result.selected, *result.leftOut)
        assert (found.ffr.count, found.ffr.total) == (0, 2)


async def test_what_cannot_be_judged_is_skipped_and_what_broke_is_errored_at_its_line(editor: Editor) -> None:
    uri = prepare(editor, JUDGED, BROKEN)
    result = await editor.ask("spade/test", uri=uri)
    by_test = {(each.name, each.exampleId): each for each in result.verdicts}
    judged = by_test["assert_kind", "ok"]
    assert (judged.outcome, judged.expected) == ("skipped", "")
    assert "judge" in judged.message
    broken = by_test["assert_broken", "ok"]
    assert broken.outcome == "errored"
    text = (editor.folder / "note.assertions.py").read_text().splitlines()
    assert text[broken.assertionLine] == '    return example["nowhere"] == response'
    of_set = by_test["", "rude"]
    assert of_set.outcome == "errored"
    assert "assert_broken" in of_set.message


async def test_a_set_that_only_a_judge_could_tell_is_skipped_on_bad_examples(editor: Editor) -> None:
    result = await editor.ask("spade/test", uri=prepare(editor, JUDGED, SHORT))
    assert {each.outcome for each in result.verdicts if each.name == ""} == {"skipped"}


async def test_testing_without_a_selection_says_so(editor: Editor) -> None:
    uri = prepare(editor)
    assert (await editor.ask("spade/tests", uri=uri)).assertions == []
    with pytest.raises(JsonRpcException) as caught:
        await editor.ask("spade/test", uri=uri)
    assert caught.value.code == ErrorCode.NO_ASSERTIONS
    assert "nothing is selected" in caught.value.message


async def test_thousands_of_examples_are_listed_in_one_answer(editor: Editor) -> None:
    rows = tuple({"id": f"r{i}", "response": "word " * 300, "label": "good"} for i in range(5000))
    found = await editor.ask("spade/tests", uri=prepare(editor, SHORT, rows=rows))
    assert len(found.examples) == 5000
    assert max(len(each.title) for each in found.examples) < 100
