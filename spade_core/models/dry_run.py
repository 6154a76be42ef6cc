"""What a run would ask a model, found out without asking it."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from spade_core.errors import ModelError, ModelFault
from spade_core.models.cache import ReplyCache, request_hash
from spade_core.models.model import Message, Reply, Request
from spade_core.models.secrets import StandIns


class DryRun:
    """Stands in for a model: kept replies are given, every other request is noted and goes without a reply."""

    def __init__(self, name: str, cache: ReplyCache, identity: str, stand_ins: StandIns) -> None:
        self.noted: list[Request] = []
        """The requests that a real run would send, as far as they are known beforehand."""
        self.name = name
        self._cache = cache
        self._identity = identity
        self._stand_ins = stand_ins

    async def reply(self, request: Request) -> Reply:
        """Return the kept reply.

        Raises:
            ModelError: there is none.
        """
        hidden = tuple(Message(each.speaker, self._stand_ins.hide(each.text)) for each in request.messages)
        known = self._cache.get(request_hash(self._identity, replace(request, messages=hidden)))
        if known is None:
            self.noted.append(request)
            raise ModelError(ModelFault.NOT_KEPT, "this is a dry run")
        return replace(known, text=self._stand_ins.restore(known.text))

    async def note_all(self, requests: Iterable[Request]) -> None:
        """Note those of these requests that have no kept reply."""
        for request in requests:
            with suppress(ModelError):  # it is noted
                await self.reply(request)
