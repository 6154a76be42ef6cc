"""Runs the command spade in forks of this process, which has read a prompt already; started by `tests.command`.

Each message on the socket is a command to run, with its standard files beside it; the answers are the pid and then the
exit code. The end of the socket ends this process.
"""

import atexit
import gc
import json
import os
import pkgutil
import socket
import sys
import threading
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import spade_core

_LATE = (
    *("anyio._backends._asyncio", "email.message", "git", "highspy", "httpcore2", "jinja2", "openai", "pulp"),
    *("rich._emoji_codes", "rich.table", "truststore"),
)
"""What the commands import when they need it."""


def _import_all() -> None:
    for module in pkgutil.walk_packages(spade_core.__path__, "spade_core."):
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


def _serve(orders: socket.socket) -> None:
    """Return in each fork, which is then the command; leave when there are no more orders."""
    while True:
        message, standard_files, _, _ = socket.recv_fds(orders, 1 << 20, 3)
        if not message:
            os._exit(0)
        child = os.fork()
        if child == 0:
            orders.close()
            _become(json.loads(message), standard_files)
            return
        for descriptor in standard_files:
            os.close(descriptor)
        orders.send(str(child).encode())
        _, status = os.waitpid(child, 0)
        orders.send(str(os.waitstatus_to_exitcode(status)).encode())


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
    _serve(socket.socket(fileno=int(sys.argv[1])))
    from spade_core.cli import main

    try:
        main()
    except SystemExit as left:
        _leave(left)
