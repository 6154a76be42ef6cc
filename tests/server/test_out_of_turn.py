"""What comes before the hello or after the goodbye, an interrupt, and a client that listens no more."""

import asyncio
import json
import os
import signal
from pathlib import Path

import pytest

from spade_server.documents.kinds import path_of, uri_of
from tests.server.editor import SERVER
from tests.server.raw_session import RawSession
from tests.server.test_lifecycle import GOODBYE, HELLO, answers_to, message
from tests.versions.repository import Repository

pytestmark = pytest.mark.lsp

NOT_INITIALIZED, INVALID = -32002, -32600
POSIX = pytest.mark.skipif(os.name != "posix", reason="of POSIX")


def codes_of(said: list[dict[str, object]]) -> dict[object, object]:
    """Return the code of each error by the id of its request."""
    return {each["id"]: error["code"] for each in said if isinstance(error := each.get("error"), dict)}


def names_in(folder: Path) -> list[str]:
    """Return the names of what a folder holds."""
    return sorted(path.name for path in folder.iterdir())


async def test_before_initialize_nothing_is_carried_out_and_every_request_answered(tmp_path: Path) -> None:
    Repository.create(tmp_path).commit("Start", note="Keep it within 100 words.\n")
    uri = uri_of(tmp_path / "note.prompt.md")
    early = [
        message("spade/generate", {"uri": uri, "apply": True}, 11),
        message("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}, 12),
        message("shutdown", None, 13),
        message("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "", "version": 1, "text": "x"}}),
    ]
    said, complaints, left = await answers_to(*early, HELLO, GOODBYE)
    assert codes_of(said) == {11: NOT_INITIALIZED, 12: NOT_INITIALIZED, 13: NOT_INITIALIZED}
    assert {each["id"] for each in said if "result" in each} == {1, 99}
    assert names_in(tmp_path) == [".git", "note.prompt.md"]
    assert "Traceback" not in json.dumps(said) + complaints
    assert left == 0


async def test_a_second_initialize_cannot_say_that_the_workspace_is_trusted_after_all(tmp_path: Path) -> None:
    uri = uri_of(tmp_path / "note.prompt.md")
    first = {"capabilities": {}, "processId": None, "rootUri": None, "initializationOptions": {"trusted": False}}
    hello, again = message("initialize", first, 1), message("initialize", {**first, "initializationOptions": {}}, 2)
    said, _, _ = await answers_to(hello, again, message("spade/history", {"uri": uri}, 3), GOODBYE)
    assert codes_of(said) == {2: INVALID, 3: -32010}


async def test_after_shutdown_every_request_is_refused_and_answered() -> None:
    where = {"textDocument": {"uri": "file:///note.prompt.md"}, "position": {"line": 0, "character": 0}}
    late = [message("textDocument/hover", where, 11), message("spade/select", {"uri": "file:///a"}, 12)]
    shutdown = message("shutdown", None, 99)
    said, complaints, left = await answers_to(
        HELLO, shutdown, *late, message("shutdown", None, 13), message("exit", None)
    )
    assert codes_of(said) == {11: INVALID, 12: INVALID, 13: INVALID}
    assert "Traceback" not in complaints
    assert left == 0


@POSIX
async def test_an_interrupt_ends_an_idle_server_at_once(tmp_path: Path) -> None:
    session = await RawSession.start(tmp_path)
    session.server.send_signal(signal.SIGINT)
    assert await asyncio.wait_for(session.server.wait(), 20) == -signal.SIGINT
    assert session.server.stderr
    assert await session.server.stderr.read() == b""


@POSIX
async def test_a_client_that_listens_no_more_ends_the_server_without_a_traceback() -> None:
    given, taken = os.pipe()
    pipe = asyncio.subprocess.PIPE
    server = await asyncio.create_subprocess_exec(*SERVER, stdin=pipe, stdout=taken, stderr=pipe)
    os.close(taken)
    os.close(given)
    assert server.stdin
    assert server.stderr
    server.stdin.write(HELLO)
    assert await asyncio.wait_for(server.wait(), 20) == 1
    assert await server.stderr.read() == b""


async def test_an_action_that_was_kept_or_made_up_generates_nothing_without_trust(tmp_path: Path) -> None:
    Repository.create(tmp_path).commit("Start", note="Keep it within 100 words.\n")
    uri = uri_of(tmp_path / "note.prompt.md")
    limited = {"capabilities": {}, "processId": None, "rootUri": None, "initializationOptions": {"trusted": False}}
    action = {"title": "Generate", "data": {"generate": {"uri": uri, "template": "", "range": None}}}
    said, _, _ = await answers_to(message("initialize", limited, 1), message("codeAction/resolve", action, 2), GOODBYE)
    assert codes_of(said) == {2: -32010}


async def test_parameters_that_mean_nothing_are_refused_or_passed_over_without_words_of_python(tmp_path: Path) -> None:
    (tmp_path / "note.prompt.md").write_text("Keep it within 100 words.\n")
    uri = uri_of(tmp_path / "note.prompt.md")
    document = {"textDocument": {"uri": uri, "languageId": "", "version": 1, "text": "Keep it within 100 words.\n"}}
    nowhere = {"textDocument": {"uri": "file://[::1/x"}, "position": {"line": 0, "character": 0}}
    backward = {"start": {"line": 9, "character": 9}, "end": {"line": 0, "character": 0}}
    session = await RawSession.start(tmp_path)
    session.tell("textDocument/didOpen", document)
    asked = [
        ("spade/history", {"uri": "file:///a%00b.prompt.md"}),
        ("spade/history", {"uri": "file://[::1/x"}),
        ("textDocument/hover", nowhere),
        ("spade/history", {"uri": uri, "workDoneToken": [1]}),
        ("textDocument/semanticTokens/range", {"textDocument": {"uri": uri}, "range": backward}),
        ("spade/locate", {"uri": uri, "what": "version", "key": "9" * 5000}),
        *(("codeAction/resolve", {"title": "x", "data": {"generate": odd}}) for odd in (5, {"uri": 5}, {"range": 7})),
    ]
    found = [(await session.ask(method, params)).get("error", {}).get("code") for method, params in asked]
    await session.stop()
    assert found == [-32011, -32011, None, -32602, None, None, -32602, -32602, -32602]


async def test_a_prompt_in_a_loop_of_links_has_hints_and_requests_say_that_it_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "note.prompt.md"
    path.symlink_to(path)
    session = await RawSession.start(tmp_path)
    uri = session.open(path, "Be concise.\n")
    found = await session.diagnostics(uri, 1)
    answer = await session.ask("spade/history", {"uri": uri})
    await session.stop()
    assert [each["code"] for each in found] == ["vague-criterion"]
    assert answer["error"]["code"] == -32012
    assert "Too many levels of symbolic links" in answer["error"]["message"]
    assert not [each for each in session.of_method("window/logMessage") if "fault" in str(each)]


@pytest.mark.parametrize("uri", ["file://[::1/x", "file:///a%00b.prompt.md", "", "::::", "untitled:x"])
def test_an_address_that_is_none_has_no_path(uri: str) -> None:
    assert path_of(uri) is None
