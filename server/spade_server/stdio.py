"""The server on standard input and output.

On POSIX the event loop itself waits for the client. pygls leaves that to a thread, which hands over three times for
each message; while another thread reads a prompt, each of these would wait for the interpreter's lock.
"""

import asyncio
import contextlib
import os
import signal
import stat
import threading
from typing import BinaryIO, Final

from pygls.io_ import run_async

from spade_server.context import SpadeServer

_LONGEST_LINE: Final = 1 << 20
"""Bytes; what has longer headers does not speak the protocol."""
_GOODBYE: Final = 1.0
"""Seconds that requests have, after a shutdown cancelled them, to be answered."""


def serve(server: SpadeServer, stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Serve until the client says exit or goes away.

    An interrupt ends the process at once, as SIGTERM does: Python would hear of it with the next message only.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if not _can_be_awaited(stdin, stdout):
        server.start_io(stdin, stdout)
        return
    try:
        asyncio.run(_listen(server, stdin, stdout))
    except (asyncio.CancelledError, SystemExit):
        pass
    finally:
        server.shutdown()  # type: ignore[no-untyped-call] # pygls says nothing of it


def _can_be_awaited(stdin: BinaryIO, stdout: BinaryIO) -> bool:
    """Whether the input is a pipe or a socket of its own: awaiting it must not make the output non-blocking."""
    if os.name != "posix":
        return False
    given, taken = os.fstat(stdin.fileno()), os.fstat(stdout.fileno())
    is_stream = stat.S_ISFIFO(given.st_mode) or stat.S_ISSOCK(given.st_mode)
    return is_stream and (given.st_dev, given.st_ino) != (taken.st_dev, taken.st_ino)


async def _listen(server: SpadeServer, stdin: BinaryIO, stdout: BinaryIO) -> None:
    server.protocol.set_writer(_Writer(stdout, asyncio.get_running_loop()))
    reader = _Reader(server)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), stdin)
    server._stop_event = threading.Event()
    await run_async(server._stop_event, reader, server.protocol, error_handler=server.report_server_error)


class _Writer:
    """What the client is told; when it does not listen any more, there is nobody left to serve."""

    def __init__(self, stdout: BinaryIO, loop: asyncio.AbstractEventLoop) -> None:
        self._stdout = stdout
        self._loop = loop

    def close(self) -> None:
        self._stdout.close()

    def write(self, data: bytes) -> None:
        try:
            self._stdout.write(data)
            self._stdout.flush()
        except (OSError, ValueError):  # ValueError: closed here
            with contextlib.suppress(RuntimeError):  # it has ended
                self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        for task in asyncio.all_tasks(self._loop):
            task.cancel()


class _Reader(asyncio.StreamReader):
    """What the client sends; whatever cannot be read to its end is the end."""

    def __init__(self, server: SpadeServer) -> None:
        super().__init__(limit=_LONGEST_LINE)
        self._server = server

    async def readline(self) -> bytes:
        if self._server.was_shut_down:
            await self._server.protocol.answered(_GOODBYE)
        try:
            return await super().readline()
        except ValueError:
            return b""

    async def readexactly(self, n: int) -> bytes:
        await asyncio.sleep(0)  # what the last message began goes first, even where the next one is here already
        try:
            return await super().readexactly(n)
        except asyncio.IncompleteReadError:
            return b""
