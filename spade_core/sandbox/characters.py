"""Characters on which Monty and this Python differ: the two may know different versions of Unicode.

Instead of trusting a table of versions, the characters that occur are compared: everything a `str` method can tell of
one must be equal on both sides. Only characters beyond ASCII are looked at.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

MONTY_SIGNATURES = """[
    (
        c.upper(), c.lower(), c.title(), c.casefold(), c.swapcase(), ('a' + c + 'b').title(), ('A' + c).lower(),
        (c + 'a').capitalize(), ('\\u03a3' + c).lower(), (c + '\\u03a3').lower(),
        c.strip() == '', len((c + 'a').splitlines()),
        c.isalpha(), c.isdigit(), c.isnumeric(), c.isdecimal(), c.isalnum(), c.isspace(),
        c.isupper(), c.islower(), c.istitle(), (c + 'A').istitle(), c.isprintable(),
    )
    for c in __characters
]"""
_PRINTABLE = -1


@dataclass(frozen=True, slots=True)
class OddCharacters:
    """The characters that the two sides see differently, among those looked at."""

    differing: frozenset[str] = frozenset()
    """In case, kind or as a separator."""
    unprintable: frozenset[str] = frozenset()
    """Only in whether `repr` escapes them."""


class CharacterCheck:
    """Compares characters through a Monty session; every character is looked at once."""

    def __init__(self, evaluate: Callable[[str, dict[str, Any]], Any]) -> None:
        self._evaluate = evaluate
        self._agreeing: set[str] = set()
        self._differing: set[str] = set()
        self._unprintable: set[str] = set()

    def odd(self, characters: Iterable[str]) -> OddCharacters:
        """Return which of these characters differ; lone surrogates are left out, Monty cannot hold them."""
        wanted = {character for character in characters if not "\ud800" <= character <= "\udfff"}
        unknown = sorted(wanted - self._agreeing - self._differing - self._unprintable)
        if unknown:
            self._look_at(unknown)
        return OddCharacters(frozenset(wanted & self._differing), frozenset(wanted & self._unprintable))

    def _look_at(self, characters: list[str]) -> None:
        seen = self._evaluate(MONTY_SIGNATURES, {"__characters": characters})
        for character, theirs in zip(characters, seen, strict=True):
            ours = signature(character)
            if theirs[:_PRINTABLE] != ours[:_PRINTABLE]:
                self._differing.add(character)
            elif theirs != ours:
                self._unprintable.add(character)
            else:
                self._agreeing.add(character)


def signature(c: str) -> tuple[object, ...]:
    """Return all that `str` methods tell of a character here; the counterpart of `MONTY_SIGNATURES`."""
    return (
        *(c.upper(), c.lower(), c.title(), c.casefold(), c.swapcase(), ("a" + c + "b").title(), ("A" + c).lower()),
        *((c + "a").capitalize(), ("\u03a3" + c).lower(), (c + "\u03a3").lower()),
        *(c.strip() == "", len((c + "a").splitlines())),
        *(c.isalpha(), c.isdigit(), c.isnumeric(), c.isdecimal(), c.isalnum(), c.isspace()),
        *(c.isupper(), c.islower(), c.istitle(), (c + "A").istitle(), c.isprintable()),
    )
