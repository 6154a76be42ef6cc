"""The selection that any labels would make: solved exactly, with an effort that is bounded beforehand."""

from collections.abc import Sequence
from dataclasses import dataclass

from spade_core.selection.failures import FailureTable, closed_parents
from spade_core.selection.problem import CoverProblem, problem_within
from spade_core.selection.request import Method, Thresholds
from spade_core.selection.solvers.allowance_search import least_lost_or_chosen
from spade_core.selection.solvers.cover_search import fewest
from spade_core.selection.solvers.work import WorkLimitReachedError

_WORK = 1_000  # about a millisecond


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What the assertions say of all examples, labelled or not: bit i is the i-th example of the matrix."""

    names: tuple[str, ...]
    failures: tuple[int, ...]
    """For each assertion, the bitset of the examples it fails."""
    rows: int
    costs: tuple[int, ...]
    implies: frozenset[tuple[int, int]]


class Outlook:
    """Selects for labels that are given as two bitsets of rows."""

    def __init__(self, verdicts: Verdicts, *, thresholds: Thresholds, method: Method) -> None:
        failures = verdicts.failures
        self.failures = failures
        self._verdicts = verdicts
        self._thresholds = thresholds
        self._method = method
        # pairs that an unlabelled response contradicts are of no use either: its label would only bring that to light
        pairs = [(i, j) for i, j in verdicts.implies if not failures[j] & ~failures[i]]
        self._parents = closed_parents(len(failures), pairs)

    def chosen(self, good: int, bad: int) -> int | None:
        """Return the selection, or the best set found with the effort allowed; None when there is none.

        Of methods that do not search for a set, the answer is the assertions that may be chosen.
        """
        problem = self._problem(good, bad)
        try:
            match self._method:
                case Method.COVERAGE:
                    solution = fewest(problem, work_limit=_WORK)
                case Method.SUBSUMPTION:
                    solution = least_lost_or_chosen(problem, work_limit=_WORK)
                case _:
                    return problem.eligible
        except WorkLimitReachedError as limit:
            return limit.best
        return None if solution is None else solution.chosen

    def _problem(self, good: int, bad: int) -> CoverProblem:
        n_good, n_bad = good.bit_count(), bad.bit_count()
        table = FailureTable(
            names=self._verdicts.names,
            good=_within(self.failures, good),
            bad=_within(self.failures, bad),
            n_good=n_good,
            n_bad=n_bad,
            costs=self._verdicts.costs,
        )
        least, most = self._thresholds.least_caught(n_bad), self._thresholds.most_flagged(n_good)
        return problem_within(table, least, most, self._parents)


def difference(one: int | None, other: int | None) -> float:
    """Return the share of the assertions of either set that only one of them has; 1.0 when only one set exists."""
    if one is None or other is None:
        return float(one is not other)
    return (one ^ other).bit_count() / max(1, (one | other).bit_count())


def _within(columns: Sequence[int], rows: int) -> tuple[int, ...]:
    return tuple(column & rows for column in columns)
