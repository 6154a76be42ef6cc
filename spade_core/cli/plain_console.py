"""The console of people: text as it is, laid out and in colours."""

import io
import os
import sys
from collections.abc import Iterable
from typing import Any, TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from spade_core.cli.console import abandon
from spade_core.report import visible


class _PlainConsole(Console):
    """A console that shows text as it is, whoever wrote it: nothing in it is markup, or steers the terminal.

    Its reader may close the pipe early (``spade history | head``): the command goes on to its end.
    """

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield what is printed, with a code for each character that would steer."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        abandon(sys.stderr if self.stderr else sys.stdout)

    def print(self, *objects: Any, **options: Any) -> None:
        """Print; what a person cannot be told does not change what the command comes to."""
        try:
            super().print(*objects, **options)
        except OSError:
            if not self.stderr:
                raise
            abandon(sys.stderr)


def console_on(stream: TextIO | None, *, stderr: bool) -> Console:
    """Return a console on a stream; on nothing, where the caller has closed it."""
    if stream is None:
        return Console(file=io.StringIO(), highlight=False)
    # What goes into a file or a pipe is not folded to a width that nobody sees; a width of 0 would show nothing.
    width = 80 if os.environ.get("COLUMNS") == "0" else None
    return _PlainConsole(
        stderr=stderr, markup=False, emoji=False, highlight=False, soft_wrap=not stream.isatty(), width=width
    )
