"""Many requests of every kind in flight, some cancelled: each answered once, nobody bothered, nothing kept."""

import asyncio
import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from spade_server.protocol.messages import ErrorCode
from spade_server.server import create_server
from tests.server.editor import Editor

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

TEXT = "# Note\n\nWrite about {movie_name} 😀.\n" + "".join(f"- Keep part {i} within {i} words.\n" for i in range(60))
ASSERTIONS = (
    "async def assert_short(example: dict, prompt: str, response: str) -> bool:\n    return len(response) < 9\n"
)
EXAMPLES = '{"response": "Fine.", "label": "good"}\n{"response": "Much too long.", "label": "bad"}\n'
AT = {"line": 7, "character": 4}
PLACE = {"start": {"line": 0, "character": 0}, "end": {"line": 60, "character": 0}}
OF_PROMPT: Mapping[str, dict[str, Any]] = {
    "textDocument/hover": {"position": AT},
    "textDocument/inlayHint": {"range": PLACE},
    "textDocument/semanticTokens/full": {},
    "textDocument/semanticTokens/range": {"range": PLACE},
    "textDocument/documentSymbol": {},
    "textDocument/foldingRange": {},
    "textDocument/documentLink": {},
    "textDocument/codeLens": {},
    "textDocument/codeAction": {"range": PLACE, "context": {"diagnostics": []}},
    "textDocument/definition": {"position": AT},
    "textDocument/references": {"position": AT, "context": {"includeDeclaration": True}},
    "textDocument/prepareRename": {"position": {"line": 2, "character": 15}},
    "textDocument/rename": {"position": {"line": 2, "character": 15}, "newName": "film"},
}
OURS: Mapping[str, dict[str, Any]] = {
    **{
        f"spade/{name}": {}
        for name in (
            *(
                "history",
                "generate",
                "evaluate",
                "select",
                "label",
                "tests",
                "test",
                "testEstimate",
                "export",
                "prompts",
                "overview",
                "uncommitted",
                "compare",
            ),
            *("respond", "respondEstimate", "table", "tableRun", "tableText"),
        )
    },
    "spade/prefer": {"name": "assert_short", "use": ""},
    "spade/reject": {"names": ["assert_none_of_ours"]},
    "spade/locate": {"what": "assertion", "key": "assert_short"},
    "spade/import": {"file": "nothing.csv"},
    "spade/estimate": {"purpose": "judge"},
}
NOT_HERE = {"spade/report", "spade/testModel", "spade/listModels"}
"""The report draws for a second, and there is no model."""


def asked(uri: str, number: int) -> tuple[str, dict[str, Any]]:
    kinds = [
        *((method, {"textDocument": {"uri": uri}, **more}) for method, more in OF_PROMPT.items()),
        *((method, {"uri": uri, **more}) for method, more in OURS.items()),
    ]
    return kinds[number % len(kinds)]


async def test_every_kind_of_request_that_the_server_answers_is_among_them() -> None:
    features = create_server().protocol.fm.features.keys()
    told = {name for name in features if "/did" in name or name.startswith("workspace/")}
    told |= {"initialize", "initialized", "shutdown", "codeAction/resolve", *NOT_HERE}
    assert features - told == OF_PROMPT.keys() | OURS.keys()


async def flight(editor: Editor, uri: str, name: str, rng: random.Random) -> list[Any]:
    """Ask 120 requests while the text changes, cancel some, and return every answer."""
    protocol = editor.client.protocol
    requests: dict[str, asyncio.Future[Any]] = {}
    for number in range(120):
        method, raw = asked(uri, number)
        params = protocol._converter.structure(raw, _params_type(method)) if method.startswith("text") else raw
        one = f"{name}-{number}"
        requests[one] = asyncio.ensure_future(protocol.send_request_async(method, params, msg_id=one))  # type: ignore[no-untyped-call]
        if number % 10 == 0:
            place = types.Range(types.Position(0, 2), types.Position(0, 2))
            editor.change(uri, types.TextDocumentContentChangePartial(range=place, text="x"))
        if rng.random() < 0.3:
            await asyncio.sleep(0)
            editor.client.cancel_request(types.CancelParams(id=rng.choice(list(requests))))
    async with asyncio.timeout(90):
        return await asyncio.gather(*requests.values(), return_exceptions=True)


async def test_every_request_is_answered_once_while_the_text_changes_and_nothing_is_kept(editor: Editor) -> None:
    rng = random.Random(3)  # noqa: S311 - a test that can be repeated
    (editor.folder / "note.prompt.md").write_text(TEXT)
    (editor.folder / "note.assertions.py").write_text(ASSERTIONS)
    (editor.folder / "note.examples.jsonl").write_text(EXAMPLES)
    uri = editor.open("note.prompt.md")
    told = len(editor.client.messages)
    held = []
    for name in ("first", "second"):
        answers = await flight(editor, uri, name, rng)
        codes = Counter(answer.code for answer in answers if isinstance(answer, JsonRpcException))
        assert all(not isinstance(answer, Exception) or isinstance(answer, JsonRpcException) for answer in answers)
        assert codes.keys() <= {-32800, -32801, *ErrorCode}
        assert len(answers) - codes.total() > 30
        assert await editor.hover(uri, "within 7 words")
        held.append(memory_of(editor))
    assert len(editor.client.messages) == told
    assert held[-1] < held[0] + 20, held


def memory_of(editor: Editor) -> float:
    """The resident memory of the server in MB; 0 where the system does not tell it so."""
    server: Any = editor.client._server
    status = Path(f"/proc/{server.pid}/status")
    if not status.is_file():
        return 0.0
    return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmRSS")) / 1024


def _params_type(method: str) -> Any:
    return types.METHOD_TO_TYPES[method][2]
