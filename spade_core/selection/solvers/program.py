"""A mixed-integer linear program for HiGHS in this process. Only this module knows PuLP."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pulp


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


class Program:
    """Variables in [0, 1] by number, linear constraints over them, and one objective at a time."""

    def __init__(self) -> None:
        import pulp  # 80 ms that only the hard instances pay

        self._pulp = pulp
        self._program = pulp.LpProblem("selection", pulp.LpMinimize)
        self._variables: list[pulp.LpVariable] = []

    def variable(self, *, binary: bool = False) -> int:
        """Add a variable in [0, 1] and return its number."""
        category = self._pulp.LpBinary if binary else self._pulp.LpContinuous
        number = len(self._variables)
        self._variables.append(self._program.add_variable(f"v{number:06}", 0, 1, category))
        return number

    def at_most(self, weights: Mapping[int, float], limit: float) -> None:
        """Require the weighted sum of variables not to exceed `limit`."""
        self._program += self._sum(weights) <= limit

    def at_least(self, weights: Mapping[int, float], limit: float) -> None:
        """Require the weighted sum of variables to reach `limit`."""
        self._program += self._sum(weights) >= limit

    def best(
        self, weights: Mapping[int, float], *, maximise: bool, relaxed: bool = False, seconds: float | None = None
    ) -> SolverResult:
        """Return the values with the best weighted sum; with `relaxed`, binary variables may be fractions."""
        if not self._variables:
            return SolverResult(())
        self._program.sense = self._pulp.LpMaximize if maximise else self._pulp.LpMinimize
        self._program.setObjective(self._sum(weights))
        self._program.solve(
            self._pulp.HiGHS(
                mip=not relaxed, msg=False, threads=1, gapRel=0.0, gapAbs=0.5, timeLimit=seconds, random_seed=1
            )
        )
        if self._program.status == self._pulp.LpStatusInfeasible:
            return SolverResult(None, infeasible=True)
        info = self._program.solverModel.getInfo()
        finished = self._program.sol_status == self._pulp.LpSolutionOptimal
        bound = float(info.objective_function_value if relaxed or finished else info.mip_dual_bound)
        values = tuple(float(variable.value() or 0.0) for variable in self._variables)
        return SolverResult(values, bound=-bound if maximise else bound, finished=finished)

    def _sum(self, weights: Mapping[int, float]) -> pulp.LpAffineExpression:
        return self._pulp.LpAffineExpression([(self._variables[number], weight) for number, weight in weights.items()])
