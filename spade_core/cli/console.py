"""Where commands write: people read standard error and output, programs read ``--json`` on standard output."""

import io
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TextIO

from rich.console import Console

from spade_core.report.visible import visible


class _PipedConsole(Console):
    """A console whose closed pipe is an error for the command to handle, and not the exit code 1."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def _console(stream: TextIO | None, *, stderr: bool) -> Console:
    """Return a console on a stream; on nothing, where the caller has closed it."""
    if stream is None:
        return Console(file=io.StringIO(), highlight=False)
    # What goes into a file or a pipe is not folded to a width that nobody sees; a width of 0 would show nothing.
    width = 80 if os.environ.get("COLUMNS") == "0" else None
    return _PipedConsole(stderr=stderr, highlight=False, soft_wrap=not stream.isatty(), width=width)


def _stdout() -> Console:
    return _console(sys.stdout, stderr=False)


def _stderr() -> Console:
    return _console(sys.stderr, stderr=True)


@dataclass(frozen=True, slots=True)
class Output:
    """The two streams of one command."""

    as_json: bool = False
    out: Console = field(default_factory=_stdout)
    err: Console = field(default_factory=_stderr)

    def note(self, message: str) -> None:
        """Tell a person something beside the result; programs find it on standard error too."""
        self.err.print(visible(message), style="dim", markup=False)

    def warn(self, message: str) -> None:
        """Tell a person of something wrong that did not stop the command."""
        self.err.print(visible(f"warning: {message}"), style="yellow", markup=False)

    def error(self, message: str) -> None:
        """Tell a person why the command failed."""
        self.err.print(visible(f"error: {message}"), style="bold red", markup=False)

    def json(self, value: Mapping[str, object]) -> None:
        """Write the result for a program: one JSON object, keys sorted."""
        text = json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True)
        # A lone surrogate in a prompt or a response cannot be encoded: write it as its JSON escape.
        escaped = "".join(f"\\u{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c for c in text)
        if sys.stdout is not None:
            sys.stdout.write(escaped + "\n")
            sys.stdout.flush()
