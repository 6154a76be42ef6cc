"""Models for callers without an event loop: a thread runs theirs."""

from collections.abc import Mapping

from spade_core.models.loop import LoopThread
from spade_core.models.opening import Models
from spade_core.models.options import Options


class ModelSession(LoopThread):
    """The models of one run and the thread that talks to them. Leaving it hangs up."""

    def __init__(self, environ: Mapping[str, str], options: Options | None = None) -> None:
        super().__init__()
        self.models = Models(environ, options)

    def __exit__(self, *_: object) -> None:
        try:
            self.call(self.models.close())
        finally:
            super().__exit__()
