"""What a person meets who has a prompt and little else: no responses yet, or a file that is half broken."""

import json
from typing import Any

import pytest
from pygls.exceptions import JsonRpcException

from spade_server.protocol.messages import ErrorCode
from tests.cli.workspace import make_workspace
from tests.server.editor import Editor

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

PROMPT_NAME = "note.prompt.md"
EXAMPLES = "note.examples.jsonl"
ASSERTIONS = "note.assertions.py"
SHORT = """\
async def assert_short(example: dict, prompt: str, response: str) -> bool:
    return len(response.split()) <= 100
"""


@pytest.fixture
def uri(editor: Editor) -> str:
    """A prompt with one assertion."""
    make_workspace(editor.folder)
    (editor.folder / ASSERTIONS).write_text(SHORT)
    return editor.uri(PROMPT_NAME)


async def refusal(editor: Editor, method: str, **params: Any) -> JsonRpcException:
    with pytest.raises(JsonRpcException) as caught:
        await editor.ask(method, **params)
    return caught.value


@pytest.mark.parametrize("method", ["spade/evaluate", "spade/select", "spade/report"])
async def test_without_any_response_it_is_said_that_there_are_none(editor: Editor, uri: str, method: str) -> None:
    (editor.folder / EXAMPLES).unlink()
    error = await refusal(editor, method, uri=uri)
    assert error.code == ErrorCode.NO_EXAMPLES
    assert "there are no responses yet: import some into note.examples.jsonl" in error.message


async def test_generating_says_nothing_of_examples_that_cannot_be_read(editor: Editor, uri: str) -> None:
    (editor.folder / EXAMPLES).write_text("no json\n" * 28)
    assert (await editor.ask("spade/generate", uri=uri)).problems == []
    assert len((await editor.ask("spade/label", uri=uri)).problems) == 28
    (editor.folder / "spade.toml").write_text("alpha = 7\n")
    [problem] = (await editor.ask("spade/generate", uri=uri)).problems
    assert "alpha" in problem


async def test_labelling_says_when_the_order_is_not_that_of_the_file(editor: Editor, uri: str) -> None:
    rows: list[dict[str, str]] = [{"id": f"same{i}", "response": "Watch it."} for i in range(3)]
    rows += [{"id": "good", "response": "Watch it.", "label": "good"}, {"id": "long", "response": "word " * 150}]
    (editor.folder / EXAMPLES).write_text("".join(json.dumps(row) + "\n" for row in rows))
    first = await editor.ask("spade/label", uri=uri)
    assert (first.example.id, first.bestFirst) == ("long", True)
    second = await editor.ask("spade/label", uri=uri, action="set", exampleId="long", label="bad")
    assert (second.example.line, second.bestFirst) == (0, False)


async def test_an_example_is_looked_at_again_as_it_is_now_and_the_next_comes_where_it_is_gone(
    editor: Editor, uri: str
) -> None:
    async def shown(*rows: tuple[str, str]) -> tuple[str, str]:
        text = "".join(json.dumps({"id": id_, "response": response}) + "\n" for id_, response in rows)
        (editor.folder / EXAMPLES).write_text(text)
        example = (await editor.ask("spade/label", uri=uri, action="look", exampleId="one")).example
        return example.id, example.response

    assert await shown(("two", "Wait."), ("one", "Watch.")) == ("one", "Watch.")
    assert await shown(("two", "Wait."), ("one", "Watch it.")) == ("one", "Watch it.")
    assert await shown(("two", "Wait.")) == ("two", "Wait.")
