"""What a selection must satisfy."""

from dataclasses import dataclass
from enum import StrEnum


class Method(StrEnum):
    """How assertions are selected, Shankar et al. 2024 section 3."""

    BASELINE = "baseline"
    COVERAGE = "coverage"
    SUBSUMPTION = "subsumption"
    NO_EXAMPLES = "no-examples"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The two demands put on a selection."""

    alpha: float = 0.6
    """Least coverage of the bad examples, in [0, 1]."""
    tau: float = 0.25
    """Greatest false failure rate on the good examples, in [0, 1]."""
