"""Parsing in several threads at once, round a fault of CPython 3.11."""

from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")
_ATTEMPTS = 10
_MISCOUNTED = "recursion depth mismatch"


def with_parse_retry(parse: Callable[[], _T]) -> _T:
    """Return what `parse` returns, called again where CPython stumbled.

    CPython 3.11 counts the depth of `ast.parse` in one place for all threads: two that parse at once may both be told
    that the count is wrong, though nothing is.
    """
    for _ in range(_ATTEMPTS):
        try:
            return parse()
        except SystemError as error:
            if _MISCOUNTED not in str(error):
                raise
    return parse()
