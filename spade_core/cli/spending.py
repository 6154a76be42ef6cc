"""What models cost, on the command line: said before, held to a budget, and told afterwards."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from spade_core.cli.console import Output
from spade_core.models import Price, Usage, UsageReport
from spade_core.report.visible import counted
from spade_core.settings import Settings

if TYPE_CHECKING:
    from spade_core.models.opening import Options


def options_of(settings: Settings, output: Output | None = None) -> "Options":
    """Return how the settings want models to be called; longer waits are told."""
    from spade_core.models import Budget
    from spade_core.models.opening import Options

    return Options(
        timeout=settings.model_timeout,
        in_flight=settings.max_in_flight,
        prices=settings.prices,
        budget=Budget(settings.budget, settings.budget_tokens),
        on_wait=output.note if output is not None else None,
    )


def left_of(settings: Settings, used: UsageReport) -> Settings:
    """Return the settings with the budget that is left after what one command has used so far."""
    money = None if settings.budget is None else max(settings.budget - (used.money or 0.0), 0.0)
    tokens = None if settings.budget_tokens is None else max(settings.budget_tokens - used.usage.total, 0)
    return replace(settings, budget=money, budget_tokens=tokens)


def tokens_words(usage: Usage) -> str:
    """Return how many tokens are expected, in words."""
    return f"about {usage.total} tokens (estimated)"


def money_words(usage: Usage, model: str, prices: Mapping[str, Price]) -> str:
    """Return what that comes to in money, in words; without a price, how to set one."""
    price = prices.get(model)
    if price is not None:
        return f"{price.of(usage):.4f} in money"
    return f'no price is set for {model}: prices = {{ "{model}" = [input, output] }}, in money for a million tokens'


def tell_usage(usage: UsageReport, output: Output, *, expected: Usage | None = None) -> None:
    """Say what the models were used for, beside what was expected; of an expectation about nothing, nothing."""
    for model in usage.models:
        money = f", {model.money:.4f} in money" if model.money is not None else ""
        failed = f" ({model.failed} failed)" if model.failed else ""
        tokens = f"{model.usage.input} tokens sent, {model.usage.output} received"
        counter = " (estimated: the server does not count all)" if model.usage.estimated else ""
        calls = counted(model.calls, "call")
        output.note(f"{model.model}: {calls}{failed}, {model.hits} from the cache, {tokens}{counter}{money}")
    if expected is not None and usage.usage.total:
        by = "estimated" if usage.usage.estimated else "counted by the server"
        output.note(f"estimated beforehand: {expected.total} tokens; used: {usage.usage.total} tokens, {by}")
