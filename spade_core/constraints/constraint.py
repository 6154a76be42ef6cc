"""What a kind of constraint offers."""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import ClassVar, Final

from spade_core.constraints.clause import Clause
from spade_core.taxonomy import Category


class Constraint(ABC):
    """Something that a prompt asks of a response. Values of it are frozen and compare by what they ask."""

    category: ClassVar[Category]
    """Its category in the taxonomy (Shankar et al. 2024, section 3)."""

    @classmethod
    def read(cls, clause: Clause) -> "Iterator[Match]":
        """Yield what the clause asks of this kind; nothing where that is not sure, or where samples alone say it."""
        return iter(())

    @abstractmethod
    def describe(self) -> str:
        """Say what is true of a response that keeps it, without a full stop: ``the response has at most 80 words``."""

    @abstractmethod
    def source(self) -> str:
        """Return the expression over `spade_core.checks` that decides it."""

    @property
    def kind_of(self) -> Category:
        """Its category where that depends on more than its class."""
        return self.category

    @property
    def named(self) -> str:
        """A few words that name it."""
        return re.sub(r"^the (?:response (?:has |is )?)?", "", self.describe())

    @property
    def topic(self) -> Hashable:
        """What it speaks of: no constraint contradicts one with another topic, or implies it."""
        return type(self), *(getattr(self, name, None) for name in ("unit", "hold", "what", "part"))

    def contradicts(self, other: "Constraint") -> str:
        """Say why no response can keep both; "" where one can."""
        return f"{self.describe()}, and {other.describe()}" if self.excludes(other) else ""

    def excludes(self, other: "Constraint") -> bool:
        """Whether no response can keep both."""
        return False

    def implies(self, other: "Constraint") -> bool:
        """Whether every response that keeps it keeps the other."""
        return self == other


def strongest(constraints: Iterable[Constraint]) -> Mapping[Constraint, Constraint]:
    """Return for each constraint one of them that says all that it does: itself where no other says more."""
    alike: dict[Hashable, list[Constraint]] = {}
    for each in dict.fromkeys(constraints):
        alike.setdefault(each.topic, []).append(each)
    return {one: top for group in alike.values() for one, top in _tops(group)}


_MOST_COMPARED: Final = 200
"""Constraints of one topic that all others are compared with: those that say most."""


def told_of_most_compared(constraints: Iterable[Constraint]) -> str:
    """Return what is to be told where not all constraints of a topic are compared by `strongest`; "" where all are."""
    alike = Counter(each.topic for each in dict.fromkeys(constraints))
    many = max(alike.values(), default=0)
    if many <= _MOST_COMPARED:
        return ""
    return f"{many:,} instructions ask for one kind of thing: each is compared with the longest {_MOST_COMPARED} alone"


def _tops(constraints: Sequence[Constraint]) -> Iterator[tuple[Constraint, Constraint]]:
    """Yield each constraint with the first of those that nothing else says which says it too."""

    def is_said_by(one: int, other: int) -> bool:
        says = constraints[other].implies(constraints[one])
        return says and (other < one or not constraints[one].implies(constraints[other]))

    others: Sequence[int] = range(len(constraints))
    if len(constraints) > _MOST_COMPARED:
        others = sorted(nlargest(_MOST_COMPARED, others, key=lambda at: len(constraints[at].source())))
    tops = {one: not any(is_said_by(one, other) for other in others) for one in range(len(constraints))}
    for one, each in enumerate(constraints):
        said = (constraints[other] for other in others if tops[other] and is_said_by(one, other))
        yield each, each if tops[one] else next(said, each)


@dataclass(frozen=True, slots=True)
class Match:
    """A constraint and where in its clause it stands."""

    constraint: Constraint
    start: int
    end: int
