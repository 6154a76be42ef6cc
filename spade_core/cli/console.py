"""Where commands write: people read standard error and output, programs read ``--json`` on standard output."""

import io
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from spade_core.report import one_line

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.text import Text

    from spade_core.cli.json_text import LongList


def prepare_streams() -> None:
    """Let what an encoding cannot say be written as its escape; what cannot be decoded is read as U+FFFD.

    A standard input that is closed is an empty one.
    """
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - as long as the process
    for stream, errors in ((sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace"), (sys.stdin, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def abandon(stream: TextIO | None) -> None:
    """Send what is left of a stream to nowhere: Python's own flush at the end must not fail again."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def write_output(text: str = "") -> None:
    """Write a text and what is still held back; to nobody where the reader has left."""
    if sys.stdout is not None:
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except BrokenPipeError:
            abandon(sys.stdout)


@dataclass(frozen=True)
class Output:
    """The two streams of one command. What lays out lines and colours is loaded by the first that needs it."""

    as_json: bool = False
    _warned: set[str] = field(default_factory=set, init=False)

    @cached_property
    def out(self) -> "Console":
        """Where results go."""
        return _console(sys.stdout, stderr=False)

    @cached_property
    def err(self) -> "Console":
        """Where people are told things beside the results."""
        return _console(sys.stderr, stderr=True)

    def note(self, message: str) -> None:
        """Tell a person something beside the result; programs find it on standard error too."""
        self.err.print(one_line(message), style="dim")

    def warn(self, message: str) -> None:
        """Tell a person, once, of something wrong that did not stop the command."""
        if message not in self._warned:
            self._warned.add(message)
            self.err.print(one_line(f"warning: {message}"), style="yellow")

    def error(self, message: str, listed: Iterable[str] = ()) -> None:
        """Tell a person why the command failed, and a line for each that is meant."""
        self.err.print("\n".join([one_line(f"error: {message}"), *map(_listed, listed)]), style="bold red")

    def line(self, text: str) -> None:
        """Print a line as a result."""
        write_output(f"{one_line(text)}\n")

    def progress(self) -> "Progress":
        """Return a bar that a person sees while they wait."""
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        return Progress(*columns, console=self.err, transient=True, disable=not self.err.is_terminal)

    def lines(self, lines: "Iterable[Text]") -> None:
        """Print lines as a result; many at once where no person watches."""
        if self.out.is_terminal:
            for line in lines:
                self.out.print(line)
        elif text := "".join(f"{line.plain}\n" for line in lines):
            write_output(text)

    def json(self, value: Mapping[str, object], *, more: "LongList | None" = None) -> None:
        """Write the result for a program: one JSON object, keys sorted; `more` is its last entry."""
        from spade_core.cli.json_text import json_of

        if more is None:
            write_output(f"{json_of(value)}\n")
            return
        head = json_of({**value, more.name: []}).removesuffix("]\n}")
        write_output(head)
        for portion in more.portions():
            write_output(portion)
        write_output("]\n}\n")


def _console(stream: TextIO | None, *, stderr: bool) -> "Console":
    from spade_core.cli.plain_console import console_on

    return console_on(stream, stderr=stderr)


def _listed(name: str) -> str:
    return f"  - {one_line(name)}"
