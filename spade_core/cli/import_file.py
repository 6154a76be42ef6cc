"""``spade import``: labelled responses that another tool has, added to the examples file."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spade_core.cli.console import Output
from spade_core.cli.errors import CommandLineError
from spade_core.cli.options import JsonOption, TemplateOption
from spade_core.cli.target import CommandTarget, find_target
from spade_core.report import counted

if TYPE_CHECKING:
    from spade_core.examples import ColumnMapping, Import, Label, Table

FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="JSON Lines, JSON or CSV: a spreadsheet, or what another tool exports.")
]
IntoOption = Annotated[
    Path | None,
    typer.Option("--into", "-p", metavar="PROMPT", help="The prompt that they answer; by default the only one."),
]
_MOST_PROBLEMS = 20
_MOST_COLUMNS = 12


def import_(
    file: FileArgument,
    into: IntoOption = None,
    template: TemplateOption = "",
    response: Annotated[str, typer.Option("--response", metavar="COLUMN", help="Holds the responses.")] = "",
    label: Annotated[
        str | None, typer.Option("--label", metavar="COLUMN", help="Holds the labels; empty for none.")
    ] = None,
    field: Annotated[
        list[str] | None, typer.Option("--field", metavar="NAME=COLUMN", help="Holds an input; may be repeated.")
    ] = None,
    good: Annotated[
        list[str] | None, typer.Option("--good", metavar="WORD", help="A label that says good; may be repeated.")
    ] = None,
    bad: Annotated[
        list[str] | None, typer.Option("--bad", metavar="WORD", help="A label that says bad; may be repeated.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be added, and write nothing.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Add the labelled responses in a file of another tool to the examples; those there already may get a label."""
    from spade_core.examples import import_rows
    from spade_core.storage import add_examples, load_examples

    output = Output(as_json)
    target = find_target(into, template, output)
    table = _table(file)
    mapping = _mapping(table, target, response, label, field or [], _meanings(good or [], bad or []))
    found = import_rows(table, mapping, load_examples(target.examples).examples)
    _tell(table, mapping, found, target, output)
    wanted = not found.is_empty and not dry_run and (yes or _asked(output))
    if wanted:
        add_examples(target.examples, found.examples, filled=found.filled)
        output.note(f"written to {target.examples}")
    if as_json:
        output.json(import_json(mapping, found, target, applied=wanted))


def import_json(
    mapping: "ColumnMapping", found: "Import", target: CommandTarget, *, applied: bool
) -> dict[str, object]:
    """Return the result for a program."""
    from spade_core.examples import Label

    return {
        "applied": applied,
        "bad": found.count(Label.BAD),
        "columns": {
            "fields": dict(mapping.fields),
            "id": mapping.id,
            "label": mapping.label,
            "prompt": mapping.prompt,
            "response": mapping.response,
        },
        "duplicates": found.duplicates,
        "examples": str(target.examples),
        "filled": {example.id: example.label for example in found.filled},
        "good": found.count(Label.GOOD),
        "new": len(found.examples),
        "problems": [str(problem) for problem in found.problems],
        "repeats": found.repeats,
        "unlabelled": found.count(None),
    }


def _table(file: Path) -> "Table":
    from spade_core.errors import ExamplesError, PromptFileError
    from spade_core.examples import read_table
    from spade_core.regular_file import read_file
    from spade_core.text import decode

    try:
        data = file.read_bytes() if file.is_fifo() else read_file(file)
        return read_table(decode(data, path=str(file)), str(file))
    except OSError as error:
        raise ExamplesError(str(file), None, f"cannot be read: {error.strerror}") from error
    except PromptFileError as error:
        raise ExamplesError(error.path, error.line, error.fact) from error


def _meanings(good: list[str], bad: list[str]) -> dict[str, "Label | None"]:
    from spade_core.examples import Label

    if both := sorted({*good} & {*bad}):
        raise CommandLineError(f'"{both[0]}" cannot say both good and bad')
    return {**dict.fromkeys(good, Label.GOOD), **dict.fromkeys(bad, Label.BAD)}


def _mapping(
    table: "Table",
    target: CommandTarget,
    response: str,
    label: str | None,
    fields: list[str],
    meanings: "dict[str, Label | None]",
) -> "ColumnMapping":
    """Return what the person said, and a guess for the rest."""
    from spade_core.errors import SettingsError
    from spade_core.examples import chosen_mapping
    from spade_core.prompt_files import load_prompt_file, template_named

    template = template_named(load_prompt_file(target.prompt, named=target.template), target.template)
    names = [placeholder.name for placeholder in template.placeholders]
    said = dict(_pair(each) for each in fields) or None
    try:
        return chosen_mapping(table, names, response=response or None, label=label, fields=said, meanings=meanings)
    except SettingsError as error:
        raise CommandLineError(str(error)) from error


def _pair(text: str) -> tuple[str, str]:
    name, equals, column = text.partition("=")
    if not (name and equals and column):
        raise CommandLineError(f'--field wants NAME=COLUMN, not "{text}"')
    return name, column


def _tell(table: "Table", mapping: "ColumnMapping", found: "Import", target: CommandTarget, output: Output) -> None:
    from spade_core.examples import Label, other_columns

    kept, left_out = other_columns(table, mapping)
    output.note(f'responses from "{mapping.response}"')
    if mapping.label is not None:
        _tell_labels(table, mapping, output)
    elif mapping.default_label is not None:
        output.note(
            f'no labels; "{mapping.response}" is what was wanted, so every row counts as {mapping.default_label}'
        )
    else:
        offer = "; where a column holds them, say --label COLUMN" if kept or left_out else ""
        output.note(f"no labels: `spade label` asks for them{offer}")
    for name, column in mapping.fields.items():
        output.note(f'field {name} from "{column}"')
    if kept:
        output.note(f"kept as keys beside them: {_listed(kept)}")
    if left_out:
        output.note(f"left out, because those keys have a meaning of their own: {_listed(left_out)}")
    for problem in found.problems[:_MOST_PROBLEMS]:
        output.warn(str(problem))
    if (more := len(found.problems) - _MOST_PROBLEMS) > 0:
        output.warn(f"and {more} more")
    counts = f"{found.count(Label.GOOD)} good, {found.count(Label.BAD)} bad, {found.count(None)} unlabelled"
    there = f"{found.duplicates} {'is' if found.duplicates == 1 else 'are'} there already"
    repeated = f", {counted(found.repeats, 'row')} repeated" if found.repeats else ""
    line = f"{counted(len(found.examples), 'new example')} for {target.name} ({counts}); {there}{repeated}"
    if found.filled:
        line += f"; {_filled(found)}"
    if output.as_json:
        output.note(line)
    else:
        output.out.print(line)


def _tell_labels(table: "Table", mapping: "ColumnMapping", output: Output) -> None:
    """Tell what the words in the column of the labels count as, and how to say it of those that are not known."""
    from spade_core.examples import known_words, label_words

    words = label_words(table, mapping)
    said = [f'"{each.word:.40}" is {each.label}' for each in words if each.label is not None][:_MOST_COLUMNS]
    output.note(f'labels from "{mapping.label}"{": " if said else ""}{", ".join(said)}')
    if unknown := [each for each in words if not each.is_known]:
        listed = ", ".join(f'"{each.word:.40}" ({counted(each.rows, "row")})' for each in unknown[:_MOST_COLUMNS])
        output.warn(f"labels that are not known: {listed}; say --good WORD or --bad WORD (known are {known_words()})")


def _filled(found: "Import") -> str:
    good = sum(example.label == "good" for example in found.filled)
    count, verb = counted(len(found.filled), "example"), "gets" if len(found.filled) == 1 else "get"
    return f"{count} there without a label {verb} one ({good} good, {len(found.filled) - good} bad)"


def _listed(columns: tuple[str, ...]) -> str:
    more = len(columns) - _MOST_COLUMNS
    return ", ".join(f'"{column}"' for column in columns[:_MOST_COLUMNS]) + (f" and {more} more" if more > 0 else "")


def _asked(output: Output) -> bool:
    """Return whether the person wants them."""
    if not sys.stdin.isatty():
        raise CommandLineError("nothing was added: say --yes, or --dry-run only to look")
    output.err.print("Write that? [y/N] ", end="")
    return sys.stdin.readline().strip().lower() in {"y", "yes"}
