"""What the source of an assertion says, found by parsing alone: nothing of it is run.

`assertion` asks whether it is exactly one function of the right form, and what it asks a judge. `input_fields` says
what it reads of an example: fields, the prompt, scores, sets of valid values. `side_effects` says whether a call could
change what a later call finds; the sandbox keeps the rows of such a function apart. It also says which functions are
one expression over spade's checks; these share an interpreter.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
