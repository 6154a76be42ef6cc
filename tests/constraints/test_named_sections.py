"""Amounts of sections that the prompt names, and lengths beside other traits of the response."""

import pytest

from tests.constraints.test_readings import sources

_TWO = "# STEPS\n\n- List the ideas in a section called IDEAS.\n- List what follows in a section called NEXT STEPS.\n"


@pytest.mark.parametrize(
    ("step", "source"),
    [
        (
            "Extract 20 to 50 of the most striking, odd, and/or useful facts in a section called FACTS:.",
            '20 <= entries(section(response, "FACTS")) <= 50',
        ),
        ("Extract up to 5 tips into a section called QUOTES.", 'entries(section(response, "QUOTES")) <= 5'),
        ("Evaluate the harvest in a section called HARVEST.", 'has_section(response, "HARVEST")'),
        ("This goes in a section called LABELS:.", 'has_section(response, "LABELS")'),
        ("List it in fewer than 16 words in a subsection called CLAIM:.", 'words(section(response, "CLAIM")) <= 15'),
        (
            "Write the IDEAS bullets as exactly 16 words.",
            'all(words(each) == 16 for each in items_of(section(response, "IDEAS")))',
        ),
        (
            "Write the NEXT STEPS bullets as exactly 20 words each.",
            'all(words(each) == 20 for each in items_of(section(response, "NEXT STEPS")))',
        ),
        ("Write NEXT STEPS as 2-3 sentences.", '2 <= sentences(section(response, "NEXT STEPS")) <= 3'),
        (
            "In a section called ADVICE, give a bulleted list of 15-word tips on how they can mend it.",
            'all(13 <= words(each) <= 17 for each in entries_of(section(response, "ADVICE")))',
        ),
    ],
)
def test_an_amount_is_that_of_the_section_that_is_named(step: str, source: str) -> None:
    found = sources(f"{_TWO}- {step}\n")
    assert source in found
    assert not any(each.startswith(("words(response)", "sentences(response)")) for each in found)


@pytest.mark.parametrize(
    "step",
    [
        "Create a team of 11 AI agents that will find the facts for a section called FACTS.",
        "In a section called QUESTIONS, create a list of 15-25-word questions.",
    ],
)
def test_other_amounts_beside_a_section_are_not_those_of_its_entries(step: str) -> None:
    assert not any("entries(section(" in each for each in sources(f"{_TWO}- {step}\n"))


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("Write a post. Strictly up to 280 characters.", "characters(response) <= 280"),
        ("Write a post. Absolutely no more than 280 characters.", "characters(response) <= 280"),
        ("Write a post. Hard limit 280 characters.", "characters(response) <= 280"),
        (
            "Your reply must be in English, without commas, and in 20 to 30 sentences.",
            "20 <= sentences(response) <= 30",
        ),
        (
            "Ensure all bullets have words, and none are over 16 words.",
            "all(words(each) <= 16 for each in items_of(response))",
        ),
    ],
)
def test_a_length_is_read_beside_what_presses_it_and_other_traits(text: str, source: str) -> None:
    assert source in sources(text)


def test_the_length_of_what_a_text_has_is_not_its_own() -> None:
    assert sources("Write a report with a summary in 3 sentences.") == []


@pytest.mark.parametrize(
    "text",
    [
        "NEVER extract any of the following:\n- Pronouns (I, you)\n- Clauses (what it is)\n- Kin (mother)",
        "# Workflow\n\n### Process Structure\n1. **Entry**: start\n2. **Work**: tasks\n3. **Exit**: clean up",
        "The sketches carry labels and may include:\n\nArmor and attire\n\nSwords, banners\n\nTowers (walls, gates)",
        "### Shapes\n- **Circles** - unity\n- **Squares** - ground\n- **Stars** - light",
    ],
)
def test_what_is_listed_of_something_else_is_no_section(text: str) -> None:
    assert not any(each.startswith("has_section(") for each in sources(f"Draw up the text.\n\n{text}\n"))


def test_a_name_in_capitals_goes_on_behind_and() -> None:
    text = f"{_TWO}- Put the role into a section called IDENTITY and PURPOSE.\n"
    assert 'has_section(response, "IDENTITY and PURPOSE")' in sources(text)


def test_what_is_marked_as_duplicates_is_no_entry_of_the_response() -> None:
    assert not any("unique" in each for each in sources("List the facts. Never mark facts that differ as duplicates."))


def test_all_keys_of_a_long_list_are_one_demand() -> None:
    keys = [f"key_{number}" for number in range(60)]
    listed = "".join(f"- `{key}`: the value of {key}\n" for key in keys)
    lists = {each for each in sources(f"Return JSON with these keys:\n\n{listed}") if each.startswith("has_keys(")}
    assert [each.count('"key_') for each in lists] == [60]


_HEADINGS = (
    "# Plan of the House (PH) Document Structure\n\n"
    "## Section 1: Aim\n- Say why.\n\n## Section 2: Costs\n- List them, in tabular format.\n"
)


def test_sections_that_are_numbered_by_the_word_are_read_by_their_names() -> None:
    found = sources(_HEADINGS)
    assert {'has_section(response, "Aim")', 'has_section(response, "Costs")', "has_table(response)"} <= set(found)
    assert found.count('has_section(response, "Aim")') == 2  # of the heading and its own


def test_labels_below_what_is_to_have_information_are_a_form() -> None:
    labels = (
        "Past:\nFlaws:\nGoals:\nHabits:\nFears:\nFriends:\nWhat they like:\nWhat they eat:\nTheir home:\nTheir work:\n"
    )
    text = f"# STEPS\n\n- Create a hero.\n- Ensure the hero has all the following information.\n\n{labels}"
    assert {'has_section(response, "Habits")', 'has_section(response, "Fears")'} <= set(sources(text))


def test_traits_of_persons_are_no_length() -> None:
    assert not any("characters(" in each for each in sources("List 10-20 character flaws of the heroes."))


def test_of_two_marks_in_a_row_both_are_ruled_out() -> None:
    found = sources("Write Markdown. Do not use bold or italics formatting in the markdown.")
    assert {"not has_bold(response)", "not has_italics(response)"} <= set(found)
