"""Of which part of the response a clause says something."""

import pytest

from tests.constraints.test_readings import sources

_JSON = 'Return a JSON array of objects with the keys "remark" and "line".\n'
_MAIL = "Write a mail about the move.\n"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (
            f'{_JSON}Remarks must not begin with "Please".',
            'all(not starts_with(each, "Please") for each in leaves_of(response, "remark"))',
        ),
        (
            f"{_JSON}Remarks are at most 80 characters.",
            'all(characters(each) <= 80 for each in leaves_of(response, "remark"))',
        ),
        (
            f'{_MAIL}Open with one line that starts with "State:" and says in at most 15 words where we are.',
            'starts_with(first_line(response), "State:")',
        ),
        (
            f'{_MAIL}Open with one line that starts with "State:" and says in at most 15 words where we are.',
            "words(first_line(response)) <= 15",
        ),
        (f'{_MAIL}Close with a sentence that contains the word "soon".', 'contains(last_sentence(response), "soon")'),
        (
            f'{_MAIL}Close with a line that reads "Mood: good" or "Mood: bad".',
            'is_one_of(last_line(response), ["Mood: good", "Mood: bad"])',
        ),
    ],
)
def test_it_is_said_of_that_part(text: str, source: str) -> None:
    """A plural of a key, or a line at the beginning or the end."""
    assert source in sources(text)


@pytest.mark.parametrize(
    "text",
    [
        "Translate the texts below.\n- Strings under menu.* must not be longer than 12 characters.",
        "Write a press release on the fair. Subheads should not contain colons.",
        "Answer the visitor. Tickets must not contain emojis.",
        'Write up the case. The remedy must not contain the word "always".',
    ],
)
def test_what_is_said_of_an_unknown_part_is_asked_of_nothing(text: str) -> None:
    """Nothing of the response is known by this name, so a judge is asked."""
    assert sources(text) == []
