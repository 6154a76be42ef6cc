"""The model edge: one seam, `LanguageModel`, and what stands behind it. Knows nothing of prompts and assertions."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
