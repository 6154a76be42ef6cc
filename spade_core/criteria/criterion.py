"""A criterion: a statement that is true or false of a response."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from spade_core.deltas import Sentence
from spade_core.taxonomy import Category
from spade_core.text import Span
from spade_core.versions import PromptVersion

if TYPE_CHECKING:
    from spade_core.constraints import Constraint


class Origin(StrEnum):
    """Who proposed a criterion or an assertion."""

    CUES = "cues"
    """Read from the words, without a model."""
    MODEL = "model"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Criterion:
    """One requirement on responses, with its category and the phrase of the prompt it came from."""

    description: str
    """A statement in plain English: ``The response has at most 100 words.``"""
    category: Category
    sentence: Sentence
    phrase: Span
    """The source phrase, in `sentence.text`."""
    version: PromptVersion
    """The version whose text holds the sentence."""
    delta: int
    """Index i of the delta P_{i-1} -> P_i in which its sentence came."""
    origin: Origin = Origin.CUES
    constraint: "Constraint | None" = None
    """What the phrase asks for in terms that code can check; None for a model's or a person's."""

    @property
    def source_phrase(self) -> str:
        """The words of the prompt."""
        return self.phrase.of(self.sentence.text)


def statement_of(constraint: "Constraint") -> str:
    """Return what a constraint says, as a sentence.

    For example ``The response has at most 100 words.``
    """
    said = constraint.describe().strip()
    stop = "" if said.endswith((".", '."', '!"', '?"')) else "."
    return f"{said[:1].upper()}{said[1:]}{stop}"
