"""The sets of valid values that the settings name."""

import os
from collections.abc import Callable, Mapping

from spade_core.errors import Problem
from spade_core.models import user_folders
from spade_core.settings.settings import Settings
from spade_core.values import NO_SETS, NamedSets, ValueSet


def named_sets(settings: Settings | None, tell: Callable[[Problem], None]) -> Mapping[str, ValueSet]:
    """Return the sets by name; each is read when it is first asked for, and what is left out of it is told then."""
    if settings is None or not settings.values:
        return NO_SETS
    return NamedSets(settings.values, settings.folder, user_folders(os.environ).cache / "values", tell)
