"""Large random failure tables of several kinds: what is easy for one method is hard for another."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from spade_core.selection.failures import FailureTable
from tests.selection.tables import large_table


@dataclass(slots=True)
class _Draft:
    """Columns drawn one after the other."""

    choice: random.Random
    rows: int
    good: list[int] = field(default_factory=list)
    bad: list[int] = field(default_factory=list)
    claims: set[tuple[int, int]] = field(default_factory=set)

    @property
    def n_bad(self) -> int:
        return self.rows * 2 // 5

    @property
    def n_good(self) -> int:
        return self.rows - self.n_bad

    def add(self, good: int, bad: int) -> None:
        self.good.append(good)
        self.bad.append(bad)

    def add_part_of_another(self) -> None:
        """Add what fails some of what an earlier column fails, and claim that the earlier one subsumes it."""
        above = self.choice.randrange(len(self.good))
        self.claims.add((above, len(self.good)))
        self.add(self.good[above] & self.some(self.n_good, 0.5), self.bad[above] & self.some(self.n_bad, 0.7))

    def some(self, rows: int, share: float) -> int:
        """Each row with about this probability, in steps of 1/256; counted out where the share is small."""
        if share <= 0.02:
            return self.few(rows, round(rows * share))
        bits = 0
        for digit in range(8):
            word = self.choice.getrandbits(rows)
            bits = bits | word if round(share * 256) >> digit & 1 else bits & word
        return bits

    def few(self, rows: int, count: int) -> int:
        data = bytearray(rows // 8 + 1)
        for row in (self.choice.randrange(rows) for _ in range(count)):
            data[row >> 3] |= 1 << (row & 7)
        return int.from_bytes(data, "little")

    def table(self) -> FailureTable:
        return FailureTable(
            names=tuple(f"assert_{j:04}" for j in range(len(self.good))),
            good=tuple(self.good),
            bad=tuple(self.bad),
            n_good=self.n_good,
            n_bad=self.n_bad,
            costs=tuple(self.choice.choice([0, 0, 20]) for _ in self.good),
            implies=frozenset(self.claims),
        )


def modes_table(seed: int, size: int, rows: int) -> FailureTable:
    """A few failure modes, some far commoner than others; columns find one, or parts of two, and flag odd good rows."""
    draft = _draft(seed, rows)
    choice, some, n_good, n_bad = draft.choice, draft.some, draft.n_good, draft.n_bad
    modes = [
        (some(n_bad, min(0.35, 0.6 / rank + 0.02)), [some(n_good, choice.choice([0.01, 0.03, 0.08])) for _ in "ab"])
        for rank in range(1, 16)
    ]
    while len(draft.good) < size:
        kind = choice.random()
        if kind < 0.25:
            draft.add(0, 0)
        elif kind < 0.4:
            draft.add(some(n_good, 0.5), some(n_bad, 0.6))
        elif kind < 0.5 and draft.good:
            draft.add_part_of_another()
        else:
            caught, flagged = choice.choice(modes)
            bad = caught & some(n_bad, choice.choice([0.3, 0.5, 0.7, 0.85, 0.95]))
            if choice.random() < 0.3:
                bad |= choice.choice(modes)[0] & some(n_bad, choice.choice([0.2, 0.5]))
            noise = some(n_good, choice.choice([0, 0, 0.003, 0.01]))
            draft.add(choice.choice(flagged) & some(n_good, choice.choice([0.2, 0.6, 0.9])) | noise, bad)
    return draft.table()


def copies_table(seed: int, size: int, rows: int) -> FailureTable:
    """Ten near-copies of each of a tenth as many columns, in the manner of a model asked again and again."""
    draft = _draft(seed, rows)
    choice, some, few = draft.choice, draft.some, draft.few
    bases = [
        (
            some(draft.n_good, choice.choice([0, 0.01, 0.05, 0.1])),
            some(draft.n_bad, choice.choice([0.02, 0.05, 0.1, 0.15, 0.2])),
        )
        for _ in range(size // 10)
    ]
    for j in range(size):
        good, bad = bases[j % len(bases)]
        noise = choice.choice([0, 0.001, 0.01])
        draft.add(
            good & ~few(draft.n_good, round(draft.n_good * noise)), bad ^ few(draft.n_bad, round(draft.n_bad * noise))
        )
        if j >= len(bases) and choice.random() < 0.5:
            draft.claims.add((j - len(bases), j))
    return draft.table()


def tight_table(seed: int, size: int, rows: int) -> FailureTable:
    """What catches more flags more, so that tau binds everywhere."""
    draft = _draft(seed, rows)
    choice, some, n_good, n_bad = draft.choice, draft.some, draft.n_good, draft.n_bad
    kinds = [(some(n_bad, 0.25), some(n_good, 0.12)) for _ in range(30)]
    while len(draft.good) < size:
        kind = choice.random()
        if kind < 0.2:
            draft.add(0, 0)
        elif kind < 0.3 and draft.good:
            draft.add_part_of_another()
        else:
            caught, flagged = choice.choice(kinds)
            share = choice.choice([0.1, 0.2, 0.4, 0.6, 0.8])
            noise = draft.few(n_good, round(n_good * 0.005))
            draft.add(flagged & some(n_good, share * choice.choice([0.5, 0.8, 1])) | noise, caught & some(n_bad, share))
    return draft.table()


def hidden_table(seed: int, size: int, rows: int, *, parts: int = 8) -> FailureTable:
    """A few columns that share 62 % of the bad rows out among them, hidden among others that catch more each."""
    draft = _draft(seed, rows)
    choice, n_good, n_bad = draft.choice, draft.n_good, draft.n_bad
    order = choice.sample(range(n_bad), round(n_bad * 0.62))
    columns = [
        (draft.few(n_good, round(n_good * 0.02)), sum(1 << row for row in order[part::parts])) for part in range(parts)
    ]
    while len(columns) < size:
        bad = draft.some(n_bad, choice.choice([0.02, 0.04, 0.07, 0.09]))
        columns.append((draft.some(n_good, choice.choice([0, 0.01, 0.05])), bad))
    for good, bad in choice.sample(columns, size):
        draft.add(good, bad)
    draft.claims = {(choice.randrange(size), choice.randrange(size)) for _ in range(size // 5)}
    return draft.table()


def mixed_table(seed: int, size: int, rows: int) -> FailureTable:
    """The proportions of the public pipelines."""
    return large_table(seed, size, rows)


def narrow_table(seed: int, size: int, rows: int) -> FailureTable:
    """The same, but most columns see less than 1 % of the rows."""
    return large_table(seed, size, rows, narrow=True)


KINDS: dict[str, Callable[[int, int, int], FailureTable]] = {
    "mixed": mixed_table,
    "modes": modes_table,
    "copies": copies_table,
    "tight": tight_table,
    "hidden": hidden_table,
    "narrow": narrow_table,
}


def _draft(seed: int, rows: int) -> _Draft:
    return _Draft(random.Random(seed), rows)  # noqa: S311 - reproducible test data
