"""The command line: its options, and the one place where errors become messages and exit codes."""

import functools
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand

from spade_core.cli.console import Output, abandon, prepare_streams, write_output
from spade_core.cli.exit_codes import CommandLineError, ExitCode
from spade_core.errors import CancelledError, LocatedError, SpadeError
from spade_core.report import in_line
from spade_core.text import word_list

_COMMANDS = {
    **{name: name for name in word_list("demo history generate evaluate select report respond label")},
    "import": "import_file",
    **{name: name for name in word_list("collect check watch export adopt demonstrations doctor trust schema")},
}
"""The commands in the order of the help, and the module of each."""
_NO_MEMORY = ("failed to map segment", "annot allocate memory", "can't start new thread")
"""What is said where a library or a thread had no room."""
_UsageError = cast(type[Exception], typer.BadParameter.__base__)
"""What is raised where the command line is wrong; Typer gives it no name."""


def _show_version(value: bool) -> None:
    if value:
        from importlib.metadata import version

        Output().out.print(f"spade {version('spade-assertions')}")
        raise typer.Exit


def _spade(
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
            write_output()
        except (KeyboardInterrupt, CancelledError):
            Output().err.print()  # behind the ^C
            Output().note("stopped; what was finished is kept")
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
        abandon(sys.stdout)
        Output().error(f"the output cannot be written: {error.strerror or error}")
        return ExitCode.INPUT
    if isinstance(error, OSError) and error.strerror:
        Output().error(f"{in_line(os.fsdecode(error.filename))}: {error.strerror}")
        return ExitCode.INPUT
    fact = f"{type(error).__name__}: {error}"
    if isinstance(error, MemoryError) or any(told in fact for told in _NO_MEMORY):
        Output().error("there is too little memory")
        return ExitCode.INPUT
    Output().error(f"a fault in spade itself: {fact}")
    Output().note("Please report it with what SPADE_DEBUG=1 adds to it.")
    return ExitCode.FAULT


def _report(error: SpadeError, *, as_json: bool) -> ExitCode:
    place: dict[str, object] = {"path": error.path, "line": error.line} if isinstance(error, LocatedError) else {}
    output = Output(as_json)
    if as_json:
        output.json({"error": {"type": type(error).__name__, "message": str(error), **place}})
    if isinstance(error, CommandLineError):
        output.error(error.fact, error.listed)
    else:
        output.error(str(error))
    return ExitCode.USAGE if isinstance(error, CommandLineError) else ExitCode.INPUT


def _not_empty(convert: Callable[..., Any]) -> Callable[..., Any]:
    def converted(value: Any, parameter: Any, context: Any) -> Any:
        if value == "":
            raise typer.BadParameter("an empty name names no file", context, parameter)
        return convert(value, parameter, context)

    return converted


class _Command(TyperCommand):
    """A command that opens its files by itself: one that cannot be read has one exit code, named or found.

    An empty name names no file; it would be the current folder.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        for parameter in self.params:
            if hasattr(parameter.type, "readable"):
                parameter.type.readable = False
                parameter.type.convert = _not_empty(parameter.type.convert)  # type: ignore[method-assign]  # of one option


def application(said: str = "") -> typer.Typer:
    """Return the command line with the command that is `said`; with all commands where it is none of them."""
    app = typer.Typer(
        name="spade",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # what lays it out with colours takes a third of the start
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_spade)
    for name in [said] if said in _COMMANDS else _COMMANDS:
        module = import_module(f"spade_core.cli.{_COMMANDS[name]}")
        command: Callable[..., int | None] = getattr(module, "import_" if name == "import" else name)
        first = (command.__doc__ or "").partition("\n\n")[0]
        app.command(name, cls=_Command, short_help=" ".join(first.split()))(_guarded(command))
    return app


def run() -> None:
    """Run the command that the command line names, and leave with its exit code."""
    prepare_streams()
    app = application(*sys.argv[1:2])
    try:
        if "--json" not in sys.argv:
            app()
        sys.exit(_code_of(app))
    except OSError as error:  # of help, version and usage, which no command writes
        sys.exit(_unforeseen(error))


def _code_of(app: typer.Typer) -> int:
    try:
        return cast(int, app(standalone_mode=False))
    except _UsageError as error:
        return _report(CommandLineError(str(error)), as_json=True)
