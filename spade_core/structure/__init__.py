"""The structure of a prompt: what each sentence stands in, the samples it shows, and whom each clause speaks of."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
