"""What is found out about a row's texts: the same whether they are looked at together or one by one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spade_core.examples.example import Example
from spade_core.sandbox.rows import row_of

PIECES = st.lists(
    st.sampled_from(["in", "f", "na", "n", "1e", "+", "99", "1" * 14, "\\u", "d83d", "\\ude00", "[" * 60])
)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(texts=st.lists(PIECES.map("".join), min_size=3, max_size=6))
def test_no_text_is_read_together_with_its_neighbour(texts: list[str]) -> None:
    whole = row_of(Example("x", {"a": texts[2:]}, texts[0], texts[1], None))
    each = [row_of(Example("x", {}, "", text, None)) for text in texts]
    for fact in ("has_surrogates", "has_nan", "has_long_numbers", "is_deep"):
        assert getattr(whole, fact) == any(getattr(one, fact) for one in each)
    assert whole.characters == frozenset().union(*(one.characters for one in each))


@pytest.mark.parametrize("text", ["nan", "NaN", "-Infinity", "ınf", "1e400", "1E+400", "9" * 101, "1_0e_999"])
def test_a_text_that_may_spell_an_infinity_is_noticed(text: str) -> None:
    assert row_of(Example("x", {"deep": [{text: 1}]}, "", "", None)).has_nan


def test_a_number_of_a_field_is_looked_at_wherever_it_stands() -> None:
    assert row_of(Example("x", {"deep": [{"a": 1e300}]}, "", "", None)).has_odd_floats
    assert row_of(Example("x", {"deep": [{"a": 1e15}]}, "", "", None)).has_long_numbers
    plain = row_of(Example("x", {"deep": [{"a": 1.5}]}, "", "", None))
    assert (plain.has_odd_floats, plain.has_long_numbers, plain.has_nan) == (False, False, False)
