"""The command line as Typer reads it: its commands, their options and their help."""

from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand

from spade_core.cli.app import guarded, tell
from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError
from spade_core.text import word_list

_COMMANDS = {
    **{name: name for name in word_list("demo history generate evaluate select report respond label")},
    "import": "import_file",
    **{name: name for name in word_list("collect check watch export adopt demonstrations doctor trust schema")},
}
"""The commands in the order of the help, and the module of each."""
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
        app.command(name, cls=_Command, short_help=" ".join(first.split()))(guarded(command))
    return app


def code_of(said: list[str]) -> int:
    """Run a command line and return its exit code; what is wrong with it is told as JSON where it says so."""
    app = application(*said[:1])
    if "--json" not in said:
        app()
    try:
        return cast(int, app(standalone_mode=False))
    except _UsageError as error:
        return tell(CommandLineError(str(error)), as_json=True)
