"""Criteria: what the newest version of a prompt says a good response must satisfy."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
