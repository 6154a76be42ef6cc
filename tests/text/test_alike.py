"""What two texts have in common at their ends."""

from hypothesis import given, strategies as st

from spade_core.text import common_prefix, common_suffix

TEXTS = st.text("ab\n😀", max_size=12)


@given(TEXTS, TEXTS)
def test_the_common_beginning_is_as_long_as_can_be(one: str, other: str) -> None:
    length = common_prefix(one, other)
    assert one[:length] == other[:length]
    assert one[length : length + 1] != other[length : length + 1] or length == len(one) == len(other)


@given(TEXTS, TEXTS)
def test_the_common_end_is_as_long_as_can_be_without_the_common_beginning(one: str, other: str) -> None:
    prefix = common_prefix(one, other)
    length = common_suffix(one, other, prefix)
    assert one.endswith(other[len(other) - length :])
    room = min(len(one), len(other)) - prefix
    assert length <= room
    assert length == room or one[len(one) - length - 1] != other[len(other) - length - 1]
