"""What was tried: every turn of every model, what came of it and what it cost."""

from dataclasses import dataclass, field
from enum import StrEnum

from spade_core.models import Usage


class Step(StrEnum):
    """Which of the two steps an attempt belongs to."""

    CRITERIA = "criteria"
    FUNCTIONS = "functions"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One turn of one model on one delta."""

    delta: int
    """Index i of P_{i-1} -> P_i."""
    step: Step
    model: str
    turn: int
    """1 for the first."""
    asked: int
    """Criteria that it was to write functions for; 0 in step one."""
    accepted: int = 0
    """Criteria found, or criteria that got a function that works."""
    faults: tuple[str, ...] = ()
    """What was wrong, a line each."""
    usage: Usage = field(default_factory=Usage)
    """Tokens; those of replies from the cache included, though nothing was paid for them this time."""
    from_cache: bool = False
