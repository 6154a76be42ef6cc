"""Zygote processes: started on demand, lent to one batch at a time, replaced after trouble. Linux only."""

import marshal
import os
import signal
import socket
import struct
import subprocess
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from spade_core.errors import SandboxError
from spade_core.sandbox.child.names import JOB
from spade_core.sandbox.habitat import LACKING, NoRoomError

_STATUS = struct.Struct("!i")
_HEADER = struct.Struct("!Q")
_SEND_SECONDS = 10.0
_END_SECONDS = 5.0
_PACKAGES = Path(__file__).parent
_BOOTSTRAP = """
import sys, types
for name, path in (("spade_core", None), ("spade_core.sandbox", {sandbox!r})):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [path] if path else []
from spade_core.sandbox.child.zygote import main
main()
"""
"""Loads the child's modules alone: none of ours, no site-packages, no user site, no environment."""


class Zygote:
    """One warm process and the socket that orders children from it."""

    def __init__(self, python: str, arguments: tuple[str, ...]) -> None:
        ours, theirs = _line()
        with theirs:
            try:
                self._process = subprocess.Popen(  # noqa: S603 - our own code
                    [
                        *(python, "-s", "-S", "-P", "-B", "-W", "ignore", "-X", "utf8", "-c"),
                        _BOOTSTRAP.format(sandbox=str(_PACKAGES)),
                        *arguments,
                    ],
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env={"PYTHONHASHSEED": "0"},
                    cwd="/",
                    start_new_session=True,
                )
            except OSError as error:
                ours.close()
                kind = NoRoomError if error.errno in LACKING else SandboxError
                raise kind(f"the second engine does not start: {error}") from error
        self._socket = ours

    def begin(self, job: Mapping[str, Any] | None, order: int = 0) -> socket.socket:
        """Return the host's end of a line to a new child; without a job it only tells its protections.

        `order` says what the job needs: see `child.names`.

        Raises:
            OSError: The zygote or the child is gone.
            NoRoomError: This process may open no more descriptors.
        """
        ours, theirs = _line()
        try:
            with theirs:
                self._socket.settimeout(_SEND_SECONDS)
                order = order | JOB if job is not None else 0
                socket.send_fds(self._socket, [bytes([order])], [theirs.fileno()])
            ours.settimeout(_SEND_SECONDS)
            if job is not None:
                body = marshal.dumps(dict(job))
                ours.sendall(_HEADER.pack(len(body)) + body)
        except OSError:
            ours.close()
            self.status()  # it says so where there was no room for the child
            raise
        return ours

    def status(self) -> int:
        """Return the wait status of the child that just ended.

        Raises:
            OSError: The zygote is gone, or its child does not end.
            NoRoomError: It could not start the child.
        """
        self._socket.settimeout(_END_SECONDS)
        answer = self._socket.recv(_STATUS.size, socket.MSG_WAITALL)
        if len(answer) < _STATUS.size:
            raise ConnectionError("the zygote ended")
        status: int = _STATUS.unpack(answer)[0]
        if status < 0:
            raise NoRoomError(f"the second engine cannot start a process: {os.strerror(-status)}")
        return status

    def kill(self) -> None:
        """End the process and, with it, its child."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    def close(self) -> None:
        """End the process and wait for it."""
        self._socket.close()
        self.kill()
        self._process.wait()


def _line() -> tuple[socket.socket, socket.socket]:
    """Return the two ends of a new line."""
    try:
        return socket.socketpair()
    except OSError as error:
        raise NoRoomError(f"the second engine does not start: {error}") from error


class Zygotes:
    """The zygotes of one engine."""

    def __init__(self, python: str, arguments: tuple[str, ...]) -> None:
        self._python = python
        self._arguments = arguments
        self._lock = threading.Lock()
        self._idle: list[Zygote] = []
        self._busy: set[Zygote] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def take(self) -> Zygote:
        """Return an idle zygote, or a new one."""
        with self._lock:
            zygote = self._idle.pop() if self._idle else Zygote(self._python, self._arguments)
            self._busy.add(zygote)
        return zygote

    def give_back(self, zygote: Zygote, *, sound: bool) -> None:
        """Take a zygote back; one in trouble is ended and replaced when next needed."""
        with self._lock:
            self._busy.discard(zygote)
            if sound:
                self._idle.append(zygote)
        if not sound:
            zygote.close()

    def kill(self) -> None:
        """End every zygote's processes at once; whoever waits for one sees its line close."""
        with self._lock:
            for zygote in (*self._idle, *self._busy):
                zygote.kill()

    def close(self) -> None:
        """End every idle zygote and wait for it."""
        with self._lock:
            idle, self._idle = self._idle, []
        for zygote in idle:
            zygote.close()
