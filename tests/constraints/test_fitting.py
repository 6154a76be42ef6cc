"""Lengths in words only: one check, whose bound comes from labels."""

import pytest

from spade_core.constraints.fitting import Wish, fitted_to, wish_of
from spade_core.constraints.judgement import Judgement

SHORT, LONG = [50, 55, 60, 62, 64, 66, 70, 75, 80, 90], [70, 120, 130, 140, 150, 160, 170, 180, 190, 200]


def test_the_bound_catches_the_most_bad_ones_within_tau() -> None:
    fitted = fitted_to(Wish.SHORT, SHORT, LONG, tau=0.1)
    assert fitted is not None
    assert (fitted.source(), fitted.cut.good, fitted.cut.bad) == ("words(response) <= 105", 10, 10)
    assert fitted.cut.caught == 9


def test_a_wish_for_length_gives_a_lower_bound() -> None:
    fitted = fitted_to(Wish.LONG, LONG, SHORT, tau=0.1)
    assert fitted is not None
    assert fitted.source() == "words(response) >= 105"


def test_with_few_labels_or_lengths_that_tell_nothing_apart_there_is_none() -> None:
    assert fitted_to(Wish.SHORT, SHORT[:9], LONG, tau=0.25) is None
    assert fitted_to(Wish.SHORT, SHORT, SHORT, tau=0.05) is None
    assert fitted_to(Wish.SHORT, LONG, SHORT, tau=0.05) is None


def test_it_says_what_it_was_fitted_on_and_keeps_its_name_when_it_is_fitted_anew() -> None:
    one, other = fitted_to(Wish.SHORT, SHORT, LONG, tau=0.1), fitted_to(Wish.SHORT, SHORT * 2, LONG, tau=0.3)
    assert one is not None
    assert other is not None
    assert "fitted on 10 good and 10 bad labels" in one.describe()
    assert one.named == other.named


@pytest.mark.parametrize(
    ("words", "wish"),
    [
        ("Be concise.", Wish.SHORT),
        ("Keep it brief and friendly.", Wish.SHORT),
        ("Write a short summary.", Wish.SHORT),
        ("The response should be detailed.", Wish.LONG),
        ("Answer briefly.", Wish.SHORT),
        ("Each title is short.", None),
        ("A detailed transcript is given below.", None),
        ("If the user is new, be brief.", None),
        ("Use short paragraphs.", None),
        ("Be kind.", None),
    ],
)
def test_only_a_length_of_the_whole_response_is_fitted(words: str, wish: Wish | None) -> None:
    assert wish_of(Judgement(words)) is wish
