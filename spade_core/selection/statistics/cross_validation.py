"""How a method does on examples that it did not see."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from spade_core.selection.failures import FailureTable, caught_rows
from spade_core.selection.preferring import solve_preferred
from spade_core.selection.problem import CoverProblem, Objective, Solution, problem_of
from spade_core.selection.rates import Rate, coverage_rate, false_failure_rate
from spade_core.selection.request import Thresholds
from spade_core.selection.solvers.bits import bits_of, members_of
from spade_core.selection.solvers.mixed_integer import UnsolvedError

_FOLDS = 10
_SECONDS_A_FOLD = 0.25  # for the general solver, which everyday instances never need


@dataclass(frozen=True, slots=True)
class CrossValidation:
    """The held-out figures of all folds together."""

    coverage: Rate
    """Each bad example judged by the set that was selected without it."""
    ffr: Rate
    """Each good example likewise."""
    folds: int
    infeasible: int
    """Folds whose other examples admit no set; their bad examples count as not caught."""


def cross_validated(
    table: FailureTable,
    thresholds: Thresholds,
    objective: Objective,
    *,
    good_groups: Sequence[Sequence[int]],
    bad_groups: Sequence[Sequence[int]],
) -> CrossValidation | None:
    """Return the held-out figures, or None when there are fewer than two groups of either kind.

    Groups are rows that must stay together (duplicates), already in the order in which they are dealt out.
    """
    folds = min(_FOLDS, len(good_groups), len(bad_groups))
    if folds < 2:
        return None
    caught = flagged = infeasible = 0
    for fold in range(folds):
        good = bits_of(row for group in good_groups[fold::folds] for row in group)
        bad = bits_of(row for group in bad_groups[fold::folds] for row in group)
        solution = _solved(problem_of(without_rows(table, good, bad), thresholds), objective)
        if solution is None:
            infeasible += 1
            continue
        chosen = list(members_of(solution.chosen))
        caught += (caught_rows(table.bad, chosen) & bad).bit_count()
        flagged += (caught_rows(table.good, chosen) & good).bit_count()
    return CrossValidation(
        coverage=coverage_rate(caught, table.n_bad),
        ffr=false_failure_rate(flagged, table.n_good),
        folds=folds,
        infeasible=infeasible,
    )


def _solved(problem: CoverProblem, objective: Objective) -> Solution | None:
    try:
        return solve_preferred(problem, objective, seconds=_SECONDS_A_FOLD)
    except UnsolvedError:
        return None


def without_rows(table: FailureTable, good: int, bad: int) -> FailureTable:
    """Return the table without these good and bad rows."""
    return replace(
        table,
        good=tuple(rows & ~good for rows in table.good),
        bad=tuple(rows & ~bad for rows in table.bad),
        n_good=table.n_good - good.bit_count(),
        n_bad=table.n_bad - bad.bit_count(),
    )


def dealt(ids: Sequence[str], together: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return the rows in groups that stay together, in an order that has nothing to do with that of the file."""
    row_of = {id_: row for row, id_ in enumerate(ids)}
    group_of = {id_: number for number, group in enumerate(together) for id_ in group}
    groups: dict[str, list[int]] = {}
    for id_, row in row_of.items():
        key = f"group {group_of[id_]}" if id_ in group_of else f"id {id_}"
        groups.setdefault(key, []).append(row)
    ordered = sorted(groups, key=lambda key: sha256(key.encode("utf-8", "surrogatepass")).digest())
    return [groups[key] for key in ordered]
