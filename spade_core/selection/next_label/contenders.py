"""The sets that may turn out to be the selection, and what a label would tell of them."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from spade_core.selection.failures import caught_rows
from spade_core.selection.solvers.bits import members_of

_Floats = NDArray[np.float64]
_SAY_OF_ALL = 0.5  # how many labels of each kind the expected rates count for, beside the labels there are


def worth_of_labels(
    failures: Sequence[int],
    draws: Sequence[int],
    selected: Sequence[int | None],
    *,
    good: int,
    bad: int,
    rows: int,
    now: int | None,
) -> _Floats:
    """Return, for each row, how much its label is worth; meaningless for rows that have one.

    A draw is the bitset of the unlabelled rows that are bad in it. `selected` holds what would be selected in each
    draw, `now` what is selected by the labels so far. Two things add up, each as a share of the most that any label is
    worth: what the label tells of which assertions will be selected, the less the surer that is already, and how much
    nearer it brings the rates of the contenders on the labelled rows to what they will be on all rows. The selection
    sees only rates on labelled rows, so labels that are all unusual would mislead it.
    """
    labels = _flags(draws, rows)
    unlabelled = ~_flags([good | bad], rows)[0].astype(bool)
    told = _told(labels, _flags([chosen or 0 for chosen in selected], len(failures)))
    nearer = _nearer(_Contest(failures, draws, selected, good, bad, rows, now), labels.mean(axis=0))
    worth: _Floats = _doubt(selected) * _share_of_most(told, unlabelled) + _share_of_most(nearer, unlabelled)
    return worth


def _doubt(selected: Sequence[int | None]) -> float:
    """Return how likely two draws, picked at random, lead to different selections."""
    shares = [count / len(selected) for count in Counter(selected).values()]
    return 1.0 - sum(share * share for share in shares)


def _told(labels: _Floats, chosen: _Floats) -> _Floats:
    """Return for each row by how much its label is expected to lessen the variance of which assertions are selected."""
    centred = labels - labels.mean(axis=0)
    # einsum, for a product of matrices would wake threads that cost more than they save
    shared = np.einsum("kr,kc->rc", centred, chosen - chosen.mean(axis=0)) / len(labels)
    variance = (centred**2).mean(axis=0)
    told: _Floats = (shared**2).sum(axis=1) / np.where(variance > 0, variance, 1.0)
    return told


class _Contest:
    """The contenders' rates: expected of all rows, and on the labelled ones."""

    def __init__(
        self,
        failures: Sequence[int],
        draws: Sequence[int],
        selected: Sequence[int | None],
        good: int,
        bad: int,
        rows: int,
        now: int | None,
    ) -> None:
        found = [chosen for chosen in (*selected, now) if chosen is not None]
        sets = list(dict.fromkeys(found))
        failed = [caught_rows(failures, members_of(chosen)) for chosen in sets]
        self.fails = _flags(failed, rows)
        self.weights = np.array([float(found.count(chosen)) for chosen in sets])
        every = (1 << rows) - 1
        self.expected = tuple(
            np.array([[_share(mask, kind) for mask in failed] for kind in kinds]).mean(axis=0)
            for kinds in ([bad | draw for draw in draws], [every & ~(bad | draw) for draw in draws])
        )
        self.counts = tuple(np.array([float((mask & kind).bit_count()) for mask in failed]) for kind in (bad, good))
        self.totals = bad.bit_count(), good.bit_count()


def _nearer(contest: _Contest, chance_bad: _Floats) -> _Floats:
    """Return for each row how much its label is expected to lessen the squared errors of the contenders' rates."""
    if_bad, if_good = (
        _gains(contest, *kind) for kind in zip(contest.expected, contest.counts, contest.totals, strict=True)
    )
    gain: _Floats = chance_bad * if_bad + (1.0 - chance_bad) * if_good
    return gain


def _gains(contest: _Contest, expected: _Floats, count: _Floats, total: int) -> _Floats:
    """Return for each row by how much the errors shrink when it is one more of the `total` rows of a kind."""

    def errors(failed: _Floats, labelled: int) -> _Floats:
        rate = (failed + _SAY_OF_ALL * expected) / (labelled + _SAY_OF_ALL)
        error: _Floats = contest.weights * (rate - expected) ** 2
        return error

    now = errors(count, total)
    if_passed, if_failed = now - errors(count, total + 1), now - errors(count + 1.0, total + 1)
    gain: _Floats = if_passed.sum() + np.einsum("s,sr->r", if_failed - if_passed, contest.fails)
    return gain


def _share(failed: int, rows: int) -> float:
    return (failed & rows).bit_count() / max(1, rows.bit_count())


def _share_of_most(worth: _Floats, among: NDArray[np.bool_]) -> _Floats:
    most = float(np.abs(worth[among]).max(initial=0.0))
    return worth / most if most else worth


def _flags(bitsets: Sequence[int], width: int) -> _Floats:
    """Return the bitsets as rows of 0.0 and 1.0."""
    size = (width + 7) // 8
    data: NDArray[np.uint8] = np.frombuffer(b"".join(bits.to_bytes(size, "little") for bits in bitsets), dtype=np.uint8)
    flags = np.unpackbits(data.reshape(len(bitsets), size), axis=1, count=width, bitorder="little")
    return flags.astype(np.float64)
