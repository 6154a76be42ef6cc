from math import comb

import pytest

from spade_core.selection.statistics.intervals import at_least, exact_interval, more_needed


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        (0, 10, 0.0, 0.3085),
        (5, 10, 0.1871, 0.8129),
        (10, 10, 0.6915, 1.0),
        (1, 20, 0.0013, 0.2487),
        (9, 36, 0.1212, 0.4220),
        (81, 263, 0.2527, 0.3676),
    ],
)
def test_the_interval_is_the_one_in_the_tables(count: int, total: int, low: float, high: float) -> None:
    assert exact_interval(count, total) == pytest.approx((low, high), abs=5e-5)


def test_without_examples_any_share_is_possible() -> None:
    assert exact_interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("total", [1, 2, 7, 30, 61])
@pytest.mark.parametrize("share", [0.01, 0.25, 0.5, 0.9])
def test_the_tail_is_the_sum_of_the_binomial_terms(total: int, share: float) -> None:
    for count in range(1, total + 1):
        terms = [comb(total, k) * share**k * (1 - share) ** (total - k) for k in range(count, total + 1)]
        assert at_least(count, total, share) == pytest.approx(sum(terms), rel=1e-9, abs=1e-15)


def test_the_interval_is_the_closed_form_when_nothing_was_hit() -> None:
    for total in (1, 5, 50, 5000, 100_000):
        assert exact_interval(0, total)[1] == pytest.approx(1 - 0.025 ** (1 / total), rel=1e-9)


def test_more_needed_is_the_fewest_that_suffices() -> None:
    for count, total, limit in [(0, 0, 0.25), (0, 5, 0.1), (3, 20, 0.25), (7, 36, 0.25), (0, 36, 0.25)]:
        more = more_needed(count, total, limit)
        assert exact_interval(count, total + more)[1] <= limit
        assert more == 0 or exact_interval(count, total + more - 1)[1] > limit


def test_a_share_of_zero_can_never_be_shown() -> None:
    with pytest.raises(ValueError, match="never be shown"):
        more_needed(0, 1000, 0.0)
