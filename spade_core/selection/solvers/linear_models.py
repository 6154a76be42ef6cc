"""SPADE_cov and SPADE_sub as linear programs over groups of columns; what the groups flag and catch is added later."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from spade_core.selection.failures import caught_rows
from spade_core.selection.problem import CoverProblem
from spade_core.selection.solvers.allowance import Allowances
from spade_core.selection.solvers.bits import bits_of, members_of
from spade_core.selection.solvers.cover_arrays import CoverArrays
from spade_core.selection.solvers.greedy import completed, without_needless
from spade_core.selection.solvers.highs import BlockProgram, Numbers, Weights
from spade_core.selection.solvers.packed import Flags, Words, counted, packed


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Groups of columns that are taken together, one variable for each, and what is optimised.

    Variables of the program beyond the groups follow them.
    """

    program: BlockProgram
    good: Words
    bad: Words
    missing: int
    """How many rows of `bad` must be caught."""
    room: int
    """How many rows of `good` may be flagged."""
    first: Weights
    second: Weights | None
    """The tie-break, once the first objective is proven; None where there is none."""
    maximise: bool
    whole: Numbers
    """The groups that must be taken or left as a whole for the first objective."""
    gives: Flags
    """For each group, which further variables of the first objective it allows to be 1."""
    set_of: Callable[[Sequence[int]], int]
    """From groups, most wanted first, to a set within C."""
    value_of: Callable[[int], tuple[int, ...]]
    """What a set is worth in both objectives; higher is better."""
    groups_of: Callable[[int], Weights]
    """From a set to the values of the groups."""


def cover_model(problem: CoverProblem, arrays: CoverArrays) -> LinearModel:
    """Return the model of SPADE_cov, in which columns that flag too much together exclude each other."""
    table, count = problem.table, len(arrays.columns)
    program = BlockProgram(maximise=False)
    program.variables(np.ones(count))
    exclude_conflicts(program, arrays.good, arrays.room)

    def set_of(groups: Sequence[int]) -> int:
        return without_needless(problem, completed(problem, [int(arrays.columns[group]) for group in groups]))

    def groups_of(chosen: int) -> Weights:
        return np.array([float(chosen >> column & 1) for column in arrays.columns.tolist()])

    return LinearModel(
        program=program,
        good=arrays.good,
        bad=arrays.bad,
        missing=arrays.missing,
        room=arrays.room,
        first=np.ones(count),
        second=None,
        maximise=False,
        whole=np.arange(count),
        gives=np.zeros((count, 0), dtype=np.bool_),
        set_of=set_of,
        value_of=lambda chosen: (
            table.required.bit_count() - chosen.bit_count(),
            problem.caught(chosen),
            -problem.flagged(chosen),
        ),
        groups_of=groups_of,
    )


def kept_model(problem: CoverProblem) -> LinearModel:
    """Return the model of SPADE_sub over the units of `allowance.py`."""
    allowances = Allowances(problem)
    units, required = allowances.units, problem.table.required
    leaders = bits_of(allowances.leaders) | required
    spare = np.array([float((unit.columns & ~leaders).bit_count()) for unit in units])
    given = np.array([float(bool(unit.columns & required) or not unit.good) for unit in units])
    program = BlockProgram(maximise=True)
    program.variables(spare, lower=given)
    good = packed([unit.good for unit in units])
    exclude_conflicts(program, good, problem.most_flagged)
    unit_of = {column: number for number, unit in enumerate(units) for column in members_of(unit.columns)}
    givers = set(np.flatnonzero(spare).tolist())
    above_each = [
        sorted({unit_of[i] for i in members_of(above)}) for j, above in allowances.graded if not required >> j & 1
    ]
    subsumed = program.variables(np.ones(len(above_each)))
    gives = np.zeros((len(units), len(above_each)), dtype=np.bool_)
    for place, (number, above) in enumerate(zip(subsumed.tolist(), above_each, strict=True)):
        gives[above, place] = True
        program.at_most(np.array([number, *above]), np.array([1.0, *[-1.0] * len(above)]), 0.0)
        givers.update(above)

    def set_of(groups: Sequence[int]) -> int:
        allowance = caught_rows(problem.table.good, members_of(required))
        for group in groups:
            wider = allowance | units[group].good
            if wider.bit_count() <= problem.most_flagged:
                allowance = wider
        return allowances.best_within(allowances.admitted(allowances.widened(allowance, problem.eligible)))

    def value_of(chosen: int) -> tuple[int, ...]:
        count = problem.subsumed(chosen).bit_count()
        return count, count + chosen.bit_count()

    def groups_of(chosen: int) -> Weights:
        allowance = caught_rows(problem.table.good, members_of(chosen))
        return np.array([float(not unit.good & ~allowance) for unit in units])

    weight = np.array([float(unit.weight) for unit in units])
    return LinearModel(
        program=program,
        good=good,
        bad=packed([unit.bad for unit in units]),
        missing=problem.least_caught,
        room=problem.most_flagged,
        first=np.concatenate((spare, np.ones(len(above_each)))),
        second=np.concatenate((weight, np.zeros(len(above_each)))),
        maximise=True,
        whole=np.array(sorted(givers), dtype=np.int64),
        gives=gives,
        set_of=set_of,
        value_of=value_of,
        groups_of=groups_of,
    )


def exclude_conflicts(program: BlockProgram, good: Words, room: int) -> None:
    """Let no two groups be taken that flag too much together."""
    for clique in cliques(conflicts(good, room)):
        program.at_most(clique, np.ones(len(clique)), 1.0)


def conflicts(good: Words, room: int) -> Flags:
    """Return which pairs of groups flag more than `room` rows together."""
    sizes = counted(good)
    clash = np.zeros((len(good), len(good)), dtype=np.bool_)
    suspects = np.flatnonzero(sizes + sizes.max(initial=0) > room)
    for group in np.flatnonzero(2 * sizes > room):
        clash[group, suspects] = counted(good[suspects] | good[group]) > room
        clash[group, group] = False
    return clash | clash.T


def cliques(clash: Flags) -> list[Numbers]:
    """Return sets of groups, any two of which clash, so that every clash is in one of them."""
    left = np.triu(clash)
    found: list[Numbers] = []
    while left.any():
        first, second = (int(place) for place in np.unravel_index(int(np.argmax(left)), left.shape))
        clique = [first, second]
        others = clash[first] & clash[second]
        while others.any():
            clique.append(int(np.argmax(others)))
            others &= clash[clique[-1]]
        found.append(np.array(sorted(clique), dtype=np.int64))
        left[np.ix_(found[-1], found[-1])] = False
    return found
