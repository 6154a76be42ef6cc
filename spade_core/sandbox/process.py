"""A worker process as its host sees it: an isolated Python that loads the worker and nothing that stands around it.

Messages go through pipes. The texts of rows lie in memory that both have, where they are copied once; where the system
has none to give, on Windows, or where they do not fit, they follow through the pipe.
"""

import io
import json
import marshal
import math
import mmap
import os
import platform
import select
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, Final, cast

from spade_core.errors import SandboxError
from spade_core.sandbox.limits import Limits
from spade_core.sandbox.rows import MARSHAL, Column, Known
from spade_core.sandbox.webassembly import SMALL_RESERVATION
from spade_core.sandbox.worker import read, write

_ROOT: Final = Path(__file__).parents[2]
_BOOT: Final = """
import sys, types
root = sys.argv[1]
for name in ("spade_core", "spade_core.sandbox"):
    sys.modules[name] = package = types.ModuleType(name)
    package.__path__ = [root + "/" + name.replace(".", "/")]
from spade_core.sandbox.worker import main
main(*sys.argv[2:])
"""
_MOST_FAULT: Final = 300
SHARED_BYTES: Final = 2 << 20
_LITTLE: Final = 32 << 30
"""Bytes of address space below which a worker goes without what wasmtime likes to reserve."""
_MEGABYTE: Final = 1 << 20
_ROOM: Final = 384 * _MEGABYTE
"""What a worker needs in address space beside the memory of its interpreter: wasmtime, the guest's code, stacks."""
_FIRST_FILE: Final = 3
"""What is below is a stream of the worker's; where this process has closed its own, a new file may lie there."""


def is_cramped() -> bool:
    """Return whether this process may use little address space (``ulimit -v``)."""
    return _allowed("RLIMIT_AS") < _LITTLE


def refuse_if_cramped(limits: Limits) -> None:
    """Raise SandboxError where this process may use so little memory that its children could not keep the limits."""
    needed = max(2 * limits.memory_bytes, SMALL_RESERVATION) + _ROOM
    for kind, name in (("RLIMIT_AS", "address space (ulimit -v)"), ("RLIMIT_DATA", "data (ulimit -d)")):
        if (allowed := _allowed(kind)) < needed:
            has, needs = int(allowed) // _MEGABYTE, needed // _MEGABYTE
            raise SandboxError(f"this process may use {has} MB of {name}; the sandbox needs {needs} MB")


def _allowed(kind: str) -> float:
    """Return how many bytes this process may use of something."""
    if sys.platform == "win32":
        return math.inf
    import resource

    allowed = resource.getrlimit(getattr(resource, kind))[0]
    return math.inf if allowed == resource.RLIM_INFINITY else allowed


class WorkerProcess:
    """A process that serves jobs. It may be killed from another thread at any time."""

    def __init__(self) -> None:
        """Start it.

        Raises:
            SandboxError: it cannot be started.
        """
        self._shared: mmap.mmap | None
        file, self._shared = _shared_memory()
        try:
            self._process = started(shared=file)
        finally:
            if file is not None:
                os.close(file)
        self._stdin, self._stdout = (cast("IO[bytes]", pipe) for pipe in (self._process.stdin, self._process.stdout))
        self._has: Known = None, frozenset()
        """The rows that it has."""

    def open(self, guest: Path, seconds: float | None = None) -> str:
        """Have it load the compiled guest; return why it is not ready, in that time if one is given; else nothing."""
        try:
            write(self._stdin, os.fsencode(guest))
            told = self.receive(seconds)
            if told is None:
                return f"not ready within {seconds:g} s"
            return "" if told.get("ready") else str(told.get("fault"))
        except (OSError, EOFError):
            self._process.wait()
            return fault_of(self._process)

    def send_job(self, job: Mapping[str, Any], columns: Sequence[Column], known: Known = (None, frozenset())) -> None:
        """Send a job and the texts of its rows, if it does not have them yet; the job before must be answered."""
        lengths, body = None, None
        if known[0] is None or known[0] != self._has[0] or not known[1] <= self._has[1]:
            self._has = known
            lengths = self._share(columns)
            if lengths is None:
                texts = io.BytesIO()
                lengths, body = [column(texts.write) for column in columns], texts.getvalue()
        write(self._stdin, marshal.dumps({**job, "lengths": lengths, "shared": body is None}, MARSHAL))
        if body is not None:
            write(self._stdin, body)

    def _share(self, columns: Sequence[Column]) -> list[list[int]] | None:
        """Put texts, one at a time, where both processes see them; return their lengths, None where they do not fit."""
        if self._shared is None:
            return None
        self._shared.seek(0)
        try:
            return [column(self._shared.write) for column in columns]
        except ValueError:
            return None

    def receive(self, seconds: float | None = None) -> Any:
        """Return the next answer; None where a time is given and none begins by then.

        Raises:
            EOFError: the process is gone.
        """
        if seconds is not None and not _speaks(self._stdout.fileno(), seconds):
            return None
        return json.loads(read(self._stdout))

    def kill(self) -> None:
        """End it, whatever it is at."""
        self._process.kill()

    def was_killed(self) -> bool:
        """Wait for its end; return whether somebody killed it."""
        return self._process.wait() < 0

    def close(self) -> None:
        """End it and give back all that it had."""
        self._process.kill()
        self._process.wait()
        self._close_streams()

    def let_go(self) -> None:
        """Leave it to the process that this one was forked from: it sees that one's end by its streams."""
        self._process.returncode = 0  # as far as this process is concerned
        self._close_streams()

    def _close_streams(self) -> None:
        for stream in (self._stdin, self._stdout, self._process.stderr, self._shared):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def _speaks(pipe: int, seconds: float) -> bool:
    """Return whether a pipe has something to be read, or has ended, within that time."""
    if sys.platform == "win32":  # where a pipe cannot be waited for
        import msvcrt
        import time
        from _winapi import PeekNamedPipe

        until = time.monotonic() + seconds
        with suppress(BrokenPipeError):
            while PeekNamedPipe(msvcrt.get_osfhandle(pipe))[0] == 0:
                if time.monotonic() > until:
                    return False
                time.sleep(0.001)
        return True
    waiting = select.poll()
    waiting.register(pipe, select.POLLIN)
    return bool(waiting.poll(max(0.0, seconds) * 1000))


def _shared_memory() -> tuple[int, mmap.mmap] | tuple[None, None]:
    """Return a file without a name and its memory; nothing where the system gives none."""
    file = None
    with suppress(OSError, ValueError):
        if hasattr(os, "memfd_create"):
            file = os.memfd_create("spade")
        elif sys.platform != "win32":  # where a process does not inherit files
            file, name = tempfile.mkstemp()
            Path(name).unlink()
        if file is not None and file < _FIRST_FILE:
            import fcntl

            low, file = file, fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, _FIRST_FILE)
            os.close(low)
        if file is not None and os.write(file, bytes(SHARED_BYTES)) == SHARED_BYTES:  # there now, not only promised
            return file, mmap.mmap(file, SHARED_BYTES)
    if file is not None:
        os.close(file)
    return None, None


def started(*paths: Path, shared: int | None = None) -> "subprocess.Popen[bytes]":
    """Return a new process: see `worker.main`.

    Raises:
        SandboxError: it cannot be started.
    """
    spec = find_spec("wasmtime")
    if spec is None or spec.origin is None:
        raise SandboxError("the package wasmtime is not installed: install spade again")
    library = _library(Path(spec.origin).parent)
    if not library.exists():
        raise SandboxError(f"wasmtime has no library for this machine: {library}")
    inherited = "" if shared is None else str(shared)
    arguments = [str(library), "small" if is_cramped() else "", inherited, *map(str, paths)]
    try:
        return subprocess.Popen(  # noqa: S603 - this very interpreter
            [sys.executable, "-I", "-S", "-c", _BOOT, str(_ROOT), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=() if shared is None else (shared,),
        )
    except OSError as error:
        raise SandboxError(f"the sandbox's processes cannot be started: {error}") from error


def _library(package: Path) -> Path:
    """Return where the package `wasmtime` keeps its library for this machine."""
    name = {"win32": "_wasmtime.dll", "darwin": "_libwasmtime.dylib"}.get(sys.platform, "_libwasmtime.so")
    machine = {"AMD64": "x86_64", "ARM64": "aarch64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
    return package / f"{sys.platform}-{machine}" / name


def fault_of(process: "subprocess.Popen[bytes]") -> str:
    """Return what an ended process says of its end; short."""
    told = process.stderr.read().decode("utf-8", "replace").strip() if process.stderr is not None else ""
    last = told.splitlines()[-1][:_MOST_FAULT] if told else ""
    return last or f"its process ended with status {process.returncode}"
