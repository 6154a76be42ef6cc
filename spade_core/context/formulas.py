"""Scores from what a model was heard to say. Pure, and equal to those of the package ragas 0.4 to 1e-9.

A score that its formula does not define, such as a share of nothing, is None.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from spade_core.models import cosine

_ALMOST_NOTHING: Final = 1e-10
"""What ragas adds to a number that it divides by."""
_WEIGHTS: Final = (0.75, 0.25)
"""Of the statements and of the likeness, in answer correctness."""


def share(verdicts: Sequence[bool]) -> float | None:
    """Return the share that is true: faithfulness F = |V| / |S|, and context recall; None of nothing."""
    return sum(verdicts) / len(verdicts) if verdicts else None


def answer_relevance(
    question: Sequence[float], made: Sequence[Sequence[float]], *, noncommittal: bool = False
) -> float | None:
    """Return AR, the mean cosine of the question and those made from the response; 0 where it commits to nothing."""
    if not made:
        return None
    return sum(cosine(question, each) for each in made) / len(made) * (not noncommittal)


def context_relevance(needed: int, sentences: int) -> float | None:
    """Return CR, the share of the sentences of the contexts that the question needs, at most 1."""
    return min(needed / sentences, 1.0) if sentences else None


def rated_relevance(ratings: Sequence[int]) -> float | None:
    """Return the mean of ratings from 0 to 2, as a share of 2."""
    return sum(rating / 2 for rating in ratings) / len(ratings) if ratings else None


def average_precision(verdicts: Sequence[bool]) -> float:
    """Return context precision: the mean, over the useful contexts, of the precision down to each of them."""
    counted = zip(verdicts, accumulate(verdicts), range(1, len(verdicts) + 1), strict=True)
    useful = [so_far / place for verdict, so_far, place in counted if verdict]
    return sum(useful) / (len(useful) + _ALMOST_NOTHING)


def answer_correctness(both: int, response_only: int, reference_only: int, likeness: float) -> float:
    """Return .75 of the F1 of the statements and .25 of the likeness (cosine) of response and reference."""
    precision = both / (both + response_only) if both + response_only else float(not reference_only)
    recall = both / (both + reference_only) if both + reference_only else float(not response_only)
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return (_WEIGHTS[0] * f1 + _WEIGHTS[1] * likeness) / sum(_WEIGHTS)


def noise_sensitivity(
    correct: Sequence[bool], supports: Sequence[Sequence[bool]], relevant: Sequence[bool]
) -> float | None:
    """Return the share of the response's statements that are wrong and yet supported by a relevant context.

    Args:
        correct: Whether the reference supports each statement of the response.
        supports: For each context, whether it supports each of these statements.
        relevant: For each context, whether it supports any statement of the reference.
    """
    misled = [
        not right and any(each[place] for each, useful in zip(supports, relevant, strict=True) if useful)
        for place, right in enumerate(correct)
    ]
    return share(misled)
