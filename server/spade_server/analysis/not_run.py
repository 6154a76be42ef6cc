"""What the last run said of assertions that came to no verdict: no engine runs them, or they met a limit."""

from collections.abc import Iterator
from typing import Final

from lsprotocol import types

from spade_core.examples import Example
from spade_core.results import Evaluation, Outcome
from spade_core.storage import StoredAssertion
from spade_core.text import LineIndex, Span
from spade_server.analysis.finding import Finding, Related, cut, name_range, sentence
from spade_server.analysis.view import TemplateView
from spade_server.codes import Code
from spade_server.documents.ranges import line_range, range_of
from spade_server.words import counted, said

_LIMITS: Final = frozenset({Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY, Outcome.CRASHED})
_MOST_RELATED: Final = 5


def not_run_findings(template: TemplateView) -> Iterator[Finding]:
    """Yield, at most once for each assertion and kind, why it was not run or was ended. Nothing is run for it."""
    beside, results = template.context.beside, template.context.results
    if beside is None or results is None or beside.assertions_text is None:
        return
    text, lines = beside.assertions_text, beside.assertions_lines
    for assertion in beside.stored.assertions:
        cells = results.broken_off(assertion)
        refused = [(example, cell) for example, cell in cells if cell.outcome is Outcome.UNSUPPORTED]
        ended = [(example, cell) for example, cell in cells if cell.outcome in _LIMITS]
        for code, found in ((Code.UNSUPPORTED_ASSERTION, refused), (Code.ASSERTION_OVER_LIMIT, ended)):
            if found:
                cell = found[0][1]
                place = _place(assertion, code, cell, lines, text)
                related = tuple(
                    Related(beside.examples_path, _row(example), said("example {0}", cut(example.id)))
                    for example, _ in found[:_MOST_RELATED]
                )
                yield Finding(code, beside.files.assertions, place, _message(code, cell, len(found)), related=related)


def _message(code: Code, cell: Evaluation, count: int) -> str:
    where = counted(count, "example")
    if code is Code.UNSUPPORTED_ASSERTION:
        return sentence(said("Not run ({0}): {1}", where, cell.message.removeprefix("rejected: ")))
    return sentence(said("Ended, {0} ({1}): {2}", said(cell.outcome.value), where, cell.message))


def _place(assertion: StoredAssertion, code: Code, cell: Evaluation, lines: LineIndex, text: str) -> types.Range:
    """Return where the reason stands: from its column, where there is one, to the end of its line."""
    if cell.line is None:
        return name_range(assertion, lines, text)
    line = assertion.first_line + cell.line - 1
    whole = line_range(lines, line, text)
    column = _column(assertion.source, cell.line) if code is Code.UNSUPPORTED_ASSERTION else None
    if column is None:
        return whole
    start = lines.offset(line - 1, column)
    return types.Range(range_of(lines, Span(start, start)).start, whole.end)


def _column(source: str, line: int) -> int | None:
    from spade_core.sandbox import unsupported_here  # results are only there once it is loaded

    found = unsupported_here(source)
    return found.column if found is not None and found.line == line else None


def _row(example: Example) -> types.Range:
    row = max(example.line - 1, 0)
    return types.Range(types.Position(row, 0), types.Position(row + 1, 0))
