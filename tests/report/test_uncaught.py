"""How probable it is by chance that a trait is in bad responses alone."""

from math import comb

import pytest
from hypothesis import given, strategies as st

from spade_core.report.uncaught import chance_of_one_kind


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 200))
def test_the_chance_is_the_share_of_the_ways_to_draw(drawn: int, kind: int, others: int) -> None:
    drawn = min(drawn, kind + others)
    assert chance_of_one_kind(drawn, kind, kind + others) == pytest.approx(
        comb(kind, drawn) / comb(kind + others, drawn), rel=1e-6
    )


def test_the_chance_with_as_many_rows_as_there_may_be_is_a_number() -> None:
    assert chance_of_one_kind(3, 1_000_000, 2_000_000) == pytest.approx(0.125, rel=1e-4)
    assert chance_of_one_kind(500_000, 1_000_000, 2_000_000) == 0.0
    assert chance_of_one_kind(1_000_000, 1_000_000, 1_000_000) == 1.0
