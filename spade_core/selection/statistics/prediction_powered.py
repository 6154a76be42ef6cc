"""Intervals from few labels and many judged responses (Angelopoulos et al., prediction-powered inference, 2023).

A judge's labels of many responses say roughly what a rate is; the responses that a person labelled too say how wrong
the judge is. The interval is valid however bad the judge is, and narrow when the judge is good.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean

from spade_core.examples import Label

_FEWEST_LABELLED = 30  # below, the normal approximation is not to be trusted


@dataclass(frozen=True, slots=True)
class JudgedResponse:
    """One response, whether the set fails it, and what is said of it."""

    fails: bool
    judged: Label
    """By the judge."""
    label: Label | None
    """By a person."""


def prediction_powered_interval(
    responses: Sequence[JudgedResponse], kind: Label, *, confidence: float = 0.95
) -> tuple[float, float] | None:
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
    z = NormalDist().inv_cdf(0.5 + confidence / 2) ** 2
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
