"""Two wordings of one wish, and two wishes in nearly one wording."""

import pytest

from spade_core.criteria.rewording import ask_the_same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use a friendly tone in all of your answers.", "Use a friendly tone in all your answers"),
        ("Always mention the order number in the very first line.", "Mention the order numbers in the first line."),
    ],
)
def test_empty_words_and_marks_change_nothing(one: str, other: str) -> None:
    assert ask_the_same(one, other, alike=0.5)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use a friendly, informal tone.", "Use a friendly but professional tone."),
        ("Use a friendly tone.", "Use a friendly, formal tone."),
        ("Do mention the price to every customer.", "Do not mention the price to every customer."),
        ("Mention prices only to customers.", "Mention prices to customers."),
        ("Put prices before dates in the list.", "Put dates before prices in the list."),
    ],
)
def test_one_word_with_a_wish_in_it_makes_another_wish(one: str, other: str) -> None:
    assert not ask_the_same(one, other, alike=0.1)
