"""When a function passes, as a formula over what can be asked of a response."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Trim(StrEnum):
    """Which ends of a text have lost their white space."""

    NONE = ""
    LEFT = "left"
    RIGHT = "right"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Subject:
    """A text that a function looks at: an expression, perhaps in lower case, perhaps trimmed."""

    base: str
    """Python source, locals replaced by what they stand for."""
    lower: bool = False
    trim: Trim = Trim.NONE

    def __str__(self) -> str:
        return f"{self.base}{'.lower()' if self.lower else ''}{'.strip()' if self.trim else ''}"


@dataclass(frozen=True, slots=True)
class Contains:
    """The needle, a literal text or another subject, occurs in the subject."""

    subject: Subject
    needle: str | Subject

    def __str__(self) -> str:
        return f"{self.subject} contains {self.needle!r}"


@dataclass(frozen=True, slots=True)
class StartsWith:
    """The subject starts with the text."""

    subject: Subject
    text: str


@dataclass(frozen=True, slots=True)
class EndsWith:
    """The subject ends with the text."""

    subject: Subject
    text: str


@dataclass(frozen=True, slots=True)
class Equals:
    """The subject is the text."""

    subject: Subject
    text: str


class Measure(StrEnum):
    """What a number counts."""

    LENGTH = "length"
    WORDS = "words"
    OCCURRENCES = "occurrences"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Number:
    """A number that a function computes."""

    measure: Measure
    subject: Subject
    """For OTHER, the base is the whole expression."""
    of: str = ""
    """For OCCURRENCES, the text that is counted."""
    whole: bool = True
    """Whether it is a whole number and never negative."""


@dataclass(frozen=True, slots=True)
class AtMost:
    """The number is at most the limit."""

    number: Number
    limit: float


@dataclass(frozen=True, slots=True)
class HasKey:
    """The container has the element, or the mapping has the key."""

    container: str
    key: str


@dataclass(frozen=True, slots=True)
class Exists:
    """Some element of an iterable, written ``each0`` (``each1`` inside another), makes the body true."""

    iterable: str
    body: "Formula"


@dataclass(frozen=True, slots=True)
class Matches:
    """A regular expression matches: by `search`, `match` or `fullmatch`."""

    how: str
    pattern: str
    flags: str
    subject: Subject


@dataclass(frozen=True, slots=True)
class Holds:
    """An expression that nothing more is known of is true."""

    expression: str


Atom: TypeAlias = Contains | StartsWith | EndsWith | Equals | AtMost | HasKey | Exists | Matches | Holds


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom or its negation."""

    atom: Atom
    positive: bool = True


@dataclass(frozen=True, slots=True)
class And:
    """All parts are true; without parts, true."""

    parts: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Some part is true; without parts, false."""

    parts: tuple["Formula", ...]


Formula: TypeAlias = Literal | And | Or
Conjunction: TypeAlias = frozenset[Literal]

_MOST_JOINED = 3000
TRUE = And(())
FALSE = Or(())


class TooLargeError(Exception):
    """The formula has too many cases to decide anything about it."""


def both(*parts: Formula) -> Formula:
    """Return the conjunction, flat and without repetition."""
    flat = list(dict.fromkeys(_flattened(parts, And)))
    if FALSE in flat:
        return FALSE
    return flat[0] if len(flat) == 1 else And(tuple(flat))


def either(*parts: Formula) -> Formula:
    """Return the disjunction, flat and without repetition."""
    flat = list(dict.fromkeys(_flattened(parts, Or)))
    if TRUE in flat:
        return TRUE
    return flat[0] if len(flat) == 1 else Or(tuple(flat))


def _flattened(parts: Iterable[Formula], kind: type[And] | type[Or]) -> list[Formula]:
    flat: list[Formula] = []
    for part in parts:
        flat += part.parts if isinstance(part, kind) else [part]
    return flat


def negation(formula: Formula) -> Formula:
    """Return the formula that is true when this one is false."""
    if isinstance(formula, Literal):
        return Literal(formula.atom, not formula.positive)
    if isinstance(formula, And):
        return either(*(negation(part) for part in formula.parts))
    return both(*(negation(part) for part in formula.parts))


def cases(formula: Formula, *, most: int = 300) -> list[Conjunction]:
    """Return conjunctions one of which holds exactly when the formula does.

    Raises:
        TooLargeError: there are more than `most`.
    """
    if isinstance(formula, Literal):
        return [frozenset([formula])]
    if isinstance(formula, Or):
        return _shortest([case for part in formula.parts for case in cases(part, most=most)], most)
    found: list[Conjunction] = [frozenset()]
    for part in formula.parts:
        more = cases(part, most=most)
        if len(found) * len(more) > _MOST_JOINED:
            raise TooLargeError
        joined = [one | other for one in found for other in more]
        found = _shortest([case for case in joined if not _contradictory(case)], most)
    return found


def _contradictory(case: Conjunction) -> bool:
    return any(Literal(literal.atom, not literal.positive) in case for literal in case if literal.positive)


def _shortest(found: list[Conjunction], most: int) -> list[Conjunction]:
    """Return the cases that no shorter one includes."""
    kept: list[Conjunction] = []
    for case in sorted(set(found), key=len):
        if not any(other <= case for other in kept):
            kept.append(case)
            if len(kept) > most:
                raise TooLargeError
    return kept
