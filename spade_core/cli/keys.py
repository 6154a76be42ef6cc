"""Single keys from the terminal."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer


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
        yield lambda: os.read(descriptor, 1).decode("latin-1") or "\x04"
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
