"""Sets of small whole numbers held in one Python integer each: bit i is set when i is a member."""

from collections.abc import Iterable, Iterator

_DIGITS = bytes([ord("0"), *[ord("1")] * 255])


def bits_of(members: Iterable[int]) -> int:
    """Return the set that holds `members`."""
    bits = 0
    for member in members:
        bits |= 1 << member
    return bits


def members_of(bits: int) -> Iterator[int]:
    """Yield the members in rising order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def bits_of_flags(flags: Iterable[int]) -> int:
    """Return the set of the positions whose flag (a bool or a number up to 255) is not zero."""
    digits = bytes(flags)[::-1].translate(_DIGITS)
    return int(digits, 2) if digits else 0
