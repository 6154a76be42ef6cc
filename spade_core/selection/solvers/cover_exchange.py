"""Smaller sets for SPADE_cov from a given one: drop a column and make good for it by exchanging others."""

import numpy as np

from spade_core.selection.solvers.cover_arrays import CoverArrays
from spade_core.selection.solvers.cover_beam import Members, regrown, union_of, worth_of
from spade_core.selection.solvers.packed import counted

_LIMIT = 250_000_000
_OVERHEAD = 100_000
_TRIED = 8


class Exchange:
    """Reduces a set within a limit of effort that does not depend on the clock."""

    def __init__(self, arrays: CoverArrays) -> None:
        self.arrays = arrays
        self.left = _LIMIT
        self.price = _OVERHEAD + arrays.bad.size + arrays.good.size

    def reduced(self, members: Members) -> Members:
        """Return a set that satisfies the problem, too, and is no larger."""
        while len(members) > 2:
            smaller = self._regrown(members) or self._exchanged(members)
            if smaller is None:
                break
            members = smaller
        return members

    def _by_own(self, members: Members) -> list[int]:
        """Return the members, first the one with the fewest rows of its own."""
        bad = self.arrays.bad[list(members)]
        once, more = np.zeros_like(bad[0]), np.zeros_like(bad[0])
        for rows in bad:
            more |= once & rows
            once |= rows
        own = counted(bad & ~more)
        return [members[place] for place in np.argsort(own, kind="stable").tolist()]

    def _regrown(self, members: Members) -> Members | None:
        """Keep the part of the set that overlaps least, and grow it anew."""
        order = self._by_own(members)
        for share in (2, 3, 4):
            kept = tuple(sorted(order[len(order) - len(order) // share :]))
            self.left -= self.price * (len(members) - len(kept))
            found = regrown(self.arrays, 0.0, 1, len(members) - 1, kept)
            if found is not None:
                return found
        return None

    def _exchanged(self, members: Members) -> Members | None:
        """Return a set with one column less, or None."""
        arrays = self.arrays
        members = tuple(sorted(self._by_own(members)[1:]))
        reach = -worth_of(arrays, members)[1]
        while self.left > 0:
            best: tuple[int, Members] | None = None
            for leaving in self._by_own(members)[:_TRIED]:
                rest = tuple(member for member in members if member != leaving)
                caught = counted(arrays.bad | union_of(arrays.bad, rest))
                caught[counted(arrays.good | union_of(arrays.good, rest)) > arrays.room] = -1
                caught[list(rest)] = -1
                self.left -= self.price
                place = int(np.argmax(caught))
                if caught[place] > reach and (best is None or caught[place] > best[0]):
                    best = int(caught[place]), tuple(sorted((*rest, place)))
            if best is None:
                return None
            reach, members = best
            if reach >= arrays.missing:
                return members
        return None
