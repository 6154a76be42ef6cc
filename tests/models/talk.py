"""Short ways to talk to a loopback server."""

from spade_core.models import Endpoint, Reply, Request, Schema, user
from spade_core.models.openai_model import OpenAIModel
from spade_core.testing.loopback import LoopbackServer

SHAPE = Schema("verdict", {"type": "object"})


def endpoint(server: LoopbackServer, *, model: str = "small", key: str = "k", silence: float = 5.0) -> Endpoint:
    return Endpoint(model, server.url, key, timeout=silence, retries=1)


def question(
    text: str = "Is it kind?", *, long: bool = False, schema: Schema | None = None, repeat: int = 0
) -> Request:
    return Request((user(text),), schema=schema, most_tokens=4000 if long else 100, repeat=repeat)


async def reply_of(server: LoopbackServer, request: Request, *, silence: float = 5.0, key: str = "k") -> Reply:
    async with OpenAIModel(endpoint(server, silence=silence, key=key)) as model:
        return await model.reply(request)
