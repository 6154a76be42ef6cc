"""``spade demo``: the whole chain on the bundled example, offline."""

import tempfile
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError, ExitCode
from spade_core.cli.options import JsonOption
from spade_core.cli.target import find_target


def demo(
    folder: Annotated[
        Path | None, typer.Argument(metavar="FOLDER", help="Where to put the example; by default a temporary folder.")
    ] = None,
    catalogue: Annotated[
        bool, typer.Option("--catalogue", help="Another example: a prompt that names one value of a set.")
    ] = False,
    context: Annotated[
        bool, typer.Option("--context", help="Another example: a prompt that answers from retrieved passages.")
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """Run the main job on a movie-recommendation prompt with seven versions and labelled responses."""
    from spade_core import pipeline
    from spade_core.cli.running import open_sandbox
    from spade_core.cli.steps import make_report, read_inputs
    from spade_core.demo import TEA_CHOICE, VISITOR_ANSWER, replay_demo
    from spade_core.report import print_report, report_json, write_html

    if catalogue and context:
        raise CommandLineError("--catalogue and --context are two examples; say one")
    output = Output(as_json)
    place = folder or Path(tempfile.mkdtemp(prefix="spade-demo-"))
    other = TEA_CHOICE if catalogue else VISITOR_ANSWER if context else None
    workspace = replay_demo(place, demo=other)
    target = find_target(workspace.prompt, "", output)
    inputs = read_inputs(target, output)
    with open_sandbox(output, target.settings) as sandbox:
        made = make_report(target, inputs, target.settings.request, output, sandbox=sandbox, whole=True)
    pipeline.remember(target.files, made, target.settings.request)
    html = target.files.report
    write_html(made, html)
    if as_json:
        output.json({**report_json(made), "folder": str(place), "html": str(html)})
    else:
        print_report(made, output.out)
    output.note(f"the example is in {place}: a git repository to play with (`cd {quote(str(place))} && spade history`)")
    output.note(f"the report is in {html}")
    return ExitCode.OK if made.selection.feasible else ExitCode.INFEASIBLE
