"""Failure tables: random small ones, shaped like the awkward ones of real life, and those of a 0/1 matrix."""

import random
from collections.abc import Iterable, Sequence

from spade_core.selection.failures import FailureTable, whole_costs
from spade_core.selection.solvers.bits import bits_of_flags


def random_table(seed: int, *, constraints: bool = False, most_columns: int = 9) -> FailureTable:
    """Columns that pass all, repeat, contain each other; claims true, wrong, circular, about themselves."""
    choice = random.Random(seed)  # noqa: S311 - reproducible test data
    size = max(choice.randint(0, most_columns), choice.randint(0, most_columns) - 2)
    n_good, n_bad = choice.choice([0, 1, 5, 9, 12]), choice.choice([0, 1, 5, 9, 12, 12])
    good, bad = [0] * size, [0] * size
    for j in range(size):
        kind = choice.random()
        if kind < 0.1:
            continue
        if kind < 0.35 and j:
            other = choice.randrange(j)
            good[j] = good[other] & choice.getrandbits(n_good or 1)
            bad[j] = bad[other] if kind < 0.2 else bad[other] & choice.getrandbits(n_bad or 1)
            if kind < 0.15:
                good[j] = good[other]
        else:
            good[j] = _sparse(choice, n_good, choice.choice([0.0, 0.05, 0.15]))
            bad[j] = _sparse(choice, n_bad, choice.choice([0.1, 0.2, 0.4]))
    claims = {(i, j) for i in range(size) for j in range(size) if choice.random() < choice.choice([0.0, 0.15, 0.4])}
    names = [f"assert_{choice.randrange(100)}_{j}" for j in range(size)]
    ineligible = required = 0
    if constraints and size:
        ineligible = _sparse(choice, size, 0.15)
        required = _sparse(choice, size, 0.1) & ~ineligible
    return FailureTable(
        names=tuple(names),
        good=tuple(good),
        bad=tuple(bad),
        n_good=n_good,
        n_bad=n_bad,
        costs=tuple(choice.choice([0, 0, 1, 5]) for _ in range(size)),
        implies=frozenset(claims),
        ineligible=ineligible,
        required=required,
    )


def random_share(seed: int) -> float:
    return random.Random(seed).choice([0.0, 0.2, 0.25, 0.3, 0.5, 0.5, 0.6, 0.7, 1.0])  # noqa: S311 - reproducible test data


def large_table(seed: int, size: int, rows: int, *, narrow: bool = False) -> FailureTable:
    """Columns in the proportions of the public pipelines: a quarter never fails, a third fails too many good rows.

    The rest look for one of a few dozen kinds of failure each, with noise; `narrow` ones see less than 1 % of the rows.
    """
    choice = random.Random(seed)  # noqa: S311 - reproducible test data
    n_bad = rows * 2 // 5
    n_good = rows - n_bad
    kinds = [(_dense(choice, n_bad, 0.2), _few(choice, n_good, choice.choice([0, 0.01, 0.04]))) for _ in range(40)]
    good, bad, claims = [0] * size, [0] * size, set()
    for j in range(size):
        kind = choice.random()
        if kind < 0.25:
            continue
        if kind < 0.55:
            good[j], bad[j] = _dense(choice, n_good, 0.6), _dense(choice, n_bad, 0.6)
        elif kind < 0.65 and j:
            above = choice.randrange(j)
            good[j], bad[j] = good[above] & _dense(choice, n_good, 0.5), bad[above] & _dense(choice, n_bad, 0.7)
            claims.add((above, j))
        elif narrow:
            good[j], bad[j] = _few(choice, n_good, 0.002), _few(choice, n_bad, 0.008)
        else:
            caught, flagged = choice.choice(kinds)
            noise = choice.choice([0, 0, 0.002, 0.02])
            good[j] = flagged & _dense(choice, n_good, 0.8) | _few(choice, n_good, noise)
            bad[j] = caught & _dense(choice, n_bad, choice.choice([0.3, 0.6, 0.9]))
    claims |= {(choice.randrange(size), choice.randrange(size)) for _ in range(size // 5)}
    return FailureTable(
        names=tuple(f"assert_{j:04}" for j in range(size)),
        good=tuple(good),
        bad=tuple(bad),
        n_good=n_good,
        n_bad=n_bad,
        costs=tuple(choice.choice([0, 0, 20]) for _ in range(size)),
        implies=frozenset(claims),
    )


def _dense(choice: random.Random, size: int, density: float) -> int:
    """Each row with about this probability, in steps of 1/32."""
    bits = 0
    for digit in range(5):
        word = choice.getrandbits(size)
        bits = bits | word if round(density * 32) >> digit & 1 else bits & word
    return bits


def _few(choice: random.Random, size: int, density: float) -> int:
    return sum({1 << choice.randrange(size) for _ in range(round(size * density))})


def _sparse(choice: random.Random, size: int, density: float) -> int:
    return sum(1 << row for row in range(size) if choice.random() < density)


def failure_table(
    names: Sequence[str],
    results: Sequence[Sequence[int]],
    labels: Sequence[int],
    *,
    implies: Iterable[tuple[int, int]] = (),
    costs: Sequence[float] | None = None,
) -> FailureTable:
    """Return the table of a 0/1 matrix: `results[row][j]` is 1 when candidate j passes, `labels[row]` 1 when good.

    Raises:
        ValueError: a row has not one cell for each name, or there are more labels than rows, or the reverse.
    """
    if any(len(row) != len(names) for row in results):
        raise ValueError(f"a row of the results has not {len(names)} cells")
    good_rows = [row for row, label in zip(results, labels, strict=True) if label]
    bad_rows = [row for row, label in zip(results, labels, strict=True) if not label]
    return FailureTable(
        names=tuple(names),
        good=_failures_by_column(good_rows, len(names)),
        bad=_failures_by_column(bad_rows, len(names)),
        n_good=len(good_rows),
        n_bad=len(bad_rows),
        costs=whole_costs(costs if costs is not None else [0.0] * len(names)),
        implies=frozenset(implies),
    )


def _failures_by_column(rows: Sequence[Sequence[int]], size: int) -> tuple[int, ...]:
    if not rows:
        return (0,) * size
    everything = (1 << len(rows)) - 1
    return tuple(everything ^ bits_of_flags(column) for column in zip(*rows, strict=True))
