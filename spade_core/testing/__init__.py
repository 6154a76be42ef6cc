"""What tests of an LLM pipeline can use: an OpenAI-compatible server on this machine that answers as it is told."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
