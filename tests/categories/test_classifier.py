import pytest

from spade_core.categories import Category, classify
from tests.categories.labelled_deltas import delta_of


def categories(previous: str, current: str) -> set[Category]:
    return set(classify(delta_of(previous, current)).categories)


BASE = "Write a note about {movie_name}."


@pytest.mark.parametrize(
    ("added", "category"),
    [
        ("Keep the note under 100 words.", Category.QUANTITY),
        ("Avoid spoilers.", Category.EXCLUSION),
        ("Mention any awards.", Category.INCLUSION),
        ("Maintain a friendly, positive tone.", Category.QUALITATIVE),
        ("Return the note as a JSON object.", Category.RESPONSE_FORMAT),
        ("First, analyze the viewing history.", Category.WORKFLOW_DESCRIPTION),
        ("{reviews}", Category.DATA_INTEGRATION),
    ],
)
def test_one_added_sentence_gives_its_category(added: str, category: Category) -> None:
    assert categories(BASE, f"{BASE}\n{added}") == {category}


def test_a_reworded_sentence_is_a_clarification() -> None:
    assert categories("Discuss why the movie fits.", "Explain why the movie fits.") == {Category.PROMPT_CLARIFICATION}
