"""The structure of a prompt: what each sentence stands in, the samples it shows, and whom each clause speaks of."""

from spade_core.structure.samples import Notation, Sample, SampleRole
from spade_core.structure.structure import Placed, Structure, place, structure_of

__all__ = ["Notation", "Placed", "Sample", "SampleRole", "Structure", "place", "structure_of"]
