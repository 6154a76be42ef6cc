"""A criterion: a statement that is true or false of a response."""

from dataclasses import dataclass
from enum import StrEnum

from spade_core.categories.taxonomy import Category
from spade_core.criteria.readings import Reading
from spade_core.deltas.sentence import Sentence
from spade_core.text import Span
from spade_core.versions.version import PromptVersion


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
    """The version whose text holds the sentence (for a deleted one, the last that did)."""
    delta: int
    """Index i of the delta P_{i-1} -> P_i that it was read from."""
    removed: bool = False
    """True when that delta deleted the sentence: people do so to save tokens and still expect the behaviour."""
    vague: bool = False
    """True when several checks may stand for it ("concise")."""
    origin: Origin = Origin.CUES
    reading: Reading | None = None
    """What the phrase asks for in terms that code can check; None for a model's or a person's."""

    @property
    def source_phrase(self) -> str:
        """The words of the prompt."""
        return self.phrase.of(self.sentence.text)
