"""Regular expressions that this process may follow itself: those whose search ends soon, whatever the text."""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from re import _parser as parser  # type: ignore[attr-defined]  # what it gives is as stable as what it reads
from typing import Any, Final

_MOST_STEPS: Final = 30_000_000
_REPEATS: Final = frozenset({"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"})


class EvaluationError(ValueError):
    """The expression has something in it that is not followed here."""


def _looked_for(find: Callable[..., Any]) -> Callable[..., Any]:
    def bounded(pattern: str, text: str, flags: int = 0) -> Any:
        try:
            parsed = parser.parse(pattern, int(flags))
        except re.error as error:
            raise EvaluationError(str(error)) from error
        if len(text) * _ways(parsed, len(text)) > _MOST_STEPS:
            raise EvaluationError("the search may take long")
        return find(pattern, text, flags)

    return bounded


SEARCHES: Final[Mapping[str, Callable[..., Any]]] = {
    each.__name__: _looked_for(each) for each in (re.search, re.match, re.fullmatch, re.findall)
}
"""These functions of `re`, by name. EvaluationError: the pattern is wrong, or the search may take long."""


def ends_soon(pattern: str, length: int) -> bool:
    """Whether a text is a regular expression whose search in a text of so many characters ends soon."""
    try:
        return bool(length * _ways(parser.parse(pattern), length) <= _MOST_STEPS)
    except (re.error, RecursionError, OverflowError):
        return False


def _ways(pattern: Iterable[tuple[Any, Any]], most: int) -> float:
    """Return in how many ways a pattern may be tried at one place of a text of `most` characters."""
    ways = 1.0
    for what, given in pattern:
        match str(what):
            case name if name in _REPEATS:
                least, greatest, inner = given
                times = min(int(greatest), most)
                if times > 1 and _ways(inner, most) > 1:
                    return math.inf
                ways *= max(1, times - least + 1)
            case "BRANCH":
                ways *= sum(_ways(each, most) for each in given[1])
            case "SUBPATTERN":
                ways *= _ways(given[3], most)
            case "ASSERT" | "ASSERT_NOT":
                ways *= _ways(given[1], most)
            case "ATOMIC_GROUP":
                ways *= _ways(given, most)
            case "GROUPREF" | "GROUPREF_EXISTS":
                return math.inf
            case _:  # one character, or a place
                pass
    return ways
