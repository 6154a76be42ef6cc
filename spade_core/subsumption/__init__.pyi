from .claims import claimed as claimed, subsumption_of as subsumption_of
from .relation import (
    EdgeStatus as EdgeStatus,
    SaidBy as SaidBy,
    Subsumption as Subsumption,
    SubsumptionEdge as SubsumptionEdge,
)
from .search import searched as searched
