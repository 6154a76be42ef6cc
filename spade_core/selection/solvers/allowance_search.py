"""SPADE_sub by branch and bound over the good rows that the set may flag: exact with every tie-break."""

from spade_core.selection.failures import caught_rows
from spade_core.selection.problem import CoverProblem, Solution
from spade_core.selection.solvers.allowance import Allowances, Unit
from spade_core.selection.solvers.bits import members_of
from spade_core.selection.solvers.cover_search import SOLVER
from spade_core.selection.solvers.work import SMALL, Work, WorkLimitReachedError


def least_lost_or_chosen(problem: CoverProblem, *, work_limit: int = SMALL) -> Solution | None:
    """Return the best set, or None when no set satisfies the problem.

    The problem must be `nested` and count only eligible assertions.

    Raises:
        WorkLimitReachedError: the instance is too hard for this method.
    """
    if problem.hopeless:
        return None
    search = _AllowanceSearch(problem, Work(problem, work_limit))
    try:
        search.run()
    except WorkLimitReachedError as error:
        error.best = search.best_set
        raise
    return None if search.best_set is None else Solution(search.best_set, SOLVER)


class _AllowanceSearch:
    def __init__(self, problem: CoverProblem, work: Work) -> None:
        self.problem = problem
        self.allowances = Allowances(problem)
        self.work = work
        self.best: tuple[int, int, int, int] | None = None
        self.best_rest: tuple[int, list[int]] | None = None
        self.best_set: int | None = None

    def run(self) -> None:
        """Search all allowances that hold the rows of the required columns."""
        table = self.problem.table
        allowance = caught_rows(table.good, members_of(table.required))
        self._descend(allowance, 0, 0, self.allowances.units, [])

    def _descend(self, allowance: int, admitted: int, bad: int, units: list[Unit], refused: list[int]) -> None:
        """Explore the allowances that hold `allowance` and admit none of the good-row sets in `refused`."""
        self.work.spend(len(units) + len(refused))
        if any(not good & ~allowance for good in refused):
            return
        open_units: list[Unit] = []
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
            self._offer(within, caught.bit_count(), everything.bit_count())
            return
        if not self._can_win(admitted, within, caught, allowance, open_units):
            return
        first, rest = open_units[0], open_units[1:]
        self._descend(allowance | first.good, admitted, bad, open_units, refused)
        self._descend(allowance, admitted, bad, rest, [*refused, first.good])

    def _can_win(self, admitted: int, within: int, caught: int, allowance: int, open_units: list[Unit]) -> bool:
        """Whether some allowance below this node may be at least as good as the best so far."""
        if self.best is None:
            return True
        subsumed = self.allowances.subsumed(within)
        if subsumed != self.best[0]:
            return subsumed > self.best[0]
        size = min(within.bit_count(), admitted.bit_count() + self._room(allowance, open_units))
        return (subsumed, size - subsumed, caught.bit_count(), -allowance.bit_count()) >= self.best

    def _room(self, allowance: int, open_units: list[Unit]) -> int:
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

    def _offer(self, columns: int, caught: int, flagged: int) -> None:
        """Take the best set among these columns if it beats the best so far."""
        subsumed = self.allowances.subsumed(columns)
        score = (subsumed, columns.bit_count() - subsumed, caught, -flagged)
        if self.best is not None and score < self.best:
            return
        chosen = self.allowances.best_within(columns)
        rest = (self.allowances.ranking.cost(chosen), self.allowances.ranking.order_key(chosen))
        if self.best is None or self.best_rest is None or score > self.best or rest < self.best_rest:
            self.best, self.best_rest, self.best_set = score, rest, chosen
