"""``spade export``: the selected assertions as Python that needs no spade, the examples as a table."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from spade_core.cli.console import Output
from spade_core.cli.errors import CommandLineError
from spade_core.cli.options import JsonOption, PromptArgument, TemplateOption
from spade_core.cli.target import find_target
from spade_core.errors import StorageError
from spade_core.export import ExportFormat

_HEAD_CHARACTERS = 400


def export(
    prompt: PromptArgument = None,
    template: TemplateOption = "",
    kind: Annotated[
        ExportFormat, typer.Option("--format", "-f", help="python, pytest or promptfoo: the assertions; csv: examples.")
    ] = ExportFormat.PYTHON,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to write; `-` for standard output.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every assertion, not the selected ones; with csv, unlabelled examples too.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that spade did not export.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write the selected assertions for CI or promptfoo, or the labelled examples for a spreadsheet."""
    from spade_core.cli.steps import tell_problems
    from spade_core.cli.trusting import refusal_of
    from spade_core.export import exported
    from spade_core.storage import load_assertions, load_examples

    output = Output(as_json)
    target = find_target(prompt, template, output)
    stored, examples = load_assertions(target.files), load_examples(target.examples)
    tell_problems((*stored.problems, *examples.problems), output)
    if kind is not ExportFormat.CSV and (fact := refusal_of(target.prompt.parent, output)):
        raise CommandLineError(fact)
    made = exported(
        kind, target.files, stored, examples.examples, examples_name=target.examples.name, everything=everything
    )
    if kind is not ExportFormat.CSV and not made.assertions:
        tell_problems(made.refused, output)
        said = (
            "no assertion can be exported"
            if made.left_out or made.refused
            else "nothing is selected yet; run `spade select` first"
        )
        raise CommandLineError(f"{target.name}: {said}")
    tell_problems(made.refused, output)
    for name in made.left_out:
        output.warn(f"{name} asks a judge and is left out: there is none outside of spade")
    if out is not None and str(out) == "-":
        sys.stdout.buffer.write(made.text.encode("utf-8", "surrogateescape"))
        return
    path = out or target.files.prompt.with_name(made.name)
    _write(path, made.text, force=force)
    what = f"{made.examples} examples" if kind is ExportFormat.CSV else f"{len(made.assertions)} assertions"
    if as_json:
        counts = {"assertions": list(made.assertions), "examples": made.examples, "left_out": list(made.left_out)}
        refused = [str(problem) for problem in made.refused]
        output.json({"path": str(path), "format": kind.value, **counts, "refused": refused})
    output.note(f"{what} written to {path}")
    if kind is not ExportFormat.CSV:
        output.note("they run as plain Python there, in no sandbox: read them first")


def _write(path: Path, text: str, *, force: bool) -> None:
    """Write a file; one that is there is overwritten only if it was exported before, or by force.

    Raises:
        StorageError: it cannot be written, or is somebody's own.
    """
    from spade_core.export import MARK
    from spade_core.storage import TextFile, read_text_file, write_text_file

    old = read_text_file(path)
    if old is not None and not force and old.text != text and MARK not in old.text[:_HEAD_CHARACTERS].split("\n")[0]:
        raise StorageError(str(path), None, "is there and was not exported by spade: --force overwrites it")
    write_text_file(TextFile(path, text))
