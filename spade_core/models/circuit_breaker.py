"""A model that is not called again once it has failed for good, or so often in a row that it is plainly not there."""

import asyncio
from collections.abc import Mapping

from spade_core.errors import ModelError, ModelFault
from spade_core.models.model import LanguageModel, Reply, Request

FAILURE_LIMITS: Mapping[ModelFault, int] = {
    ModelFault.CONNECTION: 3,
    ModelFault.TIMEOUT: 3,
    ModelFault.SERVER: 8,
    ModelFault.RATE_LIMITED: 8,
    ModelFault.BAD_REQUEST: 8,
    ModelFault.UNREADABLE: 8,
}
"""Failures in a row, each after its own retries, that show a model to be out of order for the whole run."""
FIRST_FAILURE_LIMITS: Mapping[ModelFault, int] = {
    ModelFault.CONNECTION: 1,
    ModelFault.TIMEOUT: 1,
    ModelFault.SERVER: 3,
    ModelFault.RATE_LIMITED: 3,
    ModelFault.BAD_REQUEST: 3,
    ModelFault.UNREADABLE: 3,
    ModelFault.TOO_LONG: 5,
}
"""The same for a model that has not answered once."""


class CircuitBreaker:
    """A model whose final fault is what every later call gets, at once and for nothing.

    A wrong key is final at its first sight; other faults are when they come several times in a row. Until a model has
    answered once, its calls go one by one: what is wrong with it shows at few of them, and what the first one teaches
    about its server holds for the rest. Later ones wait here for their turn, so that those behind a final fault are not
    made any more.
    """

    def __init__(self, model: LanguageModel, *, at_once: int = 16) -> None:
        self.name = model.name
        self._model = model
        self._slots = asyncio.Semaphore(at_once)
        self._door = asyncio.Lock()
        self._answered = asyncio.Event()
        self._fault: ModelError | None = None
        self._in_a_row = 0

    async def reply(self, request: Request) -> Reply:
        """Return the model's reply, unless it has failed for good before."""
        async with self._door:
            if not self._answered.is_set():
                return await self._watched(request)
        async with self._slots:
            return await self._watched(request)

    async def _watched(self, request: Request) -> Reply:
        if self._fault is not None:
            raise ModelError(self._fault.fault, str(self._fault))
        limits = FAILURE_LIMITS if self._answered.is_set() else FIRST_FAILURE_LIMITS
        try:
            reply = await self._model.reply(request)
        except ModelError as error:
            self._in_a_row = self._in_a_row + 1 if error.fault in limits else 0
            if error.fault.is_final or self._in_a_row >= limits.get(error.fault, 1 + self._in_a_row):
                self._fault = error
            raise
        self._in_a_row = 0
        self._answered.set()
        return reply
