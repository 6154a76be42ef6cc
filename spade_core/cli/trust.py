"""``spade trust``: let a repository call models by its settings and have its functions exported."""

import os
from pathlib import Path
from typing import Annotated

import typer

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError
from spade_core.cli.options import JsonOption


def trust(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder in the repository.")] = Path(),
    revoke: Annotated[bool, typer.Option("--revoke", help="Take that back.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Trust a repository: models are called by its settings, at its prices, and its functions exported as Python.

    Before that no command calls a model for it. What it holds is read, and runs in the sandbox, either way.
    """
    from spade_core.models import distrust_repository, is_trusted, repository_of, trust_repository

    output = Output(as_json)
    if not folder.is_dir():
        raise CommandLineError(f"{folder}: there is no such folder")
    repository = repository_of(folder)
    if revoke:
        known = distrust_repository(folder, os.environ)
        output.note(f"{'no longer trusted' if known else 'was not trusted'}: {repository}")
        if is_trusted(folder, os.environ):
            output.warn("it still is, by SPADE_TRUSTED_FOLDERS")
    else:
        output.note(f"trusted: {trust_repository(folder, os.environ)}")
    if as_json:
        output.json({"repository": str(repository), "trusted": is_trusted(folder, os.environ)})
