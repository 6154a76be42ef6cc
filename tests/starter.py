"""Runs the command spade, and the server, in forks of this process, which has read a prompt already.

`tests.command` starts it. Each message on the first socket is a command to run, with its standard files beside it; the
answers are the pid and then the exit code. The end of that socket ends this process. `tests.forked_server` connects to
the second socket for a server, hands over its own standard files, and is told the exit code; when it goes away first,
its server is killed.
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

    compiled_guest(lambda _seconds: None, lambda: False)


def _freeze() -> None:
    # What is here lives as long as a fork does: none of them need look through it again.
    gc.collect()
    gc.freeze()


def _serve(orders: socket.socket, servers: socket.socket) -> str:
    """Return in each fork what it is then, a command or a server; leave when there are no more orders."""
    while True:
        asking, _, _ = select.select([orders, servers], [], [])
        if servers in asking:
            if _is_server(servers, orders):
                return "server"
            continue
        message, standard_files, _, _ = socket.recv_fds(orders, 1 << 20, 3)
        if not message:
            os._exit(0)
        child = os.fork()
        if child == 0:
            orders.close()
            servers.close()
            _become(json.loads(message), standard_files)
            return "command"
        for descriptor in standard_files:
            os.close(descriptor)
        orders.send(str(child).encode())
        _, status = os.waitpid(child, 0)
        orders.send(str(os.waitstatus_to_exitcode(status)).encode())


def _is_server(servers: socket.socket, orders: socket.socket) -> bool:
    """Take a server's order in a fork that waits for the server, which is a fork of its own; tell which one this is."""
    connection, _ = servers.accept()
    if (waiting := os.fork()) != 0:
        connection.close()
        os.waitpid(waiting, 0)
        return False
    orders.close()
    servers.close()
    if os.fork() != 0:  # nobody's child: who takes orders need not wait for it
        os._exit(0)
    message, standard_files, _, _ = socket.recv_fds(connection, 1 << 20, 3)
    child = os.fork()
    if child == 0:
        connection.close()
        _become(json.loads(message), standard_files)
        return True
    for descriptor in standard_files:
        os.close(descriptor)
    ended = os.pidfd_open(child)
    ready, _, _ = select.select([connection.fileno(), ended], [], [])
    if ended not in ready:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    with contextlib.suppress(BrokenPipeError):
        connection.send(str(os.waitstatus_to_exitcode(status)).encode())
    os._exit(0)


def _become(order: dict[str, object], standard_files: list[int]) -> None:
    for wanted, descriptor in enumerate(standard_files):
        os.dup2(descriptor, wanted)
        os.close(descriptor)
    arguments, folder, environ = order["arguments"], order["folder"], order["environ"]
    assert isinstance(arguments, list)
    assert isinstance(folder, str)
    assert isinstance(environ, dict)
    sys.argv = arguments
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environ)


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
    which = _serve(socket.socket(fileno=int(sys.argv[1])), socket.socket(fileno=int(sys.argv[2])))
    from spade_core.cli import main as command
    from spade_server.__main__ import main as server

    try:
        server() if which == "server" else command()
    except SystemExit as left:
        _leave(left)
