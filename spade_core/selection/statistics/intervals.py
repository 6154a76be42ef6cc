"""Exact confidence intervals for shares of few examples (Clopper and Pearson 1934)."""

from collections.abc import Callable
from functools import lru_cache
from math import exp, lgamma, log

CONFIDENCE = 0.95
"""How sure every interval is."""
_STEPS = 60  # bisection to 2^-60
_TERMS = 10_000
_TINY = 1e-300


@lru_cache(maxsize=4096)
def exact_interval(count: int, total: int) -> tuple[float, float]:
    """Return the least and greatest share that `count` of `total` do not contradict; (0.0, 1.0) when `total` is 0."""
    doubt = (1.0 - CONFIDENCE) / 2
    low = 0.0 if count == 0 else _share_where(lambda share: at_least(count, total, share) >= doubt)
    high = 1.0 if count == total else _share_where(lambda share: at_least(count + 1, total, share) >= 1.0 - doubt)
    return low, high


def at_least(count: int, total: int, share: float) -> float:
    """Return the probability of `count` or more hits in `total` independent trials; with 0 < count <= total."""
    return _regularised_beta(share, count, total - count + 1)


def more_needed(count: int, total: int, limit: float) -> int:
    """Return how many more examples are needed at least before a share above `limit` can be ruled out.

    At least: if none of them counts. 0 when it can be ruled out already.

    Raises:
        ValueError: no number of examples can rule it out, because `limit` is 0.
    """
    if limit <= 0.0:
        raise ValueError("a share of 0 can never be shown from examples")
    if limit >= 1.0 or exact_interval(count, total)[1] <= limit:
        return 0
    low, high = 0, 1
    while exact_interval(count, total + high)[1] > limit:
        low, high = high, high * 2
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (low, middle) if exact_interval(count, total + middle)[1] <= limit else (middle, high)
    return high


def _share_where(reached: Callable[[float], bool]) -> float:
    """Return the least share in [0, 1] from which on `reached` holds."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if reached(middle):
            high = middle
        else:
            low = middle
    return (low + high) / 2


def _regularised_beta(x: float, a: float, b: float) -> float:
    if x <= 0.0 or x >= 1.0:
        return float(x >= 1.0)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1.0 - x))
    if x < (a + 1.0) / (a + b + 2.0):
        return front * _continued_fraction(x, a, b) / a
    return 1.0 - front * _continued_fraction(1.0 - x, b, a) / b


def _continued_fraction(x: float, a: float, b: float) -> float:
    """Return the fraction of the incomplete beta function, evaluated from the front (modified Lentz)."""
    value = upper = 1.0
    lower = 1.0 / _not_zero(1.0 - (a + b) * x / (a + 1.0))
    value = lower
    for m in range(1, _TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            lower = 1.0 / _not_zero(1.0 + term * lower)
            upper = _not_zero(1.0 + term / upper)
            value *= lower * upper
        if abs(lower * upper - 1.0) < 1e-15:
            break
    return value


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
