"""``spade/table``: a page of the examples with their verdicts. Nothing is run."""

from collections.abc import Sequence
from typing import Final

from spade_core.examples import Label
from spade_core.report import in_line
from spade_server.analysis.response_key import mark_of
from spade_server.protocol.table import TableParams, TableResult, TableRow
from spade_server.requests.judging import said_of
from spade_server.requests.request_run import RequestRun
from spade_server.requests.rows import Column, TableRows, fields_of, input_of, rows_of, word_of

_MOST_ROWS: Final = 500
_MOST_PROBLEMS: Final = 20
_SHOWN: Final = 400
"""Characters of a response in a line of the table."""


def answer(run: RequestRun, params: TableParams) -> TableResult:
    """Return the page and the columns."""
    rows = rows_of(run)
    run.look()
    shown = rows.shown(params.query)
    order = rows.order(params.query, refresh=params.refresh)
    start = max(params.start, 0)
    places = order[start : start + min(max(params.count, 0), _MOST_ROWS)]
    beside = rows.target.beside
    columns = [rows.columns[each.name] for each in shown]
    return TableResult(
        examples_uri=rows.target.examples_uri,
        start=start,
        rows=[_row(rows, at, columns, whole=params.whole) for at in places],
        matching=len(order),
        assertions=[rows.assertions[each.name] for each in shown],
        good=beside.labels[Label.GOOD],
        bad=beside.labels[Label.BAD],
        unlabelled=beside.labels[None],
        can_undo=bool(run.ls.session.label_edits.get(beside.examples_path)),
        problems=rows.target.problems[:_MOST_PROBLEMS],
    )


def _row(rows: TableRows, at: int, columns: Sequence[Column], *, whole: bool) -> TableRow:
    example = (rows.target.prompted.examples if whole else rows.examples)[at]
    cells = [column[at] for column in columns]
    return TableRow(
        id=example.id,
        line=max(example.line - 1, 0),
        label=example.label.value if example.label else None,
        input=input_of(example),
        response=example.response if whole else in_line(example.response, most=_SHOWN),
        mark=mark_of(example.response),
        verdicts=[word_of(cell) for cell in cells],
        fields=fields_of(example) if whole else {},
        prompt=example.prompt if whole else "",
        messages=[said_of(cell) if cell is not None else "" for cell in cells] if whole else [],
    )
