"""Work beside the calls: a bounded queue, and one thread that takes from it what has come meanwhile."""

import os
import queue
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, Generic, TypeVar

_Item = TypeVar("_Item")
_MOST_AT_ONCE: Final = 256

_all: "weakref.WeakSet[BackgroundQueue[object]]" = weakref.WeakSet()


class BackgroundQueue(Generic[_Item]):
    """Hands items to `handle` in another thread, some at a time. A forked process begins with an empty queue."""

    def __init__(
        self, handle: Callable[[Sequence[_Item]], None], *, most: int, lost: Callable[[int, str], None], name: str
    ) -> None:
        """Begin no thread yet; `lost` is told how many items `handle` raised over, and what."""
        self._handle = handle
        self._most = most
        self._lost = lost
        self._name = name
        self._is_closed = False
        self.begin()
        _all.add(self)  # type: ignore[arg-type]

    def begin(self) -> None:
        """Begin with an empty queue; in a fork, leave what was queued to the other process."""
        self._items: queue.Queue[_Item | None] = queue.Queue(self._most)
        self._starting = threading.Lock()
        self._is_started = False

    def put(self, item: _Item) -> bool:
        """Have an item handled; False where the queue is full or closed."""
        if self._is_closed:
            return False
        try:
            self._items.put_nowait(item)
        except queue.Full:
            return False
        if not self._is_started:
            with self._starting:
                if not self._is_started:
                    threading.Thread(target=self._work, args=(self._items,), name=self._name, daemon=True).start()
                    self._is_started = True
        return True

    def flush(self, seconds: float) -> bool:
        """Wait until all is handled, so long at most; return whether it is."""
        until = time.monotonic() + seconds
        with self._items.all_tasks_done:
            while self._items.unfinished_tasks and (left := until - time.monotonic()) > 0:
                self._items.all_tasks_done.wait(left)
            return not self._items.unfinished_tasks

    def close(self, seconds: float) -> None:
        """Take nothing more, and wait for what is left, so long at most."""
        self._is_closed = True
        if self.flush(seconds) and self._is_started:
            self._items.put(None)

    def _work(self, items: "queue.Queue[_Item | None]") -> None:
        while (item := items.get()) is not None:
            batch = [item]
            with suppress(queue.Empty):
                while len(batch) < _MOST_AT_ONCE and (more := items.get_nowait()) is not None:
                    batch.append(more)
            try:
                self._handle(batch)
            except Exception as error:  # noqa: BLE001 - nobody waits for it who could be told
                self._lost(len(batch), f"{type(error).__name__}: {error}")
            finally:
                for _ in batch:
                    items.task_done()


def _begin_in_fork() -> None:
    for each in list(_all):
        each.begin()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_in_fork)
