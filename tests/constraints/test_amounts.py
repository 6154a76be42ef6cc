"""Amounts: number, unit and part are read together from an item, its label and what stands above it."""

import pytest

from tests.constraints.test_readings import questions, sources

CARDS = 'Return a JSON array of study cards:\n[{"word": "x", "sense": "y"}]\n\nRules:\n'
QUIZ = 'Return a JSON array:\n[{"topic": "x", "question": "y"}]\n\n'


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (f"{CARDS}- Write at most 12 cards.", "len(entries_of(response)) <= 12"),
        (f"{CARDS}- Generate between 5 and 9 cards.", "5 <= len(entries_of(response)) <= 9"),
        ("Write a post.\n\n## Emojis\n- Only a few (0-2 per post)", "emojis(response) <= 2"),
        ("Write a post.\n\nRules:\n- Hashtags: 2-4 fitting ones", "2 <= hashtags(response) <= 4"),
        ("Write a post.\n\n## Length\n- Target: 80-120 words", "80 <= words(response) <= 120"),
        ("Write a letter that:\n\n- Is no longer than {limit} words", 'words(response) <= int(example["limit"])'),
        (
            'Return JSON: {"gist": "x"}\n\nFields:\n- **Gist**: 2-3 sentences on the aim',
            'all(2 <= sentences(each) <= 3 for each in leaves_of(response, "gist"))',
        ),
        (
            'Return JSON: {"gist": "x", "aim": "y"}\n\nWrite these:\n1. GIST (plain)\n- Under 90 characters\n2. AIM',
            'all(characters(each) <= 89 for each in leaves_of(response, "gist"))',
        ),
        (
            'Return JSON: {"gist": "x", "labels": ["a"]}\n\n## Label Rules\n- Use all lowercase',
            'all(is_lower(each) for each in leaves_of(response, "labels"))',
        ),
        (
            "Write a tale.\nDo not use words like 'alas,' 'woe' or 'fie'.",
            'contains_none(response, ["alas", "woe", "fie"])',
        ),
        ("Return JSON.\nDo not output anything except the JSON.", "only_json(response)"),
        ("Write a news item on the harbour.\n- Keep total length under 90 words.", "words(response) <= 89"),
        ("Your task is to write a single paragraph on the trip in {limit} words or less.", "paragraphs(response) == 1"),
        ("Summarize the letter.\nFormat: Single paragraph", "paragraphs(response) == 1"),
        (
            f"{QUIZ}Using only the leaflet, write 3 to 6 multiple-choice questions.",
            "3 <= len(entries_of(response)) <= 6",
        ),
    ],
)
def test_reads_an_amount_from_all_that_says_it(text: str, source: str) -> None:
    assert source in sources(text)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("Write a letter with:\n- a date\n- 2 paragraphs telling of the trip", "2 <= paragraphs(response)"),
        ("Write the title. It must be in Title Case.", "has_title(response)"),
        ("Write a post on the fair.\n- End with one sentence on where to go.", "sentences(response) == 1"),
        ("The first character of each line must be '>'", "response.strip().startswith"),
        ("Write a post on the fair.\n- End with a wish or question", "ends_with_question(response)"),
        ("Use lists and tables where appropriate", "has_table(response)"),
    ],
)
def test_leaves_what_is_said_of_another_alone(text: str, source: str) -> None:
    assert not [each for each in sources(text) if each.startswith(source.split()[0]) or source in each]


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("Write a title. It must be in Title Case.", "is_title_case(response)"),
        (
            'Return JSON: {"marks": ["a"]}\n- marks must be kebab-case strings',
            'all(in_case(each, "kebab-case") for each in leaves_of(response, "marks"))',
        ),
        (
            'Return JSON: {"marks": ["a"]}\n\nRules:\n- Keys: snake_case.',
            'all(in_case(each, "snake_case") for each in all_keys_of(response))',
        ),
        ("Write a note. Do not include emails, phone numbers, or ids.", "not has_phone_number(response)"),
        ("Write a letter with:\n- a warm greeting\n- thanks", "has_greeting(response)"),
        ("Do not use words like: utilize, leverage.", 'contains_none(response, ["utilize", "leverage"])'),
        ('Avoid repeating facts, and idle words like "very" or "so".', 'contains_none(response, ["very", "so"])'),
        ("· Use at most 3 bullets", "points(response) <= 3"),
        ('Write a script. End with this call to action: "Come again."', 'ends_with(response, "Come again.")'),
        (
            'Return JSON: {"kind": "x", "aim": "y"}\n\nRules:\n- Kind should be one of: bread, cake, rolls',
            'all(is_one_of(each, ["bread", "cake", "rolls"]) for each in leaves_of(response, "kind"))',
        ),
        ('Write a note (no jokes) and include "Best wishes".', 'contains(response, "Best wishes")'),
        (
            "Generate 8 slogans.\n\nRules:\n- Under 40 characters",
            "all(characters(each) <= 39 for each in entries_of(response))",
        ),
        ("Write a card. Must mention {shop_name} once", 'contains(response, str(example["shop_name"]))'),
        ("Return JSON.\n\nBefore returning, check:\n- Valid JSON format", "has_json(response)"),
    ],
)
def test_reads_styles_and_places(text: str, source: str) -> None:
    assert source in sources(text)


@pytest.mark.parametrize(
    "text",
    [
        "YOUR REPLY MUST BE PURELY TECHNICAL OR LEGAL WORDING",
        "Never echo or repeat the [CONTEXT] in your reply.",
        "All tables and code blocks must name their source.",
        "# The pitch\nWrite a pitch (80 words).\n# The gaps\nDescribe the gaps.",
        "Write a list of rules. Avoid all caps.",
        'Write 3 "plain" letters.\n\nRules:\n- **Length:** 80-120 words',
        "Write a post.\n\n1. Hook (1-2 lines)\n2. Story",
        "Do the following tasks:\n- Provide 3-5 lessons\n- Summarize the talk in 2 paragraphs",
        "Write a guide to the log. Use conventional commits as an example of style.",
        "Mention what the walks between the {town_name} and the sea have in common.",
        "Mention the prizes won at the {fair_name} so far.",
    ],
)
def test_leaves_what_is_not_sure_to_a_judge(text: str) -> None:
    assert sources(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "You write letters for a bakery.",
        "It is designed to read long papers.",
        "Double check that it is valid.",
        "Use this history to understand what is wanted.",
        "## Audience\n- Bakers",
    ],
)
def test_asks_nothing_where_nothing_is_asked(text: str) -> None:
    assert sources(text) == questions(text) == []


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Choose hashtags that are popular.", "Choose hashtags that are popular."),
        ("Consider adding a short example.", "Consider adding a short example."),
        ("Before returning, verify:\n- Claims are specific", "Claims are specific"),
        ('No idle words like "very".', 'No idle words like "very".'),
    ],
)
def test_asks_a_judge_of_what_is_about_the_response(text: str, question: str) -> None:
    assert question in questions(text)


def test_asks_a_judge_for_a_part_whose_amount_it_reads() -> None:
    text = 'Return JSON: {"gist": "x"}\n\nFields:\n- **Gist**: 2-3 sentences on the aim'

    assert "2-3 sentences on the aim" in questions(text)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Limit yourself to 3 sentences.", ["sentences(response) <= 3"]),
        ("Please restrict yourself to 100 words.", ["words(response) <= 100"]),
        ("Limit yourself to one paragraph.", ["paragraphs(response) == 1"]),
        ("Limit yourself to facts.", []),
    ],
)
def test_what_the_model_limits_itself_to_is_the_length_of_the_response(sentence: str, expected: list[str]) -> None:
    assert sources(f"Answer the question about the plan of the house.\n\n{sentence}\n") == expected


@pytest.mark.parametrize(
    "text",
    [
        "Sum it up in one sentence, then name the steps as bullets.",
        "Sum it up in one sentence and list the steps.",
        "First give the answer, then explain it in one sentence.",
        "Write a headline, followed by a paragraph of 3 sentences.",
    ],
)
def test_an_amount_of_what_more_follows_is_none_of_the_whole(text: str) -> None:
    assert not [each for each in sources(text) if each.startswith("sentences(response)")]
    assert sources("Answer in two sentences, then stop.") == ["sentences(response) == 2"]


def test_the_title_beside_other_parts_is_not_the_whole() -> None:
    rules = "- The title has at most 8 words.\n- Write the title and section headings in sentence case.\n"
    assert "words(response) <= 8" not in sources(f"You write notes of meetings.\n\nRules:\n{rules}")
    assert "words(response) <= 8" in sources("Write a title for {note}.\n\nThe title has at most 8 words.\n")
