"""``spade/tableText``: rows of the table as text for a spreadsheet, in a file or for the clipboard."""

from typing import Final

from spade_core.export import examples_as_csv
from spade_core.storage import TextFile, write_text_file
from spade_server.protocol.table import TableTextParams, TableTextResult
from spade_server.requests.request_run import RequestRun
from spade_server.requests.rows import rows_of, word_of
from spade_server.requests.serving import file_at

_MOST_COPIED: Final = 5_000


def answer(run: RequestRun, params: TableTextParams) -> TableTextResult:
    """Return the text, and write it where that is asked for."""
    rows = rows_of(run)
    start = max(params.start, 0)
    wanted = rows.order(params.query)[start : None if params.count is None else start + max(params.count, 0)]
    places = wanted if params.to else wanted[:_MOST_COPIED]
    columns = {each.name: rows.columns[each.name] for each in rows.shown(params.query)}
    text = examples_as_csv(
        [rows.examples[at] for at in places],
        verdicts={name: [word_of(column[at]) for at in places] for name, column in columns.items()},
        separator="," if params.to else "\t",
    )
    if not params.to:
        return TableTextResult(text, len(places), len(wanted) - len(places))
    path = file_at(params.to)
    run.require_saved(path)
    run.look()
    write_text_file(TextFile(path, text))
    return TableTextResult("", len(places), 0)
