"""How the settings want models to be called."""

from collections.abc import Callable, Iterable
from typing import Final

from spade_core.errors import SettingsError
from spade_core.models import Budget, Options
from spade_core.settings.settings import Settings

DEFAULT_BUDGET_TOKENS: Final = 2_000_000
"""What one command may use of models on other machines where no budget is set."""


def options_of(settings: Settings, *, elsewhere: bool, on_wait: Callable[[str], None] | None = None) -> Options:
    """Return the options for models, some of them `elsewhere` than on this machine; `on_wait` is told of waits."""
    return Options(
        timeout=settings.model_timeout,
        in_flight=settings.max_in_flight,
        effort=settings.reasoning_effort,
        room=settings.reasoning_tokens,
        prices=settings.prices,
        budget=budget_of(settings, elsewhere=elsewhere),
        on_wait=on_wait,
    )


def budget_of(settings: Settings, *, elsewhere: bool) -> Budget:
    """Return the budget that is set, else the default one for models elsewhere."""
    if settings.budget is None and settings.budget_tokens is None and elsewhere:
        return Budget(tokens=DEFAULT_BUDGET_TOKENS, is_default=True)
    return Budget(settings.budget, settings.budget_tokens)


def require_prices(settings: Settings, models: Iterable[str]) -> None:
    """Raise SettingsError where a budget in money cannot be kept, because a model has no price."""
    lacking = [model for model in dict.fromkeys(models) if model not in settings.prices]
    if settings.budget is None or not lacking:
        return
    prices = ", ".join(f'"{model}" = [input, output]' for model in lacking)
    raise SettingsError(
        f"the budget of {settings.budget:g} cannot be kept: no price is set for {', '.join(lacking)}. Set "
        f"prices = {{ {prices} }}, in money for a million tokens, or budget_tokens instead of budget"
    )
