"""The law of SPADE_sub: which good rows may be flagged decides everything else.

Once refuted pairs are dropped and the relation is closed, an assertion fails all that the ones it subsumes fail. So for
a given allowance A of flagged good rows, the best set is known: of L = the columns that flag nothing outside A, take
one from each top class of the subsumption graph on L. Then |F'| = tops(L), T = |L| - tops(L), the rows caught and
flagged are those of all of L, and both T and |L| only grow with A. What is left is to choose A.
"""

from dataclasses import dataclass

from spade_core.selection.problem import CoverProblem
from spade_core.selection.solvers.bits import bits_of, members_of
from spade_core.selection.solvers.ranking import Ranking


@dataclass(slots=True)
class Unit:
    """All eligible columns that flag the same good rows: an allowance admits all of them or none."""

    good: int
    columns: int
    bad: int
    weight: int
    """How many columns."""


class Allowances:
    """What each allowance of a `nested` problem admits, and the best set within it."""

    def __init__(self, problem: CoverProblem) -> None:
        self.problem = problem
        self.ranking = Ranking(problem.table)
        self.leaders = self._leaders()
        self.graded = [(j, above) for j in self.leaders if (above := self._above(j))]
        self.units = self._units()
        self._leading = bits_of(self.leaders)
        self._graded = [(1 << j, above) for j, above in self.graded]

    def admitted(self, allowance: int) -> int:
        """Return L: the columns that flag nothing outside the allowance."""
        columns = 0
        for unit in self.units:
            if not unit.good & ~allowance:
                columns |= unit.columns
        return columns

    def widened(self, allowance: int, wanted: int) -> int:
        """Return the allowance after admitting, one by one, the `wanted` columns that cost the fewest new good rows."""
        units = [(unit.good, (unit.columns & wanted).bit_count()) for unit in self.units if unit.columns & wanted]
        while True:
            affordable = [
                (more / weight, good, weight)
                for good, weight in units
                if (more := (good & ~allowance).bit_count())
                and allowance.bit_count() + more <= self.problem.most_flagged
            ]
            if not affordable:
                return allowance
            allowance |= min(affordable)[1]
            units = [(good, weight) for _, good, weight in affordable]

    def best_within(self, columns: int) -> int:
        """Return the best set among these columns: the top classes and what is required."""
        return self._tops(columns) | self.problem.table.required

    def subsumed(self, columns: int) -> int:
        """Return T of the best set among these columns: all of them less one for each top class."""
        required = self.problem.table.required
        count = (columns & ~self._leading).bit_count()
        count += sum(1 for bit, above in self._graded if columns & bit and columns & above)
        if required:
            count -= (required & ~self._tops(columns)).bit_count()
        return count

    def _tops(self, columns: int) -> int:
        """Return the columns that stand for the top classes of the subsumption graph on `columns`."""
        tops = columns & self._leading
        for bit, above in self._graded:
            if columns & above:
                tops &= ~bit
        return tops

    def _leaders(self) -> list[int]:
        """Return one column of each class of equals: a required one, else the cheapest, else the first in the table."""
        parents, required = self.problem.parents, self.problem.table.required
        leaders: set[int] = set()
        for j in members_of(self.problem.eligible):
            equals = [i for i in members_of(parents[j]) if parents[i] >> j & 1]
            leaders.add(min([j, *equals], key=lambda i: (not required >> i & 1, self.ranking.key(i))))
        return sorted(leaders)

    def _above(self, column: int) -> int:
        """Return the columns that subsume `column` and are not its equals."""
        parents = self.problem.parents
        return sum(1 << i for i in members_of(parents[column]) if not parents[i] >> column & 1)

    def _units(self) -> list[Unit]:
        table = self.problem.table
        units: dict[int, Unit] = {}
        for j in members_of(self.problem.eligible):
            unit = units.setdefault(table.good[j], Unit(table.good[j], 0, 0, 0))
            unit.columns |= 1 << j
            unit.bad |= table.bad[j]
            unit.weight += 1
        return sorted(units.values(), key=lambda unit: (-unit.weight, unit.good.bit_count(), unit.good))
