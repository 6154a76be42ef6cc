"""The form of the whole response."""

import pytest

from spade_core.constraints.reader import read_structure
from spade_core.deltas import segment
from spade_core.prompt_files.template import Dialect, PromptTemplate, TemplatePart
from spade_core.structure import structure_of
from spade_core.text import SourceMap


@pytest.mark.parametrize(
    ("sentence", "is_form"),
    [
        ("Do not output anything else.", True),
        ("Never write anything before or after the answer.", True),
        ("Do not mention anything related to race or any other attribute.", False),
        ("Do not say anything about the price.", False),
        ("No words or comments are needed.", True),
        ("No other text should be included.", True),
        ("Refrain from adding any remarks.", True),
        ("No comments are required in the code.", False),
        ("No explanation is needed for well-known terms.", False),
    ],
)
def test_nothing_beside_the_answer_is_another_thing_than_content_that_must_not_be_there(
    sentence: str, *, is_form: bool
) -> None:
    part = TemplatePart(None, sentence, SourceMap.identity(len(sentence)))
    template = PromptTemplate("", Dialect.FSTRING, (part,), ())
    found = read_structure(structure_of(template, segment(sentence)))
    assert ("no preamble" in " ".join(each.constraint.describe() for each in found)) is is_form
