"""A model whose replies an editor lends: with the user's consent its own model answers, and no key is needed."""

from collections.abc import Awaitable, Callable

from spade_core.errors import ModelError, ModelFault
from spade_core.models.model import Reply, Request, Usage
from spade_core.models.tokens import tokens_in, tokens_of


class LentModel:
    """A model behind a function that the editor's connection gives."""

    def __init__(self, name: str, lend: Callable[[Request], Awaitable[str]]) -> None:
        self._name = name
        self._lend = lend

    @property
    def name(self) -> str:
        """The model's name, as the editor has it."""
        return self._name

    async def reply(self, request: Request) -> Reply:
        """Return what the editor's model answered; tokens are estimated.

        Raises:
            ModelError: the editor gave none (no consent, no model, an error of its own).
        """
        try:
            text = await self._lend(request)
        except ModelError:
            raise
        except Exception as error:  # whatever the editor's side raises means that there is no reply
            fact = f"{self._name}: the editor lent no reply ({type(error).__name__}: {error})"
            raise ModelError(ModelFault.SERVER, fact) from error
        return Reply(text, self._name, usage=Usage(tokens_of(request), tokens_in(text)))
