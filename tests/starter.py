"""Runs the command spade, and the server, in forks of this process, which has read a prompt already.

`tests.command` starts it. Who connects to its socket sends what to run, with its standard files beside it, and is told
the exit code; where they go away first, what they asked for is killed. This process ends when the test run does.
"""

import atexit
import contextlib
import gc
import json
import os
import pkgutil
import select
import signal
import socket
import sys
import threading
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import spade_core
import spade_server

_LATE = (
    *("anyio._backends._asyncio", "email.message", "git", "highspy", "httpcore2", "jinja2", "openai"),
    *("rich._emoji_codes", "rich.table", "truststore"),
)
"""What the commands import when they need it."""


def _import_all() -> None:
    for package in (spade_core, spade_server):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    for name in _LATE:
        import_module(name)


def _read_a_prompt() -> None:
    """Have the lexicons and patterns ready, which take most of the time of a command on a small prompt."""
    from spade_core.demo import replay_demo
    from spade_core.pipeline import analyse

    with TemporaryDirectory() as folder:
        analyse(replay_demo(Path(folder)).prompt, unsaved='Use at most 7 words. End with "Enjoy!".\n')


def _verify_the_guest() -> None:
    """Have the sandbox's guest compiled and its 50 MB read: a fork need not read them again."""
    from spade_core.sandbox.compiled import compiled_guest

    compiled_guest()


def _freeze() -> None:
    # What is here lives as long as a fork does: none of them need look through it again.
    gc.collect()
    gc.freeze()


def _serve(orders: socket.socket, owner: int) -> str:
    """Return in each fork what it is to run; leave when the owner, a process, has ended."""
    ended = os.pidfd_open(owner)
    running: dict[int, tuple[int, socket.socket]] = {}
    while True:
        waiting = [connection.fileno() for _, connection in running.values()]
        ready, _, _ = select.select([orders.fileno(), ended, *running, *waiting], [], [])
        if ended in ready:
            for child, _ in running.values():
                os.kill(child, signal.SIGKILL)
            os._exit(0)
        _settle(running, ready)
        if orders.fileno() not in ready:
            continue
        connection, _ = orders.accept()
        message, standard_files, _, _ = socket.recv_fds(connection, 1 << 20, 3)
        if not message:
            connection.close()
            continue
        child = os.fork()
        if child == 0:
            for each in (orders, connection, *(other for _, other in running.values())):
                each.close()
            for descriptor in (ended, *running):
                os.close(descriptor)
            return _become(json.loads(message), standard_files)
        for descriptor in standard_files:
            os.close(descriptor)
        running[os.pidfd_open(child)] = child, connection


def _settle(running: dict[int, tuple[int, socket.socket]], ready: list[int]) -> None:
    """Tell the exit codes of those that have ended, and kill those that nobody waits for any more."""
    for ended, (child, connection) in [*running.items()]:
        if ended not in ready and connection.fileno() not in ready:
            continue
        if ended not in ready:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        with contextlib.suppress(ConnectionError):
            connection.send(str(os.waitstatus_to_exitcode(status)).encode())
        connection.close()
        os.close(ended)
        del running[ended]


def _become(order: dict[str, object], standard_files: list[int]) -> str:
    """Take over the standard files, arguments, folder and environment; return the name of the program."""
    for wanted, descriptor in enumerate(standard_files):
        os.dup2(descriptor, wanted)
        os.close(descriptor)
    # Those that were opened on other files take these for what can be sought in.
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(at, mode, encoding="utf-8", closefd=False) for at, mode in enumerate("rww")
    )
    arguments, folder, environ = order["arguments"], order["folder"], order["environ"]
    assert isinstance(arguments, list)
    assert isinstance(folder, str)
    assert isinstance(environ, dict)
    sys.argv = arguments
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environ)
    return Path(arguments[0]).name


def _leave(left: SystemExit) -> None:
    """Leave as Python does, but for taking apart what the fork was given: that takes longer than most commands."""
    if isinstance(left.code, int):
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(left.code)
    raise left


if __name__ == "__main__":
    _import_all()
    _read_a_prompt()
    _verify_the_guest()
    _freeze()
    program = _serve(socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2]))
    from spade_core.cli import main as command
    from spade_server.__main__ import main as server

    try:
        server() if program == "spade-server" else command()
    except SystemExit as left:
        _leave(left)
