"""Many requests of mixed kinds in flight, some cancelled: every one is answered, none twice, and nobody is bothered."""

import asyncio
import random
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.server.editor import Editor

pytestmark = [pytest.mark.lsp, pytest.mark.asyncio(loop_scope="session")]

TEXT = "# Note\n\nWrite about {movie_name} 😀.\n" + "".join(f"- Keep part {i} within {i} words.\n" for i in range(60))


def asked(uri: str, number: int) -> tuple[str, dict[str, Any]]:
    document = {"uri": uri}
    place = {"start": {"line": 0, "character": 0}, "end": {"line": 60, "character": 0}}
    at = {"line": 2 + number % 50, "character": 4}
    kinds: list[tuple[str, dict[str, Any]]] = [
        ("textDocument/hover", {"textDocument": document, "position": at}),
        ("textDocument/inlayHint", {"textDocument": document, "range": place}),
        ("textDocument/semanticTokens/full", {"textDocument": document}),
        ("textDocument/documentSymbol", {"textDocument": document}),
        ("textDocument/codeAction", {"textDocument": document, "range": place, "context": {"diagnostics": []}}),
        ("textDocument/definition", {"textDocument": document, "position": at}),
        ("spade/history", {"uri": uri}),
        ("spade/generate", {"uri": uri}),
        ("spade/evaluate", {"uri": uri}),
    ]
    return kinds[number % len(kinds)]


async def test_every_request_is_answered_once_while_the_text_changes(editor: Editor) -> None:
    rng = random.Random(3)  # noqa: S311 - a test that can be repeated
    (editor.folder / "note.prompt.md").write_text(TEXT)
    uri = editor.open("note.prompt.md")
    protocol, told = editor.client.protocol, len(editor.client.messages)
    requests: dict[str, asyncio.Future[Any]] = {}
    for number in range(200):
        method, raw = asked(uri, number)
        params = protocol._converter.structure(raw, _params_type(method)) if method.startswith("text") else raw
        name = f"mixed-{number}"
        requests[name] = asyncio.ensure_future(protocol.send_request_async(method, params, msg_id=name))  # type: ignore[no-untyped-call]
        if number % 10 == 0:
            place = types.Range(types.Position(0, 2), types.Position(0, 2))
            editor.change(uri, types.TextDocumentContentChangePartial(range=place, text="x"))
        if rng.random() < 0.3:
            await asyncio.sleep(0)
            editor.client.cancel_request(types.CancelParams(id=rng.choice(list(requests))))
    async with asyncio.timeout(60):
        answers = await asyncio.gather(*requests.values(), return_exceptions=True)
    codes = [answer.code for answer in answers if isinstance(answer, JsonRpcException)]
    assert all(not isinstance(answer, Exception) or isinstance(answer, JsonRpcException) for answer in answers)
    assert set(codes) <= {-32800, -32801, -32014}
    assert len(answers) - len(codes) > 50
    assert len(editor.client.messages) == told
    assert await editor.hover(uri, "within 7 words")


def _params_type(method: str) -> Any:
    return types.METHOD_TO_TYPES[method][2]
