"""How many calls go to a server at once: half as many once it asks for fewer, and slowly more again while it answers.

Law: a call that was declined is put again in its turn, and gives up only when the server declined several waves of
calls in a row, with no reply between them.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

_SHORTEST, _LONGEST = 0.5, 8.0
"""Pauses, in seconds, where the server names none; each is twice the one before."""


class Pace:
    """The calls under way at one server. Use it in one event loop."""

    def __init__(self, most: int) -> None:
        self._most = float(most)
        self._limit = self._most
        self._under_way = 0
        self._wave = 0
        self._changed = asyncio.Condition()
        self._not_before = 0.0
        self.declined_in_a_row = 0
        """Waves of calls that the server declined since it last answered one."""

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[int]:
        """Wait for a turn, and yield the number of its wave."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._under_way < int(self._limit))
            self._under_way += 1
        try:
            yield self._wave
        finally:
            self._under_way -= 1
            async with self._changed:
                self._changed.notify_all()

    async def wait(self) -> None:
        """Wait until the server's pause is over, which may grow meanwhile."""
        loop = asyncio.get_running_loop()
        while (left := self._not_before - loop.time()) > 0:  # noqa: ASYNC110  (a time, not an event)
            await asyncio.sleep(left)

    def pause(self, seconds: float) -> float:
        """Hold every call back for so long, and return by how much that is longer than what was known."""
        until = asyncio.get_running_loop().time() + seconds
        longer, self._not_before = until - self._not_before, max(self._not_before, until)
        return longer

    def declined(self, wave: int, seconds: float) -> None:
        """Have fewer calls go out; those of one wave that are declined count once."""
        if wave == self._wave:
            self._wave += 1
            self._limit = max(self._limit / 2, 1.0)
            self.pause(seconds or min(_SHORTEST * 2**self.declined_in_a_row, _LONGEST))
            self.declined_in_a_row += 1

    def answered(self) -> None:
        """Have more calls go out: one more after as many replies as go out at once."""
        self._limit = min(self._limit + 1 / self._limit, self._most)
        self.declined_in_a_row = 0
