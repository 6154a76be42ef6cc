"""What only a reader can tell: one question in the prompt's own words."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar

from spade_core.constraints.constraint import Constraint
from spade_core.taxonomy import Category


@dataclass(frozen=True, slots=True)
class Judgement(Constraint):
    """An instruction that a judge is asked about, with its condition and what leads it in."""

    category: ClassVar[Category] = Category.QUALITATIVE
    words: str
    """The instruction as the prompt writes it, white space folded."""
    lead: str = ""
    """The line above, where the instruction is no sentence without it."""

    @property
    def question(self) -> str:
        """The question; yes means that the response passes."""
        asked = f'Does the response keep this instruction{self._under}: "{self.words}"?'
        return f"{asked} If it does not apply here, answer yes."

    @property
    def topic(self) -> Hashable:
        """Its own: what one asks says nothing of another."""
        return self

    def describe(self) -> str:
        """Return what a judge finds."""
        return f'a judge finds that the response keeps "{self.words}"{self._under}'

    @property
    def _under(self) -> str:
        return f' (under "{self.lead}")' if self.lead else ""

    def source(self) -> str:
        """A judgement has no expression."""
        return ""
