"""``spade doctor --models``: one small call to each model, and what it turned out to do."""

import time
from dataclasses import replace

from spade_core.errors import ModelError, ModelFault
from spade_core.models import (
    Abilities,
    Endpoint,
    Finish,
    LoopThread,
    OpenAIModel,
    Reply,
    Request,
    Schema,
    answer_in,
    json_in,
    object_shape,
    user,
)

_SHAPE = object_shape(colour={"type": "string", "enum": ["red", "green"]})
# The words do not ask for JSON: a reply that is JSON all the same was held to the schema.
_QUESTION = Request((user("Which colour does grass have? One word."),), Schema("colour", _SHAPE), most_tokens=1000)


def answer_of(endpoint: Endpoint) -> str:
    """Return what a model does, as one call shows; it is neither cached nor held to a budget."""
    with LoopThread() as loop:
        return loop.call(_answered(replace(endpoint, deadline=2 * endpoint.timeout)))


def vectors_of(endpoint: Endpoint) -> str:
    """Return what vectors a model gives, as one call shows."""
    with LoopThread() as loop:
        return loop.call(_vectors(replace(endpoint, deadline=2 * endpoint.timeout)))


async def _vectors(endpoint: Endpoint) -> str:
    async with OpenAIModel(endpoint) as model:
        began = time.monotonic()
        [vector] = await model.embed(["Grass is green."])
        return f"gives vectors of {len(vector)} numbers in {time.monotonic() - began:.1f} s"


async def _answered(endpoint: Endpoint) -> str:
    async with OpenAIModel(endpoint) as model:
        began = time.monotonic()
        reply = await model.reply(_QUESTION)
        if reply.finish is not Finish.TRUNCATED and not answer_in(reply.complete_text()):
            raise ModelError(ModelFault.UNREADABLE, f"{endpoint.model}: there is reasoning in it and no answer")
        return f"answers in {time.monotonic() - began:.1f} s; {_words(reply, model.abilities, endpoint.effort)}"


def _words(reply: Reply, abilities: Abilities, effort: str) -> str:
    refused = abilities.refused
    words = [
        f"JSON schema: {_schema(reply, refused)}",
        f"streaming: {'no' if 'stream' in refused else 'yes'}",
        f"token counts: {'yes' if abilities.counts else 'no, they are estimated'}",
        f"reasoning: {_reasoning(reply, abilities)}",
    ]
    if abilities.api == "/responses":
        words.append("asked by the Responses API")
    left_out = sorted(refused - {"stream", "stream_options", "response_format", "json_schema"})
    if left_out:
        words.append(f"asked without {', '.join(left_out)}, which it refuses")
    elif effort:
        words.append(f"takes reasoning_effort {effort}")
    return "; ".join(words)


def _schema(reply: Reply, refused: frozenset[str]) -> str:
    if "response_format" in refused:
        return "refused"
    try:
        value = json_in(answer_in(reply.text))
    except ValueError:
        return "taken, not kept to"
    return "kept to" if isinstance(value, dict) and value.get("colour") in {"red", "green"} else "taken, not kept to"


def _reasoning(reply: Reply, abilities: Abilities) -> str:
    if reply.finish is Finish.TRUNCATED:
        return "more than 1000 tokens of it: see reasoning_tokens and reasoning_effort"
    return "yes" if abilities.reasons else "none was seen"
