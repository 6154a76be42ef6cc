"""Proving subsumption by reading the functions: f subsumes g when whatever passes f passes g."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, permutations
from typing import Final

from spade_core.candidates import CandidateAssertion
from spade_core.subsumption.entailment import follows, impossible
from spade_core.subsumption.formulas import Conjunction, TooLargeError, cases, negation
from spade_core.subsumption.function_reading import pass_condition
from spade_core.subsumption.normal_form import normal_form
from spade_core.subsumption.relation import EdgeStatus, SaidBy, SubsumptionEdge

_MODULES = "random|secrets|uuid|time|datetime"
_CHANCE = rf"\b({_MODULES})\s*\.|\bimport\s+({_MODULES})\b|\bfrom\s+({_MODULES})\b"
"""What makes two runs of one function differ."""

MOST_PAIRS: Final = 160_000
"""Of functions that are compared: all those of 400, some ten seconds; what is left is not proved."""


def proved_edges(candidates: Sequence[CandidateAssertion]) -> list[SubsumptionEdge]:
    """Return what reading the functions proves, for the ordered pairs of candidates up to `MOST_PAIRS`.

    What a judge answers is not known, so nothing is proved to be subsumed that asks one. A function that never passes
    or always does is left aside: it would subsume everything or be subsumed by everything, which says nothing.
    """
    read = [reading for candidate in candidates if (reading := _read(candidate)) is not None]
    return [
        SubsumptionEdge(one.name, other.name, EdgeStatus.PROVED, SaidBy.ANALYSIS, reason)
        for one, other in islice(permutations(read, 2), MOST_PAIRS)
        if (reason := _reason(one, other))
    ]


@dataclass(frozen=True, slots=True)
class _Function:
    name: str
    form: str
    asks_judge: bool
    passes: tuple[Conjunction, ...]
    """The cases in which it passes; empty when they are not known."""
    fails: tuple[Conjunction, ...]


def _read(candidate: CandidateAssertion) -> _Function | None:
    if re.search(_CHANCE, candidate.source):
        return None
    try:
        form = normal_form(candidate.source)
    except RecursionError:
        return None
    if form is None:
        return None
    return _Function(candidate.name, form, candidate.asks_judge, *_cases_of(candidate.source))


@lru_cache(maxsize=2048)
def _cases_of(source: str) -> tuple[tuple[Conjunction, ...], tuple[Conjunction, ...]]:
    """Return the cases in which the function passes and those in which it does not; none when they are not known."""
    condition = pass_condition(source)
    if condition is None:
        return (), ()
    try:
        passes, fails = cases(condition), cases(negation(condition))
    except (TooLargeError, RecursionError):
        return (), ()
    return tuple(c for c in passes if not impossible(c)), tuple(c for c in fails if not impossible(c))


def _reason(one: _Function, other: _Function) -> str:
    """Return why the first subsumes the second, or "" when that is not proved."""
    if other.asks_judge:
        return ""
    if one.form == other.form:
        return "the two functions are the same up to spelling"
    if not (one.passes and one.fails and other.passes and other.fails):
        return ""
    if not follows(one.passes, other.fails):
        return ""
    if follows(other.passes, one.fails):
        return "the two functions pass under the same condition"
    return "whatever passes the one satisfies the condition of the other"
