"""The normal form of a text."""

import pytest

from spade_core.categories import classify
from tests.categories.labelled_deltas import delta_of


@pytest.mark.parametrize("mark", ["⟦", "⟧", "⟪0⟫", "⟦7⟧", "⟪", "⟦x⟧"])
def test_the_marks_of_the_normal_form_are_ordinary_characters_in_a_prompt(mark: str) -> None:
    classify(
        delta_of(f"Write {mark} as a summary with the words {mark}.", f"Write {mark} as a summary with names {mark}.")
    )
