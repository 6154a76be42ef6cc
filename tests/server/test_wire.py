"""What goes over the wire: each request answered once, nobody bothered, typing never queued, and rest at rest."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.server.editor import SERVER
from tests.server.raw_session import RawSession
from tests.server.test_many_requests import ASSERTIONS, EXAMPLES, TEXT, asked
from tests.versions.repository import Repository

pytestmark = [pytest.mark.lsp]

CANCELLED, CHANGED_MEANWHILE = -32800, -32801
NEVER_ENDS = """\
async def assert_slow(example: dict, prompt: str, response: str) -> bool:
    while True:
        pass
"""


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[RawSession]:
    async with _started(tmp_path) as started:
        yield started


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_session(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RawSession]:
    async with _started(tmp_path_factory.mktemp("shared")) as started:
        yield started


@asynccontextmanager
async def _started(folder: Path) -> AsyncIterator[RawSession]:
    started = await RawSession.start(folder, command=SERVER)
    yield started
    assert "Traceback" not in await started.stop()


def prompt_in(session: RawSession, folder: Path, text: str, assertions: str = ASSERTIONS) -> str:
    """Write a prompt with its files, and open it."""
    (folder / "note.prompt.md").write_text(text)
    (folder / "note.assertions.py").write_text(assertions)
    (folder / "note.examples.jsonl").write_text(EXAMPLES)
    return session.open(folder / "note.prompt.md", text)


def typed(session: RawSession, uri: str, version: int, text: str) -> None:
    """Type at the beginning of a document."""
    at = {"line": 0, "character": 0}
    change = {"range": {"start": at, "end": at}, "text": text}
    document = {"uri": uri, "version": version}
    session.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})


async def test_two_hundred_requests_are_each_answered_once_and_no_message_pops_up(
    session: RawSession, tmp_path: Path
) -> None:
    rng = random.Random(5)  # noqa: S311 - a test that can be repeated
    uri = prompt_in(session, tmp_path, TEXT)
    numbers: list[int] = []
    cancelled: set[int] = set()
    for turn in range(200):
        numbers.append(session.send(*asked(uri, rng.randrange(1000))))
        if turn % 7 == 0:
            typed(session, uri, 2 + turn, "x")
        if rng.random() < 0.4:
            await asyncio.sleep(rng.choice((0, 0.002)))
            cancelled.add(rng.choice(numbers))
            for _ in range(rng.choice((1, 2))):  # twice is no other thing than once
                session.tell("$/cancelRequest", {"id": max(cancelled)})
    async with asyncio.timeout(90):
        answers = [await session.answer_to(number) for number in numbers]
    await session.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 7, "character": 4}})
    counts = session.answers()
    assert {number: counts[number] for number in numbers} == dict.fromkeys(numbers, 1)
    codes = {each["error"]["code"] for each in answers if "error" in each}
    assert CANCELLED in codes
    assert codes <= {CANCELLED, CHANGED_MEANWHILE, *range(-32020, -32009)}
    assert session.of_method("window/showMessage") == session.of_method("window/showMessageRequest") == []
    assert session.of_method("window/logMessage") == []


async def test_diagnostics_of_what_is_typed_come_while_a_run_that_does_not_end_goes_on(
    session: RawSession, tmp_path: Path
) -> None:
    uri = prompt_in(session, tmp_path, "Be concise.\n", NEVER_ENDS)
    running = [session.send(f"spade/{name}", {"uri": uri}) for name in ("evaluate", "select", "report")]
    for version in range(2, 12):
        typed(session, uri, version, "Be brief. ")
        assert len(await session.diagnostics(uri, version)) >= version
        hints = {"textDocument": {"uri": uri}, "range": {"start": _at(0), "end": _at(1)}}
        assert (await session.ask("textDocument/inlayHint", hints))["result"]
    assert session.answers()[running[0]] == 0, "the run that is to be overtaken has ended already"
    for number in running:
        session.tell("$/cancelRequest", {"id": number})
    async with asyncio.timeout(20):
        for number in running:
            await session.answer_to(number)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", ["evaluate", "select", "report", "test"])
async def test_each_run_that_does_not_end_stops_when_it_is_cancelled_and_leaves_no_child(
    shared_session: RawSession, tmp_path: Path, name: str
) -> None:
    session = shared_session
    uri = prompt_in(session, tmp_path, "Be concise.\n", NEVER_ENDS)
    record = '{"format": 1, "prompt": "note.prompt.md", "assertions": {}, "selection": {"alpha": 0.5, "tau": 0.5, '
    record += '"chosen": ["assert_slow"], "counts": {}, "coverage": null, "ffr": null, "method": "coverage"}}'
    (tmp_path / "note.spade.json").write_text(record)
    number = session.send(f"spade/{name}", {"uri": uri})
    await _until(lambda: bool(_children(session)))
    session.tell("$/cancelRequest", {"id": number})
    async with asyncio.timeout(20):
        assert (await session.answer_to(number))["error"]["code"] == CANCELLED
        await _until(lambda: not _children(session))


async def test_a_server_that_is_not_asked_anything_does_nothing(session: RawSession, tmp_path: Path) -> None:
    repository = Repository.create(tmp_path)
    repository.commit("Start", note=TEXT)
    uri = prompt_in(session, tmp_path, TEXT)
    for number in range(9):
        session.open(tmp_path / f"other{number}.prompt.md", TEXT)
    await session.ask("spade/history", {"uri": uri})
    async with asyncio.timeout(30):
        while True:
            before = _switches(session)
            await asyncio.sleep(1)
            if _switches(session) == before:
                return


def _at(line: int) -> dict[str, int]:
    return {"line": line, "character": 0}


async def _until(holds: Any) -> None:
    async with asyncio.timeout(20):
        while not holds():  # noqa: ASYNC110 - what is waited for is the kernel's
            await asyncio.sleep(0.02)


def _children(session: RawSession) -> list[str]:
    found: list[str] = []
    for thread in Path(f"/proc/{session.server.pid}/task").iterdir():
        try:
            found += (thread / "children").read_text().split()
        except (FileNotFoundError, ProcessLookupError):  # a thread that ended meanwhile
            continue
    return found


def _switches(session: RawSession) -> int:
    """How often the threads of the server have gone to sleep by themselves: once more for each time that they woke."""
    total = 0
    for thread in Path(f"/proc/{session.server.pid}/task").iterdir():
        lines = (thread / "status").read_text().splitlines()
        total += sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt"))
    return total
