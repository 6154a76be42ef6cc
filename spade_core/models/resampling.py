"""A model asked anew: the same questions as another asking, so that the cache does not answer for it."""

from dataclasses import replace

from spade_core.models.model import LanguageModel, Reply, Request


class ResamplingModel:
    """A model that answers as if it had not been asked before; asking number 0 is the model itself.

    Each asking is kept by its number: the second one of the same thing makes no call when it is made again.
    """

    def __init__(self, model: LanguageModel, asking: int) -> None:
        self.name = model.name
        self._model = model
        self._asking = asking

    async def reply(self, request: Request) -> Reply:
        """Return the reply of this asking; without the fixed temperature, which would give the last one again."""
        if self._asking:
            request = replace(request, repeat=request.repeat + self._asking, temperature=None)
        return await self._model.reply(request)
