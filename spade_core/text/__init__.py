"""Text and positions: half-open spans of code points, and the way from a template back to its file."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
