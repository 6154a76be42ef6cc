"""Criteria: what a prompt delta says a good response must satisfy."""

from spade_core.criteria.criterion import Criterion, Origin
from spade_core.criteria.extraction import criteria_of

__all__ = ["Criterion", "Origin", "criteria_of"]
