"""An event loop in a thread of its own, for callers that do not have one."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError as FutureCancelledError, wait
from typing import Any, Self, TypeVar

from spade_core.errors import CancelledError

_T = TypeVar("_T")
_LOOK_EVERY = 0.1
"""Seconds between two looks at whether a call is still wanted."""


class LoopThread:
    """Runs coroutines for other threads. Leaving it cancels what is under way, which closes its connections."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._work, name="spade-models", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def call(
        self,
        coroutine: Coroutine[Any, Any, _T],
        *,
        cancelled: threading.Event | None = None,
        while_waiting: Callable[[], None] | None = None,
    ) -> _T:
        """Return what the coroutine returns; an interrupt of this thread, or `cancelled` being set, cancels it.

        `while_waiting` is called in this thread, several times a second.

        Raises:
            CancelledError: it was cancelled, or the loop was left meanwhile.
        """
        if not self._thread.is_alive():
            coroutine.close()
            raise CancelledError("the models are closed")
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            if cancelled is None and while_waiting is None:
                return future.result()
            while not wait((future,), _LOOK_EVERY).done:
                if cancelled is not None and cancelled.is_set():
                    future.cancel()
                if while_waiting is not None:
                    while_waiting()
            return future.result()
        except FutureCancelledError as error:
            raise CancelledError("the call to the model was cancelled") from error
        except BaseException:
            future.cancel()
            raise

    def _work(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
            tasks = asyncio.all_tasks(self._loop)
            for task in tasks:
                task.cancel()
            self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        finally:
            self._loop.close()
