"""A comment of the template language asks for nothing: the model never sees it."""

import pytest

from spade_core.criteria.descriptions import statement_of
from spade_core.criteria.extraction import readings_in
from spade_core.criteria.passage import Passage, Surroundings
from spade_core.deltas import segment


def statements(text: str) -> list[str]:
    return [
        statement_of(found.reading)
        for sentence in segment(text)
        for found in readings_in(Passage.of(sentence, Surroundings()), shows_sample=False)
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Keep it {# under 50 words #} within 100 words.", ["The response has at most 100 words."]),
        ("Use {{~! at most 9 words ~}} at least 3 sentences.", ["The response has at least 3 sentences."]),
        ("Use {{!-- at most }} 9 words --}} at least 3 sentences.", ["The response has at least 3 sentences."]),
        ('Do {# not #} mention "Alien".', ['The response contains "Alien".']),
    ],
)
def test_what_a_comment_says_is_not_asked_for(text: str, said: list[str]) -> None:
    assert statements(text) == said


def test_a_judge_is_not_asked_about_a_comment() -> None:
    [statement] = statements("Be friendly {{!-- not }} curt --}} and kind.")
    assert "curt" not in statement


def test_a_comment_over_the_words_leaves_them_to_those_that_stand_under_them() -> None:
    assert "Alien" not in str(statements('Never say: {# "Alien" #}\n- "Predator"'))
