"""What every request of ours shares: reading parameters, progress, cancellation, and errors that a person can read."""

import asyncio
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from spade_core.errors import (
    CancelledError,
    ExamplesError,
    ModelError,
    SandboxError,
    SettingsError,
    SpadeError,
)
from spade_server.context import SpadeServer
from spade_server.protocol.messages import ErrorCode
from spade_server.session.work import run_stoppable

_T = TypeVar("_T")
_REPORT_EVERY: Final = 0.1
"""Seconds between two reports of progress."""


class RequestError(JsonRpcException):
    """An error that the client is to show to the person."""

    def __init__(self, code: ErrorCode, message: str, data: Mapping[str, object] | None = None) -> None:
        super().__init__(message, int(code), data)


def require_trust(ls: SpadeServer) -> None:
    """Refuse what runs or writes something in a workspace that the person does not trust.

    Raises:
        RequestError: it is none that is trusted.
    """
    if not ls.session.trusted:
        fact = "the workspace is not trusted: nothing is run and nothing is written in it"
        raise RequestError(ErrorCode.UNTRUSTED, fact)


class RequestRun:
    """One request at work in a thread: it says how far it is, and learns when it is to stop."""

    def __init__(self, stop: threading.Event, report: Callable[[str, int | None], None]) -> None:
        self.stop = stop
        self._report = report
        self._reported = 0.0

    def step(self, message: str) -> None:
        """Say what is done next.

        Raises:
            CancelledError: the person does not want it any more.
        """
        self.look()
        self._report(message, None)

    def look(self) -> None:
        """Raise CancelledError when the person does not want it any more."""
        if self.stop.is_set():
            raise CancelledError("stopped")

    def say(self, message: str, percentage: int | None) -> None:
        """Say how far it is, whether or not it is still wanted."""
        self._report(message, percentage)

    def progress(self, done: int, total: int, note: str = "") -> None:
        """Say how much is done; too many reports in a row are left out."""
        now = time.monotonic()
        if done == total or now - self._reported >= _REPORT_EVERY:
            self._reported = now
            self._report(f"{done} of {total}{note}", 100 * done // total if total else None)


async def tracked(
    ls: SpadeServer,
    token: int | str | None,
    title: str,
    work: Callable[[RequestRun], _T],
    *,
    pool: ThreadPoolExecutor | None = None,
) -> _T:
    """Run `work` with progress under the client's token, and end the progress whatever happens.

    It runs in `pool`; without one, where runs may take long.
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
        return await run_stoppable(pool or ls.session.workers.asked, lambda stop: work(RequestRun(stop, report)))
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
