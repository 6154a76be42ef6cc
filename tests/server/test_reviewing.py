"""What a person reviews: proposals by instruction, what is sure of them, functions edited before they are accepted."""

import json

import pytest
from pygls.exceptions import JsonRpcException

from tests.server.editor import Editor

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

TEXT = "Use a friendly tone.\nWrite at most 100 words.\nUse at most 3 emojis.\n"
WORDS = "assert_at_most_100_words"


def prepare(editor: Editor, *rows: tuple[str, str]) -> str:
    (editor.folder / "note.prompt.md").write_text(TEXT)
    lines = [json.dumps({"response": response, "label": label}) for response, label in rows]
    (editor.folder / "note.examples.jsonl").write_text("".join(f"{line}\n" for line in lines))
    return editor.open("note.prompt.md")


async def test_proposals_come_by_instruction_and_what_only_a_judge_decides_is_not_sure(editor: Editor) -> None:
    found = await editor.ask("spade/generate", uri=prepare(editor))
    assert [(each.instruction, each.range.start.line, each.sure) for each in found.proposals] == [
        ("Use a friendly tone.", 0, False),
        ("Write at most 100 words.", 1, True),
        ("Use at most 3 emojis.", 2, True),
    ]
    assert {each.evidence for each in found.proposals} == {""}


async def test_labelled_responses_are_the_evidence_and_a_check_that_flags_good_ones_is_not_sure(editor: Editor) -> None:
    long, glad = "word " * 200, "😀😀😀😀"
    uri = prepare(editor, (long, "bad"), ("Short.", "good"), (glad, "good"))
    found = await editor.ask("spade/generate", uri=uri)
    by_name = {each.name: (each.evidence, each.sure) for each in found.proposals}
    assert by_name[WORDS] == ("flags 0 of 2 good, catches 1 of 1 bad", True)
    assert by_name["assert_at_most_3_emojis"] == ("flags 1 of 2 good, catches 0 of 1 bad", False)


async def test_a_function_is_accepted_as_it_was_edited_and_is_the_persons_from_then_on(editor: Editor) -> None:
    uri = prepare(editor)
    [words] = [e for e in (await editor.ask("spade/generate", uri=uri)).proposals if e.name == WORDS]
    edited = words.source.replace(" 100", " 90")
    await editor.ask("spade/generate", uri=uri, names=[WORDS], edited={WORDS: edited}, apply=True)
    assert edited in (editor.folder / "note.assertions.py").read_text()
    again = await editor.ask("spade/generate", uri=uri)
    assert again.kept == [WORDS]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("async def assert_at_most_100_words(:", "line 1"),
        ("", "is to be this one function"),
        (
            "async def assert_else(example: dict, prompt: str, response: str) -> bool:\n    return True\n",
            "one function",
        ),
    ],
)
async def test_an_edit_that_is_not_the_function_is_refused_and_nothing_is_written(
    editor: Editor, text: str, fact: str
) -> None:
    uri = prepare(editor)
    with pytest.raises(JsonRpcException, match=fact):
        await editor.ask("spade/generate", uri=uri, names=[WORDS], edited={WORDS: text}, apply=True)
    assert not (editor.folder / "note.assertions.py").exists()
