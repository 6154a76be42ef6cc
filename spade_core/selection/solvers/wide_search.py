"""SPADE_cov by branch and bound for many rows or columns: each step looks at all columns in one call of numpy."""

import time
from collections.abc import Iterator

import numpy as np

from spade_core.selection.solvers.cover_arrays import CoverArrays
from spade_core.selection.solvers.cover_beam import Members, worth_of
from spade_core.selection.solvers.packed import Counts, Places, Words, counted
from spade_core.selection.solvers.ranking import Ranking
from spade_core.selection.solvers.work import WorkLimitReachedError

_STEP = 40_000  # what one step costs before it reads a word, in words
_LOOKS = 2500  # how often all words may be read
_LEAST_WORDS, _MOST_WORDS = 200_000_000, 2_000_000_000
_PAIRS_AT_ONCE = 4096
_SAMPLES = (8, 2, 1)  # of the words, one in so many; most pairs overlap too much already there


class Effort:
    """What is left of the effort for one problem: counted in words, so that the answer does not depend on the clock.

    The clock only stops what would take much longer than the time given.
    """

    def __init__(self, arrays: CoverArrays, deadline: float | None) -> None:
        words = (arrays.bad.size + arrays.good.size) * _LOOKS
        self._left = min(_MOST_WORDS, _LEAST_WORDS + words)
        self._deadline = deadline

    def spend(self, words: int) -> None:
        """Note one step that reads so many words.

        Raises:
            WorkLimitReachedError: that was too much.
        """
        self._left -= words + _STEP
        if self._left < 0 or (self._deadline is not None and time.monotonic() > self._deadline):
            raise WorkLimitReachedError


class WideSearch:
    """Looks for sets of one size."""

    def __init__(self, arrays: CoverArrays, effort: Effort) -> None:
        self.arrays = arrays
        self.effort = effort
        self.ranking = Ranking(arrays.problem.table)
        self.best: Members | None = None
        self._worth: tuple[int, int, int, list[int]] | None = None
        self._first = False

    def any_of_size(self, size: int) -> Members | None:
        """Return some set of this size, or None when there is none."""
        self._first = True
        self._search(size)
        return self.best

    def best_of_size(self, start: Members) -> Members:
        """Return the best set of the size of `start`, every tie broken.

        Raises:
            WorkLimitReachedError: not all were tried; `best` is the best so far.
        """
        size, negative_caught, flagged = worth_of(self.arrays, start)
        self._offer(start, -negative_caught, flagged)
        self._search(size)
        return start if self.best is None else self.best

    def _search(self, size: int) -> None:
        arrays = self.arrays
        nothing = np.zeros_like(arrays.bad[:1].sum(axis=0, dtype=np.uint64))
        unflagged = np.zeros(arrays.good.shape[1], dtype=np.uint64)
        self._extend((), nothing, unflagged, 0, np.arange(len(arrays.columns)), size)

    def _extend(self, members: Members, caught: Words, flagged: Words, count: int, open_: Places, room: int) -> None:
        """Try every way to add exactly `room` of the open columns, as far as they can still win."""
        if self._first and self.best is not None:
            return
        open_, gains = self._useful(caught, flagged, count, open_, room)
        if len(open_) < room:
            return
        if room == 1:
            self._finish(members, flagged, count, open_, gains)
        elif room == 2:
            self._finish_pairs(members, caught, flagged, count, open_, gains)
        else:
            arrays = self.arrays
            for start, place in enumerate(open_[: len(open_) - room + 1].tolist()):
                if count + int(gains[start : start + room].sum()) < self._needed(flagged):
                    return
                self._extend(
                    (*members, place),
                    caught | arrays.bad[place],
                    flagged | arrays.good[place],
                    count + int(gains[start]),
                    open_[start + 1 :],
                    room - 1,
                )

    def _useful(self, caught: Words, flagged: Words, count: int, open_: Places, room: int) -> tuple[Places, Counts]:
        """Return the columns that may be in a set that wins, with what each adds, the most first."""
        arrays = self.arrays
        self.effort.spend(open_.size * arrays.bad.shape[1])
        gains = counted(arrays.bad[open_] & ~caught)
        order = np.argsort(-gains, kind="stable")
        open_, gains = open_[order], gains[order]
        least = self._needed(flagged) - count - int(gains[: room - 1].sum())
        kept = int(np.searchsorted(-gains, -max(1, least), side="right"))
        open_, gains = open_[:kept], gains[:kept]
        self.effort.spend(open_.size * arrays.good.shape[1])
        within = counted(arrays.good[open_] | flagged) <= arrays.room
        return open_[within], gains[within]

    def _finish(self, members: Members, flagged: Words, count: int, open_: Places, gains: Counts) -> None:
        """Offer each set with one of the open columns more."""
        wins = gains >= self._needed(flagged) - count
        after = counted(self.arrays.good[open_[wins]] | flagged)
        for place, gain, flags in zip(open_[wins].tolist(), gains[wins].tolist(), after.tolist(), strict=True):
            self._offer((*members, place), count + gain, flags)

    def _finish_pairs(
        self, members: Members, caught: Words, flagged: Words, count: int, open_: Places, gains: Counts
    ) -> None:
        """Offer each set with two of the open columns more."""
        arrays = self.arrays
        left = arrays.bad[open_] & ~caught
        for first, second in self._pairs(gains, self._needed(flagged) - count):
            together = gains[first] + gains[second]
            kept = self._overlapping_little(left, first, second, together - (self._needed(flagged) - count))
            first, second, together = first[kept[0]], second[kept[0]], together[kept[0]] - kept[1]
            after = counted(arrays.good[open_[first]] | arrays.good[open_[second]] | flagged)
            within = after <= arrays.room
            self._offer_best(
                members, open_[first[within]], open_[second[within]], count + together[within], after[within]
            )

    def _pairs(self, gains: Counts, needed: int) -> Iterator[tuple[Places, Places]]:
        """Yield the pairs whose gains together may be enough, a few thousand at a time."""
        ends = np.searchsorted(-gains, gains - needed, side="right")
        partners = np.maximum(0, ends - np.arange(1, len(gains) + 1))
        starts = np.concatenate(([0], np.cumsum(partners)))
        for begin in range(0, int(starts[-1]), _PAIRS_AT_ONCE):
            numbers = np.arange(begin, min(begin + _PAIRS_AT_ONCE, int(starts[-1])))
            first = np.searchsorted(starts, numbers, side="right") - 1
            yield first, first + 1 + numbers - starts[first]

    def _overlapping_little(self, left: Words, first: Places, second: Places, allowed: Counts) -> tuple[Places, Counts]:
        """Return the numbers of the pairs that share no more rows than allowed, and how many they share."""
        kept = np.arange(len(first))
        shared = np.zeros(len(first), dtype=np.int64)
        start, width = 0, left.shape[1]
        for sample in _SAMPLES:
            end = -(-width // sample)
            words = slice(start, end)
            self.effort.spend(2 * kept.size * (end - start))
            shared += counted(left[first[kept], words] & left[second[kept], words])
            few = shared <= allowed[kept]
            kept, shared = kept[few], shared[few]
            start = end
        return kept, shared

    def _offer_best(self, members: Members, first: Places, second: Places, caught: Counts, flagged: Counts) -> None:
        """Offer those that catch most, of them those that flag least."""
        if not len(first):
            return
        best = caught == caught.max()
        best &= flagged == flagged[best].min()
        for one, other in zip(first[best].tolist(), second[best].tolist(), strict=True):
            self._offer((*members, one, other), int(caught[best][0]), int(flagged[best][0]))

    def _needed(self, flagged: Words) -> int:
        """Return how many bad rows a set that flags at least `flagged` must catch to be as good as the best."""
        if self._worth is None:
            return self.arrays.missing
        return -self._worth[0] + (int(counted(flagged)) > self._worth[1])

    def _offer(self, members: Members, caught: int, flagged: int) -> None:
        chosen = self.arrays.set_of(members)
        worth = (-caught, flagged, self.ranking.cost(chosen), self.ranking.order_key(chosen))
        if self._worth is None or worth < self._worth:
            self._worth, self.best = worth, members
