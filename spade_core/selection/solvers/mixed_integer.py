"""The general solver: selection as a mixed-integer program, any subsumption relation, every tie-break.

Only x is binary. z, u and t lie in [0, 1] and come out integral, because each is pushed against its bound:

* z_i >= x_j for each chosen j that fails good row i, and the good rows weigh at most C;
* u_i <= the sum of the x_j that fail bad row i, and the bad rows weigh at least B;
* t_j <= the sum of the x_i that subsume j, and t_j <= 1 - x_j.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from spade_core.errors import SpadeError
from spade_core.selection.problem import CoverProblem, Objective, Solution
from spade_core.selection.solvers.bits import bits_of, members_of
from spade_core.selection.solvers.highs import BlockProgram, SolverResult
from spade_core.selection.solvers.ranking import Ranking

SOLVER = "HiGHS"
_COLUMNS_AT_ONCE = 16  # weights 2^15 .. 1 keep the sums far inside what the solver's tolerances tell apart
_SLACK = 1e-4  # above the solver's tolerance, below any difference of whole numbers

Weights = dict[int, float]


class UnsolvedError(SpadeError):
    """The time ran out before a set that satisfies the problem was found or ruled out."""

    def __init__(self) -> None:
        super().__init__("no selection within alpha and tau was found in the time given, and none was ruled out")


def optimum(problem: CoverProblem, objective: Objective, *, seconds: float | None = None) -> Solution | None:
    """Return the best set, or None when no set satisfies the problem.

    With `seconds`, the first objective that is not finished in time ends the search and gives the gap.

    Raises:
        UnsolvedError: the time ran out with nothing found.
    """
    if problem.hopeless:
        return None
    model = _Model(problem)
    chosen: int | None = None
    for step, (weights, maximise) in enumerate(model.objectives(objective)):
        answer = model.program.optimum(weights, maximise=maximise, seconds=seconds)
        if answer.infeasible and step == 0:
            return None
        found = model.chosen(answer.values)
        if found is None or answer.infeasible:
            break
        chosen = found
        if not answer.finished:
            gap = gap_to(problem, objective, chosen, answer.bound) if step == 0 else 0.0
            return Solution(chosen, SOLVER, gap=gap, ties_broken=False)
        model.keep(weights, answer.values or (), maximise=maximise)
    else:
        return None if chosen is None else Solution(chosen, SOLVER)
    if chosen is None:
        raise UnsolvedError
    return Solution(chosen, SOLVER, ties_broken=False)


def gap_to(problem: CoverProblem, objective: Objective, chosen: int, bound: float) -> float:
    """Return how far the set may be from the best, relative to its own value of the quantity that is minimised.

    That is |F'| for SPADE_cov and |F'| + |G| for SPADE_sub, where `bound` is on T, which |F'| + |G| is short of m.
    """
    if problem.table.fewest_avoided and chosen & problem.table.avoided & ~problem.table.required:
        return 1.0  # what is bounded first is how many of these are needed, which says nothing of the rest
    if objective is Objective.FEWEST:
        return _share(chosen.bit_count() - bound, chosen.bit_count())
    if objective is Objective.MOST_CAUGHT:
        return _share(bound - problem.caught(chosen), bound)
    reached = problem.subsumed(chosen).bit_count()
    reached += chosen.bit_count() if objective is Objective.LEAST_LOST else 0
    return _share(bound - reached, problem.counted.bit_count() - reached)


def _share(distance: float, value: float) -> float:
    return max(0.0, distance / value) if value else 0.0


def merged_rows(failures: Sequence[int], columns: int) -> Counter[int]:
    """Return the distinct rows, each as the bitset of the `columns` that fail it, with how often each occurs."""
    rows: dict[int, int] = {}
    for column in members_of(columns):
        bit = 1 << column
        for row in members_of(failures[column]):
            rows[row] = rows.get(row, 0) | bit
    return Counter(rows.values())


class _Program(BlockProgram):
    """A program whose rows come one by one, with one objective after the other."""

    def __init__(self) -> None:
        super().__init__(maximise=False, gap=0.5)
        self._binary: list[int] = []

    def variable(self, *, binary: bool = False) -> int:
        """Add a variable and return its number."""
        number = int(self.variables(np.zeros(1))[0])
        if binary:
            self._binary.append(number)
        return number

    def require(self, weights: Weights, *, least: float | None = None, most: float | None = None) -> None:
        """Require the weighted sum to reach `least`, or not to exceed `most`."""
        row = np.array([*weights]), np.array([*weights.values()], dtype=float)
        if least is not None:
            self.at_least(*row, least)
        if most is not None:
            self.at_most(*row, most)

    def optimum(self, weights: Weights, *, maximise: bool, seconds: float | None) -> SolverResult:
        """Return the values with the best weighted sum."""
        if not self.size:
            return SolverResult(())
        costs = np.zeros(self.size)
        costs[[*weights]] = [-weight if maximise else weight for weight in weights.values()]
        self.reweigh(costs)
        found = self.best(np.array(self._binary), seconds=seconds)
        return replace(found, bound=-found.bound) if maximise else found


class _Model:
    """The constraints of one problem; objectives are held one after the other."""

    def __init__(self, problem: CoverProblem) -> None:
        self.program = _Program()
        self._problem = problem
        self._choice = {j: self.program.variable(binary=True) for j in members_of(problem.eligible)}
        for j in members_of(problem.table.required):
            self.program.require({self._choice[j]: 1}, least=1)
        self._flagged = self._rows(merged_rows(problem.table.good, problem.eligible), self._flag)
        self._caught = self._rows(merged_rows(problem.table.bad, problem.eligible), self._catch)
        self.program.require(self._flagged, most=problem.most_flagged)
        self.program.require(self._caught, least=problem.least_caught)
        self._subsumed: Weights | None = None

    def objectives(self, objective: Objective) -> Iterator[tuple[Weights, bool]]:
        """Yield each weighting, and whether it is maximised, from most to least important."""
        size: Weights = dict.fromkeys(self._choice.values(), 1.0)
        if avoided := self._avoided():
            yield avoided, False
        match objective:
            case Objective.FEWEST:
                yield size, False
            case Objective.SUBSUMPTION:
                yield self._subsumption(), True
                yield size, True
            case Objective.LEAST_LOST:
                yield size | self._subsumption(), True
            case Objective.MOST_CAUGHT:
                yield self._caught, True
                return
        yield self._caught, True
        yield self._flagged, False
        yield from self._last_ties()

    def _avoided(self) -> Weights:
        table = self._problem.table
        columns = members_of(table.avoided & self._problem.eligible & ~table.required) if table.fewest_avoided else ()
        return {self._choice[j]: 1.0 for j in columns}

    def chosen(self, values: Sequence[float] | None) -> int | None:
        """Return the chosen columns, or None when the values are no set that satisfies the problem."""
        if values is None:
            return None
        chosen = bits_of(j for j, number in self._choice.items() if values[number] > 0.5)
        return chosen if self._problem.accepts(chosen) else None

    def keep(self, weights: Weights, values: Sequence[float], *, maximise: bool) -> None:
        """Hold an objective at the value just found."""
        reached = sum(weight * values[number] for number, weight in weights.items())
        if maximise:
            self.program.require(weights, least=reached - _SLACK)
        else:
            self.program.require(weights, most=reached + _SLACK)

    def _rows(self, rows: Mapping[int, int], linked: Callable[[int], int]) -> Weights:
        """Return the weighted number of rows that are hit; a row with one column needs no variable of its own."""
        weights: Weights = {}
        for failing, weight in sorted(rows.items()):
            shared = failing & (failing - 1)
            number = linked(failing) if shared else self._choice[failing.bit_length() - 1]
            weights[number] = weights.get(number, 0.0) + weight
        return weights

    def _flag(self, failing: int) -> int:
        flagged = self.program.variable()
        for j in members_of(failing):
            self.program.require({flagged: 1, self._choice[j]: -1}, least=0)
        return flagged

    def _catch(self, failing: int) -> int:
        caught = self.program.variable()
        self.program.require({caught: 1, **{self._choice[j]: -1 for j in members_of(failing)}}, most=0)
        return caught

    def _subsumption(self) -> Weights:
        if self._subsumed is None:
            self._subsumed = {}
            for j in members_of(self._problem.counted):
                if above := self._problem.parents[j]:
                    subsumed = self.program.variable()
                    self.program.require({subsumed: 1, **{self._choice[i]: -1 for i in members_of(above)}}, most=0)
                    if j in self._choice:
                        self.program.require({subsumed: 1, self._choice[j]: 1}, most=1)
                    self._subsumed[subsumed] = 1.0
        return self._subsumed

    def _last_ties(self) -> Iterator[tuple[Weights, bool]]:
        ranking = Ranking(self._problem.table)
        dearest = max((ranking.costs[j] for j in self._choice), default=0)
        if dearest:
            yield {number: 1000 * ranking.costs[j] / dearest for j, number in self._choice.items()}, False
        in_order = sorted(self._choice)
        for start in range(0, len(in_order), _COLUMNS_AT_ONCE):
            block = in_order[start : start + _COLUMNS_AT_ONCE]
            yield {self._choice[j]: 2.0 ** (len(block) - 1 - k) for k, j in enumerate(block)}, True
