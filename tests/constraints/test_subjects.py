"""Of which part of the response a clause says something."""

import pytest

from tests.constraints.test_readings import sources

_JSON = 'Return a JSON array of objects with the keys "remark" and "line".\n'
_PLACES = 'Return JSON with the keys "room" and "kind".'
_REPORT = "Your report has exactly these headings: Overview, Details, Next steps. "


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
            "Return a JSON array of strings. Each search term must have at most 3 words.",
            "all(words(each) <= 3 for each in entries_of(response))",
        ),
        ("The entire synthesis should be written without bullet points.", "not has_bullets(response)"),
        ("Produce exactly {n} questions the user might ask next.", 'questions(response) == int(example["n"])'),
        (
            'Return JSON: {"room_kind": "...", "town": "..."}\nThe kind must be at most 2 words.',
            'all(words(each) <= 2 for each in leaves_of(response, "room_kind"))',
        ),
        (
            "You will write a question for a poll.\n* The question is at most 80 characters long.",
            "characters(response) <= 80",
        ),
        (
            "Your task is to create a mnemonic about the notes. The mnemonic must be at most 9 words.",
            "words(response) <= 9",
        ),
        (f"{_REPORT}The overview is a single paragraph.", 'paragraphs(section(response, "Overview")) == 1'),
        (f"{_REPORT}Details: max. 5 bullets.", 'points(section(response, "Details")) <= 5'),
    ],
)
def test_it_is_said_of_that_part(text: str, source: str) -> None:
    assert source in sources(text)


@pytest.mark.parametrize(
    "text",
    [
        "Translate the texts below.\n- Strings under menu.* must not be longer than 12 characters.",
        "Write a press release on the fair. Subheads should not contain colons.",
        "Answer the visitor. Tickets must not contain emojis.",
        "Write a press release on the fair. Quotes must not exceed 30 words.",
        "Write a slogan. Do not end it with an emoji.",
        'Write up the case. The remedy must not contain the word "always".',
    ],
)
def test_what_is_said_of_an_unknown_part_is_asked_of_nothing(text: str) -> None:
    """Nothing of the response is known by this name, so a judge is asked."""
    assert sources(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Grade the essay. On the last line, output only a number from 1 to 5.",
            "number_between(last_line(response), 1, 5)",
        ),
        ('Your last line must be either "PASS" or "FAIL".', 'is_one_of(last_line(response), ["PASS", "FAIL"])'),
        ('Your last line must contain either "PASS" or "FAIL".', 'contains_any(last_line(response), ["PASS", "FAIL"])'),
        ('Include either the word "yes" or the word "no".', 'contains_any(response, ["yes", "no"])'),
        ('Never use the word "yes" or the word "no".', 'contains_none(response, ["yes", "no"])'),
        (
            "Classify the intent into the following three types according to the query: buy, return, ask.",
            'contains_any(response, ["buy", "return", "ask"])',
        ),
        ('Put the claim into one of:\n- "a" - clear\n- "b" - vague', 'contains_any(response, ["a", "b"])'),
        ("Return a JSON object with an optional note.", "has_json(response)"),
    ],
)
def test_what_is_said_of_a_line_or_of_one_of_several_is_asked_of_that(text: str, expected: str) -> None:
    assert expected in sources(text)
    assert not [each for each in sources(text) if each.startswith(("is_number(response", "contains(response"))]


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("Write a blog post. For the title, use at most 9 words.", "words(title(response)) <= 9"),
        ("Write a blog post. For the title: use at most 9 words.", "words(title(response)) <= 9"),
        (f"{_JSON}For remark, use at most 9 words.", 'all(words(each) <= 9 for each in leaves_of(response, "remark"))'),
        (
            f'{_JSON}For the "remark" field, use at most 9 words.',
            'all(words(each) <= 9 for each in leaves_of(response, "remark"))',
        ),
        (f"{_REPORT}For the overview, use 3 sentences.", 'sentences(section(response, "Overview")) == 3'),
    ],
)
def test_what_an_instruction_is_said_to_be_for_is_the_part_that_it_is_about(text: str, source: str) -> None:
    assert source in sources(text)


@pytest.mark.parametrize("part", ["introduction", "closing chapter", "recipe"])
def test_an_amount_for_a_part_that_is_not_known_is_none_of_the_whole(part: str) -> None:
    assert not any("words(" in each for each in sources(f"Write a blog post. For the {part}, use at most 9 words."))


@pytest.mark.parametrize(
    "led", ["this task", "the user", "readability", "your answer", "the given text", "the whole post"]
)
def test_what_else_an_instruction_is_for_is_no_part(led: str) -> None:
    assert "words(response) <= 90" in sources(f"Write a blog post. For {led}, use at most 90 words.")


@pytest.mark.parametrize(
    "joined",
    ["and a list of steps", ", three sections with headings, and a conclusion", "followed by a table"],
)
def test_an_amount_in_brackets_beside_other_things_is_none_of_the_whole(joined: str) -> None:
    assert not any("words(" in each for each in sources(f"Write an intro (max 50 words) {joined}."))
    assert "words(response) <= 50" in sources("Write an intro (max 50 words).")


@pytest.mark.parametrize(
    "text",
    [
        "Summarize each review in one sentence. Then write an overall conclusion of 2 sentences.",
        "Give the verdict. Also write an explanation of 2 sentences.",
    ],
)
def test_an_amount_of_what_is_added_is_none_of_the_whole(text: str) -> None:
    assert not any("sentences(" in each for each in sources(text))


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("Do not write more than one sentence per line.", "all(sentences(each) <= 1 for each in lines_of(response))"),
        ("Write one sentence per line.", 'separated_by(response, "\\n")'),
    ],
)
def test_one_per_line_is_how_they_stand_and_at_most_one_is_an_amount(text: str, source: str) -> None:
    assert source in sources(text)


def test_what_is_quoted_is_in_quotation_marks_and_not_the_response() -> None:
    text = "Quote one sentence of the text word for word, in double quotation marks."
    assert not any("wrapped_in(" in each for each in sources(text))
    assert "wrapped_in(response, '\"')" in sources("Your whole answer must be in double quotation marks.")


def test_an_amount_in_brackets_behind_a_key_is_that_of_what_stands_there() -> None:
    found = sources("Return JSON with `note` (a string, at most 50 words) and `tags` (3 to 5 strings).")
    assert 'all(words(each) <= 50 for each in leaves_of(response, "note"))' in found
    assert 'all(3 <= len(each) <= 5 for each in lists_of(response, "tags"))' in found


def test_two_subjects_of_a_sentence_have_amounts_of_their_own() -> None:
    found = sources("The subject line must have at most 60 characters, and the body must not exceed 150 words.")
    assert found == ['all(characters(each) <= 60 for each in labelled_all(response, "Subject"))']


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Skip the preamble and start with the answer.", ["no_preamble(response)"]),
        ("No preamble or explanation.", ["no_preamble(response) and no_closing(response)"]),
        ("Write all keys in lowercase.", []),
    ],
)
def test_what_is_said_of_a_part_is_asked_of_no_more(text: str, expected: list[str]) -> None:
    assert sources(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Translate the note into Spanish, German and Japanese.",
        "Rate the poem. Then write feedback of 2-3 paragraphs.",
    ],
)
def test_one_of_several_things_is_not_the_whole(text: str) -> None:
    assert sources(text) == []


def test_questions_in_json_are_not_counted_by_their_marks() -> None:
    assert not [each for each in sources("Create a JSON array. Generate 5 questions.") if "questions(" in each]
