"""``spade collect``: what a guard gathered or another tool recorded, as examples to label."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError
from spade_core.cli.options import JsonOption, TemplateOption
from spade_core.cli.target import find_target
from spade_core.errors import ExamplesError, PromptFileError
from spade_core.report import counted

if TYPE_CHECKING:
    from spade_core.examples import Collected

_MOST_REASONS: Final = 12


def collect(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE...",
            help="JSON or JSON Lines: traces of OpenTelemetry, exports of Langfuse, LangSmith and promptfoo, examples; "
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
    from spade_core.examples import Collected, collect_runs, content_id, with_unique_ids
    from spade_core.guard import gathered_files, hide_secrets
    from spade_core.storage import add_examples, load_examples

    output = Output(as_json)
    target = find_target(into, template, output)
    sources = files or gathered_files(target.examples)
    if not sources:
        raise CommandLineError(f"no guard has gathered anything for {target.name}; name the files to collect from")
    there = load_examples(target.examples).examples
    known = {content_id(each.fields, each.prompt, each.response) for each in there}
    found = Collected()
    for source in sources:
        collect_runs(_rows(source, found), found, known=known, most=most, mask=hide_secrets)
    fresh = with_unique_ids((*there, *found.examples))[len(there) :]
    if not dry_run and fresh:
        add_examples(target.examples, fresh)
    if as_json:
        output.json(
            {
                "added": 0 if dry_run else len(fresh),
                "examples": str(target.examples),
                "found": len(fresh),
                "known": found.known,
                "left_out": dict(sorted(found.left_out.items())),
                "over": found.over,
            }
        )
        return
    _tell(found, target.name, output)


def _tell(found: "Collected", name: str, output: Output) -> None:
    for reason, count in found.left_out.most_common(_MOST_REASONS):
        output.warn(f"left out: {count} with {reason}")
    if (more := len(found.left_out) - _MOST_REASONS) > 0:
        output.warn(f"and {counted(more, 'more reason')}")
    if found.over:
        output.warn(f"{found.over} more than are wanted; --most N takes more")
    known = f"; {found.known} there already or twice" if found.known else ""
    output.out.print(f"{counted(len(found.examples), 'new example')} for {name}, to be labelled{known}")


def _rows(path: Path, into: "Collected") -> Iterator[object]:
    """Yield what a file holds: a document, its rows, or its lines; what is no JSON is counted."""
    from spade_core.regular_file import read_file
    from spade_core.text import decode

    try:
        text = decode(read_file(path), path=str(path))
    except OSError as error:
        raise ExamplesError(str(path), None, f"cannot be read: {error.strerror}") from error
    except PromptFileError as error:
        raise ExamplesError(error.path, error.line, error.fact) from error
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        lines = [line for line in text.split("\n") if line.strip()]
        if not lines or not lines[0].lstrip().startswith("{"):
            raise ExamplesError(str(path), 1, "neither JSON nor JSON Lines; `spade import` reads tables") from None
        for number, line in enumerate(lines, start=1):
            try:
                yield json.loads(line)
            except (ValueError, RecursionError):
                into.left_out[f"no JSON ({path.name}:{number})"] += 1
    else:
        yield from document if isinstance(document, list) else [document]
