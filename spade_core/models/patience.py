"""How long a model is asked that gives no answer which can be read.

Law: until a question got an answer, a model is asked one by one, and a few times. From then on it is asked side by side
until many questions in a row got none. What it answered before is kept.
"""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

from spade_core.errors import ModelError, ModelFault

_MOST_AT_FIRST = 5
_MOST_IN_A_ROW = 8


class Patience:
    """The turns of one model, and what came of them. Use it in one event loop."""

    def __init__(self, *, at_once: int = 16, forgiven: Collection[ModelFault] = ()) -> None:
        """Make it; faults that are forgiven say nothing of the model."""
        self._forgiven = forgiven
        self._slots = asyncio.Semaphore(1)
        self._more_at_once = at_once - 1
        self._has_answered = False
        self._in_a_row = 0
        self._calls = 0
        self._end: ModelError | None = None

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn to put a question, again where its reply cannot be read.

        Raises:
            ModelError: the model is not asked any more.
        """
        async with self._slots:
            self.check()
            yield

    def check(self) -> None:
        """Raise ModelError where the model is not asked any more."""
        if self._end is not None:
            raise ModelError(self._end.fault, str(self._end))

    def count_call(self, *, took_none: bool = False) -> None:
        """Count a call that is about to be made; or take it back, since the reply was kept from before."""
        self._calls += -1 if took_none else 1

    def answered(self) -> None:
        """Take note of an answer that could be read."""
        self._in_a_row = 0
        if not self._has_answered:
            self._has_answered = True
            for _ in range(self._more_at_once):
                self._slots.release()

    def disappointed(self, model: str, error: ModelError) -> None:
        """Take note of a question without an answer; a refusal, after answers, is about that question alone."""
        if error.fault in self._forgiven or (error.fault is ModelFault.REFUSED and self._has_answered):
            return
        self._in_a_row += 1
        if self._end is None and self._in_a_row >= (_MOST_IN_A_ROW if self._has_answered else _MOST_AT_FIRST):
            fact = f"{self._in_a_row} questions in a row got no answer that can be read"
            end = f"it is not asked any more, after {self._calls} calls"
            last = str(error).removeprefix(f"{model}: ")
            self._end = ModelError(error.fault, f"{model}: {fact}; {end}; the last time, {last}")
