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
    ModelFault.BAD_REQUEST: 32,
    ModelFault.UNREADABLE: 8,
    ModelFault.WRONG_KEY: 3,
    ModelFault.NO_CREDIT: 3,
    ModelFault.UNKNOWN_MODEL: 3,
    ModelFault.TRUNCATED: 16,
}
"""Failures in a row, each after its own retries, that show a model to be out of order for the whole run; many questions
may be about the one response that a server does not take, and long replies come one after another at the end."""
FIRST_FAILURE_LIMITS: Mapping[ModelFault, int] = {
    ModelFault.CONNECTION: 1,
    ModelFault.TIMEOUT: 3,
    ModelFault.SERVER: 3,
    ModelFault.RATE_LIMITED: 3,
    ModelFault.BAD_REQUEST: 3,
    ModelFault.UNREADABLE: 3,
    ModelFault.WRONG_KEY: 1,
    ModelFault.NO_CREDIT: 1,
    ModelFault.UNKNOWN_MODEL: 1,
    ModelFault.TOO_LONG: 5,
    ModelFault.TRUNCATED: 5,
}
"""The same for a model that has not answered once."""
_OF_A_REQUEST = frozenset(
    {
        ModelFault.BAD_REQUEST,
        ModelFault.TOO_LONG,
        ModelFault.WRONG_KEY,
        ModelFault.NO_CREDIT,
        ModelFault.UNKNOWN_MODEL,
        ModelFault.TRUNCATED,
    }
)
"""What a server says of a request, or its model makes of it; it may be about it alone where the model answered others,
in an earlier run too."""


class CircuitBreaker:
    """A model whose final fault is what every later call gets, at once and for nothing.

    A wrong key is final at its first sight where the model never answered; other faults are when they come several
    times in a row. Until a model has answered once in this run, its calls go one by one: what is wrong with it shows at
    few of them, and what the first one teaches about its server holds for the rest. Later ones wait here for their
    turn, so that those behind a final fault are not made any more.
    """

    def __init__(self, model: LanguageModel, *, at_once: int = 16) -> None:
        self.name = model.name
        self._model = model
        self._slots = asyncio.Semaphore(at_once)
        self._door = asyncio.Lock()
        self._answered = asyncio.Event()
        self._answered_before = False
        self._fault: ModelError | None = None
        self._in_a_row = 0

    def hit(self) -> None:
        """Take note of an answer that is kept from an earlier run."""
        self._answered_before = True

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
        try:
            reply = await self._model.reply(request)
        except ModelError as error:
            limit = self._limit(error.fault)
            self._in_a_row = self._in_a_row + 1 if limit else 0
            if (limit and self._in_a_row >= limit) or (not limit and error.fault.is_final):
                self._fault = error
            elif error.fault.is_final:  # of this request alone, as far as is known
                raise ModelError(ModelFault.BAD_REQUEST, str(error)) from error
            raise
        self._in_a_row = 0
        self._answered.set()
        return reply

    def _limit(self, fault: ModelFault) -> int | None:
        answered = self._answered.is_set() or (self._answered_before and fault in _OF_A_REQUEST)
        return (FAILURE_LIMITS if answered else FIRST_FAILURE_LIMITS).get(fault)
