"""Lines and positions as a person and as an editor count them."""

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from spade_core.text import LineIndex

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

TEXTS = st.text(alphabet=st.sampled_from("ab\r\n\f\u2028é😀\ud800\udc00語"), max_size=30)


def test_only_lf_crlf_and_cr_end_a_line() -> None:
    lines = LineIndex("a\nb\r\nc\rd\fe\x85f\u2028g")
    assert lines.count == 4
    assert [lines.line_of(at) for at in range(7)] == [1, 1, 2, 2, 2, 3, 3]
    assert lines.line_of(15) == 4


def test_the_empty_text_has_one_line_and_a_final_line_end_begins_another() -> None:
    assert LineIndex("").count == 1
    assert LineIndex("a\n").count == 2
    assert LineIndex("a\n").line_of(2) == 2


@pytest.mark.parametrize(
    ("offset", "points", "units"),
    [(0, (0, 0), (0, 0)), (2, (0, 2), (0, 3)), (3, (0, 3), (0, 5)), (6, (1, 1), (1, 1)), (7, (1, 2), (1, 3))],
)
def test_columns_count_code_points_or_utf16_units(offset: int, points: tuple[int, int], units: tuple[int, int]) -> None:
    lines = LineIndex("a😀😀\r\n語😀")
    assert lines.position(offset) == points
    assert lines.position_utf16(offset) == units
    assert lines.offset(*points) == offset
    assert lines.offset_utf16(*units) == offset


def test_a_column_within_a_surrogate_pair_means_the_character() -> None:
    lines = LineIndex("a😀😀b")
    assert [lines.offset_utf16(0, column) for column in range(8)] == [0, 1, 1, 2, 2, 3, 4, 4]


@pytest.mark.parametrize("line_and_column", [(-1, 5), (0, -3)])
def test_a_position_before_the_text_means_its_beginning(line_and_column: tuple[int, int]) -> None:
    lines = LineIndex("abc\ndef")
    assert lines.offset(*line_and_column) == lines.offset_utf16(*line_and_column) == 0


def test_a_position_past_a_line_or_past_the_text_means_the_end_of_it() -> None:
    lines = LineIndex("abc\r\ndef")
    assert lines.offset(0, 99) == lines.offset_utf16(0, 99) == 3
    assert lines.offset(7, 0) == lines.offset_utf16(7, 0) == 8
    assert lines.line_of(99) == 2
    assert lines.line_of(-1) == 1
    assert lines.start_of(2) == 5
    assert lines.start_of(9) == 8


@unhurried
@given(TEXTS)
def test_every_offset_that_does_not_split_a_crlf_comes_back(text: str) -> None:
    lines = LineIndex(text)
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] == "\r\n" and offset:
            continue
        assert lines.offset(*lines.position(offset)) == offset
        assert lines.offset_utf16(*lines.position_utf16(offset)) == offset


@unhurried
@given(TEXTS, st.integers(-1, 12), st.integers(-1, 40))
def test_any_position_gives_an_offset_in_the_text(text: str, line: int, column: int) -> None:
    lines = LineIndex(text)
    assert 0 <= lines.offset(line, column) <= len(text)
    assert 0 <= lines.offset_utf16(line, column) <= len(text)


@unhurried
@given(st.text(alphabet="ab\r\n😀語", max_size=20))
def test_utf16_columns_are_what_the_encoding_counts(text: str) -> None:
    lines = LineIndex(text)
    for offset in range(len(text) + 1):
        row, column = lines.position(offset)
        before = text[offset - column : offset]
        assert lines.position_utf16(offset) == (row, len(before.encode("utf-16-le")) // 2)
