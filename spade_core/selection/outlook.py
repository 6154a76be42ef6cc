"""How far one more label would change the selection: solved exactly, with an effort that is bounded beforehand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from spade_core.examples.example import Example, Label
from spade_core.results.matrix import ResultsMatrix
from spade_core.selection.allowance_search import least_lost_or_chosen
from spade_core.selection.bits import bits_of, members_of
from spade_core.selection.cover_search import fewest
from spade_core.selection.failures import FailureTable, whole_costs
from spade_core.selection.problem import problem_of
from spade_core.selection.thresholds import Method, Thresholds
from spade_core.selection.work import WorkLimitReachedError
from spade_core.subsumption.relation import Subsumption

_WORK = 1_000  # about a millisecond
_APPEARING = 3  # a selection that becomes possible, or impossible, counts as so many assertions
_SEARCHES = {Method.COVERAGE: fewest, Method.SUBSUMPTION: least_lost_or_chosen}


class Outlook:
    """The selection from the labels so far, beside those that one more label would make of it."""

    def __init__(
        self,
        matrix: ResultsMatrix,
        failing: Mapping[str, int],
        subsumption: Subsumption,
        *,
        thresholds: Thresholds,
        method: Method,
    ) -> None:
        self._thresholds = thresholds
        self._search = _SEARCHES.get(method)
        self._table = _table_of(matrix, failing, subsumption)
        self._now = self._chosen(self._table)

    def expected_change(self, failures: int, chance_bad: float) -> float:
        """Return how many assertions are expected to come or go with the label of a response that fails `failures`."""
        table = self._table
        good = tuple(rows << 1 | (failures >> j & 1) for j, rows in enumerate(table.good))
        bad = tuple(rows << 1 | (failures >> j & 1) for j, rows in enumerate(table.bad))
        if_good = self._chosen(replace(table, good=good, n_good=table.n_good + 1))
        if_bad = self._chosen(replace(table, bad=bad, n_bad=table.n_bad + 1))
        return (1.0 - chance_bad) * self._distance(if_good) + chance_bad * self._distance(if_bad)

    def _chosen(self, table: FailureTable) -> int | None:
        """Return the selection, or the best set found with the effort allowed; None when there is none."""
        if self._search is None:
            return None
        problem = problem_of(table, self._thresholds)
        try:
            solution = self._search(problem, work_limit=_WORK)
        except WorkLimitReachedError as limit:
            return limit.best
        return None if solution is None else solution.chosen

    def _distance(self, chosen: int | None) -> int:
        if chosen is None or self._now is None:
            return 0 if chosen is self._now else _APPEARING
        return (chosen ^ self._now).bit_count()


def _table_of(matrix: ResultsMatrix, failing: Mapping[str, int], subsumption: Subsumption) -> FailureTable:
    names = tuple(candidate.name for candidate in matrix.candidates)
    position = {name: j for j, name in enumerate(names)}
    groups = [[e for e in matrix.examples if e.label is label] for label in (Label.GOOD, Label.BAD, None)]
    n_good, n_bad, _ = map(len, groups)
    every = _columns([example for group in groups for example in group], failing, len(names))
    # pairs that an unlabelled response contradicts are of no use either: its label would only bring that to light
    known = [(position[i], position[j]) for i, j in subsumption.pairs() if i in position and j in position]
    return FailureTable(
        names=names,
        good=tuple(rows & ((1 << n_good) - 1) for rows in every),
        bad=tuple(rows >> n_good & ((1 << n_bad) - 1) for rows in every),
        n_good=n_good,
        n_bad=n_bad,
        costs=whole_costs([float(candidate.asks_judge) for candidate in matrix.candidates]),
        implies=frozenset((i, j) for i, j in known if not every[j] & ~every[i]),
    )


def _columns(rows: Sequence[Example], failing: Mapping[str, int], size: int) -> tuple[int, ...]:
    members: list[list[int]] = [[] for _ in range(size)]
    for row, example in enumerate(rows):
        for column in members_of(failing[example.id]):
            members[column].append(row)
    return tuple(bits_of(found) for found in members)
