"""Categories: which of the nine kinds of edit a delta makes, and the words that say so."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
