"""From a report to the code: where what it shows is now, and never a file of another prompt."""

import re
from html.parser import HTMLParser

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from spade_core.demo import PROMPT_NAME, replay_demo
from spade_core.report.openings import key_of
from spade_server.protocol.messages import ErrorCode
from tests.server.editor import Editor

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]


class Openings(HTMLParser):
    """What an editor can open from a page: kind, key and version of each element."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[tuple[str, str, int | None]] = set()
        self.feed(page)

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        what, key, version = named.get("data-open"), named.get("data-key"), named.get("data-version")
        if what and key:
            self.found.add((what, key, int(version) if version else None))


@pytest.fixture
def demo(editor: Editor) -> Editor:
    editor.folder = editor.folder / "demo 测试"
    replay_demo(editor.folder)
    return editor


async def refusal(editor: Editor, **params: object) -> JsonRpcException:
    with pytest.raises(JsonRpcException) as caught:
        await editor.ask("spade/locate", uri=editor.uri(PROMPT_NAME), **params)
    return caught.value


async def test_everything_that_a_report_offers_leads_to_a_file_of_its_prompt_or_to_a_version(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    await demo.ask("spade/generate", uri=uri, apply=True)
    report = await demo.ask("spade/report", uri=uri)
    openings = Openings(report.html).found
    assert {what for what, _, _ in openings} == {"assertion", "example", "sentence", "version"}
    own = {demo.uri(f"movie_note{suffix}") for suffix in (".prompt.md", ".assertions.py", ".examples.jsonl")}
    for what, key, version in sorted(openings, key=str):
        found = await demo.ask("spade/locate", uri=uri, what=what, key=key, version=version)
        assert found.uri in own or (found.uri is None and 1 <= found.version <= 7)


async def test_an_assertion_is_found_at_its_name_and_an_example_at_its_row(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME)
    (demo.folder / "movie_note.assertions.py").write_text("# 🎬\n\nasync def assert_a(e: dict) -> bool:\n    pass\n")
    found = await demo.ask("spade/locate", uri=uri, what="assertion", key="assert_a")
    assert (found.uri, found.range.start.line, found.range.start.character) == (
        demo.uri("movie_note.assertions.py"),
        2,
        len("async def "),
    )
    (demo.folder / "movie_note.examples.jsonl").write_text('\n{"id": "../x", "response": "r"}\n')
    found = await demo.ask("spade/locate", uri=uri, what="example", key=key_of("../x"))
    assert (found.uri, found.range.start.line) == (demo.uri("movie_note.examples.jsonl"), 1)


async def test_a_sentence_is_found_in_the_unsaved_prompt_and_else_in_its_version(demo: Editor) -> None:
    uri = demo.open(PROMPT_NAME, "🎬🎬 Be kind.  Use at most\nnine words.\n")
    place = {"what": "sentence", "key": key_of("Use at most nine words."), "version": 3}
    found = await demo.ask("spade/locate", uri=uri, **place)
    start, end = found.range.start, found.range.end
    covered = types.Range(types.Position(start.line, start.character), types.Position(end.line, end.character))
    assert re.sub(r"\s+", " ", demo.slice(uri, covered)) == "Use at most nine words."
    demo.replace_all(uri, "Be kind.\n")
    gone = await demo.ask("spade/locate", uri=uri, **place)
    assert (gone.uri, gone.version) == (None, 3)


@pytest.mark.parametrize(
    ("what", "key", "code"),
    [
        ("assertion", "../../etc/passwd", ErrorCode.CHANGED),
        ("example", "0000000000000000", ErrorCode.CHANGED),
        ("sentence", "0000000000000000", ErrorCode.CHANGED),
        ("file", "/etc/passwd", ErrorCode.SETTINGS),
    ],
)
async def test_what_is_not_there_is_said_to_be_gone(demo: Editor, what: str, key: str, code: ErrorCode) -> None:
    assert (await refusal(demo, what=what, key=key)).code == code
