"""A model whose replies an editor lends: with the user's consent its own model answers, and no key is needed."""

from collections.abc import Awaitable, Callable

from spade_core.errors import ModelError, ModelFault
from spade_core.models.model import Reply, Request, Usage
from spade_core.models.tokens import tokens_in, tokens_of


class LentModel:
    """A model behind a function that the editor's connection gives."""

    def __init__(self, name: str, lend: Callable[[Request], Awaitable[str | Reply]]) -> None:
        """Take the function that fetches a reply: its text, or all of it where the editor counts tokens."""
        self.name = name
        self._lend = lend

    async def reply(self, request: Request) -> Reply:
        """Return what the editor's model answered; tokens are estimated where the editor does not count them.

        Raises:
            ModelError: the editor gave none (no consent, no model, an error of its own).
        """
        try:
            lent = await self._lend(request)
        except ModelError:
            raise
        except Exception as error:  # whatever the editor's side raises means that there is no reply
            fact = f"{self.name}: the editor lent no reply ({type(error).__name__}: {error})"
            raise ModelError(ModelFault.SERVER, fact) from error
        if isinstance(lent, Reply):
            return lent
        return Reply(lent, self.name, usage=Usage(tokens_of(request), tokens_in(lent), estimated=True))
