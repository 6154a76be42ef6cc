"""Synthesis with models: criteria and functions from deltas (SPADE), at EcoAssistant's price; and the judge."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
