"""One decision a repository: whether models may be called for it and its functions exported as plain Python."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import typer

from spade_core.cli.console import Output
from spade_core.errors import ModelError, ModelFault
from spade_core.models import is_trusted, repository_of, trust_repository, user_folders
from spade_core.settings import Settings, with_own


def refusal_of(folder: Path, output: Output) -> str:
    """Return why the repository around a folder is not trusted; empty where it is, or a person says so now."""
    if is_trusted(folder, os.environ):
        return ""
    repository = repository_of(folder)
    fact = f"{repository} is not trusted: `spade trust` there lets its settings call models, and its code be exported"
    if not sys.stdin.isatty() or not output.err.is_terminal:
        return fact
    output.note(
        f"{repository} is not trusted yet. Once it is, its settings say which models are called and what it may cost, "
        "and its functions are exported as plain Python."
    )
    try:
        agreed = typer.confirm("Do you trust it?", default=False, err=True)
    except typer.Abort:
        raise KeyboardInterrupt from None
    if not agreed:
        return fact
    trust_repository(folder, os.environ)
    return ""


def require_trust(folder: Path, output: Output) -> None:
    """Refuse to call models for a repository that is not trusted.

    Raises:
        ModelError: NOT_TRUSTED; nothing was spent.
        StorageError: the answer cannot be kept.
    """
    if fact := refusal_of(folder, output):
        raise ModelError(ModelFault.NOT_TRUSTED, fact)


def for_estimates(settings: Settings, folder: Path) -> Settings:
    """Return the settings without what a repository that is not trusted says of money."""
    if is_trusted(folder, os.environ):
        return settings
    return with_own(replace(settings, prices={}, budget=None), user_folders(os.environ).config)
