"""What comes from a prompt is shown in Markdown as the characters that it is."""

import pytest
from hypothesis import given, strategies as st

from spade_server.analysis.markdown import escaped


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*a* _b_", "\\*a\\* \\_b\\_"),
        ("[x](http://y)", "\\[x\\](http\\://y)"),
        ("![x](y)", "\\!\\[x\\](y)"),
        ("<b>&amp;", "\\<b\\>\\&amp;"),
        ("www.example.org", "www\\.example.org"),
        ("a@b.org", "a\\@b.org"),
        ("a\x00\u202eb\ud800", "aU+0000U+202EbU+D800"),
        ("one\n# two", "one \\# two"),
    ],
)
def test_nothing_in_it_is_markup(text: str, shown: str) -> None:
    assert escaped(text) == shown


@given(st.text())
def test_it_is_one_line_that_can_be_written(text: str) -> None:
    shown = escaped(text)
    assert "\n" not in shown
    shown.encode()
    assert len(shown) <= 5 * 400
