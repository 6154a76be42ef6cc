"""``spade/import``: rows of another tool's file, matched, shown, and added to the examples."""

import json
from dataclasses import replace

from spade_core.application import load_foreign
from spade_core.errors import ExamplesError, Problem
from spade_core.examples import (
    ColumnMapping,
    Import,
    Label,
    Table,
    chosen_mapping,
    import_rows,
    label_words,
    other_columns,
)
from spade_core.prompt_files import place_of, read_prompt, template_named
from spade_core.report import in_line
from spade_core.storage import add_unknown_examples, load_examples
from spade_server.protocol.messages import ErrorCode
from spade_server.protocol.transfer import ImportColumn, ImportParams, ImportResult, ImportWord
from spade_server.requests.request_run import RequestRun
from spade_server.requests.serving import RequestError, file_at
from spade_server.requests.target import RequestTarget

_LONGEST_WORD = 80
"""Characters; what is longer is no label, but a text whose column was taken for theirs."""
_MOST_WORDS = 40


def answer(run: RequestRun, params: ImportParams) -> ImportResult:
    """Add the rows, or say what that would add."""
    target = run.target
    run.require_adopted()
    run.step("reading the file")
    table = _table(params.file)
    run.look()
    placeholders = template_named(
        read_prompt(str(target.path), target.text, place=place_of(target.path)), target.template
    ).placeholders
    mapping = chosen_mapping(
        table,
        [placeholder.name for placeholder in placeholders],
        response=params.response,
        label=params.label,
        fields=params.fields,
        meanings={word: _label(name) for word, name in (params.words or {}).items()},
    )
    path = target.beside.examples_path
    if params.apply:
        run.require_saved(path)
    found = import_rows(table, mapping, load_examples(path).examples)
    run.look()
    if params.apply and not found.is_empty:
        add_unknown_examples(path, found.examples, filled=found.filled)
    return _result(target, table, mapping, found, applied=params.apply)


def _label(name: str) -> Label | None:
    try:
        return Label(name) if name else None
    except ValueError:
        raise RequestError(ErrorCode.SETTINGS, f'"{name}" is no label: good, bad or nothing') from None


def _table(uri: str) -> Table:
    path = file_at(uri)
    try:
        foreign = load_foreign(path, path.name)
    except ExamplesError as error:
        raise RequestError(ErrorCode.UNREADABLE, str(error)) from error
    found = foreign.assertions
    if foreign.table is None:
        raise RequestError(ErrorCode.UNREADABLE, f"{path.name} has no rows; `spade import` takes its assertions")
    facts = [*found.unmapped, *(["its assertions, which `spade import` takes"] if found.sources else [])]
    problems = [Problem(path.name, None, f"left out: {fact}") for fact in facts]
    return replace(foreign.table, problems=(*foreign.table.problems, *problems))


def _result(
    target: RequestTarget, table: Table, mapping: ColumnMapping, found: Import, *, applied: bool
) -> ImportResult:
    kept, left_out = other_columns(table, mapping)
    words = [each for each in label_words(table, mapping) if len(each.word) <= _LONGEST_WORD][:_MOST_WORDS]
    return ImportResult(
        examples_uri=target.examples_uri,
        applied=applied,
        columns=[ImportColumn(column, _sample(table, column)) for column in table.columns],
        response=mapping.response,
        label=mapping.label,
        default_label=mapping.default_label.value if mapping.default_label else None,
        words=[ImportWord(each.word, each.rows, each.label, each.is_known) for each in words],
        fields=dict(mapping.fields),
        kept=list(kept),
        left_out=list(left_out),
        new=len(found.examples),
        good=found.count(Label.GOOD),
        bad=found.count(Label.BAD),
        unlabelled=found.count(None),
        duplicates=found.duplicates,
        filled=len(found.filled),
        problems=[str(problem) for problem in found.problems],
    )


def _sample(table: Table, column: str) -> str:
    first = next(iter(table.values_of(column)), "")
    return in_line(first if isinstance(first, str) else json.dumps(first, ensure_ascii=False), most=80)
