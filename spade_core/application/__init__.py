"""What the command line and the editor both do with models: propose, judge, and run a prompt for responses.

Both give the models, opened, and a way to wait; what is said to a person, and how, is theirs.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
