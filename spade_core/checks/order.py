"""Values compared with each other: uniqueness and order."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from spade_core.checks.figures import numbers_of
from spade_core.checks.plain import folded, plain

__all__ = [
    "alphabetical",
    "ascending",
    "descending",
    "repeated_of",
    "unique",
]


def _comparable(value: Any) -> str:
    return folded(plain(value)).strip(" .,;:!?") if isinstance(value, str) else repr(value)


def unique(values: Iterable[Any]) -> bool:
    """Tell whether no value comes twice; texts are the same when they differ in case, marks and white space only.

    >>> unique(["tea", "milk"]), unique(["Tea", "tea "])
    (True, False)
    """
    seen = [_comparable(value) for value in values]
    return len(set(seen)) == len(seen)


def repeated_of(values: Iterable[Any]) -> list[Any]:
    """Return the values that came before, case, marks and white space aside.

    >>> repeated_of(["tea", "milk", "Tea"])
    ['Tea']
    """
    seen: set[str] = set()
    found = []
    for value in values:
        key = _comparable(value)
        if key in seen:
            found.append(value)
        seen.add(key)
    return found


def _number(value: Any) -> float | None:
    if isinstance(value, int | float):
        return float(value)
    found = numbers_of(str(value))
    return found[0] if found else None


def _ordered(values: Sequence[Any]) -> list[Any]:
    """Return what is compared of values: their numbers where each has one, else their texts."""
    numbers = [_number(value) for value in values]
    return numbers if all(number is not None for number in numbers) else [_comparable(value) for value in values]


def ascending(values: Sequence[Any]) -> bool:
    """Tell whether no value is smaller than the one before it; of texts with a number each, the numbers are compared.

    >>> ascending([1, 2, 2]), ascending(["10 km", "9 km"])
    (True, False)
    """
    keys = _ordered(list(values))
    return all(one <= two for one, two in pairwise(keys))


def descending(values: Sequence[Any]) -> bool:
    """Tell whether no value is greater than the one before it.

    >>> descending([3, 2, 2])
    True
    """
    return ascending(list(values)[::-1])


def alphabetical(values: Sequence[str]) -> bool:
    """Tell whether texts stand in the order of the alphabet; case, marks and accents aside.

    >>> alphabetical(["apple", "Éclair", "fig"])
    True
    """
    import unicodedata

    keys = [
        "".join(char for char in unicodedata.normalize("NFD", folded(plain(value))) if char.isalnum() or char == " ")
        for value in values
    ]
    return all(one <= two for one, two in pairwise(keys))
