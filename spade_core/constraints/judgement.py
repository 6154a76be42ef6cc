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
    label: str = ""
    """What its list item is called, where it stands behind the item's first sentence."""
    after: str = ""
    """What is said before it, where it leans on that: "It must be short."."""
    is_definition: bool = False
    """Whether it says what something is, and not what to do."""

    @property
    def question(self) -> str:
        """The question; yes means that the response passes."""
        keeps = "go by this definition" if self.is_definition else "keep this instruction"
        return f'Does the response {keeps}{self._around}: "{self.words}"? If it does not apply here, answer yes.'

    @property
    def topic(self) -> Hashable:
        """Its own: what one asks says nothing of another."""
        return self

    def describe(self) -> str:
        """Return what a judge finds."""
        keeps = "goes by the definition" if self.is_definition else "keeps"
        return f'a judge finds that the response {keeps} "{self.words}"{self._around}'

    @property
    def _around(self) -> str:
        known = (("under", self.lead), ("of", self.label), ("after", self.after))
        said = ", ".join(f'{where} "{words}"' for where, words in known if words)
        return f" ({said})" if said else ""

    def source(self) -> str:
        """A judgement has no expression."""
        return ""
