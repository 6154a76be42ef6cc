"""``spade import``: labelled responses and assertions that another tool has, added to the files beside a prompt."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spade_core.cli.console import Output
from spade_core.cli.exit_codes import CommandLineError
from spade_core.cli.options import JsonOption, TemplateOption
from spade_core.cli.target import CommandTarget, find_target
from spade_core.errors import ExamplesError, SettingsError
from spade_core.report import counted

if TYPE_CHECKING:
    from spade_core.application import ForeignFile
    from spade_core.examples import ColumnMapping, Import, Label, Table
    from spade_core.export import ForeignAssertions

FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="JSON Lines, JSON, YAML, CSV, Parquet or Python: what another tool has.")
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
    """Add the labelled responses in a file of another tool to the examples, and its assertions to the assertions.

    Examples that are there already may get a label; a function that is there to the letter is not added again.
    """
    from spade_core.application import load_foreign
    from spade_core.storage import add_functions, add_unknown_examples, new_functions

    output = Output(as_json)
    target = find_target(into, template, output)
    foreign = load_foreign(file)
    functions = new_functions(target.files, foreign.assertions.sources)
    rows = _rows(foreign, target, output, (response, label, field or [], _meanings(good or [], bad or [])))
    _tell_functions(foreign.assertions, functions, target, output)
    adds = bool(functions) or (rows is not None and not rows.found.is_empty)
    wanted = adds and not dry_run and (yes or _asked(output))
    if wanted and rows is not None and not rows.found.is_empty:
        add_unknown_examples(target.examples, rows.found.examples, filled=rows.found.filled)
        output.note(f"written to {target.examples}")
    if wanted and functions:
        add_functions(target.files, tuple(functions.values()))
        output.note(f"written to {target.files.assertions}")
    if as_json:
        unmapped = list(foreign.assertions.unmapped)
        functions_json = {"assertions": list(functions), "unmapped": unmapped}
        output.json({"applied": wanted, **functions_json, **import_json(rows, target)})


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of a file, what each column is, and what they add."""

    table: "Table"
    mapping: "ColumnMapping"
    found: "Import"


_Said = tuple[str, str | None, list[str], "dict[str, Label | None]"]
"""The columns of responses, labels and fields, and what words for labels stand for."""


def _rows(foreign: "ForeignFile", target: CommandTarget, output: Output, said: _Said) -> _Rows | None:
    """Return what the rows add, and tell it; None where there are none, or none has a response beside assertions."""
    from spade_core.examples import import_rows
    from spade_core.storage import load_examples

    table = foreign.table
    if table is None:
        return None
    try:
        mapping = _mapping(table, target, *said)
    except ExamplesError as error:
        if foreign.assertions.is_empty:
            raise
        output.warn(f"left out: {counted(len(table.rows), 'row')}, for {error.fact}")
        return None
    rows = _Rows(table, mapping, import_rows(table, mapping, load_examples(target.examples).examples))
    _tell(table, mapping, rows.found, target, output)
    return rows


def _tell_functions(
    foreign: "ForeignAssertions", functions: Mapping[str, str], target: CommandTarget, output: Output
) -> None:
    _warn_of([f"left out: {fact}" for fact in foreign.unmapped], output)
    if foreign.is_empty:
        return
    there = len(foreign.sources) - len(functions)
    listed = f": {', '.join(functions)}" if functions else ""
    line = f"{counted(len(functions), 'new assertion')} for {target.name}{listed}; {there} there already"
    if output.as_json:
        output.note(line)
    else:
        output.line(line)


def import_json(rows: _Rows | None, target: CommandTarget) -> dict[str, object]:
    """Return what the rows add, for a program."""
    from spade_core.examples import Import, Label

    found = rows.found if rows is not None else Import((), 0, ())
    mapping = rows.mapping if rows is not None else None
    columns = (
        {
            "fields": dict(mapping.fields),
            "id": mapping.id,
            "label": mapping.label,
            "prompt": mapping.prompt,
            "response": mapping.response,
        }
        if mapping is not None
        else None
    )
    return {
        "bad": found.count(Label.BAD),
        "columns": columns,
        "duplicates": found.duplicates,
        "examples": str(target.examples),
        "filled": {example.id: example.label for example in found.filled},
        "good": found.count(Label.GOOD),
        "new": len(found.examples),
        "problems": [str(problem) for problem in found.problems],
        "repeats": found.repeats,
        "unlabelled": found.count(None),
    }


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
    _warn_of([str(problem) for problem in found.problems], output)
    counts = f"{found.count(Label.GOOD)} good, {found.count(Label.BAD)} bad, {found.count(None)} unlabelled"
    there = f"{found.duplicates} {'is' if found.duplicates == 1 else 'are'} there already"
    repeated = f", {counted(found.repeats, 'row')} repeated" if found.repeats else ""
    line = f"{counted(len(found.examples), 'new example')} for {target.name} ({counts}); {there}{repeated}"
    if found.filled:
        line += f"; {_filled(found)}"
    if output.as_json:
        output.note(line)
    else:
        output.line(line)


def _warn_of(facts: list[str], output: Output) -> None:
    for fact in facts[:_MOST_PROBLEMS]:
        output.warn(fact)
    if (more := len(facts) - _MOST_PROBLEMS) > 0:
        output.warn(f"and {more} more")


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
