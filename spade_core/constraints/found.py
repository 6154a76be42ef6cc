"""What the reader finds: a constraint, and the words that ask for it."""

from dataclasses import dataclass

from spade_core.constraints.constraint import Constraint
from spade_core.deltas import Sentence
from spade_core.text import Span


@dataclass(frozen=True, slots=True)
class Found:
    """A constraint, the sentence that asks for it, and the words that do."""

    constraint: Constraint
    sentence: Sentence
    phrase: Span
    """In `sentence.text`."""
