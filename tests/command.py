"""The command spade, run as a process of its own without the time that its imports take: they are made once.

What comes of how a process begins (what it imports late, an interrupt while it starts) is tested with one that is
started by itself. Two starters take turns, and order their sets differently: what depends on that order differs when
a command is run again. All workers of a test run share them.
"""

import errno
import itertools
import json
import os
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
_FORKED = str(Path(__file__).with_name("forked.py"))
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


def measured(folder: Path, *arguments: str) -> "tuple[subprocess.CompletedProcess[str], int]":
    """Run the command as a process of its own; return also the most memory that it or a child of it took, in kB."""
    # A child's peak counts the memory of the process that started it, so a small one starts it.
    program = (
        "import resource, subprocess, sys; code = subprocess.call(sys.argv[1:]);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr); sys.exit(code)"
    )
    order = [sys.executable, "-c", program, SPADE, *arguments]
    done = subprocess.run(order, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603  (our own program)
    return done, int(done.stderr.split()[-1])


def _run(order: bytes, standard_files: list[int]) -> int:
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as starter:
        starter.connect(f"\0{next(_addresses())}")
        socket.send_fds(starter, [order], standard_files)
        starter.settimeout(_SECONDS)
        try:
            return int(starter.recv(64))
        except TimeoutError:  # the starter kills a command that nobody waits for
            raise AssertionError(f"spade was stopped: it ran for {_SECONDS} seconds") from None


def forked(program: str) -> list[str]:
    """Return what runs the command or the language server, as a process, without the time that its imports take."""
    return [sys.executable, "-I", "-S", _FORKED, next(_addresses()), program]


@cache
def _addresses() -> Iterator[str]:
    return itertools.cycle([_starter("1"), _starter("2")])


def _starter(hash_seed: str) -> str:
    """Return the address of the starter of this test run, which the first worker that wants one starts."""
    owner = os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()
    address = f"spade-tests-{owner}-{hash_seed}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as orders:
        try:
            orders.bind(f"\0{address}")
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            return address
        orders.listen(64)
        orders.set_inheritable(True)
        null = [(os.POSIX_SPAWN_OPEN, at, os.devnull, os.O_RDWR, 0) for at in (0, 1)]
        program = [sys.executable, "-P", _STARTER, str(orders.fileno()), str(owner)]
        # It ends when the test run does; the worker that starts it does not wait for it.
        os.posix_spawn(sys.executable, program, {**os.environ, "PYTHONHASHSEED": hash_seed}, file_actions=null)
    return address
