"""Intervals from few labels and many judged responses (Angelopoulos et al., prediction-powered inference, 2023).

A judge's labels of many responses say roughly what a rate is; the responses that a person labelled too say how wrong
the judge is. The interval is valid however bad the judge is, and narrow when the judge is good.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean

from spade_core.candidates import CandidateAssertion
from spade_core.examples import Example, Label, parse_label
from spade_core.results import Evaluation, Outcome, ResultsMatrix
from spade_core.selection.statistics.intervals import CONFIDENCE

_FEWEST_LABELLED = 30  # below, the normal approximation is not to be trusted


@dataclass(frozen=True, slots=True)
class JudgedResponse:
    """One response, whether the set fails it, and what is said of it."""

    fails: bool
    judged: Label
    """By the judge."""
    label: Label | None
    """By a person."""


def prediction_powered_interval(responses: Sequence[JudgedResponse], kind: Label) -> tuple[float, float] | None:
    """Return the interval of the share of the responses of this kind that fail: FFR for GOOD, coverage for BAD.

    None with fewer than 30 labelled or without unlabelled responses: then use the exact interval of the labels. The
    unlabelled must be of the same kind as the labelled: both a random sample of what the pipeline answers.
    """
    known = [response for response in responses if response.label is not None]
    judged = [response for response in responses if response.label is None]
    if len(known) < _FEWEST_LABELLED or len(judged) < 2:
        return None
    # the share is the root of E[of this kind x (fails - share)]: estimated by the judge, corrected by the labels
    guess = _Moments([((r.judged is kind) * r.fails, r.judged is kind) for r in judged])
    wrong = _Moments(
        [
            ((r.label is kind) * r.fails - (r.judged is kind) * r.fails, (r.label is kind) - (r.judged is kind))
            for r in known
        ]
    )
    hits, total = guess.first + wrong.first, guess.second + wrong.second
    z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) ** 2
    square = total**2 - z * (guess.var_second + wrong.var_second)
    linear = hits * total - z * (guess.covariance + wrong.covariance)
    constant = hits**2 - z * (guess.var_first + wrong.var_first)
    root = linear**2 - square * constant
    if square <= 0.0 or root < 0.0:
        return 0.0, 1.0
    low, high = (linear - sqrt(root)) / square, (linear + sqrt(root)) / square
    return min(1.0, max(0.0, low)), min(1.0, max(0.0, high))


class _Moments:
    """Means of pairs, and the variances and covariance of those means."""

    def __init__(self, pairs: Sequence[tuple[int, int]]) -> None:
        size = len(pairs)
        self.first, self.second = fmean(a for a, _ in pairs), fmean(b for _, b in pairs)
        scale = size * (size - 1)
        self.var_first = sum((a - self.first) ** 2 for a, _ in pairs) / scale
        self.var_second = sum((b - self.second) ** 2 for _, b in pairs) / scale
        self.covariance = sum((a - self.first) * (b - self.second) for a, b in pairs) / scale


JUDGED = "judged"
"""The key of an example with the verdict of a judge of a person's own, written like a label."""

FEWEST_LABELLED, FEWEST_OF_KIND, FEWEST_UNLABELLED = 30, 10, 100
"""Below, the normal approximation is not to be trusted, and little is to be gained."""


def own_verdict(example: Example) -> Label | None:
    """Return the verdict that stands with the example; None where there is none, or it is no label."""
    try:
        return parse_label(example.extra.get(JUDGED))
    except ValueError:
        return None


def has_own_verdicts(examples: Sequence[Example]) -> bool:
    """Whether a judge's verdicts stand with the examples: then nobody else is asked."""
    return any(own_verdict(example) is not None for example in examples)


def worth_judging(examples: Sequence[Example]) -> bool:
    """Whether there are labelled and unlabelled examples enough for the intervals."""
    labelled = sum(example.label is not None for example in examples)
    return labelled >= FEWEST_LABELLED and len(examples) - labelled >= FEWEST_UNLABELLED


def judged_responses(matrix: ResultsMatrix, chosen: Sequence[CandidateAssertion]) -> tuple[JudgedResponse, ...]:
    """Return the responses that the judge has a verdict on, labelled or not, with whether the set fails them.

    The verdict is the one that stands with the example; where no example has one, it is that of the assertions which
    ask a judge, all together: good when none of them fails the response. Of these, one without an answer makes the
    verdict unknown.
    """
    asking = [] if has_own_verdicts(matrix.examples) else [c for c in matrix.candidates if c.asks_judge]
    found = []
    for example in matrix.examples:
        verdict = _overall(matrix.evaluations, example, asking) if asking else own_verdict(example)
        if verdict is not None:
            found.append(JudgedResponse(any(matrix.fails(example, c) for c in chosen), verdict, example.label))
    return tuple(found)


def _overall(
    evaluations: Mapping[tuple[str, str], Evaluation], example: Example, asking: Sequence[CandidateAssertion]
) -> Label | None:
    outcomes = {evaluations[example.id, candidate.name].outcome for candidate in asking}
    if not all(outcome.decides for outcome in outcomes):
        return None
    return Label.BAD if Outcome.FAILED in outcomes else Label.GOOD
