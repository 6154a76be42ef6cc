"""Which unlabelled response a person should judge next."""

from collections.abc import Sequence
from random import Random

from spade_core.examples import Example, Label
from spade_core.results import Outcome, ResultsMatrix
from spade_core.selection.failures import whole_costs
from spade_core.selection.next_label.outlook import Outlook, Verdicts, difference
from spade_core.selection.next_label.plausible_labels import kinds_of, plausible_labels
from spade_core.selection.request import Method, Thresholds
from spade_core.selection.solvers.bits import bits_of, members_of
from spade_core.subsumption import Subsumption

_DRAWS = 32
_SHORTLIST = 8  # responses of which it is worked out what either label would make of the selection
_SAY_OF_WORTH = 0.15  # decides where no single label brings the selection nearer


def next_to_label(
    matrix: ResultsMatrix, *, subsumption: Subsumption | None = None, thresholds: Thresholds, method: Method
) -> tuple[Example, ...]:
    """Return the unlabelled examples of the matrix, the most telling to judge first; no assertion is run.

    The missing labels are drawn many times from what the labels so far leave open, and each draw is solved: so it is
    known which selections all labels may lead to. Of the labels that tell most between these, the first is the one with
    which the selection is expected to come nearest to the final one. Responses that fail the same assertions as one
    that comes before them are last, for its label will say much about theirs. The same input gives the same answer.
    """
    open_rows = [row for row, example in enumerate(matrix.examples) if example.label is None]
    if not open_rows:
        return ()
    prospect = _Prospect(matrix, subsumption or Subsumption(), thresholds, method)
    return tuple(matrix.examples[row] for row in prospect.ranked(open_rows))


class _Prospect:
    """The selections that the missing labels may lead to."""

    def __init__(self, matrix: ResultsMatrix, subsumption: Subsumption, thresholds: Thresholds, method: Method) -> None:
        from spade_core.selection.next_label.contenders import worth_of_labels

        self._examples = matrix.examples
        self._failing = _failing(matrix)
        verdicts = _verdicts(matrix, self._failing, subsumption)
        self._good, self._bad = (
            bits_of(row for row, example in enumerate(matrix.examples) if example.label is label)
            for label in (Label.GOOD, Label.BAD)
        )
        labels = {"good": self._good, "bad": self._bad, "rows": verdicts.rows}
        choice = Random((self._good | self._bad).bit_count())  # noqa: S311 - the same for the same labels, not a secret
        self._outlook = Outlook(verdicts, thresholds=thresholds, method=method)
        kinds = kinds_of(self._failing, good=self._good, bad=self._bad)
        self._draws = plausible_labels(verdicts.failures, kinds, **labels, count=_DRAWS, choice=choice)
        self._final = [self._final_in(draw) for draw in self._draws]
        self._now = self._outlook.chosen(self._good, self._bad)
        worth = worth_of_labels(verdicts.failures, self._draws, self._final, **labels, now=self._now)
        self._worth: list[float] = worth.tolist()

    def ranked(self, rows: Sequence[int]) -> list[int]:
        """Return the rows, the best to label first, and after a shortlist by their labels' worth alone."""
        by_worth = self._varied(sorted(rows, key=lambda row: (-self._worth[row], row)))
        shortlist = by_worth[:_SHORTLIST]
        shortlist.sort(key=self._value, reverse=True)
        return self._varied(shortlist + by_worth[_SHORTLIST:])

    def _varied(self, rows: Sequence[int]) -> list[int]:
        """Return the rows with those last that fail the same assertions as one before them."""
        first: dict[int, int] = {}
        for row in rows:
            first.setdefault(self._failing[row], row)
        return sorted(rows, key=lambda row: first[self._failing[row]] != row)

    def _value(self, row: int) -> tuple[float, int]:
        return _SAY_OF_WORTH * self._worth[row] - self._expectation(row), self._unlikeness(row)

    def _final_in(self, draw: int) -> int | None:
        every = (1 << len(self._examples)) - 1
        bad = self._bad | draw
        return self._outlook.chosen(every & ~bad, bad)

    def _expectation(self, row: int) -> float:
        """Return how far the assertions are expected to be from the final ones, once the row has its label."""
        bit = 1 << row
        then = {
            False: self._outlook.chosen(self._good | bit, self._bad),
            True: self._outlook.chosen(self._good, self._bad | bit),
        }
        away = [_loss(then[draw & bit != 0], final) for draw, final in zip(self._draws, self._final, strict=True)]
        return sum(away) / len(away)

    def _unlikeness(self, row: int) -> int:
        """Return how many assertions judge the row otherwise than the labelled row most like it."""
        own = self._failing[row]
        labelled = members_of(self._good | self._bad)
        return min(((own ^ self._failing[other]).bit_count() for other in labelled), default=own.bit_count())


def _loss(chosen: int | None, final: int | None) -> float:
    return (difference(chosen, final) + (chosen != final)) / 2


def _failing(matrix: ResultsMatrix) -> list[int]:
    """Return, for each example, the bitset of the candidates that fail it."""
    bit_of = {candidate.name: 1 << j for j, candidate in enumerate(matrix.candidates)}
    failing = {example.id: 0 for example in matrix.examples}
    failed = Outcome.FAILED
    for (example, name), evaluation in matrix.evaluations.items():
        if evaluation.outcome is failed and example in failing and name in bit_of:
            failing[example] |= bit_of[name]
    return [failing[example.id] for example in matrix.examples]


def _verdicts(matrix: ResultsMatrix, failing: Sequence[int], subsumption: Subsumption) -> Verdicts:
    names = tuple(candidate.name for candidate in matrix.candidates)
    position = {name: j for j, name in enumerate(names)}
    rows_of: list[list[int]] = [[] for _ in names]
    for row, failures in enumerate(failing):
        for column in members_of(failures):
            rows_of[column].append(row)
    pairs = [(position[i], position[j]) for i, j in subsumption.pairs() if i in position and j in position]
    return Verdicts(
        names=names,
        failures=tuple(bits_of(rows) for rows in rows_of),
        rows=len(matrix.examples),
        costs=whole_costs([float(candidate.asks_judge) for candidate in matrix.candidates]),
        implies=frozenset(pairs),
    )
