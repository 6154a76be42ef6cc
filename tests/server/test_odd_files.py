"""Pipes, devices and links, which a repository can hold beside a prompt: the server says so and goes on."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from spade_core.versions.git_history import read_history
from spade_server.documents.head import git_folders, head_of
from tests.repositories import commit_versions
from tests.server.raw_session import RawSession

pytestmark = [
    pytest.mark.lsp,
    pytest.mark.skipif(os.name != "posix", reason="pipes and devices are of POSIX"),
]

TEXT = "Use at most 7 words.\n"


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[RawSession]:
    started = await RawSession.start(tmp_path)
    yield started
    assert "Traceback" not in await started.stop()


def odd(path: Path, target: str) -> None:
    """Put a pipe, or a link to a device, at a path."""
    if target == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(target)


@pytest.mark.parametrize("target", ["pipe", "/dev/zero", "/dev/stdin"])
async def test_an_odd_file_beside_a_prompt_is_a_diagnostic_and_keeps_nobody_waiting(
    session: RawSession, tmp_path: Path, target: str
) -> None:
    names = {"note.examples.jsonl", "note.assertions.py", "note.spade.json"}
    for name in names:
        odd(tmp_path / name, target)
    uri = session.open(tmp_path / "note.prompt.md", TEXT)
    answer = await session.ask("spade/tests", {"uri": uri})
    assert "error" in answer or answer["result"]["assertions"] == []
    while True:
        if problems_in(session) == names:
            return
        await asyncio.sleep(0.01)


def problems_in(session: RawSession) -> set[str]:
    """Return the names of the files that are said to be no regular files, or to lead to them."""
    return {
        Path(each["params"]["uri"]).name
        for each in session.of_method("textDocument/publishDiagnostics")
        for diagnostic in each["params"]["diagnostics"]
        if "not a regular file" in diagnostic["message"] or "a link leads out" in diagnostic["message"]
    }


async def test_an_odd_settings_file_keeps_nobody_waiting(session: RawSession, tmp_path: Path) -> None:
    odd(tmp_path / "spade.toml", "/dev/stdin")
    uri = session.open(tmp_path / "note.prompt.md", TEXT)
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 8}}
    assert "result" in await session.ask("textDocument/hover", place)
    assert "result" in await session.ask("spade/history", {"uri": uri})


@pytest.mark.parametrize("name", ["HEAD", "config", "packed-refs", "refs/heads/main"])
def test_an_odd_file_of_git_is_named_and_not_waited_for(tmp_path: Path, name: str) -> None:
    path = commit_versions(tmp_path, "note.prompt.md", [TEXT])
    (tmp_path / ".git" / name).unlink(missing_ok=True)
    os.mkfifo(tmp_path / ".git" / name)
    head_of(tmp_path)
    assert git_folders(tmp_path) == {tmp_path / ".git"}
    assert f"{name} is not a regular file" in read_history(path).notes[0]


def test_an_odd_marker_of_git_is_named_and_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "note.prompt.md").write_text(TEXT)
    os.mkfifo(tmp_path / ".git")
    assert head_of(tmp_path) is None
    assert ".git is not a regular file" in read_history(tmp_path / "note.prompt.md").notes[0]
