"""Thousands of random edits: several cursors, undo, every line end, halves of characters, huge lines."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from spade_server.documents.text_documents import LspTextDocument
from tests.server.raw_session import RawSession, on_the_wire
from tests.server.utf16_buffer import Utf16Buffer, random_changes

EDITS, EDITS_SENT = 20_000, 5_000
BEGIN = "Write about {movie_name}.\n😀 Keep it within 100 words.\r\n"
_LONGEST, _MOST_WHILE_LONG = 1500, 5


def edits(seed: int, buffer: Utf16Buffer, number: int) -> Iterator[list[types.TextDocumentContentChangeEvent]]:
    """Edit the buffer and yield what the client sends; begin anew some edits after the text has become long."""
    rng = random.Random(seed)  # noqa: S311 - a fuzz that can be repeated
    while_long = 0
    for _ in range(number):
        while_long = while_long + 1 if len(buffer.text) > _LONGEST else 0
        if while_long > _MOST_WHILE_LONG:
            buffer.text, buffer.undone = Utf16Buffer(BEGIN).text, []
            yield [types.TextDocumentContentChangeWholeDocument(BEGIN)]
        else:
            yield random_changes(buffer, rng)


def test_the_mirrored_text_is_the_clients_whatever_was_edited() -> None:
    buffer = Utf16Buffer(BEGIN)
    document = LspTextDocument("file:///fuzz.prompt.md", source=buffer.characters)
    longest = 0
    for number, changes in enumerate(edits(21, buffer, EDITS)):
        for change in changes:
            document.apply_change(change)
        longest = max(longest, len(buffer.text))
        if number % 100 == 0 or len(buffer.text) > _LONGEST:
            assert document.source == buffer.characters, number
    assert document.source == buffer.characters
    assert longest > 100_000, "no huge line was among the edits"


@pytest.mark.lsp
async def test_a_server_that_was_sent_them_says_nothing_and_shows_what_a_fresh_one_shows(tmp_path: Path) -> None:
    buffer = Utf16Buffer(BEGIN)
    path = tmp_path / "fuzz.prompt.md"
    session = await RawSession.start(tmp_path)
    uri = session.open(path, buffer.characters)
    version = 1
    for version, changes in enumerate(edits(23, buffer, EDITS_SENT), 2):
        session.tell("textDocument/didChange", _changed(uri, version, map(on_the_wire, changes)))
        if version % 1000 == 0:
            await session.ask("textDocument/foldingRange", {"textDocument": {"uri": uri}})
    end = "\n\nUse at least 200 words. Be concise. Keep it within 100 words.\n"
    session.tell("textDocument/didChange", _changed(uri, version + 1, [{"text": buffer.characters}]))
    last = Utf16Buffer(buffer.characters).position(len(buffer.text))
    at = {"line": last.line, "character": last.character}
    inserted = {"range": {"start": at, "end": at}, "text": end}
    session.tell("textDocument/didChange", _changed(uri, version + 2, [inserted]))
    shown = await session.diagnostics(uri, version + 2)
    fresh = await RawSession.start(tmp_path)
    assert fresh.open(path, buffer.characters + end) == uri
    assert shown == await fresh.diagnostics(uri, 1)
    assert {each["code"] for each in shown} >= {"vague-criterion", "contradicting-instructions"}
    said = [each for each in session.received if each.get("method", "").startswith("window/")]
    assert said == []
    for each in (session, fresh):
        assert await each.stop() == ""


def _changed(uri: str, version: int, changes: Any) -> dict[str, Any]:
    return {"textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)}
