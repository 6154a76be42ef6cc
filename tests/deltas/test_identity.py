"""The identity of a sentence."""

import pytest

from spade_core.deltas import identity_of


@pytest.mark.parametrize(
    "text",
    ["Be brief.", "- Be brief.", "* Be  brief.", "3. Be brief.", "12) Be\n  brief.", "(a) Be brief.", "① Be brief.",
     "> - Be brief.", "2.1. Be brief.", "- [ ] Be brief.", "• Be brief."],
)  # fmt: skip
def test_marks_numbers_and_line_breaks_do_not_matter(text: str) -> None:
    assert identity_of(text) == "Be brief."


@pytest.mark.parametrize(
    "text", ["100 words", "3.5 stars", "a dog", "I. think", "-5 degrees", "1.", "-", "2nd: be kind"]
)
def test_what_is_no_mark_stays(text: str) -> None:
    assert identity_of(text) == text


def test_case_and_punctuation_matter() -> None:
    assert identity_of("Be brief.") != identity_of("be brief")
