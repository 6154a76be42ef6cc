"""The command line: its options, and the one place where errors become messages and exit codes."""

import os
import sys
from typing import NoReturn

import click
import typer

from spade_core.cli.check import check
from spade_core.cli.console import Output
from spade_core.cli.demo import demo
from spade_core.cli.doctor import doctor
from spade_core.cli.evaluate import evaluate
from spade_core.cli.exit_codes import ExitCode
from spade_core.cli.generate import generate
from spade_core.cli.history import history
from spade_core.cli.label import label
from spade_core.cli.report import report
from spade_core.cli.select import select
from spade_core.errors import CancelledError, InfeasibleError, LocatedError, SpadeError

_COMMANDS = (demo, history, generate, evaluate, select, report, label, check, doctor)
"""In the order of the help."""

app = typer.Typer(
    name="spade",
    help="Assertions for LLM prompts, mined from the prompt's git history.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


for _command in _COMMANDS:
    app.command()(_command)


def main() -> NoReturn:
    """Run the command and leave with its exit code."""
    # A pipe that is closed early ("spade history | head") is the reader's right, not an error.
    try:
        code = _run()
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = ExitCode.OK
    sys.exit(code)


def _run() -> int:
    try:
        result = app(standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return ExitCode.USAGE
    except (KeyboardInterrupt, click.Abort, CancelledError):
        Output().note("\nstopped; what was finished is kept")
        return ExitCode.INTERRUPTED
    except SpadeError as error:
        return _report(error)
    return result if isinstance(result, int) else ExitCode.OK


def _report(error: SpadeError) -> ExitCode:
    output = Output(as_json="--json" in sys.argv)
    if output.as_json:
        place = {"path": error.path, "line": error.line} if isinstance(error, LocatedError) else {}
        output.json({"error": {"type": type(error).__name__, "message": str(error), **place}})
    output.err.print(f"error: {error}", style="bold red", markup=False)
    return ExitCode.INFEASIBLE if isinstance(error, InfeasibleError) else ExitCode.INPUT
