"""Models for callers without an event loop: a thread runs theirs."""

import threading
from collections.abc import Callable, Coroutine, Mapping
from types import TracebackType
from typing import Any, Self, TypeVar

from spade_core.models.loop import LoopThread
from spade_core.models.opening import Models, Options

_T = TypeVar("_T")


class ModelSession:
    """The models of one run and the thread that talks to them. Leaving it hangs up."""

    def __init__(self, environ: Mapping[str, str], options: Options | None = None) -> None:
        self.models = Models(environ, options)
        self.loop = LoopThread()

    def __enter__(self) -> Self:
        self.loop.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.loop.call(self.models.close())
        finally:
            self.loop.__exit__(kind, error, trace)

    def call(
        self,
        coroutine: Coroutine[Any, Any, _T],
        *,
        cancelled: threading.Event | None = None,
        while_waiting: Callable[[], None] | None = None,
    ) -> _T:
        """Return what the coroutine returns; an interrupt, or `cancelled` being set, cancels it."""
        return self.loop.call(coroutine, cancelled=cancelled, while_waiting=while_waiting)
