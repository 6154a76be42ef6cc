"""How far the judge agrees with the person who labelled."""

from collections.abc import Iterable
from dataclasses import dataclass

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Label
from spade_core.results import Outcome, ResultsMatrix
from spade_core.selection import exact_interval

_VERDICTS = {Outcome.PASSED: True, Outcome.FAILED: False}


@dataclass(frozen=True, slots=True)
class Agreement:
    """Pairs of (judge says pass, person says good), counted."""

    both_good: int = 0
    both_bad: int = 0
    judge_only_good: int = 0
    """The judge passed what the person called bad."""
    person_only_good: int = 0
    """The judge failed what the person called good."""

    @property
    def total(self) -> int:
        """How many pairs there are."""
        return self.both_good + self.both_bad + self.judge_only_good + self.person_only_good

    @property
    def accuracy(self) -> float | None:
        """Share of the pairs that agree; None when there are none."""
        return (self.both_good + self.both_bad) / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float]:
        """The exact 95 % interval of the accuracy."""
        return exact_interval(self.both_good + self.both_bad, self.total)

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa: agreement beyond chance, 1.0 at best; None where chance alone already agrees on all."""
        if not self.total:
            return None
        judge_good = (self.both_good + self.judge_only_good) / self.total
        person_good = (self.both_good + self.person_only_good) / self.total
        by_chance = judge_good * person_good + (1 - judge_good) * (1 - person_good)
        observed = (self.both_good + self.both_bad) / self.total
        return None if by_chance >= 1.0 else (observed - by_chance) / (1 - by_chance)


def agreement(pairs: Iterable[tuple[bool, bool]]) -> Agreement:
    """Return how often (judge passes, person says good) agree."""
    counts = {(True, True): 0, (False, False): 0, (True, False): 0, (False, True): 0}
    for pair in pairs:
        counts[pair] += 1
    return Agreement(counts[True, True], counts[False, False], counts[True, False], counts[False, True])


def agreement_of(matrix: ResultsMatrix, candidate: CandidateAssertion) -> Agreement:
    """Return the agreement of one assertion with the labels; responses without a verdict or a label do not count.

    Only for an assertion that decides by the judge alone is it the judge's own.
    """
    return agreement(
        (_VERDICTS[cell.outcome], example.label is Label.GOOD)
        for example, cell in zip(matrix.examples, matrix.column(candidate), strict=True)
        if example.label is not None and cell.outcome in _VERDICTS
    )


def judge_agreement(matrix: ResultsMatrix) -> Agreement:
    """Return the agreement of the judge as a whole: a response is good when no assertion that asks the judge fails it.

    Responses on which one of them gave no verdict do not count.
    """
    asking = [candidate for candidate in matrix.candidates if candidate.asks_judge]
    pairs = []
    for example, *cells in zip(matrix.examples, *map(matrix.column, asking), strict=True):
        if asking and example.label is not None and all(cell.outcome in _VERDICTS for cell in cells):
            pairs.append((all(_VERDICTS[cell.outcome] for cell in cells), example.label is Label.GOOD))
    return agreement(pairs)


def agreement_table(matrix: ResultsMatrix) -> tuple[tuple[str, Agreement], ...]:
    """Return by name the agreement of each assertion that asks the judge, and of several the judge's as a whole."""
    lines = [(each.name, agreement_of(matrix, each)) for each in matrix.candidates if each.asks_judge]
    if len(lines) > 1:
        lines.append(("all of them", judge_agreement(matrix)))
    return tuple((name, found) for name, found in lines if found.total)
