"""Large and hostile texts: a quadratic step anywhere would keep these from ending before the suite's timeout."""

import pytest

from spade_core.deltas import segment

MANY = 100_000


@pytest.mark.parametrize(
    "line",
    ["a" * 50 * MANY, "word " * MANY, "中" * MANY, " " * 50 * MANY + "x", "#" * MANY, "{" * MANY,
     "'" * MANY, '"' * MANY, "`" * MANY, "<a " * MANY, "[A" * MANY, "a.a" * MANY, "." * MANY,
     "https://" * MANY, "|-" * MANY, "- " * MANY + "x", "(" * MANY, "**" * MANY, "e.g. " * MANY,
     "{# " * MANY, "{{!-- " * MANY, "x " + "{# a #} " * MANY + "x"],
    ids=lambda line: line[:8],
)  # fmt: skip
def test_a_huge_line_without_a_sentence_end_is_one_sentence(line: str) -> None:
    assert [sentence.text for sentence in segment(line)] == [line.strip()]


@pytest.mark.parametrize(
    "unit",
    ["Example:\n# x\n", "you do:\nA:\n", "you do:\n# A\n", "IT IS:\n**A:**\n", "Sample:\nIT IS:\n",
     "Ab. ", "1. ", "中。", "x\n", "```a\n", "~~~\n\n", "A:\n", "- x\n", "# x\n", "x |\n--|--\n", "a, \n", '". ', "a• ",
     "<b>.</b> ", "{{ x. }}", "e.g.\n", "**A**\n", "- a:\n* b:\n", "{# a #}\n", "a {#\n", "{# a\n b #} A:\n"],
)  # fmt: skip
def test_thousands_of_small_pieces_lose_nothing(unit: str) -> None:
    text = unit * (40_000 // len(unit))
    assert "".join("".join(s.text for s in segment(text)).split()) == "".join(text.split())


def test_deep_nesting_keeps_the_items_around_in_the_context() -> None:
    text = "\n".join(" " * depth + f"- item {depth}" for depth in range(400))
    assert len(segment(text)[-1].context) == 399


def test_fences_of_ever_shorter_length_that_never_close_are_each_code() -> None:
    text = "\n\n".join("`" * length + "py\nBe kind." for length in range(300, 2, -1))
    assert {sentence.kind.value for sentence in segment(text)} == {"code"}
