"""Sentences and their cues for the tests, without a file or a history around them."""

from spade_core.categories import Cue, cues_in
from spade_core.deltas import Sentence, SentenceKind, Sign
from spade_core.taxonomy import Category
from spade_core.text import Span


def sentence(text: str, *, kind: SentenceKind = SentenceKind.PROSE) -> Sentence:
    return Sentence(text, 0, None, Span(0, len(text)), kind)


def cues_of(text: str, *, before: str | None = None) -> tuple[Cue, ...]:
    counterpart = sentence(before) if before is not None else None
    return cues_in(sentence(text), counterpart=counterpart, sign=Sign.ADDED)


def words_for(category: Category, text: str, *, before: str | None = None) -> list[str]:
    """Return the words that speak for a category, in reading order."""
    return [cue.words for cue in cues_of(text, before=before) if cue.category is category]


def categories_of(text: str, *, before: str | None = None) -> set[Category]:
    """Return the categories that a sentence speaks for."""
    return {cue.category for cue in cues_of(text, before=before)}
