"""What the calls cost, and the budget that they must keep to.

Law: a call is made only when the budget still covers it at its worst (the longest reply allowed) beside all calls
under way; when it does only once those are back, it waits for them. An attempt that was sent and came to nothing counts
at its worst. A model that counted more for a reply than it may have is taken to do so again. So no run goes past its
budget, as far as the estimate of its input and the counts of the server hold, but by the first replies of such a model.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from spade_core.errors import ModelError, ModelFault
from spade_core.models.attempts import Attempts, GivenUpError, counted
from spade_core.models.cost import Budget, ModelUsage, Price, UsageReport
from spade_core.models.model import LanguageModel, Reply, Request, Usage
from spade_core.models.tokens import tokens_of

_SAFE = 5
"""A quarter more than the estimate of what is sent: names and odd scripts are more tokens than words are."""


@dataclass(slots=True)
class _Tally:
    calls: int = 0
    failed: int = 0
    hits: int = 0
    usage: Usage = field(default_factory=Usage)
    most_beyond: int = 0
    """Tokens of the longest reply that was longer than it might be."""


class Meter:
    """Counts the calls of one run and holds them to its budget. Used in one event loop."""

    def __init__(self, prices: Mapping[str, Price] | None = None, budget: Budget | None = None) -> None:
        self._prices = prices or {}
        self._budget = budget or Budget()
        self._tallies: dict[str, _Tally] = {}
        self._under_way: dict[int, tuple[str, Usage]] = {}
        """The models of the calls under way, and what each call may come to."""
        self._next = 0
        self._changed = asyncio.Condition()

    def hit(self, model: str) -> None:
        """Count a question answered from the cache."""
        self._of(model).hits += 1

    def report(self) -> UsageReport:
        """Return what was used so far."""
        return UsageReport(
            tuple(
                ModelUsage(name, tally.calls, tally.failed, tally.hits, tally.usage, self._money(name, tally.usage))
                for name, tally in sorted(self._tallies.items())
            )
        )

    async def call(self, model: LanguageModel, request: Request) -> Reply:
        """Call the model within the budget.

        Raises:
            ModelError: OVER_BUDGET before anything is sent; or the model's own.
        """
        number = await self._reserve(model.name, request)
        attempts = Attempts(lambda: self._lose(model.name, request))
        try:
            with counted(attempts):
                reply = await model.reply(request)
        except ModelError:
            self._of(model.name).failed += 1
            raise
        else:
            attempts.settled()
            tally = self._of(model.name)
            tally.usage += reply.usage
            if reply.usage.output > request.most_tokens:
                tally.most_beyond = max(tally.most_beyond, reply.usage.output)
            return reply
        finally:
            if attempts.settled():
                self._of(model.name).usage += self._worst(model.name, _most(request))
            number_sent = attempts.number or 1  # none: nobody counts those of this model, or it was not reached
            self._of(model.name).calls += number_sent
            self._of(model.name).failed += number_sent - 1
            del self._under_way[number]
            async with self._changed:
                self._changed.notify_all()

    def _lose(self, model: str, request: Request) -> None:
        """Book an attempt that came to nothing, at its worst; what is reserved is for the next one."""
        self._of(model).usage += self._worst(model, _most(request))
        if not self._fits():
            raise GivenUpError(ModelFault.OVER_BUDGET, self._refusal(model))

    async def _reserve(self, model: str, request: Request) -> int:
        limited = self._budget.money is not None or self._budget.tokens is not None
        call = model, _most(request) if limited else Usage()  # counting takes its time
        self._price_of(model)
        while not self._fits(call):
            if not self._under_way:
                raise ModelError(ModelFault.OVER_BUDGET, self._refusal(model))
            async with self._changed:
                await self._changed.wait()
        number, self._next = self._next, self._next + 1
        self._under_way[number] = call
        return number

    def _fits(self, *calls: tuple[str, Usage]) -> bool:
        """Return whether the budget covers these calls beside those under way, all at their worst."""
        spent = self.report()
        worst = [(model, self._worst(model, most)) for model, most in (*self._under_way.values(), *calls)]
        if self._budget.tokens is not None:
            tokens = spent.usage.total + sum(usage.total for _, usage in worst)
            if tokens > self._budget.tokens:
                return False
        if self._budget.money is not None:
            money = (spent.money or 0.0) + sum(self._price_of(model).of(usage) for model, usage in worst)
            return money <= self._budget.money
        return True

    def _worst(self, model: str, most: Usage) -> Usage:
        """Return what a call may come to, of a model that may go beyond the longest reply."""
        beyond = self._tallies[model].most_beyond if model in self._tallies else 0
        return replace(most, output=max(most.output, beyond))

    def _price_of(self, model: str) -> Price:
        if model in self._prices:
            return self._prices[model]
        if self._budget.money is not None:
            raise ModelError(
                ModelFault.OVER_BUDGET,
                f"the budget of {self._budget.money:g} cannot be kept: no price is set for {model}; "
                f'set prices = {{ "{model}" = [input, output] }}, per million tokens',
            )
        return Price(0.0, 0.0)

    def _refusal(self, model: str) -> str:
        spent = self.report()
        limit = (
            f"{self._budget.money:g} (spent {spent.money or 0:.4g})"
            if self._budget.money is not None
            else f"{self._budget.tokens} tokens (used {spent.usage.total})"
        )
        default = (
            ", the default: budget_tokens or budget in the settings sets another," if self._budget.is_default else ""
        )
        return f"the budget of {limit}{default} does not cover another call to {model}; what was finished is kept"

    def _money(self, model: str, usage: Usage) -> float | None:
        return self._prices[model].of(usage) if model in self._prices else None

    def _of(self, model: str) -> _Tally:
        return self._tallies.setdefault(model, _Tally())


def _most(request: Request) -> Usage:
    return Usage(_SAFE * tokens_of(request) // 4, request.most_tokens, estimated=True)


class MeteredModel:
    """A model whose calls are counted and kept within a budget."""

    def __init__(self, model: LanguageModel, meter: Meter) -> None:
        self.name = model.name
        self._model = model
        self._meter = meter

    async def reply(self, request: Request) -> Reply:
        """Return the model's reply."""
        return await self._meter.call(self._model, request)
