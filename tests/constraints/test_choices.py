"""Closed lists of choices, however a prompt introduces them, and lists that are none."""

import pytest

from tests.constraints.test_readings import sources


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Categorize the review as positive, negative, or neutral.",
            'contains_any(response, ["positive", "negative", "neutral"])',
        ),
        (
            "Classify the text into one of the categories: sports, politics, tech.",
            'contains_any(response, ["sports", "politics", "tech"])',
        ),
        ("Return 'yes' if it is grounded and 'no' otherwise.", 'contains_any(response, ["yes", "no"])'),
        ("Output True or False.", 'contains_any(response, ["True", "False"])'),
        ('Answer only "true" or "false".', 'is_one_of(response, ["true", "false"])'),
        ("Your answer must be one of A, B, C or D.", 'contains_any(response, ["A", "B", "C", "D"])'),
        (
            'Return JSON with a key `mood` whose value is one of "good", "bad" or "mixed".',
            'all(is_one_of(each, ["good", "bad", "mixed"]) for each in leaves_of(response, "mood"))',
        ),
        (
            "Classify the text into one of the categories in {categories}.",
            'contains_any(response, options_of(example["categories"]))',
        ),
        (
            "Decide whether the claim is SUPPORTED, REFUTED or UNKNOWN.",
            'contains_any(response, ["SUPPORTED", "REFUTED", "UNKNOWN"])',
        ),
        (
            "Sort the ticket.\nChoices: billing, bug, feature request\nAnswer with one choice only.",
            'all(is_one_of(each, ["billing", "bug", "feature request"]) for each in entries_of(response))',
        ),
    ],
)
def test_a_closed_list_is_read(text: str, expected: str) -> None:
    assert expected in sources(text)


@pytest.mark.parametrize(
    "text",
    [
        "Write a poem or a story.",
        "Rate how clear, brief and kind the answer is.",
        "Use lists or tables where they help.",
        "Choose from a rich set of words, and vary them.",
        "Answer in exactly 6 points of this format:\n* Point one.\n* Point two.",
    ],
)
def test_a_list_that_is_no_choice_is_left_alone(text: str) -> None:
    assert not [source for source in sources(text) if "is_one_of" in source or "contains_any" in source]


def test_the_head_of_a_table_gives_no_choices() -> None:
    text = "Write the minutes like this:\n\n```markdown\n# Actions\n| No. | Task | Owner |\n\n# Notes\n- [a note]\n```"
    assert not [each for each in sources(text) if "is_one_of" in each]


def test_answers_of_cases_of_which_several_may_stand_are_not_one_choice() -> None:
    text = (
        'Name the steps to take, as a comma-separated list. If it is cold, output "HEAT". If it is wet, output "DRY". '
        "Nothing else.\n"
    )
    assert not [each for each in sources(text) if each.startswith("is_one_of")]
