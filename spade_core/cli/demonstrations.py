"""``spade demonstrations``: what this user's store of accepted assertions holds, and how to make it forget."""

import os
from pathlib import Path
from typing import Annotated

import typer

from spade_core.cli.console import Output
from spade_core.cli.options import JsonOption
from spade_core.report import counted


def demonstrations(
    forget_project: Annotated[
        bool, typer.Option("--forget-project", help="Forget what came from the project in the current folder.")
    ] = False,
    keep: Annotated[int | None, typer.Option("--keep", min=0, metavar="N", help="Forget all but the newest N.")] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Forget everything.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show or prune the assertions that are shown to models as demonstrations, across your projects.

    A project with `demonstrations = false` in its settings adds none.
    """
    from spade_core.settings import load_settings
    from spade_core.synthesis import DemonstrationStore, demonstrations_file

    output = Output(as_json)
    forgotten = 0
    with DemonstrationStore(demonstrations_file(os.environ)) as store:
        if clear:
            forgotten += store.clear()
        if forget_project:
            forgotten += store.forget_project(load_settings(Path()).folder)
        if keep is not None:
            forgotten += store.prune(most=keep)
        kept = store.all()
    if as_json:
        items = [{"criterion": each.criterion, "code": each.code, "project": each.project} for each in kept]
        output.json({"forgotten": forgotten, "demonstrations": items})
        return
    for each in kept:
        output.line(each.criterion)
    output.note(f"{counted(len(kept), 'demonstration')} in {store.path}; {forgotten} forgotten")
