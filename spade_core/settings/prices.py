"""A budget in money needs prices."""

from collections.abc import Iterable

from spade_core.errors import SettingsError
from spade_core.settings.settings import Settings


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
