"""The zygote: a warm process that forks one locked-down child for every function.

It speaks with the host over one socket, its standard input: a byte with a descriptor attached means "fork a child for
this descriptor"; the answer, once that child has ended, is its wait status. It never sees the function itself.
"""

import array
import encodings
import gc
import importlib
import os
import pkgutil
import signal
import socket
import struct
import sys
import unicodedata
from contextlib import suppress
from datetime import datetime
from typing import NoReturn

from spade_core.sandbox.child import emoji_module, hardening, names, runner

STATUS = struct.Struct("!i")
_SPARE_BYTES = 32 * 1024 * 1024
"""Address space for what the interpreter needs beside the function's own values."""
_LATE = (
    *("_strptime", "decimal", "fractions", "heapq", "html.entities", "numbers", "collections.abc", "locale"),
    *("encodings.ascii", "encodings.latin_1", "encodings.utf_8", "encodings.utf_8_sig", "encodings.idna"),
    *("encodings.utf_16", "encodings.utf_16_le", "encodings.utf_16_be"),
    *("encodings.utf_32", "encodings.utf_32_le", "encodings.utf_32_be"),
)


def main() -> None:
    """Serve until the host closes the socket.

    Arguments: memory in bytes, processor seconds, the protections wanted, the folder of the module `emoji`, if any.
    """
    memory, seconds, wanted = int(sys.argv[1]), int(sys.argv[2]), tuple(sys.argv[3].split(","))
    os.environ.clear()
    ready = 0
    _warm_up()
    _settle()
    host = socket.socket(fileno=0)
    while True:
        descriptor, order = _next_order(host)
        if order & ~ready & (names.CODECS | names.EMOJI):
            ready |= _made_ready(order, sys.argv[4])
        status = _forked(descriptor, order, memory, seconds, wanted)
        os.close(descriptor)
        host.sendall(STATUS.pack(status))


def _forked(descriptor: int, order: int, memory: int, seconds: int, wanted: "tuple[str, ...]") -> int:
    """Return the wait status of a child that has ended; where none could be started, the error's number, negative."""
    try:
        child = os.fork()
    except OSError as error:
        return -(error.errno or 1)
    if child == 0:
        _be_child(descriptor, order, memory, seconds, wanted)
    return os.waitpid(child, 0)[1]


def _next_order(host: socket.socket) -> "tuple[int, int]":
    order, attached, _, _ = host.recvmsg(1, socket.CMSG_LEN(struct.calcsize("i")))
    if not order or not attached:
        os._exit(0)
    descriptors = array.array("i", attached[0][2])
    return descriptors[0], order[0]


def _be_child(descriptor: int, order: int, memory: int, seconds: int, wanted: "tuple[str, ...]") -> NoReturn:
    try:
        parent = os.getppid()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        hardening.close_all_but(descriptor)
        sys.stdin = sys.stdout = sys.stderr = None  # re.DEBUG prints; to nobody, here
        job = runner.read_job(descriptor) if order & names.JOB else None
        space = hardening.address_space() + _SPARE_BYTES + memory
        held = hardening.lock_down(descriptor, parent, space, seconds, wanted)
        if job is None:
            os.write(descriptor, ",".join(held).encode())
        else:
            runner.Run(descriptor, job).finish()
        os._exit(0)
    except BaseException:  # noqa: BLE001 - a child never returns into the zygote's loop
        os._exit(1)


def _made_ready(order: int, folder: str) -> int:
    """Load what the order names and a child could not; return what it names."""
    if order & names.CODECS:
        for module in pkgutil.iter_modules(encodings.__path__, "encodings."):
            with suppress(ImportError):  # Windows has some of its own
                importlib.import_module(module.name)
    if order & names.EMOJI:
        with suppress(Exception):  # whatever is wrong with what is installed, the function's own import fails then
            runner.MODULES[emoji_module.NAME] = emoji_module.load(folder)
    _settle()
    return order


def _settle() -> None:
    """Keep what is loaded out of the children's garbage collection."""
    gc.collect()
    gc.freeze()


def _warm_up() -> None:
    """Load now what the standard library loads late: a child can open no file."""
    for name in _LATE:
        importlib.import_module(name)
    day = datetime.strptime("2024-02-29 Mon Jan AM", "%Y-%m-%d %a %b %p")  # noqa: DTZ007 - a date without a zone
    day.strftime("%A %B %c %x %X")
    unicodedata.normalize("NFKD", "\u00e9").encode("utf-16").decode("utf-16")
