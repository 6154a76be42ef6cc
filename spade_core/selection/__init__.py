"""Selection: the smallest set of assertions that catches the bad responses without flagging the good ones."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
