"""Which unlabelled response a person should judge next."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log1p

from spade_core.examples.example import Example, Label
from spade_core.results.evaluation import Outcome
from spade_core.results.matrix import ResultsMatrix
from spade_core.selection.outlook import Outlook
from spade_core.selection.selecting import select
from spade_core.selection.thresholds import Method, Thresholds
from spade_core.subsumption.relation import Subsumption

_PRIOR_STRENGTH = 2.0  # as much as two labelled responses that fail exactly the same assertions
_FARTHEST = 1_000_000
_SHORTLIST = 8  # kinds of responses of which the exact change of the selection is worked out
_LEAST_BAD, _SPREAD = 0.15, 0.7  # from the response that fails fewest assertions to the one that fails most


@dataclass(frozen=True, slots=True)
class LabelProposal:
    """An unlabelled response, and why its label would tell much."""

    example: Example
    chance_bad: float
    """How likely it is bad, judged by the labelled responses that fail similar assertions."""
    differs_on: int
    """How many assertions judge it otherwise than the labelled response that is most like it."""
    score: float
    """What they are ordered by: the variance of the label times the assertions whose rates it moves in a new way.

    The higher, the more the label is expected to change the selection, where that was worked out.
    """
    expected_change: float | None = None
    """How many assertions are expected to come or go; None where that was not worked out."""


@dataclass(frozen=True, slots=True)
class LabelEffect:
    """What either label would make of the selection."""

    chosen_if_good: tuple[str, ...]
    chosen_if_bad: tuple[str, ...]

    @property
    def decides(self) -> bool:
        """Whether the selection depends on it."""
        return self.chosen_if_good != self.chosen_if_bad


def next_to_label(
    matrix: ResultsMatrix,
    *,
    count: int = 1,
    subsumption: Subsumption | None = None,
    thresholds: Thresholds | None = None,
    method: Method | None = None,
) -> tuple[LabelProposal, ...]:
    """Return the unlabelled examples of the matrix to judge next, the most telling first; no assertion is run.

    A label moves the rates of the assertions that fail the response. It tells most where it is hardest to foresee and
    where no labelled response fails the same assertions, so that a few labels stand for all kinds of responses.

    With `method`, COVERAGE or SUBSUMPTION, the first is that of the eight most telling which is also expected to change
    the selection most; those after it are ordered as without, for their labels are not known yet.
    """
    failing = _failing_sets(matrix)
    labelled = [example for example in matrix.examples if example.label is not None]
    open_examples = [example for example in matrix.examples if example.label is None]
    if not open_examples or count < 1:
        return ()
    prior = _prior(failing, labelled, open_examples)
    known = [(failing[example.id], failing[example.id].bit_count(), example.label is Label.BAD) for example in labelled]
    likeness = {bits: _Likeness(bits, prior[bits]) for bits in {failing[example.id] for example in open_examples}}
    for own in likeness.values():
        own.meet(known)
    change: dict[int, float] = {}
    if method is not None:
        relation, limits = subsumption or Subsumption(), thresholds or Thresholds()
        outlook = Outlook(matrix, failing, relation, thresholds=limits, method=method)
        kinds = dict.fromkeys(failing[example.id] for example in open_examples)
        for bits in sorted(kinds, key=lambda bits: likeness[bits].rank, reverse=True)[:_SHORTLIST]:
            change[bits] = outlook.expected_change(bits, likeness[bits].chance_bad)

    def rank(example: Example) -> tuple[bool, float, float, int]:
        bits = failing[example.id]
        score, size = likeness[bits].rank
        return bits in change, score * (1.0 + log1p(change.get(bits, 0.0))), score, size

    proposals: list[LabelProposal] = []
    while open_examples and len(proposals) < count:
        best = max(open_examples, key=rank)
        bits = failing[best.id]
        open_examples.remove(best)
        proposals.append(likeness[bits].proposal(best, rank(best)[1], change.get(bits)))
        change = {}
        for own in likeness.values():
            own.see(bits)
    return tuple(proposals)


def effect_of_label(
    matrix: ResultsMatrix, subsumption: Subsumption, thresholds: Thresholds, example: Example, *, method: Method
) -> LabelEffect:
    """Return what the selection would be with either label of this example."""

    def chosen(label: Label) -> tuple[str, ...]:
        examples = tuple(replace(each, label=label) if each.id == example.id else each for each in matrix.examples)
        return select(replace(matrix, examples=examples), subsumption, thresholds, method=method).names

    return LabelEffect(chosen(Label.GOOD), chosen(Label.BAD))


class _Likeness:
    """How the responses that fail one set of assertions relate to what was labelled."""

    __slots__ = ("_bad", "_bits", "_size", "_weight", "differs_on")

    def __init__(self, bits: int, prior: float) -> None:
        self._bits = bits
        self._size = bits.bit_count()
        self._weight = _PRIOR_STRENGTH
        self._bad = _PRIOR_STRENGTH * prior
        self.differs_on: int | None = None

    def meet(self, known: Sequence[tuple[int, int, bool]]) -> None:
        """Take labelled responses (failures, how many, whether bad) into account, the more the more they are alike."""
        bits, size, total, bad = self._bits, self._size, self._weight, self._bad
        nearest = size + _FARTHEST
        for other, other_size, is_bad in known:
            shared = (bits & other).bit_count()
            union = size + other_size - shared
            if union - shared < nearest:
                nearest = union - shared
            if 2 * shared >= union:  # those less alike than half weigh next to nothing
                weight = (shared / union) ** 4 if union else 1.0
                total += weight
                if is_bad:
                    bad += weight
        self._weight, self._bad = total, bad
        if known:
            self.differs_on = nearest

    def see(self, other: int) -> None:
        """Take into account that another response will be labelled, one way or the other."""
        distance = (self._bits ^ other).bit_count()
        self.differs_on = distance if self.differs_on is None else min(self.differs_on, distance)

    @property
    def chance_bad(self) -> float:
        return self._bad / self._weight

    @property
    def rank(self) -> tuple[float, int]:
        news = self._size + 1 if self.differs_on is None else self.differs_on
        return self.chance_bad * (1.0 - self.chance_bad) * (news + 0.1), self._size

    def proposal(self, example: Example, score: float, expected_change: float | None) -> LabelProposal:
        differs = self._size if self.differs_on is None else self.differs_on
        return LabelProposal(example, self.chance_bad, differs, score, expected_change)


def _failing_sets(matrix: ResultsMatrix) -> dict[str, int]:
    """Return, for each example, the bitset of the candidates that fail it."""
    failing = dict.fromkeys((example.id for example in matrix.examples), 0)
    bit_of = {candidate.name: 1 << j for j, candidate in enumerate(matrix.candidates)}
    for (example, name), evaluation in matrix.evaluations.items():
        if evaluation.outcome is Outcome.FAILED and example in failing and name in bit_of:
            failing[example] |= bit_of[name]
    return failing


def _prior(
    failing: Mapping[str, int], labelled: Sequence[Example], open_examples: Sequence[Example]
) -> dict[int, float]:
    """Return how likely a response is bad before its likes are known: by how many assertions fail it."""
    counts = sorted(bits.bit_count() for bits in failing.values())
    bad = sum(example.label is Label.BAD for example in labelled)
    base = (bad + 1) / (len(labelled) + 2)
    prior: dict[int, float] = {}
    for bits in {failing[example.id] for example in open_examples}:
        size = bits.bit_count()
        rank = (bisect_left(counts, size) + bisect_right(counts, size)) / 2 / len(counts)
        prior[bits] = (base + _LEAST_BAD + _SPREAD * rank) / 2
    return prior
