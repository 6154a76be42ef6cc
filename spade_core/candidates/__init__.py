"""Candidate assertions: Python functions that check criteria."""

from spade_core.candidates.candidate import CandidateAssertion, source_hash
from spade_core.candidates.generation import candidates_for

__all__ = ["CandidateAssertion", "candidates_for", "source_hash"]
