"""SPADE_sub by branch and bound over the good rows that the set may flag: exact with every tie-break.

The law it rests on. Once refuted pairs are dropped and the relation is closed, an assertion fails all that the ones it
subsumes fail. So for a given allowance A of flagged good rows, the best set is known: of L = the columns that flag
nothing outside A, take one from each top class of the subsumption graph on L. Then |F'| = tops(L), T = |L| - tops(L),
the rows caught and flagged are those of all of L, and both T and |L| only grow with A. What is left is to choose A.
"""

from dataclasses import dataclass

from spade_core.selection.bits import members_of
from spade_core.selection.cover_search import SOLVER, NodeLimitReachedError
from spade_core.selection.failures import caught_rows
from spade_core.selection.problem import Problem, Solution
from spade_core.selection.ranking import Ranking


def least_lost_or_chosen(problem: Problem, *, node_limit: int = 20_000) -> Solution | None:
    """Return the best set, or None when no set satisfies the problem.

    The problem must be `nested` and count only eligible assertions.

    Raises:
        NodeLimitReachedError: the instance is too hard for this method.
    """
    if problem.hopeless:
        return None
    search = _AllowanceSearch(problem, node_limit)
    search.run()
    return None if search.best_set is None else Solution(search.best_set, SOLVER)


@dataclass(slots=True)
class _Unit:
    """All eligible columns that flag the same good rows: an allowance admits all of them or none."""

    good: int
    columns: int
    bad: int
    weight: int


class _AllowanceSearch:
    def __init__(self, problem: Problem, node_limit: int) -> None:
        self.problem = problem
        self.ranking = Ranking(problem.table)
        self.nodes_left = node_limit
        self.leaders = self._leaders()
        self.graded = [(j, above) for j in self.leaders if (above := self._above(j))]
        self.best: tuple[int, int, int, int] | None = None
        self.best_rest: tuple[int, list[int]] | None = None
        self.best_set: int | None = None

    def run(self) -> None:
        """Search all allowances that hold the rows of the required columns."""
        table = self.problem.table
        allowance = caught_rows(table.good, members_of(table.required))
        self._descend(allowance, 0, 0, self._units(), [])

    def _leaders(self) -> list[int]:
        """Return one column for each equivalence class: a required one, else the cheapest, else the first by name."""
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

    def _units(self) -> list[_Unit]:
        table = self.problem.table
        units: dict[int, _Unit] = {}
        for j in members_of(self.problem.eligible):
            unit = units.setdefault(table.good[j], _Unit(table.good[j], 0, 0, 0))
            unit.columns |= 1 << j
            unit.bad |= table.bad[j]
            unit.weight += 1
        return sorted(units.values(), key=lambda unit: (-unit.weight, unit.good.bit_count(), unit.good))

    def _descend(self, allowance: int, admitted: int, bad: int, units: list[_Unit], refused: list[int]) -> None:
        """Explore the allowances that hold `allowance` and admit none of the good-row sets in `refused`."""
        self.nodes_left -= 1
        if self.nodes_left < 0:
            raise NodeLimitReachedError
        if any(not good & ~allowance for good in refused):
            return
        open_units: list[_Unit] = []
        most, everything = self.problem.most_flagged, allowance
        within, caught = admitted, bad
        for unit in units:
            if not unit.good & ~allowance:
                admitted |= unit.columns
                bad |= unit.bad
            elif (allowance | unit.good).bit_count() > most:
                continue
            else:
                open_units.append(unit)
                everything |= unit.good
            within |= unit.columns
            caught |= unit.bad
        if caught.bit_count() < self.problem.least_caught:
            return
        if everything.bit_count() <= most:
            self._offer(within, caught, everything)
            return
        if not self._can_win(admitted, within, caught, allowance, open_units):
            return
        first, rest = open_units[0], open_units[1:]
        self._descend(allowance | first.good, admitted, bad, open_units, refused)
        self._descend(allowance, admitted, bad, rest, [*refused, first.good])

    def _can_win(self, admitted: int, within: int, caught: int, allowance: int, open_units: list[_Unit]) -> bool:
        """Whether some allowance below this node may be at least as good as the best so far."""
        if self.best is None:
            return True
        subsumed = self._subsumed(within)
        if subsumed != self.best[0]:
            return subsumed > self.best[0]
        size = min(within.bit_count(), admitted.bit_count() + self._room(allowance, open_units))
        return (subsumed, size - subsumed, caught.bit_count(), -allowance.bit_count()) >= self.best

    def _room(self, allowance: int, open_units: list[_Unit]) -> int:
        """Return a bound on the columns that can still be admitted.

        A column that is admitted brings its rows outside the allowance into it; each row is shared by at most
        `demand` columns and at most C - |A| rows come in. So the admitted ones' rows, counted with repetition, are at
        most the sum of the largest demands: the columns with the fewest rows give the bound.
        """
        budget = self.problem.most_flagged - allowance.bit_count()
        demand: dict[int, int] = {}
        sizes: list[tuple[int, int]] = []
        for unit in open_units:
            extra = unit.good & ~allowance
            sizes.append((extra.bit_count(), unit.weight))
            for row in members_of(extra):
                demand[row] = demand.get(row, 0) + unit.weight
        supply = sum(sorted(demand.values(), reverse=True)[:budget])
        room = 0
        for size, weight in sorted(sizes):
            taken = min(weight, supply // size)
            room += taken
            supply -= taken * size
            if taken < weight:
                break
        return room

    def _subsumed(self, columns: int) -> int:
        """Return T of the best choice among these columns: all of them less one for each top class."""
        required = self.problem.table.required
        count = columns.bit_count() - sum(columns >> j & 1 for j in self.leaders)
        count += sum(1 for j, above in self.graded if columns >> j & 1 and columns & above)
        if required:
            count -= (required & ~self._tops(columns)).bit_count()
        return count

    def _tops(self, columns: int) -> int:
        """Return the columns that stand for the top classes of the subsumption graph on `columns`."""
        tops = 0
        for j in self.leaders:
            if columns >> j & 1:
                tops |= 1 << j
        for j, above in self.graded:
            if columns & above:
                tops &= ~(1 << j)
        return tops

    def _offer(self, columns: int, caught: int, allowance: int) -> None:
        """Take the best choice among these columns if it beats the best so far."""
        subsumed = self._subsumed(columns)
        score = (subsumed, columns.bit_count() - subsumed, caught.bit_count(), -allowance.bit_count())
        if self.best is not None and score < self.best:
            return
        chosen = self._tops(columns) | self.problem.table.required
        rest = (self.ranking.cost(chosen), self.ranking.names_key(chosen))
        if self.best is None or self.best_rest is None or score > self.best or rest < self.best_rest:
            self.best, self.best_rest, self.best_set = score, rest, chosen
