"""Exports: the assertions as Python that needs no spade, and the examples as a spreadsheet."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
