"""Runs what the command line says: the one place where errors become messages and exit codes."""

import functools
import os
import sys
from collections.abc import Callable
from pathlib import Path

from spade_core.cli.console import Output, abandon, prepare_streams, write_output
from spade_core.cli.exit_codes import CommandLineError, ExitCode
from spade_core.errors import CancelledError, LocatedError, SpadeError
from spade_core.report import in_line

_NO_MEMORY = ("failed to map segment", "annot allocate memory", "can't start new thread")
"""What is said where a library or a thread had no room."""


def guarded(command: Callable[..., int | None]) -> Callable[..., None]:
    """Return the command with its errors as messages, and what it returns as the exit code."""

    @functools.wraps(command)
    def run(*args: object, **kwargs: object) -> None:
        try:
            code = command(*args, **kwargs) or ExitCode.OK
            write_output()
        except (KeyboardInterrupt, CancelledError):
            Output().err.print()  # behind the ^C
            Output().note("stopped; what was finished is kept")
            code = ExitCode.INTERRUPTED
        except SpadeError as error:
            code = tell(error, as_json=kwargs.get("as_json") is True)
        except Exception as error:
            if os.environ.get("SPADE_DEBUG"):
                raise
            code = tell_unforeseen(error, as_json=kwargs.get("as_json") is True)
        raise SystemExit(int(code))

    return run


def tell_unforeseen(error: Exception, *, as_json: bool = False) -> ExitCode:
    """Tell of what no error of ours says, and return the exit code."""
    said, code = _unforeseen(error)
    if isinstance(error, OSError) and error.filename is None and not _is_folder_gone():
        abandon(sys.stdout)
    elif as_json:
        Output(as_json).json({"error": {"type": type(error).__name__, "message": said}})
    Output().error(said)
    if code is ExitCode.FAULT:
        Output().note("Please report it with what SPADE_DEBUG=1 adds to it.")
    return code


def _unforeseen(error: Exception) -> tuple[str, ExitCode]:
    if isinstance(error, OSError) and error.filename is None:
        if _is_folder_gone():
            return "the current folder is gone", ExitCode.INPUT
        return f"the output cannot be written: {error.strerror or error}", ExitCode.INPUT
    if isinstance(error, OSError) and error.strerror:
        return f"{in_line(os.fsdecode(error.filename))}: {error.strerror}", ExitCode.INPUT
    fact = f"{type(error).__name__}: {error}"
    if isinstance(error, MemoryError) or any(told in fact for told in _NO_MEMORY):
        return "there is too little memory", ExitCode.INPUT
    return f"a fault in spade itself: {fact}", ExitCode.FAULT


def _is_folder_gone() -> bool:
    try:
        Path.cwd()
    except OSError:
        return True
    return False


def tell(error: SpadeError, *, as_json: bool) -> ExitCode:
    """Tell of an error, and return the exit code."""
    place: dict[str, object] = {"path": error.path, "line": error.line} if isinstance(error, LocatedError) else {}
    output = Output(as_json)
    if as_json:
        output.json({"error": {"type": type(error).__name__, "message": str(error), **place}})
    if isinstance(error, CommandLineError):
        output.error(error.fact, error.listed)
    else:
        output.error(str(error))
    return ExitCode.USAGE if isinstance(error, CommandLineError) else ExitCode.INPUT


def run() -> None:
    """Run the command that the command line names, and leave with its exit code."""
    prepare_streams()
    if sys.argv[1:] == ["history"]:  # what reads a command line takes longer to load than the first prompts to find
        from spade_core.cli.listing import show_history

        guarded(show_history)()
    from spade_core.cli.command_line import code_of

    try:
        sys.exit(code_of(sys.argv[1:]))
    except OSError as error:  # of help, version and usage, which no command writes
        sys.exit(tell_unforeseen(error, as_json="--json" in sys.argv))
