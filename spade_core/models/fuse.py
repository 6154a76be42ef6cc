"""A model that, once it has failed for good, is not called again: a wrong key stays wrong for the whole run."""

from spade_core.errors import ModelError
from spade_core.models.model import LanguageModel, Reply, Request


class FusedModel:
    """A model whose first final fault is what every later call gets, at once and for nothing."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self._fault: ModelError | None = None

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    async def reply(self, request: Request) -> Reply:
        """Return the model's reply, unless it has failed for good before."""
        if self._fault is not None:
            raise ModelError(self._fault.fault, str(self._fault))
        try:
            return await self._model.reply(request)
        except ModelError as error:
            if error.fault.is_final:
                self._fault = error
            raise
