"""Whether a judge agrees with the labels as often when it is asked in another manner."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from spade_core.selection.statistics.agreement import Agreement, agreement

_Z: Final = 1.959964
"""Standard deviations of a two-sided interval of 95 %."""
_HALVINGS: Final = 60


@dataclass(frozen=True, slots=True)
class Comparison:
    """A judge asked one question a call and several in one call, on the same labelled responses."""

    alone: Agreement = Agreement()  # noqa: RUF009 - a value
    together: Agreement = Agreement()  # noqa: RUF009
    gained: int = 0
    """Answers that agree with the label only when asked together."""
    lost: int = 0
    """Answers that agree with the label only when asked alone."""
    is_readable: bool = True
    """Whether its replies to several questions could be read."""

    @property
    def total(self) -> int:
        """How many questions were asked in both manners."""
        return self.alone.total

    @property
    def difference(self) -> float:
        """How much greater the share that agrees is together than alone."""
        return (self.gained - self.lost) / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference."""
        return paired_interval(self.gained, self.lost, self.total)

    @property
    def is_as_good(self) -> bool:
        """Whether it agrees with the labels as often together as alone, or more often."""
        return self.is_readable and self.total > 0 and self.gained >= self.lost


def comparison(answers: Iterable[tuple[bool, bool, bool]]) -> Comparison:
    """Compare triples of what a judge says alone, what it says together, and whether the label is good."""
    listed = list(answers)
    return Comparison(
        agreement((alone, good) for alone, _, good in listed),
        agreement((together, good) for _, together, good in listed),
        sum(together == good != alone for alone, together, good in listed),
        sum(alone == good != together for alone, together, good in listed),
    )


def paired_interval(gained: int, lost: int, total: int) -> tuple[float, float]:
    """Return Tango's score interval, at 95 %, of the difference of two shares of the same pairs.

    T. Tango: Equivalence test and confidence interval for the difference in proportions for the paired-sample design.
    Statistics in Medicine 17 (1998). Unlike the simple one it does not shrink to a point where no pair differs.
    """
    if not total:
        return -1.0, 1.0
    return _where(_Z, gained, lost, total), _where(-_Z, gained, lost, total)


def _where(wanted: float, gained: int, lost: int, total: int) -> float:
    """Return the difference whose score is the wanted one; the score falls as the difference grows."""
    low, high = -1.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _score(middle, gained, lost, total) > wanted:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _score(difference: float, gained: int, lost: int, total: int) -> float:
    """Return how many standard deviations the pairs are above a supposed difference."""
    linear = (2 * total - gained + lost) * difference - gained - lost
    constant = -lost * difference * (1 - difference)
    share_lost = (math.sqrt(max(linear * linear - 8 * total * constant, 0.0)) - linear) / (4 * total)
    variance = total * (2 * share_lost + difference * (1 - difference))
    above = gained - lost - total * difference
    if variance <= 0:
        return math.copysign(math.inf, above) if above else 0.0
    return above / math.sqrt(variance)
