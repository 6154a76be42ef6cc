"""``spade/import``: rows of another tool's file, matched, shown, and added to the examples."""

import json

from spade_core.errors import ExamplesError, PromptFileError
from spade_core.examples import Label
from spade_core.examples.importing import ColumnMapping, Import, Table, chosen_mapping, import_rows, read_table
from spade_core.prompt_files import read_prompt, template_named
from spade_core.report.visible import in_line
from spade_core.storage import add_examples, load_examples
from spade_core.text import decode
from spade_server.kinds import path_of
from spade_server.language_server import SpadeServer
from spade_server.protocol import ErrorCode
from spade_server.requests.asked import Asked
from spade_server.requests.serving import RequestError, Run
from spade_server.requests.target import Target, require_saved, target_of
from spade_server.transfer_protocol import ImportColumn, ImportParams, ImportResult


def answer(_ls: SpadeServer, asked: Asked, params: ImportParams, run: Run) -> ImportResult:
    """Add the rows, or say what that would add."""
    target = target_of(asked, run)
    run.step("reading the file")
    table = _table(params.file)
    run.look()
    placeholders = template_named(read_prompt(str(target.path), target.text), target.template).placeholders
    mapping = chosen_mapping(
        table,
        [placeholder.name for placeholder in placeholders],
        response=params.response,
        label=params.label,
        fields=params.fields,
    )
    path = target.beside.examples_path
    if params.apply:
        require_saved(asked, path)
    found = import_rows(table, mapping, load_examples(path).examples)
    run.look()
    if params.apply and found.examples:
        add_examples(path, found.examples)
    return _result(target, table, mapping, found, applied=params.apply)


def _table(uri: str) -> Table:
    path = path_of(uri)
    if path is None:
        raise RequestError(ErrorCode.UNREADABLE, f"{uri or 'nothing'} is not a file on this machine")
    try:
        return read_table(decode(path.read_bytes(), path=path.name), path.name)
    except (ExamplesError, PromptFileError) as error:
        raise RequestError(ErrorCode.UNREADABLE, str(error)) from error
    except OSError as error:
        raise RequestError(ErrorCode.UNREADABLE, f"{path}: cannot be read: {error.strerror}") from error


def _result(target: Target, table: Table, mapping: ColumnMapping, found: Import, *, applied: bool) -> ImportResult:
    return ImportResult(
        examples_uri=target.examples_uri,
        applied=applied,
        columns=[ImportColumn(column, _sample(table, column)) for column in table.columns],
        response=mapping.response,
        label=mapping.label,
        default_label=mapping.default_label.value if mapping.default_label else None,
        fields=dict(mapping.fields),
        new=len(found.examples),
        good=found.count(Label.GOOD),
        bad=found.count(Label.BAD),
        unlabelled=found.count(None),
        duplicates=found.duplicates,
        problems=[str(problem) for problem in found.problems],
    )


def _sample(table: Table, column: str) -> str:
    first = next(iter(table.values_of(column)), "")
    return in_line(first if isinstance(first, str) else json.dumps(first, ensure_ascii=False), most=80)
