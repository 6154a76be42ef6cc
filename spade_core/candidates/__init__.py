"""Candidate assertions: Python functions that check criteria."""

from typing import TYPE_CHECKING

from spade_core.candidates.candidate import CandidateAssertion, source_hash

if TYPE_CHECKING:
    from spade_core.candidates.rendering import candidates_for

__all__ = ["CandidateAssertion", "candidates_for", "source_hash"]


def __getattr__(name: str) -> object:
    """Load the renderer when it is first asked for: whoever only reads assertions never pays for it."""
    if name == "candidates_for":
        from spade_core.candidates.rendering import candidates_for

        return candidates_for
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
