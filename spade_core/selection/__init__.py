"""Selection: the smallest set of assertions that catches the bad responses without flagging the good ones."""

from importlib import import_module
from typing import TYPE_CHECKING

from spade_core.selection.rates import Rate
from spade_core.selection.request import SelectionRequest
from spade_core.selection.thresholds import Method, Thresholds

if TYPE_CHECKING:
    from spade_core.selection.selecting import select
    from spade_core.selection.selection import (
        ChosenAssertion,
        ExcludedAssertion,
        ExclusionReason,
        Infeasibility,
        Proof,
        Selection,
    )

__all__ = [
    "ChosenAssertion",
    "ExcludedAssertion",
    "ExclusionReason",
    "Infeasibility",
    "Method",
    "Proof",
    "Rate",
    "Selection",
    "SelectionRequest",
    "Thresholds",
    "select",
]


def __getattr__(name: str) -> object:
    """Load the solver and its values when they are first asked for: who reads a threshold never pays for them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "selecting" if name == "select" else "selection"
    return getattr(import_module(f"{__name__}.{module}"), name)
