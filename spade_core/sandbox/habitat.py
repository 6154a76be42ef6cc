"""What this process must be for the sandbox to live in it: not forked from one that used it, and with enough room."""

import errno
import os
import sys
from functools import cache

from spade_core.errors import SandboxError
from spade_core.sandbox.limits import Limits

FORKED = (
    "the sandbox does not work in a process that was forked from one that used it: "
    "start a new process instead (multiprocessing's spawn)"
)
LACKING = frozenset({errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE})
"""What the kernel says where processes, threads, memory or descriptors have run out."""
_MEGABYTE = 1024 * 1024
_ROOM = 64 * _MEGABYTE
"""What a worker process needs beside what the functions may use, which Monty may hold twice for a moment."""


class NoRoomError(SandboxError):
    """This machine, or a limit on this process, lets no worker live: no fault of any assertion's."""


def refuse_if_forked() -> None:
    """Note that this process uses Monty; raise SandboxError where the process that it was forked from did before."""
    if _first_user() != os.getpid():
        raise SandboxError(FORKED)


def refuse_if_cramped(limits: Limits) -> None:
    """Raise NoRoomError where this process may use so little memory that its children could not keep the limits."""
    if sys.platform == "win32":
        return
    import resource

    needed = 2 * limits.memory_bytes + _ROOM
    for kind, name, option in (
        (resource.RLIMIT_AS, "address space", "-v"),
        (resource.RLIMIT_DATA, "data", "-d"),
    ):
        allowed = resource.getrlimit(kind)[0]
        if allowed != resource.RLIM_INFINITY and allowed < needed:
            raise NoRoomError(
                f"this process may use {allowed // _MEGABYTE} MB of {name} (ulimit {option}); "
                f"the sandbox needs {needed // _MEGABYTE} MB"
            )


@cache
def _first_user() -> int:
    """Return the process that called this first; one forked from it hears the same answer."""
    return os.getpid()
