"""Small sets for SPADE_cov in little time: several greedy sets grown side by side, for several prices of good rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from spade_core.selection.solvers.cover_arrays import CoverArrays
from spade_core.selection.solvers.packed import Words, counted

Members: TypeAlias = tuple[int, ...]
"""Places of columns in the arrays, in rising order."""

_PENALTIES = (0.0, 0.1, 0.25, 0.5, 1.0)  # what the share of tau that is used up costs, in shares of alpha
_BISECTIONS = 4
_WIDTH = 8
_WIDENED = 2  # of the penalties, the best ones
_WIDE_UP_TO = 12  # a wide beam for a larger set would take long


@dataclass(frozen=True, slots=True)
class _State:
    members: Members
    caught: Words
    flagged: Words


def grown_set(arrays: CoverArrays) -> Members | None:
    """Return a small set that satisfies the problem, of that size one that catches much; None when none was found."""
    if arrays.missing == 0:
        return ()
    found = sorted((*worth_of(arrays, members), penalty, members) for penalty, members in _narrow(arrays))
    if not found:
        return None
    best = found[0][-1]
    if 1 < len(best) <= _WIDE_UP_TO:
        for *_, penalty, _ in found[:_WIDENED]:
            best = _better(arrays, best, _grown(arrays, penalty, _WIDTH, len(best)))
    return best


def _narrow(arrays: CoverArrays) -> list[tuple[float, Members]]:
    """Return one set for each price of good rows that finds any, also for prices close to those that find none."""
    tried = [(penalty, _grown(arrays, penalty, 1, len(arrays.columns))) for penalty in _PENALTIES]
    high = min((penalty for penalty, members in tried if members is not None), default=0.0)
    low = max((penalty for penalty, members in tried if members is None and penalty < high), default=high)
    for _ in range(_BISECTIONS if low < high else 0):
        penalty = (low + high) / 2
        members = _grown(arrays, penalty, 1, len(arrays.columns))
        low, high = (low, penalty) if members is not None else (penalty, high)
        tried.append((penalty, members))
    return [(penalty, members) for penalty, members in tried if members is not None]


def _better(arrays: CoverArrays, first: Members, second: Members | None) -> Members:
    """Return the smaller set, or of two of a size the one that catches more, then flags less, then the first."""
    return first if second is None else min(first, second, key=lambda members: worth_of(arrays, members))


def worth_of(arrays: CoverArrays, members: Members) -> tuple[int, int, int]:
    """Return size, bad rows caught and good rows flagged, so that the least is the best."""
    caught, flagged = _union_of(arrays.bad, members), _union_of(arrays.good, members)
    return len(members), -int(counted(caught)), int(counted(flagged))


def _union_of(words: Words, members: Members) -> Words:
    """Return the rows of at least one member."""
    union: Words = np.bitwise_or.reduce(words[list(members)], axis=0)
    return union


def _grown(arrays: CoverArrays, penalty: float, width: int, limit: int) -> Members | None:
    """Grow `width` sets at a time, keeping those that catch most for what they flag; stop at the first that is done."""
    states = [_State((), _union_of(arrays.bad, ()), _union_of(arrays.good, ()))]
    price = penalty * arrays.missing / max(1, arrays.room)
    for _ in range(limit):
        ways: list[tuple[float, Members, int, int]] = []
        done: list[tuple[int, Members]] = []
        for number, state in enumerate(states):
            caught, flagged = counted(arrays.bad | state.caught), counted(arrays.good | state.flagged)
            caught[flagged > arrays.room] = -1
            caught[list(state.members)] = -1
            most = int(np.argmax(caught))
            if caught[most] >= arrays.missing:
                done.append((-int(caught[most]), tuple(sorted((*state.members, most)))))
            worth = caught - price * flagged
            for place in np.argsort(-worth, kind="stable")[:width].tolist():
                if caught[place] >= 0:
                    members = tuple(sorted((*state.members, place)))
                    ways.append((-float(worth[place]), members, number, place))
        if done or not ways:
            return min(done)[1] if done else None
        states = _extended(arrays, states, sorted(ways), width)
    return None


def _extended(
    arrays: CoverArrays, states: Sequence[_State], ways: Sequence[tuple[float, Members, int, int]], width: int
) -> list[_State]:
    chosen: dict[Members, _State] = {}
    for _, members, number, place in ways:
        if members not in chosen:
            state = states[number]
            chosen[members] = _State(members, state.caught | arrays.bad[place], state.flagged | arrays.good[place])
            if len(chosen) == width:
                break
    return list(chosen.values())
