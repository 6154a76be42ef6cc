"""The command spade, run as a process of its own without the time that its imports take: they are made once.

What comes of how a process begins (what it imports late, an interrupt while it starts) is tested with one that is
started by itself. Two starters take turns, and order their sets differently: what depends on that order differs when
a command is run again.
"""

import atexit
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

SPADE = str(Path(sys.executable).with_name("spade"))
"""The command as it is installed."""
_STARTER = str(Path(__file__).with_name("starter.py"))
_FORKED = str(Path(__file__).with_name("forked_server.py"))
_SECONDS = 100


def spade(
    folder: Path, *arguments: str, environ: Mapping[str, str] | None = None, given: str | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run the command in a folder; `environ` is by default that of the tests, `given` its standard input."""
    order = {
        "arguments": [SPADE, *arguments],
        "folder": str(folder),
        "environ": dict(os.environ if environ is None else environ),
    }
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        stdin.write((given or "").encode())
        stdin.seek(0)
        code = _run(json.dumps(order).encode(), [stdin.fileno(), stdout.fileno(), stderr.fileno()])
        stdout.seek(0)
        stderr.seek(0)
        # Line ends are read as subprocess.run reads them.
        said, warned = (file.read().decode().replace("\r\n", "\n").replace("\r", "\n") for file in (stdout, stderr))
    if "--json" in arguments and said:
        from tests.schemas.checking import hold_to_schema

        hold_to_schema(arguments, said)
    return subprocess.CompletedProcess([SPADE, *arguments], code, said, warned)


def _run(order: bytes, standard_files: list[int]) -> int:
    orders = next(_starters())
    socket.send_fds(orders, [order], standard_files)
    # Only the command is timed: an answer that is not waited for would be taken for that to the next order.
    orders.settimeout(None)
    child = int(orders.recv(64))
    orders.settimeout(_SECONDS)
    try:
        return int(orders.recv(64))
    except TimeoutError:
        orders.settimeout(None)
        os.kill(child, signal.SIGKILL)
        orders.recv(64)
        raise AssertionError(f"spade was stopped: it ran for {_SECONDS} seconds") from None


def forked_server() -> list[str]:
    """Return what runs the language server without the time that its imports take."""
    _starters()
    return [sys.executable, "-I", "-S", _FORKED, _address("1")]


def _address(hash_seed: str) -> str:
    return f"spade-tests-{os.getpid()}-{hash_seed}"


@cache
def _starters() -> Iterator[socket.socket]:
    return itertools.cycle([_starter("1"), _starter("2")])


def _starter(hash_seed: str) -> socket.socket:
    servers = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    servers.bind(f"\0{_address(hash_seed)}")
    servers.listen()
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    process = subprocess.Popen(  # noqa: S603  (our own program)
        [sys.executable, "-P", _STARTER, str(theirs.fileno()), str(servers.fileno())],
        pass_fds=[theirs.fileno(), servers.fileno()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    theirs.close()
    servers.close()

    def stop() -> None:
        ours.close()
        process.wait()

    atexit.register(stop)
    return ours
