"""Large selections by linear programs: rows in full where they are few, otherwise as cuts that solutions call for.

Flagged rows are a submodular function of the set. For any order of the columns, give each row to its first column and
let a_j be the rows given to j: then every set flags at least the sum of its a_j, and the order of falling values gives
the cut that a solution violates most. Likewise for any set A of bad rows, a set catches at most A and, for each of its
columns, what that catches outside A; the rows whose columns' values add up to 1 or more give the cut violated most.
A solution that no cut violates is a solution of the whole problem.
"""

import time
from collections.abc import Sequence
from math import ceil, floor

import numpy as np

from spade_core.selection.problem import CoverProblem, Objective, Solution
from spade_core.selection.solvers.cover_arrays import CoverArrays
from spade_core.selection.solvers.full_rows import add_bad_rows, add_good_rows
from spade_core.selection.solvers.greedy import greedy_set, least_size
from spade_core.selection.solvers.highs import Weights
from spade_core.selection.solvers.kept_greedy import KeptGreedy
from spade_core.selection.solvers.linear_models import LinearModel, cover_model, kept_model
from spade_core.selection.solvers.mixed_integer import UnsolvedError, gap_to
from spade_core.selection.solvers.packed import counted, unpacked

SOLVER = "HiGHS with projected rows"
_RELAXED_ROUNDS = 400
_ROUNDS = 200
_LEARN_EVERY = 20
_STALLED = 0.1  # less progress than this in so many rounds
_ROUNDS_FOR_SIZE = 10  # the size of SPADE_sub is a tie-break here: worth a little time, not all of it
_STEPS_FOR_SIZE = 1000
_HIGHEST_PRICE, _PRICES = 2.0, 8
_LEAST_SECONDS = 0.02
_TOLERANCE = 1e-6
_VIOLATED = 1e-3
_FEW_CELLS = 60_000


def projected(
    problem: CoverProblem,
    objective: Objective,
    *,
    start: int | None = None,
    at_least: int = 0,
    seconds: float | None = None,
) -> Solution | None:
    """Return a set with a proven gap, or None when it is proven that no set satisfies the problem.

    For SPADE_cov and, when the problem is `nested`, SPADE_sub. `at_least` is a size that SPADE_cov is known to need.
    Tie-breaks after the size are not sought.

    Raises:
        UnsolvedError: the time ran out with nothing found.
    """
    if problem.hopeless:
        return None
    deadline = float("inf") if seconds is None else time.monotonic() + seconds
    cover = objective is Objective.FEWEST
    model = cover_model(problem, CoverArrays.of(problem).undominated(by_rank=False)) if cover else kept_model(problem)
    master = _Master(problem, model, start, deadline)
    if not cover:
        master.start_from(KeptGreedy(model))
    if master.best is None:
        master.best = greedy_set(problem, objective)
    bound = master.optimise()
    if bound is None:
        return None
    if master.best is None:
        raise UnsolvedError
    if cover:
        bound = max(bound + problem.table.required.bit_count(), least_size(problem), at_least)
    whole = ceil(bound - _TOLERANCE) if cover else floor(bound + _TOLERANCE)
    gap = gap_to(problem, objective, master.best, whole)
    if gap == 0.0 and model.second is not None:
        master.break_ties(model.second)
    return Solution(master.best, SOLVER, gap=gap, ties_broken=False)


class _Master:
    def __init__(self, problem: CoverProblem, model: LinearModel, best: int | None, deadline: float) -> None:
        self.problem = problem
        self.model = model
        self.program = model.program
        self.best = best
        self.deadline = deadline
        self.groups = np.arange(len(model.good))
        self.counting = model.whole
        """The groups whose flagged rows count in cuts: at first those that the first objective is about."""
        self.whole = model.whole
        self.minds_caught = False
        self.first_cut = 0
        self.in_full = int(counted(model.good).sum()) + int(counted(model.bad).sum()) <= _FEW_CELLS
        if self.in_full:
            add_good_rows(self.program, model.good, model.room)
        if not model.maximise:
            self._mind_caught()
        self.first_cut = self.program.height
        if not self.in_full:
            self._cut(np.zeros(len(self.groups)), always=True)

    def optimise(self) -> float | None:
        """Improve the best set, and return the proven bound on the first objective; None when nothing is feasible."""
        weights, maximise = self.model.first, self.model.maximise
        bound = float(weights.sum()) if maximise else 0.0
        self._reweigh(weights)
        for relaxed, rounds in ((True, _RELAXED_ROUNDS), (False, _ROUNDS)):
            if not relaxed:
                self.program.forget_slack(self.first_cut)
            reached, known = bound, self.best
            for number in range(rounds):
                if number % _LEARN_EVERY == 0 and number:
                    if abs(bound - reached) < _STALLED and (relaxed or self.best == known):
                        break
                    reached, known = bound, self.best
                if self._left() <= _LEAST_SECONDS:
                    return bound
                answer = self.program.best(None if relaxed else self.whole, start=self._start(), seconds=self._left())
                if answer.infeasible:
                    return None
                bound = min(bound, answer.bound) if maximise else max(bound, answer.bound)
                if answer.values is None:
                    return bound
                values = np.array(answer.values[: len(self.groups)])
                cut = self._cut(values)
                if not cut or not relaxed or number % _LEARN_EVERY == 0:
                    self._learn(values)
                if self._reached(bound):
                    return bound
                if not cut:
                    break
        return bound

    def break_ties(self, weights: Weights) -> None:
        """Improve the best set by the second objective, the first held; not to its optimum, but always the same."""
        if self.best is None:
            return
        held = np.flatnonzero(self.model.first)
        self.program.at_least(held, self.model.first[held], float(self.model.value_of(self.best)[0]))
        self._reweigh(weights)
        self.counting = self.groups
        for _ in range(_ROUNDS_FOR_SIZE):
            if self._left() <= _LEAST_SECONDS:
                return
            answer = self.program.best(seconds=self._left(), steps=_STEPS_FOR_SIZE)
            if answer.values is None:
                return
            values = np.array(answer.values[: len(self.groups)])
            self._learn(values)
            if not answer.finished or not self._cut(values):
                return

    def _mind_caught(self) -> None:
        """Let the groups that are only there to catch rows be whole, too, and count what they flag.

        SPADE_sub hardly ever needs them: what it keeps catches more than enough.
        """
        self.whole = self.counting = self.groups
        self.minds_caught = True
        if self.in_full:
            add_bad_rows(self.program, self.model.bad, self.model.missing)
        self.first_cut = self.program.height

    def _left(self) -> float:
        return self.deadline - time.monotonic()

    def _reweigh(self, weights: Weights) -> None:
        costs = np.zeros(self.program.size)
        costs[: len(weights)] = weights
        self.program.reweigh(costs)

    def _start(self) -> Weights | None:
        return None if self.best is None else self.model.groups_of(self.best)

    def _reached(self, bound: float) -> bool:
        """Whether the best set is as good as the bound allows, both being whole numbers."""
        if self.best is None:
            return False
        value = self.model.value_of(self.best)[0]
        return value >= floor(bound + _TOLERANCE) if self.model.maximise else -value <= ceil(bound - _TOLERANCE)

    def _learn(self, values: Weights) -> None:
        order = np.argsort(-values, kind="stable")
        self.learn(order[values[order] > _TOLERANCE].tolist())

    def learn(self, groups: Sequence[int]) -> bool:
        """Take the set made of these groups, most wanted first, if it is the best so far; whether it is a solution."""
        found = self.model.set_of(groups)
        accepted = self.problem.accepts(found)
        if accepted and (self.best is None or self.model.value_of(found) > self.model.value_of(self.best)):
            self.best = found
        return accepted

    def start_from(self, greedy: KeptGreedy) -> None:
        """Learn the set that gives most; if it catches too little, find the least price of caught rows that helps."""
        if self.learn(greedy.best()):
            return
        low, high = 0.0, _HIGHEST_PRICE
        for _ in range(_PRICES):
            price = (low + high) / 2
            low, high = (low, price) if self.learn(greedy.covering(price)) else (price, high)

    def _cut(self, values: Weights, *, always: bool = False) -> bool:
        """Add the cuts that the values violate; whether there were any."""
        cut = self._cut_flagged(values, always=always)
        return self._cut_caught(values, always=always) or cut

    def _cut_flagged(self, values: Weights, *, always: bool) -> bool:
        good = self.model.good
        flagged = np.zeros(len(values))
        seen = np.zeros(good.shape[1], dtype=np.uint64)
        for group in self.counting[np.lexsort((self.counting, -values[self.counting]))].tolist():
            flagged[group] = int(counted(good[group] & ~seen))
            seen |= good[group]
        violated = always or float(flagged @ values) > self.model.room + _VIOLATED
        if violated:
            self.program.at_most(self.groups, flagged, float(self.model.room))
        return violated

    def _cut_caught(self, values: Weights, *, always: bool) -> bool:
        bad = self.model.bad
        surely = np.bitwise_or.reduce(bad[values > 1 - _TOLERANCE], axis=0)
        if int(counted(surely)) >= self.model.missing and not always:
            return False
        sums = np.zeros(64 * bad.shape[1], dtype=np.float32)
        for group in np.flatnonzero(values > _TOLERANCE).tolist():
            sums += np.float32(values[group]) * unpacked(bad[group])
        full = np.packbits(sums > 1 - _VIOLATED, bitorder="little").view(np.uint64)
        missing = self.model.missing - int(counted(full))
        caught = np.minimum(counted(bad & ~full), max(0, missing)).astype(np.float64)
        violated = missing > 0 and (always or float(caught @ values) < missing - _VIOLATED)
        if violated:
            self.program.at_least(self.groups, caught, float(missing))
            if not self.minds_caught and not always:
                self._mind_caught()
        return violated
