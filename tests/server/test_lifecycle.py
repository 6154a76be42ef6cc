"""The server starts, says what it can, keeps to the protocol, and leaves."""

import asyncio
import json
import os
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs
import pytest
from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcException

from spade_server.documents.kinds import uri_of
from spade_server.protocol.messages import ErrorCode
from spade_server.requests import _PROTOCOLS, _REQUESTS
from spade_server.server import create_server
from tests.repositories import commit_versions
from tests.server.editor import SERVER, Editor
from tests.versions.repository import Repository

pytestmark = pytest.mark.lsp

HEAVY = ("git", "highspy", "numpy", "jinja2", "yaml", "typer", "rich", "wasmtime")


async def test_the_server_says_who_it_is_and_counts_in_utf16(own_editor: Editor) -> None:
    result = await own_editor.start()
    assert result.server_info
    assert result.server_info.name == "spade"
    assert result.capabilities.position_encoding in (None, types.PositionEncodingKind.Utf16)
    commands = result.capabilities.execute_command_provider
    assert commands is None or not commands.commands, "VS Code would register them without a way to cancel"


async def test_what_the_bundled_client_leaves_out_the_server_does_not_offer(own_editor: Editor) -> None:
    able = get_converter().unstructure((await own_editor.start()).capabilities)
    offered = [name for name, how in (able | able["workspace"]).items() if how not in ({}, {"commands": []})]
    assert "hoverProvider" in offered
    build = (Path(__file__).parents[2] / "extension" / "build.mjs").read_text(encoding="utf8")
    left_out = re.findall(r'"(\w+)"', build.partition("UNUSED_FEATURES = [")[2].partition("]")[0])
    assert "completion" in left_out
    assert not [name for name in left_out if any(name.lower() in each.lower() for each in offered)]


async def test_utf16_is_chosen_when_the_client_would_rather_have_utf8(own_editor: Editor) -> None:
    result = await own_editor.start(encodings=["utf-8", "utf-32", "utf-16"])
    assert result.capabilities.position_encoding in (None, types.PositionEncodingKind.Utf16)
    uri = own_editor.open("note.prompt.md", "😀😀😀 Keep it within 100 words.\n")
    assert "at most 100" in await own_editor.hover(uri, "words")


async def test_in_a_workspace_that_is_not_trusted_there_are_only_hints(own_editor: Editor) -> None:
    Repository.create(own_editor.folder).commit("Start", note="Keep it within 100 words. Be concise.\n")
    await own_editor.start(trusted=False)
    uri = own_editor.open("note.prompt.md")
    shown = await own_editor.hover(uri, "within")
    assert "quantity instruction" in shown
    assert "Since" not in shown
    assert await own_editor.diagnostics(uri, "vague-criterion")
    for method in ("generate", "evaluate", "select", "history", "report", "label"):
        with pytest.raises(JsonRpcException) as caught:
            await own_editor.ask(f"spade/{method}", uri=uri)
        assert caught.value.code == ErrorCode.UNTRUSTED
    at = own_editor.position(uri, "within")
    found = await own_editor.client.text_document_code_action_async(
        types.CodeActionParams(types.TextDocumentIdentifier(uri), types.Range(at, at), types.CodeActionContext([]))
    )
    assert not found
    assert sorted(path.name for path in own_editor.folder.iterdir()) == [".git", "note.prompt.md"]


async def test_diagnostics_link_to_the_documentation_that_the_client_names(own_editor: Editor) -> None:
    await own_editor.start(documentation="https://example.org/diagnostics.md")
    uri = own_editor.open("note.prompt.md", "Be concise.\n")
    [found] = await own_editor.diagnostics(uri, "vague-criterion")
    assert found.code_description
    assert found.code_description.href == "https://example.org/diagnostics.md#vague-criterion"


async def test_lenses_name_the_commands_that_the_client_has(own_editor: Editor) -> None:
    (own_editor.folder / "note.assertions.py").write_text("async def assert_x(example, prompt, response):\n    pass\n")
    await own_editor.start(commands=["spade.runAssertion"])
    own_editor.open("note.prompt.md", "Be concise.\n")
    uri = own_editor.open("note.assertions.py")
    async with asyncio.timeout(20):
        while True:
            params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
            found = await own_editor.client.text_document_code_lens_async(params)
            if found:
                break
            await asyncio.sleep(0.05)
    [lens] = [lens for lens in found if lens.command and lens.command.title == "Run"]
    assert lens.command
    assert lens.command.command == "spade.runAssertion"


async def test_the_lens_above_a_prompt_says_what_is_there_and_leads_to_the_next_step(own_editor: Editor) -> None:
    begin = ["spade.generate", "spade.importExamples", "spade.pasteResponses"]
    steps = [*begin, "spade.label", "spade.select", "spade.openReport"]
    await own_editor.start(commands=["spade.showHistory", *steps])
    commit_versions(own_editor.folder, "note.prompt.md", ["Answer.\n", "Answer in at most 50 words.\n"])
    uri = own_editor.open("note.prompt.md")
    assert await titles_above(own_editor, uri, "2 versions") == [
        "Generate",
        "Import Examples",
        "Paste Responses",
        "2 versions",
    ]
    await own_editor.ask("spade/generate", uri=uri, apply=True)
    rows = [
        {"response": "x " * 60, "label": "bad"},
        {"response": "x", "label": "good"},
        {"response": "y", "label": None},
    ]
    (own_editor.folder / "note.examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    await own_editor.ask("spade/select", uri=uri, alpha=0.3)
    everything = "2 versions · 1 assertion · 1 good, 1 bad, 1 to label · 1 selected"
    assert await titles_above(own_editor, uri, everything) == ["Generate", "Label", "Select", "Report", everything]


async def test_the_lens_above_a_prompt_that_nobody_trusts_leads_to_the_question_of_trust(own_editor: Editor) -> None:
    await own_editor.start(trusted=False, commands=["spade.generate", "spade.manageTrust"])
    (own_editor.folder / "note.prompt.md").write_text("Answer in at most 50 words.\n")
    titles = await titles_above(own_editor, own_editor.open("note.prompt.md"), "no assertions")
    assert titles == ["Manage Workspace Trust", "no assertions"]


async def titles_above(editor: Editor, uri: str, wanted: str) -> list[str]:
    """The titles of a prompt's lenses as soon as the last says what is wanted."""
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    async with asyncio.timeout(30):
        while True:
            found = await editor.client.text_document_code_lens_async(params) or []
            titles = [lens.command.title for lens in found if lens.command]
            if titles and titles[-1] == wanted:
                return titles
            await asyncio.sleep(0.05)


def message(method: str, params: object, request: int | None = None) -> bytes:
    told: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
    if request is not None:
        told["id"] = request
    body = json.dumps(told).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


async def answers_to(*messages: bytes, **environment: str) -> tuple[list[dict[str, Any]], str, int]:
    """What a new server says to raw messages, what it writes to standard error, and how it leaves."""
    server = await asyncio.create_subprocess_exec(
        *SERVER,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, **environment},
    )
    said, complaints = await asyncio.wait_for(server.communicate(b"".join(messages)), 30)
    found = []
    while said:
        head, _, rest = said.partition(b"\r\n\r\n")
        length = int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0])
        found.append(json.loads(rest[:length]))
        said = rest[length:]
    assert server.returncode is not None
    return found, complaints.decode(), server.returncode


HELLO = message("initialize", {"capabilities": {}, "processId": None, "rootUri": None}, 1)
GOODBYE = message("shutdown", None, 99) + message("exit", None)


async def test_the_stream_is_whole_with_unbuffered_output(tmp_path: Path) -> None:
    """PYTHONUNBUFFERED makes writes of several threads interleave."""
    uri = uri_of(tmp_path / "note.prompt.md")
    document = {"uri": uri, "languageId": "prompt", "version": 1, "text": "Be concise.\n"}
    opening = message("textDocument/didOpen", {"textDocument": document})
    asking = [message("spade/history", {"uri": uri, "workDoneToken": n}, 10 + n) for n in range(20)]
    said, _, left = await answers_to(HELLO, opening, *asking, GOODBYE, PYTHONUNBUFFERED="1")
    assert {each["id"] for each in said if "id" in each and "method" not in each} == {1, 99, *range(10, 30)}
    assert left == 0


async def test_a_request_that_cannot_be_read_is_answered_without_a_traceback() -> None:
    broken = message("textDocument/hover", {"textDocument": 7}, 2)
    unknown = message("spade/nothing", {}, 3)
    said, complaints, left = await answers_to(HELLO, broken, unknown, GOODBYE)
    errors = {each["id"]: each["error"] for each in said if "error" in each}
    assert errors[2]["code"] == -32602
    assert errors[3]["code"] == -32601
    assert "Traceback" not in json.dumps(said) + complaints
    assert not [each for each in said if each.get("method") == "window/showMessage"]
    assert left == 0


async def test_a_client_that_goes_away_takes_the_server_with_it() -> None:
    _, _, left = await answers_to(HELLO)
    assert left == 1


async def test_a_late_answer_to_a_request_that_was_given_up_is_dropped() -> None:
    late = b""
    for name in ("no-such-request", "1"):
        body = json.dumps({"jsonrpc": "2.0", "id": name, "result": None}).encode()
        late += b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    said, complaints, left = await answers_to(HELLO, late, GOODBYE)
    assert {each.get("id") for each in said if "method" not in each} == {1, 99}
    assert "Traceback" not in complaints
    assert left == 0


async def test_the_client_is_asked_to_watch_git_and_the_files_beside_prompts() -> None:
    able = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
    hello = message("initialize", {"capabilities": able, "processId": None, "rootUri": None}, 1)
    said, _, _ = await answers_to(hello, message("initialized", {}), GOODBYE)
    [asked] = [each["params"] for each in said if each.get("method") == "client/registerCapability"]
    for glob in (".git/HEAD", ".git/logs/HEAD", "examples.jsonl", "assertions.py", "spade.toml"):
        assert glob in json.dumps(asked)


def test_every_request_has_its_parameters_and_what_answers_it() -> None:
    registered = create_server().protocol.fm.features.keys()
    assert {name for name in registered if name.startswith("spade/")} == _REQUESTS.keys()
    messages = [import_module(f"spade_server.protocol.{name}") for name in _PROTOCOLS]
    for request in _REQUESTS.values():
        [kind] = [getattr(module, request.params) for module in messages if request.params in vars(module)]
        assert attrs.has(kind)
        assert callable(import_module(f"spade_server.requests.{request.module}").answer)


async def test_starting_loads_nothing_that_is_slow() -> None:
    program = "import sys, spade_server.server as s; s.create_server(); print(*sys.modules)"
    done = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE)
    said, _ = await done.communicate()
    loaded = said.decode().split()
    assert not [name for name in loaded if name.split(".")[0] in HEAVY]
    assert not [name for name in loaded if name.startswith(("spade_core", "spade_server.protocol.messages"))]


async def test_reading_a_prompt_loads_no_solver_and_no_generator() -> None:
    loaded = ", ".join(f"spade_server.analysis.{name}" for name in ("findings", "hover", "diagnostics"))
    program = f"import sys, {loaded}; print(*sys.modules)"
    done = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE)
    said, _ = await done.communicate()
    late = ("spade_core.selection.selecting", "spade_core.subsumption", "spade_core.candidates.rendering")
    assert not [name for name in said.decode().split() if name.startswith(late)]
