"""A good set in little time: the start of the exact methods, and the answer when their time runs out."""

from collections.abc import Sequence

from spade_core.selection.failures import caught_rows
from spade_core.selection.problem import CoverProblem, Objective
from spade_core.selection.solvers.allowance import Allowances
from spade_core.selection.solvers.bits import members_of

_PENALTIES = (0.0, 0.5, 2.0, 8.0)


def greedy_set(problem: CoverProblem, objective: Objective) -> int | None:
    """Return a set that satisfies the problem, as a bitset; None when none was found, which proves nothing."""
    if problem.hopeless:
        return None
    covers = [chosen for penalty in _PENALTIES if (chosen := _cover(problem, penalty)) is not None]
    if not covers:
        return None
    if objective is Objective.SUBSUMPTION and problem.nested:
        kept = [_keep(problem, start) for start in (problem.table.required, *covers)]
        usable = [chosen for chosen in kept if problem.accepts(chosen)]
        return max(usable, key=lambda chosen: (problem.subsumed(chosen).bit_count(), chosen.bit_count()), default=None)
    return min(covers, key=lambda chosen: (chosen.bit_count(), -problem.caught(chosen), problem.flagged(chosen)))


def _cover(problem: CoverProblem, penalty: float) -> int | None:
    """Add the column that catches most for what it flags until enough is caught; then leave out what is not needed."""
    table = problem.table
    chosen = table.required
    caught, flagged = caught_rows(table.bad, members_of(chosen)), caught_rows(table.good, members_of(chosen))
    open_columns = [j for j in members_of(problem.eligible & ~chosen) if table.bad[j]]
    while caught.bit_count() < problem.least_caught:
        best, best_value = None, 0.0
        still_open = []
        missing = problem.least_caught - caught.bit_count()
        for j in open_columns:
            gain = (table.bad[j] & ~caught).bit_count()
            after = (flagged | table.good[j]).bit_count()
            if gain and after <= problem.most_flagged:
                still_open.append(j)
                share = (after - flagged.bit_count()) / max(1, problem.most_flagged)
                value = min(gain, missing) / (1.0 + penalty * share * len(table.names))
                if value > best_value:
                    best, best_value = j, value
        if best is None:
            return None
        open_columns = [j for j in still_open if j != best]
        chosen, caught, flagged = chosen | 1 << best, caught | table.bad[best], flagged | table.good[best]
    return without_needless(problem, chosen)


def least_size(problem: CoverProblem) -> int:
    """Return a size that no set can go below: as if no two columns caught the same row."""
    table = problem.table
    caught = caught_rows(table.bad, members_of(table.required))
    reach, size = caught.bit_count(), table.required.bit_count()
    free = members_of(problem.eligible & ~table.required)
    for gain in sorted(((table.bad[j] & ~caught).bit_count() for j in free), reverse=True):
        if reach >= problem.least_caught:
            break
        reach, size = reach + gain, size + 1
    return size


def completed(problem: CoverProblem, columns: Sequence[int]) -> int:
    """Return the required columns and as many of `columns`, in this order, as C allows and B needs."""
    table = problem.table
    chosen = table.required
    caught, flagged = caught_rows(table.bad, members_of(chosen)), caught_rows(table.good, members_of(chosen))
    for j in columns:
        if caught.bit_count() >= problem.least_caught:
            break
        if (flagged | table.good[j]).bit_count() <= problem.most_flagged:
            chosen, caught, flagged = chosen | 1 << j, caught | table.bad[j], flagged | table.good[j]
    return chosen


def without_needless(problem: CoverProblem, chosen: int) -> int:
    """Return the set without the columns that alpha does not need, those that catch least first."""
    table = problem.table
    for j in sorted(members_of(chosen & ~table.required), key=lambda j: (table.bad[j].bit_count(), j)):
        if problem.caught(chosen & ~(1 << j)) >= problem.least_caught:
            chosen &= ~(1 << j)
    return chosen


def _keep(problem: CoverProblem, start: int) -> int:
    """Admit columns for the fewest new good rows, first those that subsume others, as long as C allows."""
    table = problem.table
    allowances = Allowances(problem)
    allowance = caught_rows(table.good, members_of(start))
    givers = 0
    for above in problem.parents:
        givers |= above
    for wanted in (givers & problem.eligible, problem.eligible):
        allowance = allowances.widened(allowance, wanted)
    return allowances.best_within(allowances.admitted(allowance))
