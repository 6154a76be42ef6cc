"""Subsumption: which assertion makes which other one superfluous."""

from spade_core.subsumption.claims import claimed, subsumption_of
from spade_core.subsumption.relation import EdgeStatus, SaidBy, Subsumption, SubsumptionEdge

__all__ = ["EdgeStatus", "SaidBy", "Subsumption", "SubsumptionEdge", "claimed", "subsumption_of"]
