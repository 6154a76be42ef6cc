"""Reading comes to an end in time on long lines and odd texts: pytest's own timeout is the bound."""

import random

import pytest

from spade_core.constraints.reader import read_structure
from spade_core.criteria.evidence import shown_outputs
from spade_core.deltas import sentences_of
from spade_core.prompt_files import read_prompt
from spade_core.structure import structure_of

_PIECES = (
    *("word ", "the ", "one ", "and ", "or ", ", ", "- ", "-", "--- ", "1. ", "1", "( ", "[", "]", "{", "}", "{{", '"'),
    *(
        "'",
        "`",
        "```",
        "*",
        "**",
        "<a>",
        "</a>",
        "<",
        ": ",
        "; ",
        "... ",
        "/",
        "|",
        "#",
        "\\",
        "at most ",
        "each ",
        "=",
        "_",
    ),
    *(
        "one of ",
        "classify ",
        "end with ",
        "not ",
        "A: ",
        "é",
        "中文，",
        "không ",
        "  ",
        "JSON ",
        '"a": ',
        '"a", ',
        "'x' ",
    ),
    *("(e.g. ", "return ", "\n", "\n\n", "\n- ", "\n```\n", "\n~~~x\n", "\nInput: ", "\nOutput: ", "<example>\n"),
)
_BEGINNINGS = ("", "Write a summary ", "Return JSON ", "Use the format: ", "- ", "Do not ")
_LENGTH = 60_000
_KNOWN = ("[", "{", "{  ", "\n```\n", '"a", [\n\n', "\n~~~x\n", "'`", '_"a": ')
"""What once took a time that grew with the square of the length."""


def _units() -> list[str]:
    chance = random.Random(20261122)  # noqa: S311 - the same texts every time
    drawn = ["".join(chance.choices(_PIECES, k=chance.randint(2, 5))) for _ in range(16)]
    return [*_KNOWN, *drawn]


@pytest.mark.parametrize("unit", _units())
def test_a_long_text_of_one_piece_again_and_again_is_read(unit: str) -> None:
    # A beginning is of the first line alone.
    for beginning in _BEGINNINGS[:1] if "\n" in unit else _BEGINNINGS[:: 1 if unit in _KNOWN else 3]:
        text = beginning + (unit * (_LENGTH // len(unit) + 1))[:_LENGTH]
        for template in read_prompt("note.prompt.md", text).templates:
            structure = structure_of(template, sentences_of(template))
            found = read_structure(structure)
            shown_outputs(structure)
            assert all(each.sentence.span.end <= len(text) for each in found)


@pytest.mark.parametrize("mark", ["-", "#", "*", ">", "=", "- ", "👉"])
def test_a_row_of_marks_in_a_demonstration_is_read(mark: str) -> None:
    said = f"Question: What is it?\n{mark * 60}x\nAnswer: A cat.\n{mark * 60}\n\n"
    for template in read_prompt("note.prompt.md", f"Answer in one sentence.\n\n{said * 3}").templates:
        structure = structure_of(template, sentences_of(template))
        assert any("sentences" in each.constraint.source() for each in read_structure(structure))
        shown_outputs(structure)
