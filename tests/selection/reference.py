"""The integer programs of Shankar et al. 2024 as the paper writes them, for PuLP's CBC: what ours is measured by.

One w_ij for every cell of the matrix (assertion j is chosen and fails row i), one indicator for every row.
"""

from collections.abc import Sequence

import pulp

from tests.selection.shipped import RawMatrix


def reference_selection(
    matrix: RawMatrix, alpha: float, tau: float, *, subsumption: bool, drops_size: bool = False
) -> list[int] | None:
    """Return the chosen columns, or None when no set satisfies the thresholds.

    With `drops_size`, SPADE_sub minimises |G| alone, as the published code does: it sets two objectives in turn.
    """
    results, labels = matrix["results"], matrix["labels"]
    columns = range(len(matrix["assertions"]))
    program = pulp.LpProblem("reference", pulp.LpMinimize)
    chosen = [program.add_variable(f"x{j}", cat=pulp.LpBinary) for j in columns]
    caught: list[pulp.LpVariable] = []
    flagged: list[pulp.LpVariable] = []
    for i, row in enumerate(results):
        failing = [program.add_variable(f"w{i}_{j}", cat=pulp.LpBinary) for j in columns]
        for j in columns:
            program += failing[j] == (1 - row[j]) * chosen[j]
        hit = program.add_variable(f"u{i}", cat=pulp.LpBinary)
        for j in columns:
            program += hit >= failing[j]
        program += hit <= pulp.lpSum(failing)
        (flagged if labels[i] else caught).append(hit)
    program += pulp.lpSum(caught) >= alpha * len(caught)
    program += pulp.lpSum(flagged) <= tau * len(flagged)
    size = pulp.lpSum(chosen)
    if subsumption:
        lost = _lost(program, chosen, matrix["subsumes"])
        program.setObjective(lost if drops_size else size + lost)
    else:
        program.setObjective(size)
    program.solve(pulp.PULP_CBC_CMD(msg=False))
    if program.status != pulp.LpStatusOptimal:
        return None
    return [j for j in columns if (chosen[j].value() or 0.0) > 0.5]


def _lost(
    program: pulp.LpProblem, chosen: Sequence[pulp.LpVariable], subsumes: Sequence[tuple[int, int]]
) -> pulp.LpAffineExpression:
    """Return |G|: s_j is 1 when assertion j is neither chosen nor subsumed by a chosen one."""
    lost = []
    for j, own in enumerate(chosen):
        above = [chosen[i] for i, k in subsumes if k == j]
        without = program.add_variable(f"s{j}", cat=pulp.LpBinary)
        program += without >= 1 - own - pulp.lpSum(above)
        program += without <= 1 - own
        for other in above:
            program += without <= 1 - other
        lost.append(without)
    return pulp.lpSum(lost)
