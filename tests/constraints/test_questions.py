"""What a judge is asked: whole questions, and none about lines that ask nothing."""

import pytest

from spade_core.constraints import Judgement
from tests.criteria.prompts import criteria_from


def judged(text: str) -> list[Judgement]:
    """Return what a judge is asked about a prompt."""
    return [each.constraint for each in criteria_from(text) if isinstance(each.constraint, Judgement)]


def test_a_sentence_that_leans_on_the_one_before_takes_it_along() -> None:
    asked = judged("Add a caption that fits the photo. It should sound like the painter. Otherwise, name the place.")
    assert [(each.words, each.after) for each in asked] == [
        ("Add a caption that fits the photo.", ""),
        ("It should sound like the painter.", "Add a caption that fits the photo."),
        ("Otherwise, name the place.", "Add a caption that fits the photo. It should sound like the painter."),
    ]


def test_a_sentence_of_another_paragraph_is_not_taken_along() -> None:
    asked = judged("Add a caption that fits the photo.\n\nIt should sound like the painter.")
    assert [each.after for each in asked] == ["", ""]


def test_what_goes_on_an_item_says_which() -> None:
    asked = judged("Rules for the letter:\n- greeting: Greet the reader warmly. Do not shout.\n- end: Close with care.")
    assert [(each.words, each.label) for each in asked][1] == ("Do not shout.", "greeting")


def test_a_definition_is_gone_by_and_an_instruction_is_kept() -> None:
    text = "Rate the letter:\n- warmth: How kind the letter sounds to its reader\n- Be fair to the one who wrote it"
    assert [each.is_definition for each in judged(text)] == [True, False]
    assert "go by this definition" in judged(text)[0].question


@pytest.mark.parametrize(
    "text",
    [
        "Focus on capturing:\n- the hopes of the reader who wrote to us",
        "If the letter is late, report back with:\n- the reason that the sender gave for it",
        "Describe a garden that:\n- smells of roses in the summer and of apples in the autumn",
    ],
)
def test_a_line_that_its_list_completes_is_asked_with_the_items_alone(text: str) -> None:
    [asked] = judged(text)
    assert not asked.words.endswith(":")


@pytest.mark.parametrize(
    "text",
    [
        'Rules:\n- Examples: "a red boat", "a blue boat"',
        "Rules:\n- You do not need to answer all the questions.",
        "Never forget our task!",
        "Rules:\n- Otherwise it will crash the reader of the file.",
        "It also holds the following maps of the town:\n\n{maps}",
        "Role: Painter of towns",
        "Rules for colours. For example, consider:\n- Use blue for the rivers of the town.",
        "In addition to the letters, you can use the maps of the town to find your way.",
        "Rules:\n- Everything you say in the letter will be saved for the town.",
        "You have access to these tools:\n- find_town: Find the town and list its rivers",
        "for town in towns(river):\n    return result",
    ],
)
def test_no_judge_is_asked_what_no_response_can_fail(text: str) -> None:
    assert judged(text) == []


def test_an_item_that_begins_with_its_title_as_a_sentence_asks_what_follows_of_it() -> None:
    asked = judged("Your letter has these sections:\n1. Greeting. It should be warm and honest.\n2. Farewell. Be kind.")
    assert [(each.words, each.label) for each in asked] == [
        ("It should be warm and honest.", "Greeting"),
        ("Be kind.", "Farewell"),
    ]


def test_what_is_not_to_be_done_is_asked_with_its_heading() -> None:
    [asked] = judged("DO NOT FLAG:\n- Letters that come twice because the sender did not know of the first one")
    assert asked.lead == "DO NOT FLAG:"


def test_what_stands_below_a_heading_of_definitions_defines() -> None:
    asked = judged(
        "## Definition\nA kind letter is a letter whose main purpose is to help the reader.\n\n## Task\nJudge it."
    )
    assert [each.is_definition for each in asked] == [True, False]


def test_what_is_not_allowed_is_kept_and_no_definition() -> None:
    [asked] = judged("Not allowed:\n- Jokes about the town that the guest of the letter comes from")
    assert not asked.is_definition


def test_what_a_tool_does_that_is_listed_asks_nothing() -> None:
    tools = (
        "The following tools are available:\n- get_weather(city): returns the forecast\n- find(name): finds a note\n"
    )
    assert [each.words for each in judged(f"{tools}\nAnswer kindly.")] == ["Answer kindly."]


def test_an_amount_behind_a_case_is_asked_with_the_case() -> None:
    [first, *_] = [each for each in judged("If it is late: say sorry. 60-90 words.") if "60-90" in each.words]
    assert first.after == "If it is late: say sorry."


def test_what_a_rubric_asks_of_its_input_is_not_asked_of_the_response() -> None:
    asked = judged(
        "Criteria:\n- Fluency (1-5): is it well written?\n- Reach: does it cover all?\n\nJudge the essay kindly."
    )
    assert [each.words for each in asked] == ["Judge the essay kindly."]
