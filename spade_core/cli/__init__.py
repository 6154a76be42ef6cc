"""The command ``spade``: each command reads its arguments, calls the pipeline, and shows what came back.

What stands in the way is raised, as an error of `spade_core.errors` or a CommandLineError; `app` alone tells of it.
"""

import gc
import os


def main() -> None:
    """Run the command and leave with its exit code; Ctrl-C while it still starts leaves quietly, too."""
    _fill_standard_streams()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a thread a core takes memory before it is used
    gc.set_threshold(50_000, 20, 20)  # what is made while it starts, and rows of a table, are nearly all kept
    try:
        from spade_core.cli.app import run

        run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None


def _fill_standard_streams() -> None:
    """Open what the caller closed of input, output and errors, or the next file opened would be taken for it."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


__all__ = ["main"]
