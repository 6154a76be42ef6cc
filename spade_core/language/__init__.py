"""How a language says things: words, numbers, negation, conditions. All words are data, one lexicon a language."""

from spade_core.language.lexicon import Lexicon, lexicon
from spade_core.language.normal import Normal, normalised

__all__ = ["Lexicon", "Normal", "lexicon", "normalised"]
