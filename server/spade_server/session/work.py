"""Threads for work off the event loop: one piece at a time each, and cancelled when nobody waits for it.

pygls's own pool also reads standard input: with all of its workers busy, typing would wait. So nothing runs there.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_T = TypeVar("_T")


class Workers:
    """The threads: one follows the typing, one reads files and git, two do what is asked and may take long.

    What a person waits for with the eyes on it has two more, so that no run is in its way: one sets labels, one answers
    whatever needs no sandbox, no history and no model.
    """

    def __init__(self) -> None:
        self.typing = ThreadPoolExecutor(1, "spade-typing")
        self.reading = ThreadPoolExecutor(1, "spade-reading")
        self.asked = ThreadPoolExecutor(2, "spade-asked")
        self.labelling = ThreadPoolExecutor(1, "spade-labelling")
        self.swift = ThreadPoolExecutor(1, "spade-swift")

    def close(self) -> None:
        """Take on nothing more; what runs is not waited for."""
        for pool in (self.typing, self.reading, self.asked, self.labelling, self.swift):
            pool.shutdown(wait=False, cancel_futures=True)


async def run(pool: ThreadPoolExecutor, function: Callable[[], _T]) -> _T:
    """Return what a function returns that runs in a pool."""
    return await asyncio.get_running_loop().run_in_executor(pool, _parsing_again, function)


def _parsing_again(function: Callable[[], _T]) -> _T:
    from spade_core.text import with_parse_retry  # the server starts without the core

    return with_parse_retry(function)  # parsing comes before anything is written, so it may be done again


async def run_stoppable(pool: ThreadPoolExecutor, function: Callable[[threading.Event], _T]) -> _T:
    """Return what a function returns; cancelled, set its event, so that it stops at its next look at it."""
    stop = threading.Event()
    try:
        return await run(pool, lambda: function(stop))
    except asyncio.CancelledError:
        stop.set()
        raise


class Repeated:
    """Runs one coroutine at a time: asked again while it runs, it runs once more after, however often it was asked."""

    def __init__(self, work: Callable[[], Awaitable[None]]) -> None:
        self._work = work
        self._task: asyncio.Task[None] | None = None
        self._again = False

    def ask(self) -> None:
        """Have the work done with what is known from now on."""
        if self._task is not None and not self._task.done():
            self._again = True
        else:
            self._task = asyncio.get_running_loop().create_task(self._run())

    @property
    def busy(self) -> bool:
        """Whether the work is going on."""
        return self._task is not None and not self._task.done()

    async def settled(self) -> None:
        """Return when nothing that was asked for is left to do."""
        while self._task is not None and not self._task.done():
            await asyncio.shield(self._task)

    def stop(self) -> None:
        """Drop the work."""
        self._again = False
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while True:
            self._again = False
            await self._work()
            if not self._again:
                return
