"""A share of examples, kept as the two counts it was made from."""

from collections.abc import Collection
from dataclasses import dataclass

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Label
from spade_core.results import ResultsMatrix
from spade_core.selection.statistics.intervals import exact_interval


@dataclass(frozen=True, slots=True)
class Rate:
    """`count` of `total` examples."""

    count: int
    total: int
    when_none: float = 0.0
    """The value when `total` is 0: 1.0 for a coverage, 0.0 for an FFR."""

    @property
    def value(self) -> float:
        """The share in [0, 1]."""
        return self.count / self.total if self.total else self.when_none

    def interval(self) -> tuple[float, float]:
        """The exact 95 % interval of the share in all responses of the kind (Clopper-Pearson); (0, 1) without examples.

        It takes the examples for a random sample. A set chosen on these very examples does worse on others.
        """
        return exact_interval(self.count, self.total)

    def __str__(self) -> str:
        if not self.total:
            return "unknown: there is no label of its kind"
        return f"{self.value:.3f} ({self.count} of {self.total})"


def coverage_rate(caught: int, n_bad: int) -> Rate:
    """Return the share of the bad examples that is caught; 1.0 when there are none."""
    return Rate(caught, n_bad, when_none=1.0)


def false_failure_rate(flagged: int, n_good: int) -> Rate:
    """Return the share of the good examples that is flagged; 0.0 when there are none."""
    return Rate(flagged, n_good, when_none=0.0)


def rates_of(matrix: ResultsMatrix, chosen: Collection[CandidateAssertion]) -> tuple[Rate, Rate]:
    """Return coverage and FFR of some assertions together."""
    failed = {
        label: [any(matrix.fails(e, each) for each in chosen) for e in matrix.examples if e.label is label]
        for label in Label
    }
    bad, good = failed[Label.BAD], failed[Label.GOOD]
    return coverage_rate(sum(bad), len(bad)), false_failure_rate(sum(good), len(good))
