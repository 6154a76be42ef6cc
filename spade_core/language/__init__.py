"""How a language says things: words, numbers, negation, conditions. All words are data, one lexicon a language."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
