"""What models cost, on the command line: said before, held to a budget, and told afterwards."""

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from spade_core.cli.console import Output
from spade_core.errors import ModelError, ModelFault
from spade_core.models import Usage, UsageReport
from spade_core.report import counted
from spade_core.settings import Settings

if TYPE_CHECKING:
    from spade_core.models import Forecast, Options


def model_options(settings: Settings, output: Output | None = None) -> "Options":
    """Return how the settings want models to be called; longer waits are told."""
    from spade_core.settings import options_of

    on_wait = output.note if output is not None else None
    return options_of(settings, elsewhere=_is_elsewhere(settings), on_wait=on_wait)


def _is_elsewhere(settings: Settings) -> bool:
    """Whether a model of the settings is on another machine."""
    from spade_core.models import readers_of

    return bool(readers_of((*settings.model_choices, *settings.judge_choices), os.environ))


def require_consent(forecast: "Forecast", settings: Settings, output: Output) -> None:
    """Ask before a run that may cost more than the settings let pass; say nothing of one that does not.

    Raises:
        ModelError: NOT_CONFIRMED; nothing was spent.
    """
    money = forecast.money(settings.prices)
    if money is not None:
        wanted, above = f"{money:.2f} in money", money > settings.ask_above
    else:
        tokens = forecast.usage.total
        wanted, above = f"{tokens} tokens", _is_elsewhere(settings) and tokens > settings.ask_above_tokens
    if not above:
        return
    limit = "ask_above" if money is not None else "ask_above_tokens"
    if not sys.stdin.isatty() or not output.err.is_terminal:
        fact = f"it may use about {wanted}, and nobody can be asked here: --yes lets it, or {limit} in the settings"
        raise ModelError(ModelFault.NOT_CONFIRMED, fact)
    try:
        agreed = typer.confirm(f"This may use about {wanted}. Go on?", default=False, err=True)
    except typer.Abort:
        raise KeyboardInterrupt from None
    if not agreed:
        raise ModelError(
            ModelFault.NOT_CONFIRMED, f"it would have used about {wanted}: not confirmed, nothing was spent"
        )


def left_of(settings: Settings, used: UsageReport) -> Settings:
    """Return the settings with the budget that is left after what one command has used so far."""
    money = None if settings.budget is None else max(settings.budget - (used.money or 0.0), 0.0)
    tokens = None if settings.budget_tokens is None else max(settings.budget_tokens - used.usage.total, 0)
    return replace(settings, budget=money, budget_tokens=tokens)


def forecast_words(forecast: "Forecast", settings: Settings, *, when: str = "") -> str:
    """Return what a run may cost, in words: calls, tokens, money, and each at the very most; `when` all goes well."""
    if not forecast.guess.calls:
        return "every reply is in the cache"
    calls, most = counted(forecast.guess.calls, "call"), counted(forecast.guess.most_calls, "call")
    about = f"about {calls}, about {forecast.usage.total} tokens (estimated){when}"
    return f"{about}; at most {most}, retries aside; {_money_words(forecast, settings)}"


def _money_words(forecast: "Forecast", settings: Settings) -> str:
    """Return what it comes to in money, and at the most; without a price, tokens, and how to set one."""
    from spade_core.settings import budget_of

    budget = budget_of(settings, elsewhere=_is_elsewhere(settings))
    money, most = forecast.money(settings.prices), forecast.most_money(settings.prices)
    if most is not None and money is not None:
        return f"{money:.4f} in money, at most {_bounded(most, budget.money, '.4f')}"
    lacking = ", ".join(f'"{name}" = [input, output]' for name, _ in forecast.parts if name not in settings.prices)
    names = ", ".join(name for name, _ in forecast.parts if name not in settings.prices)
    way_out = f"no price is set for {names}: prices = {{ {lacking} }}, in money for a million tokens"
    return f"at most {_bounded(forecast.guess.most.total, budget.tokens, 'd')} tokens; {way_out}"


def forecasts_json(forecasts: "Sequence[Forecast]", settings: Settings) -> dict[str, object]:
    """Return what runs may cost in all, as JSON; money is null where a price is not known."""
    money = [each.money(settings.prices) for each in forecasts]
    most = [each.most_money(settings.prices) for each in forecasts]
    usage = sum((each.usage for each in forecasts), Usage())
    return {
        "calls": sum(each.guess.calls for each in forecasts),
        "most_calls": sum(each.guess.most_calls for each in forecasts),
        "input_tokens": usage.input,
        "output_tokens": usage.output,
        "most_tokens": sum(each.guess.most.total for each in forecasts),
        "money": None if None in money else sum(filter(None, money)),
        "most_money": None if None in most else sum(filter(None, most)),
    }


def _bounded(most: float, budget: float | None, form: str) -> str:
    return f"{budget:{form}} (the budget)" if budget is not None and budget < most else f"{most:{form}}"


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
