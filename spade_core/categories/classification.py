"""What the classifier says of a delta, and why."""

from dataclasses import dataclass

from spade_core.deltas import Change, PromptDelta
from spade_core.taxonomy import Category
from spade_core.text import Span


@dataclass(frozen=True, slots=True)
class Cue:
    """The words of one changed sentence that speak for a category."""

    category: Category
    change: Change
    span: Span
    """In `change.sentence.text`."""
    reason: str
    """What the words say: ``upper bound on words``."""

    @property
    def words(self) -> str:
        """The words themselves."""
        return self.span.of(self.change.sentence.text)


@dataclass(frozen=True, slots=True)
class Classification:
    """The categories of a delta with the cues behind them."""

    delta: PromptDelta
    categories: tuple[Category, ...]
    """Sorted in the order of the taxonomy; empty when every change is unclassified."""
    cues: tuple[Cue, ...]
    unclassified: tuple[Change, ...] = ()
    """Changes in a language that has no lexicon: said, not guessed."""
