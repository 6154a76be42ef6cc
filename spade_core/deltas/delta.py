"""A prompt delta, Shankar et al. 2024 section 2: P_{i-1} -> P_i as added and removed sentences."""

from dataclasses import dataclass
from enum import StrEnum

from spade_core.deltas.sentence import Sentence
from spade_core.versions import PromptVersion


class Sign(StrEnum):
    """Whether a sentence came or went."""

    ADDED = "+"
    REMOVED = "-"


@dataclass(frozen=True, slots=True)
class Change:
    """One sentence that came or went."""

    sign: Sign
    sentence: Sentence
    """In the version after for ADDED, in the version before for REMOVED."""
    counterpart: Sentence | None = None
    """The sentence it replaces or is replaced by, when it was modified rather than new or deleted."""


@dataclass(frozen=True, slots=True)
class PromptDelta:
    """Delta P_i: what version `after` changed in `before`, in reading order."""

    before: PromptVersion
    after: PromptVersion
    changes: tuple[Change, ...]

    @property
    def added(self) -> tuple[Sentence, ...]:
        """The sentences tagged ``+``."""
        return tuple(c.sentence for c in self.changes if c.sign is Sign.ADDED)

    @property
    def removed(self) -> tuple[Sentence, ...]:
        """The sentences tagged ``-``."""
        return tuple(c.sentence for c in self.changes if c.sign is Sign.REMOVED)
