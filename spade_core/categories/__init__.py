"""Categories: which of the nine kinds of edit a delta makes, and the words that say so."""

from spade_core.categories.classification import Classification, Cue
from spade_core.categories.classifier import classify, cues_in
from spade_core.taxonomy import Category

__all__ = ["Category", "Classification", "Cue", "classify", "cues_in"]
