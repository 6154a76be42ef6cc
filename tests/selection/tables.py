"""Random small failure tables, shaped like the awkward ones of real life."""

import random

from spade_core.selection.failures import FailureTable


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


def _sparse(choice: random.Random, size: int, density: float) -> int:
    return sum(1 << row for row in range(size) if choice.random() < density)
