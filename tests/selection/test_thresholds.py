from fractions import Fraction

import pytest

from spade_core.errors import SettingsError
from spade_core.selection.request import Thresholds


@pytest.mark.parametrize("share", [Fraction(k, 100) for k in range(101)])
def test_a_share_means_the_decimal_a_person_wrote(share: Fraction) -> None:
    thresholds = Thresholds(alpha=float(share), tau=float(share))
    for total in (0, 1, 7, 25, 100, 300):
        exact = share * total
        assert thresholds.least_caught(total) == -(-exact.numerator // exact.denominator)
        assert thresholds.most_flagged(total) == exact.numerator // exact.denominator


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_share_outside_zero_to_one_is_named(share: float) -> None:
    with pytest.raises(SettingsError, match="alpha is"):
        Thresholds(alpha=share).least_caught(10)
    with pytest.raises(SettingsError, match="tau is"):
        Thresholds(tau=share).most_flagged(10)
