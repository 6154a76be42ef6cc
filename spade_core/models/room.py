"""Room to reason: models that think before they answer spend the length of a reply on it.

Law: a reply that was cut off is asked for once more, with more room. Until that has helped once, one call at a time
tries it; from then on every call has it from the start.
"""

import asyncio
from dataclasses import replace

from spade_core.errors import ModelError, ModelFault
from spade_core.models.model import Finish, LanguageModel, Reply, Request

_MORE = 8000
"""Tokens of room, at least, when a reply was cut off."""


def most_room(room: int) -> int:
    """Return the room that a reply has which was cut off with so much."""
    return max(2 * room, _MORE)


class RoomyModel:
    """A model whose replies have room for reasoning beside their answer."""

    def __init__(self, model: LanguageModel, *, room: int = 0) -> None:
        """Give every reply so much room; a model that answers at once needs none."""
        self.name = model.name
        self._model = model
        self._room = room
        self._more = most_room(room)
        self._helped = asyncio.Event()
        self._trying = asyncio.Lock()

    async def reply(self, request: Request) -> Reply:
        """Return the model's reply.

        Raises:
            ModelError: TRUNCATED, more room did not help; or the model's own.
        """
        if self._helped.is_set():
            return await self._with_more(request)
        reply = await self._model.reply(_with_room(request, self._room))
        if reply.finish is not Finish.TRUNCATED:
            return reply
        async with self._trying:
            if not self._helped.is_set():
                return await self._with_more(request)
        return await self._with_more(request)

    async def _with_more(self, request: Request) -> Reply:
        reply = await self._model.reply(_with_room(request, self._more))
        if reply.finish is Finish.TRUNCATED:
            fact = f"{self.name}: the reply was cut off at its greatest length, with room for {self._more} tokens of"
            way_out = 'reasoning_effort = "low" needs fewer, reasoning_tokens in the settings gives more'
            raise ModelError(ModelFault.TRUNCATED, f"{fact} reasoning; {way_out}")
        self._helped.set()
        return reply


def _with_room(request: Request, room: int) -> Request:
    return replace(request, most_tokens=request.most_tokens + room) if room else request
