"""What every request of ours shares: reading parameters, progress, cancellation, and errors that a person can read."""

import asyncio
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from spade_core.errors import ExamplesError, ModelError, SandboxError, SettingsError, SpadeError
from spade_server.context import SpadeServer
from spade_server.documents.kinds import path_of
from spade_server.protocol.messages import ErrorCode
from spade_server.session.work import run_stoppable

_T = TypeVar("_T")
_Member = TypeVar("_Member", bound=StrEnum)
Report: TypeAlias = Callable[[str, int | None], None]
"""Says how far a request is, in words and in per cent."""


class RequestError(JsonRpcException):
    """An error that the client is to show to the person."""

    def __init__(self, code: ErrorCode, message: str, data: Mapping[str, object] | None = None) -> None:
        super().__init__(message, int(code), data)


def require_trust(ls: SpadeServer) -> None:
    """Refuse what runs or writes something in a workspace that the person does not trust."""
    if not ls.session.trusted:
        fact = "the workspace is not trusted: nothing is run and nothing is written in it"
        raise RequestError(ErrorCode.UNTRUSTED, fact)


def member(kind: type[_Member], name: str, fact: str) -> _Member:
    """Return the member of an enum that a parameter names."""
    try:
        return kind(name)
    except ValueError as error:
        said = fact.format(f"{name!r:.60}")
        raise RequestError(ErrorCode.SETTINGS, f"{said}; there are {', '.join(kind)}") from error


def file_at(uri: str) -> Path:
    """Return the file that a parameter names."""
    path = path_of(uri)
    if path is None:
        raise RequestError(ErrorCode.UNREADABLE, f"{uri or 'nothing':.200} is not a file on this machine")
    return path


async def tracked(
    ls: SpadeServer,
    token: int | str | None,
    title: str,
    work: Callable[[threading.Event, Report], _T],
    *,
    pool: ThreadPoolExecutor | None = None,
) -> _T:
    """Run `work` with progress under the client's token, and end the progress whatever happens.

    It is given when to stop. It runs in `pool`; without one, where runs may take long.
    """
    loop = asyncio.get_running_loop()
    progress = ls.work_done_progress
    if token is not None:
        progress.begin(token, types.WorkDoneProgressBegin(title=title, cancellable=True))
        task = asyncio.current_task()
        if task is not None:
            progress.tokens[token] = task  # type: ignore[assignment] # what the client's cancel is told to

    def report(message: str, percentage: int | None) -> None:
        if token is not None:
            value = types.WorkDoneProgressReport(message=message, percentage=percentage)
            loop.call_soon_threadsafe(_report, ls, token, value)

    try:
        return await run_stoppable(pool or ls.session.workers.asked, lambda stop: work(stop, report))
    except SpadeError as error:
        raise _told(error) from error
    finally:
        if token is not None:
            progress.tokens.pop(token, None)
            progress.end(token, types.WorkDoneProgressEnd())


def _report(ls: SpadeServer, token: int | str, value: types.WorkDoneProgressReport) -> None:
    if token in ls.work_done_progress.tokens:
        ls.work_done_progress.report(token, value)


_CODES: Final = (
    (SettingsError, ErrorCode.SETTINGS),
    (SandboxError, ErrorCode.SANDBOX),
    (ModelError, ErrorCode.MODEL),
    (ExamplesError, ErrorCode.CHANGED),
)


def _told(error: SpadeError) -> JsonRpcException:
    code = next((code for kind, code in _CODES if isinstance(error, kind)), ErrorCode.UNREADABLE)
    return RequestError(code, str(error))
