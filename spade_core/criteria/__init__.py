"""Criteria: what the newest version of a prompt says a good response must satisfy."""

from typing import TYPE_CHECKING

from spade_core.criteria.criterion import Criterion, Origin

if TYPE_CHECKING:
    from spade_core.criteria.extraction import criteria_of

__all__ = ["Criterion", "Origin", "criteria_of"]


def __getattr__(name: str) -> object:
    """Load the reader when it is first asked for: whoever only reads assertions never pays for it."""
    if name == "criteria_of":
        from spade_core.criteria.extraction import criteria_of

        return criteria_of
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
