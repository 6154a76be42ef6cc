"""Propose assertions for an LLM pipeline from the git history of its prompt.

What a program needs of it; docs/library.md shows it at work. Each name is loaded when it is first used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
