"""The definitions of selection, tried on every subset: slow, obvious, and independent of the solvers."""

from itertools import combinations

from spade_core.selection.failures import FailureTable


def failed(failures: tuple[int, ...], chosen: tuple[int, ...], rows: int) -> int:
    return sum(any(failures[j] >> row & 1 for j in chosen) for row in range(rows))


def reachable(table: FailureTable, pairs: set[tuple[int, int]]) -> set[tuple[int, int]]:
    closed = set(pairs)
    while True:
        more = {(a, d) for a, b in closed for c, d in closed if b == c and a != d} - closed
        if not more:
            return closed
        closed |= more


def standing_pairs(table: FailureTable) -> set[tuple[int, int]]:
    """Pairs that no row contradicts, closed."""
    kept = set()
    for i, j in table.implies:
        good = all(table.good[i] >> row & 1 for row in range(table.n_good) if table.good[j] >> row & 1)
        bad = all(table.bad[i] >> row & 1 for row in range(table.n_bad) if table.bad[j] >> row & 1)
        if good and bad and i != j:
            kept.add((i, j))
    return reachable(table, kept)


def best_set(
    table: FailureTable,
    least_caught: int,
    most_flagged: int,
    *,
    subsumption: bool,
    pairs: set[tuple[int, int]] | None = None,
    count_ineligible: bool = False,
) -> tuple[int, ...] | None:
    """Return the best set as sorted columns, or None when none satisfies the constraints."""
    pairs = standing_pairs(table) if pairs is None else pairs
    alone = [failed(table.good, (j,), table.n_good) <= most_flagged for j in range(table.size)]
    eligible = [j for j in range(table.size) if alone[j] and not table.ineligible >> j & 1]
    counted = list(range(table.size)) if count_ineligible else eligible
    best: tuple[object, ...] | None = None
    answer = None
    for size in range(len(eligible) + 1):
        for chosen in combinations(eligible, size):
            if any(table.required >> j & 1 and j not in chosen for j in range(table.size)):
                continue
            caught = failed(table.bad, chosen, table.n_bad)
            flagged = failed(table.good, chosen, table.n_good)
            if caught < least_caught or flagged > most_flagged:
                continue
            subsumed = sum(j not in chosen and any((i, j) in pairs for i in chosen) for j in counted)
            first: tuple[int, ...] = (-subsumed, -size) if subsumption else (size,)
            cost = sum(table.costs[j] for j in chosen)
            score = (first, -caught, flagged, cost, chosen)
            if best is None or score < best:
                best, answer = score, chosen
    return answer
