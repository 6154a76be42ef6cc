"""From template offsets to file offsets."""

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from spade_core.text import MapBuilder, MappedText, Piece, SourceMap, Span

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

FILE = 'say("a\\tb")'
"""Text ``a<tab>b``: an `a` at 5, an escape at 6 and 7, a `b` at 8."""
MAP = SourceMap.of((Piece(0, 1, Span(5, 6)), Piece(1, 1, Span(6, 8)), Piece(2, 1, Span(8, 9))))


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (Span(0, 1), "a"),
        (Span(1, 2), "\\t"),
        (Span(0, 2), "a\\t"),
        (Span(1, 3), "\\tb"),
        (Span(0, 3), "a\\tb"),
    ],
)
def test_a_span_is_located_at_the_characters_it_came_from(span: Span, expected: str) -> None:
    assert MAP.locate(span).of(FILE) == expected


@pytest.mark.parametrize(("offset", "expected"), [(0, 5), (1, 6), (2, 8), (3, 9)])
def test_an_empty_span_is_located_before_its_character_or_after_the_last(offset: int, expected: int) -> None:
    assert MAP.locate(Span(offset, offset)) == Span(expected, expected)


def test_an_empty_text_knows_where_it_stands() -> None:
    assert SourceMap.identity(0, offset=7).locate(Span(0, 0)) == Span(7, 7)
    assert SourceMap.of(()).locate(Span(0, 0)) == Span(0, 0)


def test_a_span_after_the_end_of_the_text_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\[2, 4\) ends after the text of 3 characters"):
        MAP.locate(Span(2, 4))


def test_gaps_between_pieces_are_covered_by_a_span_across_them() -> None:
    indented = "  one\n  two"
    mapped = MapBuilder().verbatim(indented, 2, 6).verbatim(indented, 8, 11).build(empty_at=0)
    assert mapped.text == "one\ntwo"
    assert mapped.source.locate(Span(0, 7)).of(indented) == "one\n  two"
    assert mapped.source.locate(Span(4, 7)).of(indented) == "two"


def test_neighbouring_verbatim_stretches_become_one_piece() -> None:
    mapped = MapBuilder().verbatim("abcd", 0, 2).verbatim("abcd", 2, 4).build(empty_at=0)
    assert mapped.source.pieces == (Piece(0, 4, Span(0, 4)),)


@unhurried
@given(st.text(alphabet="ab\r\n😀"), st.data())
def test_line_ends_made_lf_leave_every_other_character_where_it_was(file: str, data: st.DataObject) -> None:
    mapped = MappedText.verbatim(file, 0, len(file)).with_lf()
    assert mapped.text == file.replace("\r\n", "\n").replace("\r", "\n")
    assert mapped.source.length == len(mapped.text)
    assert MappedText.lines_of(file, 0, len(file)).text == mapped.text
    start = data.draw(st.integers(0, len(mapped.text)))
    end = data.draw(st.integers(start, len(mapped.text)))
    found = mapped.source.locate(Span(start, end)).of(file)
    assert found.replace("\r\n", "\n").replace("\r", "\n") == mapped.text[start:end]


@unhurried
@given(st.text(alphabet="xy z", max_size=20), st.lists(st.integers(0, 20), max_size=6))
def test_gaps_taken_out_leave_the_rest_mapped_to_itself(file: str, cuts: list[int]) -> None:
    ends = sorted(min(cut, len(file)) for cut in cuts)
    gaps = list(zip(ends[::2], ends[1::2], strict=False))
    left = MappedText.verbatim(file, 0, len(file)).without(gaps)
    assert left.text == "".join(c for i, c in enumerate(file) if not any(a <= i < b for a, b in gaps))
    for at, character in enumerate(left.text):
        assert left.source.locate(Span(at, at + 1)).of(file) == character


def test_stripping_keeps_the_places_of_what_is_left() -> None:
    mapped = MappedText.verbatim("<  word >", 1, 8).stripped()
    assert mapped.text == "word"
    assert mapped.source.locate(Span(0, 4)) == Span(3, 7)
    assert MappedText.verbatim("<   >", 1, 4).stripped().text == ""


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 4)), min_size=1, max_size=6), st.data())
def test_maps_that_agree_on_a_stretch_locate_all_of_it_at_the_same_places(
    pieces: list[tuple[bool, int]], data: st.DataObject
) -> None:
    one = _map_of(pieces)
    place = data.draw(st.integers(0, len(pieces) - 1))
    other = _map_of([*pieces[:place], data.draw(st.tuples(st.booleans(), st.integers(1, 4))), *pieces[place + 1 :]])
    last = min(one.length, other.length)
    span = Span(*sorted((data.draw(st.integers(0, last)), data.draw(st.integers(0, last)))))
    if one.agrees(other, span):
        inside = [Span(at, at + 1) for at in range(span.start, span.end)]
        assert [one.locate(each) for each in inside] == [other.locate(each) for each in inside]
    assert one.agrees(one, span)


def _map_of(pieces: list[tuple[bool, int]]) -> SourceMap:
    """Pieces that stand in the file as they are, or are two characters longer there."""
    found, start, begin = [], 0, 3
    for is_exact, length in pieces:
        end = begin + length + (0 if is_exact else 2)
        found.append(Piece(start, length, Span(begin, end)))
        start, begin = start + length, end + 1
    return SourceMap.of(found)
