"""What a selection must satisfy."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor

from spade_core.errors import SettingsError


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

    def least_caught(self, n_bad: int) -> int:
        """Return B: the fewest of `n_bad` bad examples that satisfy alpha; 0 when there are none."""
        return ceil(as_written("alpha", self.alpha) * n_bad)

    def most_flagged(self, n_good: int) -> int:
        """Return C: the most of `n_good` good examples that tau allows to fail; 0 when there are none."""
        return floor(as_written("tau", self.tau) * n_good)


def as_written(name: str, share: float) -> Fraction:
    """Return the decimal a person wrote: 0.29 is 29/100, so that 0.29 of 100 is 29 and not 28.

    Raises:
        SettingsError: the share is not a number in [0, 1].
    """
    try:
        exact = Fraction(str(share))
    except ValueError as error:
        raise SettingsError(f"{name} is {share!r}; it must be a number from 0 to 1") from error
    if not 0 <= exact <= 1:
        raise SettingsError(f"{name} is {share}; it must be a number from 0 to 1")
    return exact
