"""JSON schemas of what people and programs read and write: settings, examples, the record, and every ``--json``."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
