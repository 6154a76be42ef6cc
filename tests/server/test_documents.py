"""The mirrored text equals the client's, whatever is edited."""

import random

import pytest
from lsprotocol import types

from spade_server.documents.text_documents import LspTextDocument, joined
from tests.server.utf16_buffer import Utf16Buffer, random_changes


def test_lines_end_where_the_protocol_says() -> None:
    document = LspTextDocument("file:///x.prompt.md", source="a\x0cb\u2028c\r\nd\re\n")
    assert list(document.lines) == ["a\x0cb\u2028c\r\n", "d\r", "e\n"]


def edited(text: str, line: int, start: int, end: int, new: str) -> str:
    document = LspTextDocument("file:///x", source=text)
    place = types.Range(types.Position(line, start), types.Position(line, end))
    document.apply_change(types.TextDocumentContentChangePartial(range=place, text=new))
    return document.source


@pytest.mark.parametrize("odd", ["\x0c", "\x0b", "\x85", "\x1c", "\u2028", "\u2029"])
def test_an_edit_behind_a_character_that_python_takes_for_a_line_end_lands_where_it_should(odd: str) -> None:
    assert edited(f"one{odd}two\nthree\n", 1, 0, 5, "X") == f"one{odd}two\nX\n"


def test_an_edit_can_cut_a_character_in_two_and_put_it_together_again() -> None:
    half = edited("a😀b", 0, 2, 3, "")
    assert half == "a\ud83db"
    assert edited(half, 0, 2, 2, "\ude00") == "a😀b"


def test_an_edit_within_a_character_keeps_both_halves() -> None:
    assert edited("😀", 0, 1, 1, "-") == "\ud83d-\ude00"


def test_an_edit_past_the_end_of_a_line_is_at_its_end() -> None:
    assert edited("ab\r\ncd", 0, 9, 9, "!") == "ab!\r\ncd"


def test_halves_that_do_not_belong_together_stay_apart() -> None:
    assert joined("a\ude00", "\ud83db") == "a\ude00\ud83db"


def test_random_edits_leave_the_mirror_equal_to_the_clients_text_after_each() -> None:
    rng = random.Random(0)  # noqa: S311 - a fuzz that can be repeated
    buffer = Utf16Buffer("Write about {movie_name}.\n😀 Keep it within 100 words.\r\n")
    document = LspTextDocument("file:///x.prompt.md", source=buffer.characters)
    for _ in range(500):
        for change in random_changes(buffer, rng):
            document.apply_change(change)
        assert document.source == buffer.characters
