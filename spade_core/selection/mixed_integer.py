"""The general solver: selection as a mixed-integer program, for HiGHS in this process. Only this module knows PuLP.

Only x is binary. z, u and t lie in [0, 1] and come out integral, because each is pushed against its bound:

* z_i >= x_j for each chosen j that fails good row i, and the good rows weigh at most C;
* u_i <= the sum of the x_j that fail bad row i, and the bad rows weigh at least B;
* t_j <= the sum of the x_i that subsume j, and t_j <= 1 - x_j.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from spade_core.selection.bits import bits_of, members_of
from spade_core.selection.problem import Objective, Problem, Solution
from spade_core.selection.ranking import Ranking

if TYPE_CHECKING:
    import pulp

SOLVER = "HiGHS"
_NAMES_AT_ONCE = 16  # weights 2^15 .. 1 keep the sums far inside what the solver's tolerances tell apart
_SLACK = 1e-4  # above the solver's tolerance, below any difference of whole numbers


class UnsolvedError(Exception):
    """The time ran out before any set that satisfies the problem was found."""


def optimum(problem: Problem, objective: Objective, *, seconds: float | None = None) -> Solution | None:
    """Return the best set, or None when no set satisfies the problem.

    With `seconds`, the first objective that is not finished in time ends the search and gives the gap.

    Raises:
        UnsolvedError: the time ran out with nothing found.
    """
    if problem.hopeless:
        return None
    model = _Model(problem, seconds)
    best: int | None = None
    for step, (expression, maximise) in enumerate(model.objectives(objective)):
        found, gap = model.solve(expression, maximise=maximise)
        if found is None:
            if gap == 0.0 and step == 0:
                return None
            if best is None:
                raise UnsolvedError
            return Solution(best, SOLVER, ties_broken=False)
        best = found
        if gap:
            return Solution(best, SOLVER, gap=gap if step == 0 else 0.0, ties_broken=False)
        model.keep(expression, maximise=maximise)
    return None if best is None else Solution(best, SOLVER)


def merged_rows(failures: Sequence[int], columns: int) -> Counter[int]:
    """Return the distinct rows, each as the bitset of the `columns` that fail it, with how often each occurs."""
    rows: dict[int, int] = {}
    for column in members_of(columns):
        bit = 1 << column
        for row in members_of(failures[column]):
            rows[row] = rows.get(row, 0) | bit
    return Counter(rows.values())


class _Model:
    def __init__(self, problem: Problem, seconds: float | None) -> None:
        import pulp  # 80 ms that only the hard instances pay

        self._pulp = pulp
        self._problem = problem
        self._seconds = seconds
        self._program = pulp.LpProblem("selection", pulp.LpMinimize)
        self._choice = {j: self._program.add_variable(f"x{j}", cat=pulp.LpBinary) for j in members_of(problem.eligible)}
        for j in members_of(problem.table.required):
            self._program += self._choice[j] == 1
        self._flagged = self._good_rows(merged_rows(problem.table.good, problem.eligible))
        self._caught = self._bad_rows(merged_rows(problem.table.bad, problem.eligible))
        self._program += self._flagged <= problem.most_flagged
        self._program += self._caught >= problem.least_caught
        self._subsumed: pulp.LpAffineExpression | None = None

    def objectives(self, objective: Objective) -> Iterator[tuple[pulp.LpAffineExpression, bool]]:
        """Yield each expression, and whether it is maximised, from most to least important."""
        size = self._sum(self._choice.values())
        match objective:
            case Objective.FEWEST:
                yield size, False
            case Objective.SUBSUMPTION:
                yield self._subsumption(), True
                yield size, True
            case Objective.LEAST_LOST:
                yield size + self._subsumption(), True
            case Objective.MOST_CAUGHT:
                yield self._caught, True
                return
        yield self._caught, True
        yield self._flagged, False
        yield from self._last_ties()

    def solve(self, expression: pulp.LpAffineExpression, *, maximise: bool) -> tuple[int | None, float]:
        """Return the best set found and its relative gap; (None, 0.0) when it is proven that there is none."""
        if not expression:
            expression = self._sum([0 * variable for variable in self._choice.values()])
        self._program.sense = self._pulp.LpMaximize if maximise else self._pulp.LpMinimize
        self._program.setObjective(expression)
        solver = self._pulp.HiGHS(msg=False, threads=1, gapRel=0.0, gapAbs=0.5, timeLimit=self._seconds, random_seed=1)
        if not self._choice:
            return (0, 0.0) if self._problem.accepts(0) else (None, 0.0)
        self._program.solve(solver)
        if self._program.status == self._pulp.LpStatusInfeasible:
            return None, 0.0
        chosen = bits_of(j for j, variable in self._choice.items() if (variable.value() or 0.0) > 0.5)
        if not self._problem.accepts(chosen):
            return None, 1.0
        finished = self._program.sol_status == self._pulp.LpSolutionOptimal
        return chosen, 0.0 if finished else float(self._program.solverModel.getInfo().mip_gap)

    def keep(self, expression: pulp.LpAffineExpression, *, maximise: bool) -> None:
        """Hold an objective at the value just found."""
        if expression:
            reached = float(expression.value())
            held = expression >= reached - _SLACK if maximise else expression <= reached + _SLACK
            self._program += held

    def _sum(self, terms: object) -> pulp.LpAffineExpression:
        return self._pulp.lpSum(terms)

    def _good_rows(self, rows: Mapping[int, int]) -> pulp.LpAffineExpression:
        terms = []
        for number, (failing, weight) in enumerate(sorted(rows.items())):
            if failing & (failing - 1):
                flagged = self._program.add_variable(f"z{number}", 0, 1)
                for j in members_of(failing):
                    self._program += flagged >= self._choice[j]
                terms.append(weight * flagged)
            else:
                terms.append(weight * self._choice[failing.bit_length() - 1])
        return self._sum(terms)

    def _bad_rows(self, rows: Mapping[int, int]) -> pulp.LpAffineExpression:
        terms = []
        for number, (failing, weight) in enumerate(sorted(rows.items())):
            if failing & (failing - 1):
                caught = self._program.add_variable(f"u{number}", 0, 1)
                self._program += caught <= self._sum(self._choice[j] for j in members_of(failing))
                terms.append(weight * caught)
            else:
                terms.append(weight * self._choice[failing.bit_length() - 1])
        return self._sum(terms)

    def _subsumption(self) -> pulp.LpAffineExpression:
        if self._subsumed is None:
            terms = []
            for j in members_of(self._problem.counted):
                if above := self._problem.parents[j]:
                    subsumed = self._program.add_variable(f"t{j}", 0, 1)
                    self._program += subsumed <= self._sum(self._choice[i] for i in members_of(above))
                    if j in self._choice:
                        self._program += subsumed <= 1 - self._choice[j]
                    terms.append(subsumed)
            self._subsumed = self._sum(terms)
        return self._subsumed

    def _last_ties(self) -> Iterator[tuple[pulp.LpAffineExpression, bool]]:
        ranking = Ranking(self._problem.table)
        dearest = max((ranking.costs[j] for j in self._choice), default=0)
        if dearest:
            yield self._sum(1000 * ranking.costs[j] / dearest * x for j, x in self._choice.items()), False
        by_name = sorted(self._choice, key=lambda j: ranking.place[j])
        for start in range(0, len(by_name), _NAMES_AT_ONCE):
            block = by_name[start : start + _NAMES_AT_ONCE]
            yield self._sum(2 ** (len(block) - 1 - k) * self._choice[j] for k, j in enumerate(block)), True
