"""What the labels that are still missing may be, drawn again and again from what the given ones leave open.

The model is the one that assertions are written for: a response is bad when it fails an assertion that tells of a real
fault. Which assertions do is not known. A priori each may, the less likely the more responses it fails; the labels
speak for and against. Some bad responses fail none of them and some good ones fail one, at rates that are drawn, too.
So a draw is a set of telling assertions (Gibbs sampling, the rates integrated out), two rates, and labels from both.
Responses that fail the very same assertions share more than that: each such kind has a rate of its own around the rule.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import exp, lgamma, log
from operator import or_
from random import Random

from spade_core.selection.solvers.bits import bits_of, members_of

_MAY_TELL = 0.5  # how likely an assertion that fails hardly any response tells of a real fault
_LEAST = 1e-3
_BAD_WHEN_FAILED = (4.0, 0.5)  # as if so many bad and good responses had been seen that a telling assertion fails
_BAD_ELSE = (0.5, 2.0)  # and that none does
_RULE = 2.0  # labels of one kind that have as much say on the kind's rate as the rule
_ALMOST_NEVER = 1e-6
_DISCARDED, _THINNING = 6, 2  # sweeps before the first draw, and for each draw
_COIN_BITS = 8


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Two or more rows that fail the same assertions."""

    rows: int
    """Bitset."""
    good: int
    bad: int
    """How many of them are labelled so."""


def kinds_of(failing: Sequence[int], *, good: int, bad: int) -> tuple[RowGroup, ...]:
    """Return the kinds of rows; `failing` holds for each row the bitset of the assertions that fail it."""
    rows_of: dict[int, int] = {}
    for row, failures in enumerate(failing):
        rows_of[failures] = rows_of.get(failures, 0) | 1 << row
    return tuple(
        RowGroup(rows, (rows & good).bit_count(), (rows & bad).bit_count())
        for rows in rows_of.values()
        if rows & (rows - 1)
    )


def plausible_labels(
    columns: Sequence[int], kinds: Sequence[RowGroup], *, good: int, bad: int, rows: int, count: int, choice: Random
) -> tuple[int, ...]:
    """Return `count` draws, each the bitset of the unlabelled rows that are bad in it.

    `columns` holds for each assertion the bitset of the rows it fails, of `rows` in all.
    """
    # equal columns would only be one assertion with more than its share of the say
    different = [column for column in dict.fromkeys(columns) if column]
    sampler = _Sampler(different, kinds, good, bad, rows, choice)
    for _ in range(_DISCARDED):
        sampler.sweep()
    return tuple(sampler.draw() for _ in range(count))


class _Sampler:
    def __init__(
        self, columns: Sequence[int], kinds: Sequence[RowGroup], good: int, bad: int, rows: int, choice: Random
    ) -> None:
        self._columns = columns
        self._good = [column & good for column in columns]
        self._bad = [column & bad for column in columns]
        self._n_good, self._n_bad = good.bit_count(), bad.bit_count()
        self._open = ((1 << rows) - 1) & ~(good | bad)
        self._kinds = [(kind, waiting) for kind in kinds if (waiting := kind.rows & self._open)]
        self._rows = rows
        self._choice = choice
        self._prior = [_log_odds(max(_LEAST, _MAY_TELL * (1 - column.bit_count() / rows) ** 2)) for column in columns]
        self._tells = [
            not fails and choice.random() < _chance(odds) for fails, odds in zip(self._good, self._prior, strict=True)
        ]
        self._evidence = lru_cache(maxsize=None)(self._log_evidence)

    def sweep(self) -> None:
        """Decide for each column anew whether it tells, given what the others do."""
        # what the columns behind one catch is worked out beforehand: the others of each are then two bitsets joined
        good_behind, bad_behind = self._behind(self._good), self._behind(self._bad)
        good = bad = 0
        for j, (own_good, own_bad, odds) in enumerate(zip(self._good, self._bad, self._prior, strict=True)):
            other_good, other_bad = good | good_behind[j + 1], bad | bad_behind[j + 1]
            new_good, new_bad = own_good & ~other_good, own_bad & ~other_bad
            if new_good or new_bad:
                before = other_good.bit_count(), other_bad.bit_count()
                after = before[0] + new_good.bit_count(), before[1] + new_bad.bit_count()
                odds += self._evidence(*after) - self._evidence(*before)
            tells = self._tells[j] = self._choice.random() < _chance(odds)
            if tells:
                good |= own_good
                bad |= own_bad

    def draw(self) -> int:
        """Go on, and draw labels from where that leads."""
        for _ in range(_THINNING):
            self.sweep()
        suspect = self._behind(self._columns)[0]
        good, bad = self._behind(self._good)[0].bit_count(), self._behind(self._bad)[0].bit_count()
        if_suspect = self._choice.betavariate(_BAD_WHEN_FAILED[0] + bad, _BAD_WHEN_FAILED[1] + good)
        otherwise = self._choice.betavariate(_BAD_ELSE[0] + self._n_bad - bad, _BAD_ELSE[1] + self._n_good - good)
        labels = (suspect & self._coins(if_suspect)) | (self._coins(otherwise) & ~suspect)
        for kind, waiting in self._kinds:
            by_rule = if_suspect if waiting & suspect else otherwise
            labels = labels & ~waiting | waiting & self._kind_labels(kind, waiting, by_rule)
        return labels & self._open

    def _kind_labels(self, kind: RowGroup, waiting: int, by_rule: float) -> int:
        """Return a bitset of the waiting rows of a kind that are bad, at a rate drawn for the kind."""
        rate = self._choice.betavariate(
            max(_ALMOST_NEVER, _RULE * by_rule + kind.bad), max(_ALMOST_NEVER, _RULE * (1.0 - by_rule) + kind.good)
        )
        return bits_of(row for row in members_of(waiting) if self._choice.random() < rate)

    def _behind(self, columns: Sequence[int]) -> list[int]:
        """Return, for each place, what the telling ones of the columns from there on catch."""
        telling = (
            column if tells else 0 for column, tells in zip(reversed(columns), reversed(self._tells), strict=True)
        )
        return [*accumulate(telling, or_, initial=0)][::-1]

    def _coins(self, chance: float) -> int:
        """Return a bitset in which each row is with this chance, to the nearest 256th."""
        coins = 0
        digits = round(chance * (1 << _COIN_BITS))
        if digits >> _COIN_BITS:
            return self._open
        for place in range(_COIN_BITS):
            fresh = self._choice.getrandbits(self._rows)
            coins = coins | fresh if digits >> place & 1 else coins & fresh
        return coins

    def _log_evidence(self, good: int, bad: int) -> float:
        """Return the likelihood of the labels when telling assertions fail so many good and bad rows."""
        suspect = _log_beta(_BAD_WHEN_FAILED[0] + bad, _BAD_WHEN_FAILED[1] + good)
        return suspect + _log_beta(_BAD_ELSE[0] + self._n_bad - bad, _BAD_ELSE[1] + self._n_good - good)


def _log_beta(one: float, other: float) -> float:
    return lgamma(one) + lgamma(other) - lgamma(one + other)


def _log_odds(chance: float) -> float:
    return log(chance / (1.0 - chance))


def _chance(log_odds: float) -> float:
    return 1.0 / (1.0 + exp(-log_odds)) if log_odds > 0 else exp(log_odds) / (1.0 + exp(log_odds))
