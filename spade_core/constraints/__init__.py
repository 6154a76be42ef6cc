"""What prompts ask of responses: one kind, one module, one registered class.

A kind says how it is said (`read`), what it says in words (`describe`), what decides it (`source`, an expression over
`spade_core.checks`), and what it contradicts and implies. Everything else asks here.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
