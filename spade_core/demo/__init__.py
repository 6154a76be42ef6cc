"""The demos, with histories as real commits and labelled responses: a movie, a tea, a museum."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
