"""Selection: the smallest set of assertions that catches the bad responses without flagging the good ones."""

from spade_core.selection.rates import Rate
from spade_core.selection.selecting import select
from spade_core.selection.selection import (
    ChosenAssertion,
    ExcludedAssertion,
    ExclusionReason,
    Infeasibility,
    Proof,
    Selection,
)
from spade_core.selection.thresholds import Method, Thresholds

__all__ = [
    "ChosenAssertion",
    "ExcludedAssertion",
    "ExclusionReason",
    "Infeasibility",
    "Method",
    "Proof",
    "Rate",
    "Selection",
    "Thresholds",
    "select",
]
