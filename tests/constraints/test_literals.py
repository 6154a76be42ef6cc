"""Phrases that stand in the response as they are written: codes, marks, names of parts."""

import pytest

from tests.constraints.test_readings import sources
from tests.criteria.prompts import criteria_from


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ('Mention the code "SPRING5".', 'contains(response, "SPRING5")'),
        ('Include the slogan "Read on".', 'contains(response, "Read on")'),
        ('Avoid the symbol "%".', 'not contains(response, "%")'),
        ('No "&" signs.', 'not contains(response, "&")'),
        ('No "Note:" prefix.', 'not contains(response, "Note:")'),
        ("A file named 'main.py' should ALWAYS be included.", 'contains(response, "main.py")'),
        ('The last sentence should read "Come soon".', 'ends_with(last_sentence(response), "Come soon")'),
    ],
)
def test_what_is_to_stand_there_as_it_is_written(sentence: str, expected: str) -> None:
    assert expected in sources(f"Write the newsletter of the shop anew.\n\n{sentence}\n")


@pytest.mark.parametrize(
    "sentence",
    [
        "Use hashtags such as #reading.",
        "Do not write '#' before any name.",
        "Give the verdict as <verdict>yes</verdict> or <verdict>no</verdict>.",
        "The link https://example.org/a is broken.",
    ],
)
def test_what_is_only_an_example_a_mark_around_it_or_beside_something_is_not_asked(sentence: str) -> None:
    assert not any("contains" in each for each in sources(f"Write the newsletter of the shop anew.\n\n{sentence}\n"))


def test_a_section_need_not_say_its_title() -> None:
    text = 'Write the newsletter of the shop anew. A section named "Sources" must be present.'
    assert sources(text) == ['has_section(response, "Sources")']


def test_a_part_that_a_sentence_begins_with_in_quotation_marks_is_what_it_speaks_of() -> None:
    text = "Rules:\n\n- The 'Costs' should be a bullet list.\n\nAnswer in this format:\n\n## Aim\n\n## Costs\n"
    assert 'has_bullets(section(response, "Costs"))' in sources(text)


@pytest.mark.parametrize(
    "sentence",
    [
        "Propose a thought-provoking question.",
        "Produce a question whose answer is in the text.",
        "Rewrite the statement as a question.",
        "Turn it into a question.",
    ],
)
def test_what_is_to_be_a_question_has_one(sentence: str) -> None:
    assert sources(f"{sentence}\n\nText: {{text}}\n") == ["has_question(response)"]


@pytest.mark.parametrize(
    "sentence",
    [
        "This JSON will be automatically parsed, so keep to the format.",
        "Ensure that the output is parseable.",
        "Double-check that the JSON is well-formed.",
        "Your reply is parsed by a program.",
        "The output must be machine-readable.",
        "Use double quotes for all keys.",
        "Escape all quotes.",
        "Close all brackets.",
        "no comments (//)",
        "No trailing commas.",
    ],
)
def test_json_is_to_parse(sentence: str) -> None:
    found = criteria_from(f'Return a JSON object with the keys "name" and "age".\n\n{sentence}\n')
    own = [each.constraint.source() for each in found if each.constraint is not None and each.sentence.text in sentence]
    assert "has_json(response)" in own


def test_what_else_is_parsed_is_not_the_response() -> None:
    lead = 'Return a JSON object with the keys "name" and "born".\n\n'
    found = criteria_from(f'{lead}The file was parsed by a program. The "born" must be parseable as a date.\n')
    own = [each for each in found if "parse" in each.sentence.text and each.constraint is not None]
    assert all("has_json" not in each.constraint.source() for each in own if each.constraint is not None)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("When finished, output {end_marker}", ['ends_with(response, str(example["end_marker"]))']),
        ("End your list with the {stop_token}.", ['ends_with(response, str(example["stop_token"]))']),
        ("At the end, add {topic}.", []),
        ("If there is no bird, output {end_marker}.", []),
    ],
)
def test_what_a_program_reads_at_the_end_stands_there(sentence: str, expected: list[str]) -> None:
    assert [each for each in sources(f"List the birds of the text.\n\n{sentence}\n") if "ends_with" in each] == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Put your text into <rows>...</rows> XML tags.", ["rows"]),
        ("Output must be inside <rows>…</rows>.", ["rows"]),
        ("Write the plan between <plan>...</plan> and the list between <rows>[your rows]</rows>.", ["plan", "rows"]),
        ("Do not use <b>...</b> tags.", []),
        ("The text is given in <rows>...</rows> tags.", []),
    ],
)
def test_both_tags_of_an_element_are_one_thing(sentence: str, expected: list[str]) -> None:
    assert list(dict.fromkeys(sources(sentence))) == [f'bool(tags_of(response, "{name}"))' for name in expected]


@pytest.mark.parametrize(
    "sentence",
    [
        "Never start responses with headings or bullet points.",
        "Do not end your answer with a table.",
        "Do not start each section with a heading.",
        "Never start with an emoji.",
    ],
)
def test_what_is_ruled_out_at_an_edge_may_stand_elsewhere(sentence: str) -> None:
    assert sources(sentence) == []


def test_openings_that_are_ruled_out_by_examples_may_stand_elsewhere() -> None:
    assert 'not any(starts_with(response, phrase) for phrase in ["Sure thing", "Well now"])' in sources(
        'Do not start with preambles like "Sure thing" or "Well now".'
    )


def test_comments_in_json_are_not_looked_for_by_their_mark() -> None:
    assert set(sources('Return JSON. Do not add comments using "//" or "#" in the output.')) == {"has_json(response)"}


def test_what_one_key_may_say_instead_is_no_answer_of_the_whole() -> None:
    text = (
        "Return a JSON object with these fields:\n- answer: The answer. If you cannot answer it, the answer is 'N/A'.\n"
    )
    assert not [each for each in sources(text) if each.startswith("is_one_of")]
    text = 'Take "a" or "b" when nothing is sure.\n\nReturn a JSON object with the keys "c" and "d".\n'
    assert not [each for each in sources(text) if each.startswith("is_one_of")]
