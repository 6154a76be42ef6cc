"""``spade history``: the versions of a prompt and what each edit was about; or a table of the prompts."""

from pathlib import Path
from typing import Annotated

import typer

from spade_core.cli.options import JsonOption, TemplateOption

HistoryArgument = Annotated[
    Path | None,
    typer.Argument(
        metavar="PROMPT",
        help="A prompt: file, file.py:NAME or file.yaml#key. Or a folder, or a file of several: which are there.",
    ),
]
FilterOption = Annotated[
    str,
    typer.Option("--filter", "-f", metavar="TEXT", help="Of several prompts, those whose name or text has this in it."),
]
LimitOption = Annotated[int, typer.Option("--limit", "-n", min=1, help="How many prompts a page of the table has.")]
PageOption = Annotated[int, typer.Option("--page", "-p", min=1, help="Which page of the table is shown.")]
WhyOption = Annotated[bool, typer.Option("--why", help="Why the texts there are taken for prompts, or are not.")]


def history(
    prompt: HistoryArgument = None,
    template: TemplateOption = "",
    wanted: FilterOption = "",
    limit: LimitOption = 40,
    page: PageOption = 1,
    why: WhyOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show a prompt's versions, the sentences each added and removed, and their categories.

    Without a PROMPT, or with a folder or a file: a table of the prompts there, as soon as there are several.
    """
    from spade_core.cli.listing import show_history

    show_history(prompt, template, wanted, limit=limit, page=page, why=why, as_json=as_json)
