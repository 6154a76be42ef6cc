"""The rows of an examples file with their verdicts, read once for many pages."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

from spade_core.examples import Example, Label
from spade_core.report import check_of, in_line
from spade_core.results import Evaluation, Outcome, ResultsMatrix
from spade_core.static_analysis import reads_prompt
from spade_core.storage import StoredAssertion
from spade_server.context import SpadeServer
from spade_server.protocol.messages import ErrorCode
from spade_server.protocol.table import TableAssertion, TableQuery
from spade_server.requests.judging import was_not_asked
from spade_server.requests.request_run import RequestRun
from spade_server.requests.requested_document import RequestedDocument
from spade_server.requests.serving import RequestError
from spade_server.requests.target import RequestTarget

_MOST_KEPT: Final = 4
_LABELS: Final = {"good": Label.GOOD, "bad": Label.BAD, "none": None}
_RANKS: Final = {"failed": 0, "passed": 2, "": 3}
Column = Sequence[Evaluation | None]


@dataclass(frozen=True)
class TableRows:
    """What one reading of the files gave, and what earlier runs say of it."""

    seen: tuple[object, ...]
    """How the files were when they were read."""
    target: RequestTarget
    runs: tuple[ResultsMatrix, ...]
    """The latest first."""
    orders: dict[TableQuery, list[int]] = field(default_factory=dict)
    """The rows of the last query; with labels that change they stay where they are."""

    @property
    def examples(self) -> Sequence[Example]:
        """The rows as they stand in the file."""
        return self.target.beside.examples.examples

    def shown(self, query: TableQuery) -> Sequence[StoredAssertion]:
        """Return the assertions that have a column."""
        stored = self.target.beside.stored
        return stored.assertions if query.everything or not stored.chosen else stored.chosen

    @cached_property
    def columns(self) -> dict[str, Column]:
        """The verdicts of each assertion that are still true: neither it nor the row has changed since."""
        told = [{e.id: at for at, e in enumerate(run.examples)} for run in self.runs]
        return {each.name: self._column(each, told) for each in self.target.beside.stored.assertions}

    def _column(self, assertion: StoredAssertion, told: Sequence[dict[str, int]]) -> Column:
        reads = reads_prompt(assertion.source)
        examples = self.target.prompted.examples if reads else self.examples
        column: list[Evaluation | None] = [None] * len(examples)
        for run, places in zip(self.runs, told, strict=True):
            if not any(c.name == assertion.name and c.hash == assertion.hash for c in run.candidates):
                continue
            cells = run.cells(assertion.name)
            for at, example in enumerate(examples):
                place = places.get(example.id)
                if column[at] is None and place is not None and _is_same(run.examples[place], example, reads):
                    column[at] = cells[place]
        return column

    @cached_property
    def assertions(self) -> dict[str, TableAssertion]:
        """What each column says as a whole."""
        chosen = {each.name for each in self.target.beside.stored.chosen}
        return {each.name: self._summed(each, each.name in chosen) for each in self.target.beside.stored.assertions}

    def _summed(self, assertion: StoredAssertion, selected: bool) -> TableAssertion:
        cells = Counter(
            (example.label, cell.outcome)
            for example, cell in zip(self.examples, self.columns[assertion.name], strict=True)
            if cell is not None
        )
        (caught, missed), (flagged, cleared) = (
            (cells[label, Outcome.FAILED], cells[label, Outcome.PASSED]) for label in (Label.BAD, Label.GOOD)
        )
        return TableAssertion(
            name=assertion.name,
            check=in_line(check_of(assertion.source)),
            selected=selected,
            caught=caught,
            bad=caught + missed,
            flagged=flagged,
            good=flagged + cleared,
            unknown=len(self.examples) - cells.total(),
        )

    def order(self, query: TableQuery, *, refresh: bool = False) -> list[int]:
        """Return the places of the rows that a query asks for."""
        found = self.orders.get(query)
        if found is None or refresh:
            found = self._ordered(query)
            self.orders.clear()
            self.orders[query] = found
        return found

    def _ordered(self, query: TableQuery) -> list[int]:
        chosen = list(range(len(self.examples)))
        for keeps in self._filters(query):
            chosen = [at for at in chosen if keeps(at)]
        if query.sort:
            chosen.sort(key=self._key(query.sort), reverse=query.descending)
        elif query.descending:
            chosen.reverse()
        return chosen

    def _filters(self, query: TableQuery) -> list[Callable[[int], bool]]:
        found: list[Callable[[int], bool]] = []
        if query.label:
            if query.label not in _LABELS:
                raise RequestError(
                    ErrorCode.SETTINGS, f"no label is called {query.label!r:.60}; there are good, bad, none"
                )
            found.append(lambda at: self.examples[at].label is _LABELS[query.label])
        if query.failing:
            names = [each.name for each in self.shown(query)] if query.failing == "*" else [query.failing]
            columns = [self._named(name) for name in names]
            found.append(lambda at: any(_failed(column[at]) for column in columns))
        if query.text:
            wanted = query.text.casefold()
            found.append(lambda at: wanted in _haystack(self.examples[at]))
        return found

    def _named(self, name: str) -> Column:
        if name not in self.columns:
            where = self.target.beside.files.assertions.name
            raise RequestError(ErrorCode.NO_ASSERTIONS, f"{where}: there is no assertion called {name:.200}")
        return self.columns[name]

    def _key(self, sort: str) -> Callable[[int], str | int]:
        if sort == "label":
            labels = list(_LABELS.values())
            return lambda at: labels.index(self.examples[at].label)
        if sort == "input":
            return lambda at: input_of(self.examples[at])
        if sort == "response":
            return lambda at: self.examples[at].response
        column = self._named(sort)
        return lambda at: _RANKS.get(word_of(column[at]), 1)


def rows_of(run: RequestRun) -> TableRows:
    """Return the rows as they are now; the files are read only where one of them has changed."""
    asked, tables = run.asked, run.ls.session.tables
    key = asked.path, asked.template
    known = tables.get(key)
    if not isinstance(known, TableRows):
        target = run.target
        return _keep(tables, key, TableRows(_seen(asked, target), target, _runs(run.ls, target)))
    seen = _seen(asked, known.target)
    target = known.target if seen == known.seen else run.target
    runs = _runs(run.ls, target)
    if target is known.target and list(map(id, runs)) == list(map(id, known.runs)):
        return known
    stays = [each.id for each in known.examples] == [each.id for each in target.beside.examples.examples]
    seen = seen if _paths(target) == _paths(known.target) else _seen(asked, target)
    return _keep(tables, key, TableRows(seen, target, runs, known.orders if stays else {}))


def _keep(tables: dict[tuple[Path, str], object], key: tuple[Path, str], rows: TableRows) -> TableRows:
    tables.pop(key, None)
    tables[key] = rows
    while len(tables) > _MOST_KEPT:
        tables.pop(next(iter(tables)), None)
    return rows


def _runs(ls: SpadeServer, target: RequestTarget) -> tuple[ResultsMatrix, ...]:
    last = ls.session.results.get((target.path, target.template))
    labelling = ls.session.label_matrices.get(target.beside.examples_path)
    of_table = ls.session.table_runs.get((target.path, target.template))
    found = [of_table, last.matrix if last else None, labelling.matrix if labelling else None]
    return tuple(matrix for matrix in found if matrix is not None)


def _paths(target: RequestTarget) -> tuple[Path, ...]:
    beside = target.beside
    return (target.path, *beside.files.all, beside.examples_path, beside.settings.folder / "spade.toml")


def _seen(asked: RequestedDocument, target: RequestTarget) -> tuple[object, ...]:
    return tuple(_state(asked, path) for path in _paths(target))


def _state(asked: RequestedDocument, path: Path) -> object:
    text = asked.overlay.get(path)
    if text is not None:
        return text
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _is_same(run: Example, now: Example, reads_prompt: bool) -> bool:
    return run.response == now.response and run.fields == now.fields and (not reads_prompt or run.prompt == now.prompt)


def _failed(cell: Evaluation | None) -> bool:
    return cell is not None and cell.outcome is Outcome.FAILED


def word_of(cell: Evaluation | None) -> str:
    """Return the outcome as the table has it; empty where there is none."""
    if cell is None:
        return ""
    return "not asked" if was_not_asked(cell) else cell.outcome.value


def fields_of(example: Example) -> dict[str, str]:
    """Return the fields; values that are no strings are written as JSON."""
    return {
        name: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for name, value in example.fields.items()
    }


def input_of(example: Example) -> str:
    """Return the fields on one line."""
    return in_line(" · ".join(f"{name}: {value[:200]}" for name, value in fields_of(example).items()))


def _haystack(example: Example) -> str:
    return "\n".join((example.id, example.response, *fields_of(example).values())).casefold()
