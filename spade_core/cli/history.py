"""``spade history``: the versions of a prompt and what each edit was about; or a table of the prompts."""

from itertools import chain, islice
from pathlib import Path
from typing import Annotated

import typer

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError
from spade_core.cli.options import JsonOption, TemplateOption
from spade_core.cli.target import find_target

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
    from spade_core.cli.listing import explain, listed, show_table

    output = Output(as_json)
    if why:
        explain(prompt, template, wanted, output)
        return
    if prompt is None or prompt.is_dir() or (prompt.is_file() and not template):
        found = listed(prompt or Path(), template, wanted, output)
        first = list(islice(found, 2))
        if len(first) > 1:
            show_table(chain(first, found), limit=limit, page=page, output=output)
            return
        if first:
            prompt, template = Path(first[0].path), first[0].template
        elif wanted:
            raise CommandLineError(f"no prompt here has {wanted!r} in its name or its text")
    from spade_core.pipeline import classified
    from spade_core.report import history_json, history_lines

    target = find_target(prompt, template, output, may_have_orphans=True)
    versions, classifications = classified(target.prompt, template=target.template)
    if as_json:
        output.json(history_json(versions, classifications))
    else:
        output.lines(history_lines(versions, classifications))
