"""``spade collect``: what a guard gathered or another tool recorded, as examples to label."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError
from spade_core.cli.options import JsonOption, TemplateOption
from spade_core.cli.target import find_answered
from spade_core.report import counted

if TYPE_CHECKING:
    from spade_core.examples import Collected

_MOST_REASONS: Final = 12


def collect(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE...",
            help="JSON, JSON Lines or Parquet: what OpenTelemetry, Langfuse, LangSmith and promptfoo export, examples; "
            "by default what a guard gathered beside the prompt.",
        ),
    ] = None,
    into: Annotated[Path | None, typer.Option("--into", "-p", metavar="PROMPT", help="The prompt they are of.")] = None,
    template: TemplateOption = "",
    most: Annotated[int, typer.Option("--most", min=1, metavar="N", help="Add no more than N.")] = 1000,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be added, and write nothing.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Add recorded responses to the examples, unlabelled, none twice; what looks like a secret is masked."""
    from spade_core.application import recorded_in
    from spade_core.examples import Collected, collect_runs, content_id
    from spade_core.guard import gathered_files, hide_secrets
    from spade_core.storage import add_unknown_examples, load_examples

    output = Output(as_json)
    target = find_answered(into, template, output, option="--into")
    sources = files or gathered_files(target.examples)
    if not sources:
        raise CommandLineError(f"no guard has gathered anything for {target.name}; name the files to collect from")
    there = load_examples(target.examples).examples
    known = {content_id(each.fields, each.prompt, each.response) for each in there}
    found = Collected()
    for source in sources:
        collect_runs(recorded_in(source, found), found, known=known, most=most, mask=hide_secrets)
    count = len(found.examples)
    if not dry_run and found.examples:
        count = len(add_unknown_examples(target.examples, found.examples))
        found.known += len(found.examples) - count  # another process has added these meanwhile
    if as_json:
        output.json(
            {
                "added": 0 if dry_run else count,
                "examples": str(target.examples),
                "found": count,
                "known": found.known,
                "left_out": dict(sorted(found.left_out.items())),
                "over": found.over,
            }
        )
        return
    _tell(found, count, target.name, output)


def _tell(found: "Collected", count: int, name: str, output: Output) -> None:
    for reason, times in found.left_out.most_common(_MOST_REASONS):
        output.warn(f"left out: {times} with {reason}")
    if (more := len(found.left_out) - _MOST_REASONS) > 0:
        output.warn(f"and {counted(more, 'more reason')}")
    if found.over:
        output.warn(f"{found.over} more than are wanted; --most N takes more")
    known = f"; {found.known} there already or twice" if found.known else ""
    output.line(f"{counted(count, 'new example')} for {name}, to be labelled{known}")
