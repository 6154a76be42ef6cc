"""Work beside the calls: a bounded queue, and one thread that takes from it what has come meanwhile."""

import logging
import os
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

_Item = TypeVar("_Item")
_MOST_AT_ONCE: Final = 256
_LOG: Final = logging.getLogger("spade.guard")

_all: "weakref.WeakSet[Beside[object]]" = weakref.WeakSet()


class Beside(Generic[_Item]):
    """Hands items to `handle` in another thread, some at a time. A forked process begins with an empty queue."""

    def __init__(
        self, handle: Callable[[Sequence[_Item]], None], *, most: int, lost: Callable[[int], None], name: str
    ) -> None:
        """Begin no thread yet; `lost` is told how many items `handle` raised over."""
        self._handle = handle
        self._most = most
        self._lost = lost
        self._name = name
        self._thread: threading.Thread | None = None
        self._busy = False
        self._is_closed = False
        self._begin()
        _all.add(self)  # type: ignore[arg-type]

    def put(self, item: _Item) -> bool:
        """Have an item handled; False where the queue is full."""
        with self._changed:
            if len(self._items) >= self._most or self._is_closed:
                return False
            self._items.append(item)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()
            elif not self._busy:
                self._changed.notify_all()
        return True

    def flush(self, seconds: float) -> bool:
        """Wait until all is handled, so long at most; return whether it is."""
        until = time.monotonic() + seconds
        with self._changed:
            while (self._items or self._busy) and (left := until - time.monotonic()) > 0:
                self._changed.wait(left)
            return not self._items and not self._busy

    def close(self, seconds: float) -> None:
        """Take nothing more, and wait for what is left, so long at most."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self.flush(seconds)

    def _begin(self) -> None:
        self._items: deque[_Item] = deque()
        self._changed = threading.Condition()
        self._thread = None
        self._busy = False

    def _work(self) -> None:
        changed = self._changed
        while True:
            with changed:
                self._busy = False
                if not self._items:
                    changed.notify_all()
                while not self._items:
                    if self._is_closed:
                        return
                    changed.wait()
                self._busy = True
                count = min(len(self._items), _MOST_AT_ONCE)
                batch = [self._items.popleft() for _ in range(count)]
            try:
                self._handle(batch)
            except Exception as error:  # noqa: BLE001 - nobody waits for it who could be told
                self._lost(count)
                _LOG.warning("%s: %s: %s", self._name, type(error).__name__, error)

    def begin_in_fork(self) -> None:
        """Leave what was queued to the process that this one was forked from."""
        self._begin()


def _begin_in_fork() -> None:
    for each in list(_all):
        each.begin_in_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_in_fork)
