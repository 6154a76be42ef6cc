"""What a synthesis would cost, before anything is spent."""

from collections.abc import Sequence
from dataclasses import dataclass

from spade_core.deltas.delta import PromptDelta
from spade_core.models import LanguageModel, Price, Usage
from spade_core.models.model import Request
from spade_core.models.structured import MOST_ASKINGS
from spade_core.models.tokens import tokens_of
from spade_core.synthesis.function_step import Means, functions_request
from spade_core.synthesis.synthesis import Samples, synthesise
from spade_core.synthesis.trials import Executor
from spade_core.synthesis.writing import MOST_TURNS

_CRITERIA_REPLY = 220
_FUNCTIONS_REPLY = 600
_CRITERIA_SENT = 150
"""Tokens that the criteria of one delta take in a request of step two."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is to be expected; nothing for what the cache already has."""

    calls: int
    """When the first model does it all in one turn."""
    usage: Usage
    money: float | None
    """With the price of the first model; None where that is not known."""
    most_calls: int
    """When every model needs all its turns, and both askings in each."""


async def estimate_of(
    deltas: Sequence[PromptDelta],
    rehearsal: LanguageModel,
    noted: Sequence[Request],
    executor: Executor,
    *,
    models: int,
    price: Price | None = None,
    samples: Samples | None = None,
    means: Means | None = None,
) -> Estimate:
    """Return the estimate of `synthesise`.

    `rehearsal` stands in for the first of so many `models` and adds to `noted` the requests it has no reply for.
    """
    await synthesise(deltas, [rehearsal], executor, samples=samples, means=means)
    calls, most, usage = 0, 0, Usage()
    for request in noted:
        if request.schema is not None and request.schema.name == "criteria":
            step_two = Usage(tokens_of(functions_request((), means=means)) + _CRITERIA_SENT, _FUNCTIONS_REPLY)
            usage += Usage(tokens_of(request), _CRITERIA_REPLY) + step_two
            calls, most = calls + 2, most + 1 + MOST_TURNS
        else:
            usage += Usage(tokens_of(request), _FUNCTIONS_REPLY)
            calls, most = calls + 1, most + MOST_TURNS
    return Estimate(
        calls=calls,
        usage=usage,
        money=price.of(usage) if price is not None else None,
        most_calls=most * models * MOST_ASKINGS,
    )
