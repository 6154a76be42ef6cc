"""Selection with very many rows: a small program over assertions only, to which the rows send cuts.

Flagged rows are a submodular function of the set. For any order of the columns, give each row to its first column and
let a_j be the rows given to j: then every set flags at least the sum of its a_j, and the order of falling values gives
the cut that a solution violates most. Likewise for any set A of bad rows, a set catches at most A and, for each of its
columns, what that catches outside A; the rows whose columns' values add up to 1 or more give the cut violated most.
A solution that no cut violates is a solution of the whole problem.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor

from spade_core.selection.allowance import Allowances
from spade_core.selection.bits import bits_of, members_of
from spade_core.selection.cover_search import undominated
from spade_core.selection.failures import caught_rows
from spade_core.selection.greedy import completed, greedy_set, least_size, without_needless
from spade_core.selection.mixed_integer import UnsolvedError, gap_to
from spade_core.selection.problem import Objective, Problem, Solution
from spade_core.selection.program import Program
from spade_core.selection.ranking import Ranking

SOLVER = "HiGHS with projected rows"
_RELAXED_ROUNDS = 25
_ROUNDS = 200
_SECONDS_FOR_SIZE = 0.5  # the size of SPADE_sub is a tie-break here: worth a little time, not all of it
_TOLERANCE = 1e-6
_VIOLATED = 1e-4
_PLANES = 4


def projected(
    problem: Problem, objective: Objective, *, start: int | None = None, seconds: float | None = None
) -> Solution | None:
    """Return a set with a proven gap, or None when it is proven that no set satisfies the problem.

    For SPADE_cov and, when the problem is `nested`, SPADE_sub. Tie-breaks after the size are not sought.

    Raises:
        UnsolvedError: the time ran out with nothing found.
    """
    if problem.hopeless:
        return None
    deadline = None if seconds is None else time.monotonic() + seconds
    best = greedy_set(problem, objective) if start is None else start
    model = _cover_model(problem) if objective is Objective.FEWEST else _kept_model(problem)
    master = _Master(problem, model, best, deadline)
    bound = master.optimise(model.first, maximise=model.maximise)
    if bound is None:
        return None
    if master.best is None:
        raise UnsolvedError
    if objective is Objective.FEWEST:
        bound = max(bound, least_size(problem))
    whole = floor(bound + _TOLERANCE) if model.maximise else ceil(bound - _TOLERANCE)
    gap = gap_to(problem, objective, master.best, whole)
    if objective is Objective.SUBSUMPTION and gap == 0.0:
        master.program.at_least(model.first, problem.subsumed(master.best).bit_count())
        master.deadline = min(master.deadline or float("inf"), time.monotonic() + _SECONDS_FOR_SIZE)
        master.optimise(model.second, maximise=True)
    return Solution(master.best, SOLVER, gap=gap, ties_broken=False)


@dataclass(frozen=True, slots=True)
class _Model:
    """Groups of columns that are taken together, one binary variable for each, and what is optimised."""

    program: Program
    good: Sequence[int]
    bad: Sequence[int]
    first: dict[int, float]
    second: dict[int, float]
    maximise: bool
    set_of: Callable[[Sequence[int]], int]
    """From the numbers of the groups taken, most wanted first, to a set within C."""
    value_of: Callable[[int], tuple[int, ...]]
    """What a set is worth; higher is better."""


class _Master:
    def __init__(self, problem: Problem, model: _Model, best: int | None, deadline: float | None) -> None:
        self.problem = problem
        self.model = model
        self.program = model.program
        self.best = best
        self.deadline = deadline
        self._cut([0.0] * len(model.good))

    def optimise(self, weights: dict[int, float], *, maximise: bool) -> float | None:
        """Improve the best set, and return the proven bound on the weighted sum; None when nothing is feasible."""
        bound = sum(weights.values()) if maximise else 0.0
        for relaxed, rounds in ((True, _RELAXED_ROUNDS), (False, _ROUNDS)):
            for _ in range(rounds):
                left = None if self.deadline is None else self.deadline - time.monotonic()
                if left is not None and left <= 0.02:
                    return bound
                answer = self.program.best(weights, maximise=maximise, relaxed=relaxed, seconds=left)
                if answer.infeasible or answer.values is None:
                    return None
                bound = min(bound, answer.bound) if maximise else max(bound, answer.bound)
                self._learn(answer.values)
                if self._reached(weights, bound, maximise=maximise):
                    return bound
                if not self._cut(answer.values):
                    break
        return bound

    def _reached(self, weights: dict[int, float], bound: float, *, maximise: bool) -> bool:
        """Whether the best set is as good as the bound allows, both being whole numbers."""
        if self.best is None:
            return False
        value = self.model.value_of(self.best)[0 if weights is self.model.first else 1]
        return value >= floor(bound + _TOLERANCE) if maximise else -value <= ceil(bound - _TOLERANCE)

    def _learn(self, values: Sequence[float]) -> None:
        order = sorted(range(len(self.model.good)), key=lambda g: (-values[g], g))
        found = self.model.set_of([g for g in order if values[g] > _TOLERANCE])
        if self.problem.accepts(found) and (
            self.best is None or self.model.value_of(found) > self.model.value_of(self.best)
        ):
            self.best = found

    def _cut(self, values: Sequence[float]) -> bool:
        """Add the cuts that the values violate; whether there were any."""
        flagged: dict[int, float] = {}
        seen = 0
        for group in sorted(range(len(self.model.good)), key=lambda g: (-values[g], g)):
            if new := self.model.good[group] & ~seen:
                flagged[group] = float(new.bit_count())
                seen |= new
        full = rows_reaching_one(self.model.bad, values)
        caught = {g: float(new) for g, bad in enumerate(self.model.bad) if (new := (bad & ~full).bit_count())}
        missing = self.problem.least_caught - full.bit_count()
        too_many = _total(flagged, values) > self.problem.most_flagged + _VIOLATED
        too_few = missing > 0 and _total(caught, values) < missing - _VIOLATED
        if too_many:
            self.program.at_most(flagged, self.problem.most_flagged)
        if too_few:
            self.program.at_least({g: min(new, float(missing)) for g, new in caught.items()}, missing)
        return too_many or too_few


def rows_reaching_one(failures: Sequence[int], values: Sequence[float]) -> int:
    """Return the rows whose columns' values add up to at least 1, counted in whole sixteenths.

    A binary counter for each row, all rows at once: plane p holds the rows whose counter has bit p set.
    """
    planes = [0] * _PLANES
    over = 0
    for rows, value in zip(failures, values, strict=False):
        sixteenths = int(value * 2**_PLANES + 0.5)
        if sixteenths >= 2**_PLANES:
            over |= rows
            continue
        for plane in range(_PLANES):
            carry = rows if sixteenths >> plane & 1 else 0
            for higher in range(plane, _PLANES):
                if not carry:
                    break
                planes[higher], carry = planes[higher] ^ carry, planes[higher] & carry
            over |= carry
    return over


def _total(weights: dict[int, float], values: Sequence[float]) -> float:
    return sum(weight * values[number] for number, weight in weights.items())


def _cover_model(problem: Problem) -> _Model:
    table, ranking = problem.table, Ranking(problem.table)
    free = [(j, table.bad[j], table.good[j]) for j in members_of(problem.eligible & ~table.required)]
    columns = [*members_of(table.required), *(j for j, _, _ in undominated(free, ranking))]
    program = Program()
    for column in columns:
        number = program.variable(binary=True)
        if table.required >> column & 1:
            program.at_least({number: 1}, 1)

    def set_of(groups: Sequence[int]) -> int:
        chosen = completed(problem, [columns[group] for group in groups])
        return without_needless(problem, chosen)

    size = dict.fromkeys(range(len(columns)), 1.0)
    return _Model(
        program=program,
        good=[table.good[j] for j in columns],
        bad=[table.bad[j] for j in columns],
        first=size,
        second=size,
        maximise=False,
        set_of=set_of,
        value_of=lambda chosen: (-chosen.bit_count(), problem.caught(chosen), -problem.flagged(chosen)),
    )


def _kept_model(problem: Problem) -> _Model:
    allowances = Allowances(problem)
    units, required = allowances.units, problem.table.required
    program = Program()
    first: dict[int, float] = {}
    for unit in units:
        number = program.variable(binary=True)
        if unit.columns & required or not unit.good:
            program.at_least({number: 1}, 1)
    unit_of = {column: number for number, unit in enumerate(units) for column in members_of(unit.columns)}
    for number, unit in enumerate(units):
        leaders = sum(1 for j in allowances.leaders if unit.columns >> j & 1)
        spare = unit.weight - leaders - (unit.columns & required & ~bits_of(allowances.leaders)).bit_count()
        if spare:
            first[number] = float(spare)
    for j, above in allowances.graded:
        if not required >> j & 1:
            subsumed = program.variable()
            program.at_most({subsumed: 1.0, **{unit_of[i]: -1.0 for i in members_of(above)}}, 0)
            first[subsumed] = 1.0

    def set_of(groups: Sequence[int]) -> int:
        allowance = caught_rows(problem.table.good, members_of(required))
        for group in groups:
            wider = allowance | units[group].good
            if wider.bit_count() <= problem.most_flagged:
                allowance = wider
        return allowances.best_within(allowances.admitted(allowances.widened(allowance, problem.eligible)))

    return _Model(
        program=program,
        good=[unit.good for unit in units],
        bad=[unit.bad for unit in units],
        first=first,
        second={number: float(unit.weight) for number, unit in enumerate(units)},
        maximise=True,
        set_of=set_of,
        value_of=lambda chosen: (
            problem.subsumed(chosen).bit_count(),
            problem.subsumed(chosen).bit_count() + chosen.bit_count(),
        ),
    )
