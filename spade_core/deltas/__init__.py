"""Prompt deltas: which sentences each version added and removed."""

from spade_core.deltas.delta import Change, PromptDelta, Sign
from spade_core.deltas.difference import deltas_between
from spade_core.deltas.identity import identity_of
from spade_core.deltas.segmentation import segment, sentences_of
from spade_core.deltas.sentence import Sentence, SentenceKind

__all__ = [
    "Change",
    "PromptDelta",
    "Sentence",
    "SentenceKind",
    "Sign",
    "deltas_between",
    "identity_of",
    "segment",
    "sentences_of",
]
