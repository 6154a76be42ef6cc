"""HiGHS without a modelling layer: whole blocks of constraints at once, and each solve goes on from the last one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Weights = NDArray[np.float64]

_NEEDLESS = 1e-9
_ANY_STEPS = 2**31 - 1


@dataclass(frozen=True, slots=True)
class SolverResult:
    """What the solver found."""

    values: tuple[float, ...] | None
    """One for each variable; None when there is nothing to be found. Check them when the time ran out."""
    infeasible: bool = False
    """Whether it is proven that nothing can be found."""
    bound: float = 0.0
    """The objective's proven best possible value."""
    finished: bool = True
    """Whether the values are proven optimal."""


class BlockProgram:
    """Variables in [0, 1] by number, linear constraints over them, one objective at a time."""

    def __init__(self, *, maximise: bool, gap: float = 0.9) -> None:
        import highspy  # 60 ms that only large and hard instances pay

        self._highspy = highspy
        self._solver = highspy.Highs()
        for option, value in (
            ("output_flag", False),
            ("threads", 1),
            ("random_seed", 1),
            ("mip_rel_gap", 0.0),
            ("mip_abs_gap", gap),  # values are whole numbers
        ):
            self._solver.setOptionValue(option, value)
        sense = highspy.ObjSense.kMaximize if maximise else highspy.ObjSense.kMinimize
        self._solver.changeObjectiveSense(sense)
        self.size = 0

    def variables(self, costs: Weights, *, lower: Weights | None = None) -> Numbers:
        """Add variables with these weights in the objective, and return their numbers."""
        count = len(costs)
        low = np.zeros(count) if lower is None else lower
        empty = np.zeros(count, dtype=np.int32)
        self._solver.addCols(count, costs, low, np.ones(count), 0, empty, empty[:0], costs[:0])
        self.size += count
        return np.arange(self.size - count, self.size)

    def constraints(
        self, rows: Numbers, variables: Numbers, weights: Weights, *, least: Weights, most: Weights
    ) -> None:
        """Add constraints given by cells (row, variable, weight) and by the least and most of each row's sum."""
        order = np.argsort(rows, kind="stable")
        starts = np.searchsorted(rows[order], np.arange(len(least))).astype(np.int32)
        self._solver.addRows(
            len(least), least, most, len(rows), starts, variables[order].astype(np.int32), weights[order]
        )

    def at_most(self, variables: Numbers, weights: Weights, limit: float) -> None:
        """Require the weighted sum not to exceed `limit`."""
        self._solver.addRow(-self._highspy.kHighsInf, limit, len(variables), variables.astype(np.int32), weights)

    def at_least(self, variables: Numbers, weights: Weights, limit: float) -> None:
        """Require the weighted sum to reach `limit`."""
        self._solver.addRow(limit, self._highspy.kHighsInf, len(variables), variables.astype(np.int32), weights)

    def reweigh(self, costs: Weights) -> None:
        """Change the objective."""
        self._solver.changeColsCost(self.size, np.arange(self.size, dtype=np.int32), costs)

    def best(
        self,
        integral: Numbers | None = None,
        *,
        start: Weights | None = None,
        seconds: float | None = None,
        steps: int = _ANY_STEPS,
    ) -> SolverResult:
        """Return the best values; with `integral`, these variables are 0 or 1.

        `start` gives values of the first variables that are known to satisfy the constraints. After so many `steps` of
        the simplex method the values may satisfy none.
        """
        highspy, solver = self._highspy, self._solver
        kinds = np.full(self.size, int(highspy.HighsVarType.kContinuous), dtype=np.uint8)
        if integral is not None:
            kinds[integral] = int(highspy.HighsVarType.kInteger)
        solver.changeColsIntegrality(self.size, np.arange(self.size, dtype=np.int32), kinds)
        spent = solver.getRunTime()  # of all solves so far, which the limit counts, too
        solver.setOptionValue("time_limit", highspy.kHighsInf if seconds is None else spent + seconds)
        solver.setOptionValue("simplex_iteration_limit", steps)
        if start is not None and integral is not None:
            solver.setSolution(len(start), np.arange(len(start), dtype=np.int32), start)
        solver.run()
        return self._answer(relaxed=integral is None)

    def _answer(self, *, relaxed: bool) -> SolverResult:
        status, info = self._solver.getModelStatus(), self._solver.getInfo()
        if status == self._highspy.HighsModelStatus.kInfeasible:
            return SolverResult(None, infeasible=True)
        finished = status == self._highspy.HighsModelStatus.kOptimal
        found = info.primal_solution_status == self._highspy.SolutionStatus.kSolutionStatusFeasible
        values = tuple(self._solver.getSolution().col_value) if found or relaxed else None
        bound = info.objective_function_value if relaxed else info.mip_dual_bound
        return SolverResult(values, bound=float(bound), finished=finished)

    @property
    def height(self) -> int:
        """How many constraints there are."""
        height: int = self._solver.getNumRow()
        return height

    def forget_slack(self, since: int) -> None:
        """Drop the constraints from number `since` on that the last relaxed solution did not need."""
        duals = np.array(self._solver.getSolution().row_dual)
        slack = [row for row in range(since, len(duals)) if abs(duals[row]) < _NEEDLESS]
        self._solver.deleteRows(len(slack), np.array(slack, dtype=np.int32))
