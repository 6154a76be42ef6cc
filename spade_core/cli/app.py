"""The command line: its options, and the one place where errors become messages and exit codes."""

import functools
import os
import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated

import typer

from spade_core.cli.check import check
from spade_core.cli.console import Output
from spade_core.cli.demo import demo
from spade_core.cli.demonstrations import demonstrations
from spade_core.cli.doctor import doctor
from spade_core.cli.errors import CommandLineError
from spade_core.cli.evaluate import evaluate
from spade_core.cli.exit_codes import ExitCode
from spade_core.cli.export import export
from spade_core.cli.generate import generate
from spade_core.cli.history import history
from spade_core.cli.import_file import import_
from spade_core.cli.label import label
from spade_core.cli.report import report
from spade_core.cli.respond import respond
from spade_core.cli.select import select
from spade_core.errors import CancelledError, InfeasibleError, LocatedError, SpadeError

_COMMANDS: tuple[Callable[..., int | None], ...] = (
    demo,
    history,
    generate,
    evaluate,
    select,
    report,
    respond,
    label,
    import_,
    check,
    export,
    demonstrations,
    doctor,
)
"""In the order of the help."""

app = typer.Typer(
    name="spade",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(value: bool) -> None:
    if value:
        Output().out.print(f"spade {version('spade-assertions')}")
        raise typer.Exit


@app.callback()
def spade(
    *,
    show_version: Annotated[
        bool, typer.Option("--version", help="Show the version and leave.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Assertions for LLM prompts, mined from the prompt's git history."""


def _guarded(command: Callable[..., int | None]) -> Callable[..., None]:
    """Return the command with its errors as messages, and what it returns as the exit code."""

    @functools.wraps(command)
    def run(*args: object, **kwargs: object) -> None:
        try:
            code = command(*args, **kwargs) or ExitCode.OK
            if sys.stdout is not None:
                sys.stdout.flush()
        except BrokenPipeError:
            # A pipe that is closed early ("spade history | head") is the reader's right, not an error.
            _abandon_output()
            code = ExitCode.OK
        except (KeyboardInterrupt, CancelledError):
            Output().note("\nstopped; what was finished is kept")
            code = ExitCode.INTERRUPTED
        except SpadeError as error:
            code = _report(error, as_json=kwargs.get("as_json") is True)
        except Exception as error:
            if os.environ.get("SPADE_DEBUG"):
                raise
            code = _unforeseen(error)
        raise typer.Exit(int(code))

    return run


def _unforeseen(error: Exception) -> ExitCode:
    if isinstance(error, OSError) and error.filename is None:
        _abandon_output()
        Output().error(f"the output cannot be written: {error.strerror or error}")
        return ExitCode.INPUT
    fact = f"{type(error).__name__}: {error}"
    Output().error(f"a fault in spade itself: {fact}\nPlease report it with what SPADE_DEBUG=1 adds to it.")
    return ExitCode.FAULT


def _abandon_output() -> None:
    """Send what is left of standard output to nowhere, so that Python's own flush at the end does not fail again."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report(error: SpadeError, *, as_json: bool) -> ExitCode:
    output = Output(as_json)
    if as_json:
        place = {"path": error.path, "line": error.line} if isinstance(error, LocatedError) else {}
        output.json({"error": {"type": type(error).__name__, "message": str(error), **place}})
    output.error(str(error))
    if isinstance(error, CommandLineError):
        return ExitCode.USAGE
    return ExitCode.INFEASIBLE if isinstance(error, InfeasibleError) else ExitCode.INPUT


for _command in _COMMANDS:
    app.command(_command.__name__.rstrip("_"))(_guarded(_command))
