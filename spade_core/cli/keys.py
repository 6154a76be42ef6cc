"""Single keys from the terminal."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import typer

_ESCAPE_SECONDS: Final = 0.05
"""A terminal sends the rest of a key's sequence at once; a person is never that quick."""
_PARAMETERS: Final = frozenset(bytes([code]) for code in b"0123456789;:<=>?")


@contextmanager
def reading_keys() -> Iterator[Callable[[], str]]:
    r"""Yield a function that waits for one key and returns its character.

    The terminal stays in its key-by-key mode in between, so that keys typed ahead are not lost; Ctrl-C still
    interrupts. The end of the input comes as ``\x04``.
    """
    if sys.platform == "win32":
        yield typer.getchar
        return
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor, termios.TCSADRAIN)
    try:
        yield lambda: _key(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _key(descriptor: int) -> str:
    """Return one key; an arrow or a function key, which comes as an escape and more, is one key without a meaning."""
    import select

    key = os.read(descriptor, 1).decode("latin-1") or "\x04"
    if key != "\x1b" or not select.select([descriptor], [], [], _ESCAPE_SECONDS)[0]:
        return key
    introducer = os.read(descriptor, 1)
    if introducer in {b"[", b"O"}:
        while os.read(descriptor, 1) in _PARAMETERS:
            pass
    return ""
