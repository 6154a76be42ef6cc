"""A file's bytes as text."""

import codecs

import pytest

from spade_core.errors import PromptFileError
from spade_core.text import decode

TEXT = "Tóm tắt {văn_bản} 要約 😀\r\nend"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
    ],
    ids=["utf-8", "utf-8 with mark", "utf-16 little-endian", "utf-16 big-endian"],
)
def test_text_is_decoded_without_its_byte_order_mark_and_with_its_line_ends(data: bytes) -> None:
    assert decode(data, path="p.txt") == TEXT


def test_composed_and_decomposed_letters_stay_as_they_are() -> None:
    assert decode("ệ e\u0323\u0302".encode(), path="p") == "ệ e\u0323\u0302"


def test_nothing_and_only_a_mark_are_the_empty_text() -> None:
    assert decode(b"", path="p") == decode(codecs.BOM_UTF8, path="p") == ""


@pytest.mark.parametrize(
    ("data", "line", "fact"),
    [
        (b"one\ntwo \xff", 2, "byte 0xff at offset 8 is not UTF-8"),
        (b"one\r\ntwo\rthree\xe9", 3, "byte 0xe9 at offset 14 is not UTF-8"),
        (codecs.BOM_UTF8 + b"\n\x80", 2, "byte 0x80 at offset 4 is not UTF-8"),
        (codecs.BOM_UTF16_LE + "a\nb".encode("utf-16-le") + b"\x00", 2, "byte 0x00 at offset 8 is not UTF-16"),
        (codecs.BOM_UTF16_BE + b"\xdc\x00", 1, "byte 0xdc at offset 2 is not UTF-16"),
        ("x".encode("utf-32"), 1, "UTF-32"),
    ],
)
def test_an_undecodable_byte_is_named_with_its_line_and_offset(data: bytes, line: int, fact: str) -> None:
    with pytest.raises(PromptFileError, match=fact) as raised:
        decode(data, path="a/b.txt")
    assert (raised.value.path, raised.value.line) == ("a/b.txt", line)
