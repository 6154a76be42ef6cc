"""Which models a command uses: the settings, the environment and the command line, in rising order."""

import math
import os
import sys
from dataclasses import replace

from spade_core.cli.exit_codes import CommandLineError
from spade_core.models import ModelChoice
from spade_core.settings import Settings


def with_environment(settings: Settings) -> Settings:
    """Return the settings with SPADE_MODEL as the model where they name none and do not switch models off."""
    model = os.environ.get("SPADE_MODEL", "").strip()
    return replace(settings, model=model) if model and settings.models == () and not settings.model else settings


def chosen(settings: Settings, model: str | None, budget: float | None) -> Settings:
    """Return the settings with what the command line says instead."""
    if model is not None:
        settings = replace(settings, models=(_choice(settings, model.strip()),))
    if budget is None:
        return settings
    if not math.isfinite(budget):
        raise CommandLineError(f"--budget takes an amount of money, not {budget}")
    return replace(settings, budget=budget)


def agreed(settings: Settings, *, yes: bool) -> Settings:
    """Return the settings, of someone who agrees to what it costs beforehand where `yes`."""
    return replace(settings, ask_above=math.inf, ask_above_tokens=sys.maxsize) if yes else settings


def _choice(settings: Settings, model: str) -> ModelChoice:
    if settings.models is None:
        where = f" of {settings.source}" if settings.source else ""
        raise CommandLineError(f"models are switched off here: models = false in the settings{where}; none is called")
    if not model:
        raise CommandLineError("--model takes the name of a model; --no-model calls none")
    return {choice.name: choice for choice in settings.models}.get(model, ModelChoice(model))
