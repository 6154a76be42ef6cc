"""Bitsets of rows as numpy words, for tables so large that all columns are looked at in one call."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = NDArray[np.uint64]
"""The last axis holds the words of a bitset."""
Counts: TypeAlias = NDArray[np.int64]
Places: TypeAlias = NDArray[np.intp]
Flags: TypeAlias = NDArray[np.bool_]

_STRIDE = 8


def packed(bitsets: Sequence[int]) -> Words:
    """Return the bitsets as rows of words, as many as the highest bit needs.

    The words are dealt out like cards, so that the first few of them are a fair sample of all rows.
    """
    width = max(1, (max(map(int.bit_length, bitsets), default=0) + 63) // 64)
    data = b"".join(bits.to_bytes(8 * width, "little") for bits in bitsets)
    words = np.frombuffer(data, dtype="<u8").reshape(len(bitsets), width)
    dealt = sorted(range(width), key=lambda word: (word % _STRIDE, word))
    return np.ascontiguousarray(words[:, dealt], dtype=np.uint64)


def counted(words: Words) -> Counts:
    """Return how many bits are set along the last axis."""
    narrow = np.bitwise_count(words).sum(axis=-1, dtype=np.uint32)  # twice as quick as to 64 bits at once
    counts: Counts = narrow.astype(np.int64)
    return counts


def unpacked(words: Words) -> NDArray[np.uint8]:
    """Return the bits along the last axis as 0 and 1."""
    return np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=-1, bitorder="little")
