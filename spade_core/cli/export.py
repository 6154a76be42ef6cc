"""``spade export``: the selected assertions and the examples as files that need no spade."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError
from spade_core.cli.options import JsonOption, PromptArgument, TemplateOption
from spade_core.cli.target import find_target
from spade_core.errors import StorageError
from spade_core.export import ExportFormat
from spade_core.report import counted

_HEAD_CHARACTERS = 400


def export(
    prompt: PromptArgument = None,
    template: TemplateOption = "",
    kind: Annotated[
        ExportFormat, typer.Option("--format", "-f", help="The tool or the form; docs/exchange.md has all.")
    ] = ExportFormat.PYTHON,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="The first file; `-` for standard output.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every assertion, not the selected ones; unlabelled examples too.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that spade did not export.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write the selected assertions and the labelled examples for another tool, CI or a spreadsheet."""
    from spade_core.cli.steps import tell_problems
    from spade_core.cli.trusting import refusal_of
    from spade_core.export import exported, holds_code
    from spade_core.prompt_files import load_prompt_file, template_named
    from spade_core.storage import load_assertions, load_examples

    output = Output(as_json)
    target = find_target(prompt, template, output)
    stored, examples = load_assertions(target.files), load_examples(target.examples)
    tell_problems((*stored.problems, *examples.problems), output)
    if holds_code(kind) and (fact := refusal_of(target.prompt.parent, output)):
        raise CommandLineError(fact)
    to_stdout = str(out) == "-"
    if out is not None and not to_stdout and out.is_dir():
        raise CommandLineError(f"{out} is a folder; name a file in it")
    made = exported(
        kind,
        target.files,
        stored,
        examples.examples,
        template=template_named(load_prompt_file(target.prompt, named=target.template), target.template),
        examples_name=target.examples.name,
        everything=everything,
        name="" if out is None or to_stdout else out.name,
    )
    tell_problems(made.refused, output)
    if holds_code(kind) and not made.assertions:
        said = (
            "no assertion can be exported"
            if made.left_out or made.refused
            else "nothing is selected yet; run `spade select` first"
        )
        if not made.examples:
            raise CommandLineError(f"{target.name}: {said}")
        output.warn(f"{target.name}: {said}; the examples alone are written")
    for name in made.left_out:
        output.warn(f"{name} asks a judge and is left out: there is none outside of spade")
    for fact in made.unmapped:
        output.warn(f"left out: {fact}")
    if to_stdout:
        for file in made.files[1:]:
            output.warn(f"left out: {file.name}, for standard output takes one file")
        sys.stdout.buffer.write(made.text.encode("utf-8", "surrogateescape"))
        return
    first = out or target.files.prompt.with_name(made.name)
    texts = {first.with_name(file.name): file.text for file in made.files}
    _write(texts, force=force)
    counts = [counted(len(made.assertions), "assertion")] if made.assertions else []
    counts += [counted(made.examples, "example")] if made.examples or not counts else []
    if as_json:
        output.json(
            {
                "path": str(first),
                "files": [str(path) for path in texts],
                "format": kind.value,
                "assertions": list(made.assertions),
                "examples": made.examples,
                "left_out": list(made.left_out),
                "refused": [str(problem) for problem in made.refused],
                "unmapped": list(made.unmapped),
            }
        )
    output.note(f"{' and '.join(counts)} written to {', '.join(map(str, texts))}")
    if made.assertions:
        output.note("they run as plain Python there, in no sandbox: read them first")


def _write(texts: Mapping[Path, str], *, force: bool) -> None:
    """Write files; one that is there is overwritten only if it was exported before, or by force. None or all are."""
    from spade_core.prompt_files import is_exported
    from spade_core.storage import TextFile, read_text_file, write_text_file

    for path, text in texts.items():
        old = None if force else read_text_file(path)
        if old is not None and old.text != text and not is_exported(old.text[:_HEAD_CHARACTERS]):
            raise StorageError(str(path), None, "is there and was not exported by spade: --force overwrites it")
    for path, text in texts.items():
        write_text_file(TextFile(path, text))
