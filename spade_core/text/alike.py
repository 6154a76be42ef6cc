"""How much of two texts is the same at their beginning and at their end: what one edit leaves untouched."""

from typing import TypeVar

TextT = TypeVar("TextT", str, bytes)


def common_prefix(one: TextT, other: TextT) -> int:
    """Return how many characters two texts have in common from the beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:  # slices are compared at the speed of memory
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_suffix(one: TextT, other: TextT, prefix: int = 0) -> int:
    """Return how many characters two texts have in common at the end, without the first `prefix` of either."""
    low, high = 0, min(len(one), len(other)) - prefix
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low
