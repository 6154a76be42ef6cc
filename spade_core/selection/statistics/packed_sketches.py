"""Sketches of very many texts at once, as numpy words: for inputs where one text after another takes too long.

The hashes are others than those of one text after another, so sketches of the two kinds never meet. Which runs two
texts share is the same; only the sample of a text with more runs than a sketch holds is another one.
"""

from array import array
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

_BATCH_CHARACTERS, _BATCH_TEXTS = 1 << 20, 1 << 12
_BASE = np.uint64(0x9E3779B97F4A7C15)  # odd, so that it has an inverse modulo 2 ** 64
_INVERSE = np.uint64(pow(int(_BASE), -1, 1 << 64))
_HASH_BITS = np.uint64(48)
_HASH = np.uint64((1 << 48) - 1)
_DROPPED = np.uint64(16)
_ONE = np.uint64(1)
_STEPS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_SHIFT = np.uint64(31)
_SPACE, _LINE_END = ord(" "), ord("\n")


def packed_sketches(texts: Sequence[str], *, run: int, least: int) -> "Iterator[array[int]]":
    """Yield, for each text, the `least` least hashes of its runs of `run` words, rising.

    The words are parted by single spaces, and no text holds a line end.
    """
    batch: list[str] = []
    characters, powers = 0, _Powers()
    for text in texts:
        batch.append(text)
        characters += len(text)
        if characters > _BATCH_CHARACTERS or len(batch) == _BATCH_TEXTS:
            yield from _sketched(batch, powers, run, least)
            batch, characters = [], 0
    if batch:
        yield from _sketched(batch, powers, run, least)


class _Powers:
    """The powers of the base and of its inverse, as many as were ever needed."""

    def __init__(self) -> None:
        self.rising: NDArray[np.uint64] = np.zeros(0, dtype=np.uint64)
        self.falling = self.rising

    def reach(self, count: int) -> None:
        """Have at least so many."""
        if len(self.rising) < count:
            self.rising = np.cumprod(np.full(count, _BASE), dtype=np.uint64)
            self.falling = np.cumprod(np.full(count, _INVERSE), dtype=np.uint64)


def _sketched(batch: Sequence[str], powers: _Powers, run: int, least: int) -> "Iterator[array[int]]":
    words, text_of, ends = _words(batch, powers)
    keys = np.sort(_runs(words, text_of, ends, run))
    keys = keys[np.concatenate(([True], keys[1:] != keys[:-1]))]
    bounds = np.searchsorted(keys, np.arange(len(batch) + 1, dtype=np.uint64) << _HASH_BITS)
    hashes = (keys & _HASH).astype(np.int64)
    for start, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        yield array("q", hashes[start : min(end, start + least)].tobytes())


def _words(batch: Sequence[str], powers: _Powers) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the hashes of all words, the text that each is in, and where each text's words end."""
    letters = np.frombuffer(("\n".join(batch) + "\n").encode("utf-8", "surrogatepass"), dtype=np.uint8)
    stops = np.flatnonzero((letters == _SPACE) | (letters == _LINE_END))
    powers.reach(len(letters))
    # a word's hash is a polynomial in the base, read from sums that run through all words
    terms = (letters + _ONE) * powers.rising[: len(letters)]
    terms[stops] = 0
    sums = np.concatenate(([np.uint64(0)], np.cumsum(terms)[stops]))
    starts = np.concatenate(([0], stops[:-1] + 1))
    words = _mixed((sums[1:] - sums[:-1]) * powers.falling[starts])
    at_line_end = letters[stops] == _LINE_END
    return words, np.cumsum(at_line_end) - at_line_end, np.flatnonzero(at_line_end) + 1


def _runs(
    words: NDArray[np.uint64], text_of: NDArray[np.int64], ends: NDArray[np.int64], run: int
) -> NDArray[np.uint64]:
    """Return the hashes of all runs, each behind the number of its text; a text of fewer words is one run."""
    starts = np.flatnonzero(ends[text_of] - np.arange(len(words)) >= run)
    hashes = np.zeros(len(starts), dtype=np.uint64)
    for step in range(run):
        hashes = hashes * _BASE + words[starts + step]
    firsts = np.concatenate(([0], ends[:-1]))
    short = np.flatnonzero(ends - firsts < run)
    rest = np.array([_short(words[firsts[text] : ends[text]]) for text in short.tolist()], dtype=np.uint64)
    texts = np.concatenate((text_of[starts], short)).astype(np.uint64)
    return (texts << _HASH_BITS) | (_mixed(np.concatenate((hashes, rest))) >> _DROPPED)


def _short(words: NDArray[np.uint64]) -> int:
    number = len(words)
    for word in words.tolist():
        number = (number * int(_BASE) + word) % (1 << 64)
    return number


def _mixed(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the hashes with every bit spread over all bits."""
    for factor in _STEPS:
        hashes = (hashes ^ (hashes >> _SHIFT)) * factor
    return hashes ^ (hashes >> _SHIFT)
