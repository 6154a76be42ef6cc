"""``spade schema``: the JSON schemas of what is read and written."""

from typing import Annotated

import typer

from spade_core.cli.console import write_output
from spade_core.cli.exit_codes import CommandLineError


def schema(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Print this one; without a name they are listed.")] = "",
) -> None:
    """Print a JSON schema: of the settings, of a line of examples, of the record, or of what a command prints."""
    from spade_core.schemas import NAMES, schema_named

    if name and name not in NAMES:
        raise CommandLineError(f"no schema is called {name!r:.60}; there are {', '.join(NAMES)}")
    write_output(schema_named(name) if name else "".join(f"{each}\n" for each in NAMES))
