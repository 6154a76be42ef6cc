"""Which candidates fail which labelled examples, as one pair of bitsets per candidate."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from spade_core.selection.solvers.bits import members_of


@dataclass(frozen=True, slots=True)
class FailureTable:
    """The results matrix as selection needs it: columns are candidates, bits are labelled examples.

    Bit i of `good[j]` is set when candidate j fails the i-th good example; likewise `bad`. A table of some of the rows
    may leave them at their bits: `n_good` and `n_bad` count rows and say nothing of the highest bit.
    """

    names: tuple[str, ...]
    good: tuple[int, ...]
    bad: tuple[int, ...]
    n_good: int
    n_bad: int
    costs: tuple[int, ...]
    """Whole numbers of any one unit, so that sums compare exactly. May be negative: only differences matter."""
    implies: frozenset[tuple[int, int]] = frozenset()
    """Pairs (i, j): i subsumes j, so i fails every response that j fails. As given: neither checked nor closed."""
    ineligible: int = 0
    """Bitset of the candidates that may not be chosen, whatever their FFR."""
    required: int = 0
    """Bitset of the candidates that must be chosen."""
    avoided: int = 0
    """Bitset of the candidates that are chosen only where no set does without them."""
    fewest_avoided: bool = False
    """Whether, where some of them are needed, they are as few as possible before anything else is optimised."""

    @property
    def size(self) -> int:
        """How many candidates there are."""
        return len(self.names)


def whole_costs(costs: Sequence[float]) -> tuple[int, ...]:
    """Return the costs in the largest unit in which all of them, as written, are whole numbers."""
    exact = {cost: Fraction(str(cost)) for cost in set(costs)}
    unit = lcm(*(value.denominator for value in exact.values()))
    return tuple(int(exact[cost] * unit) for cost in costs)


def caught_rows(failures: Sequence[int], columns: Iterable[int]) -> int:
    """Return the rows that at least one of `columns` fails."""
    rows = 0
    for column in columns:
        rows |= failures[column]
    return rows


def contradicted_pairs(table: FailureTable) -> Mapping[tuple[int, int], int]:
    """Return the pairs of `implies` that the rows contradict, with the number of rows that do so."""
    refuted: dict[tuple[int, int], int] = {}
    for i, j in table.implies:
        beyond = (table.good[j] & ~table.good[i]).bit_count() + (table.bad[j] & ~table.bad[i]).bit_count()
        if beyond:
            refuted[i, j] = beyond
    return refuted


def closed_parents(size: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """Return, for each column, the bitset of the other columns that subsume it directly or through others."""
    parents = [0] * size
    for i, j in pairs:
        parents[j] |= 1 << i
    inner = [k for k in range(size) if parents[k] and any(parent >> k & 1 for parent in parents)]
    for k in inner:
        bit, above = 1 << k, parents[k]
        for j in range(size):
            if parents[j] & bit:
                parents[j] |= above
    return [parent & ~(1 << j) for j, parent in enumerate(parents)]


def names_of(table: FailureTable, columns: int) -> tuple[str, ...]:
    """Return the names of a bitset of columns, in the table's order."""
    return tuple(table.names[j] for j in members_of(columns))
