"""Sections that a response may lack, and lists of what each of several things has."""

import pytest

from tests.constraints.test_readings import sources

_FORMAT = "Write the memo in this format:\n\n## Aim\n\n## Costs\n\n## Next Steps\n"


@pytest.mark.parametrize(
    "sentence",
    [
        "Omit sections that are empty.",
        "Skip any section for which there is nothing to say.",
        "If a section has no content, leave it out.",
        "If any section stays empty, remove that section and its heading.",
        "Only include sections that apply.",
        "Include only the sections for which you have facts.",
        "Not every section is needed.",
        "You may adapt the headings to the meeting.",
        "Feel free to change the structure.",
        "Sections without content may be left out.",
        "Use the template as a guide.",
        "Adjust the format as needed.",
    ],
)
def test_sections_of_which_some_may_be_left_out_are_not_demanded(sentence: str) -> None:
    assert sources(f"{sentence}\n\n{_FORMAT}") == []
    assert sources(f"{_FORMAT}\nRemember: {sentence}") == []


@pytest.mark.parametrize(
    "sentence",
    ["Never omit a section.", "Do not skip any section.", "All sections are required.", "Omit other sections."],
)
def test_what_says_to_keep_them_leaves_the_demand(sentence: str) -> None:
    assert 'has_section(response, "Costs")' in sources(f"{sentence}\n\n{_FORMAT}")


@pytest.mark.parametrize(
    "sentence",
    [
        "The Costs section is optional.",
        "Include the Costs section only if money was spent.",
        'Omit the "Costs" section.',
    ],
)
def test_one_section_may_be_left_out(sentence: str) -> None:
    found = sources(f"{sentence}\n\n{_FORMAT}")
    assert ('has_section(response, "Aim")' in found, 'has_section(response, "Costs")' in found) == (True, False)


@pytest.mark.parametrize(
    "said",
    ["(omit if none)", "(leave out where nothing was spent)", "[The costs. If there are none, leave this out.]"],
)
def test_what_a_title_holds_says_that_it_may_be_left_out(said: str) -> None:
    found = sources(f"Write the minutes in this format:\n\n**Aim:** ...\n**Costs:** {said}\n**Next steps:** ...\n")
    assert found
    assert not any("Costs" in source for source in found)


@pytest.mark.parametrize(
    "lead",
    [
        "All cards must have these parts:",
        "Each card contains the following sections:",
        "For every card include:",
        "Return the cards, each with:",
    ],
)
def test_what_each_of_several_things_has_need_not_be_titled(lead: str) -> None:
    assert sources(f"Write flash cards. {lead}\n\n- Front: the question\n- Back: the answer\n- Source: a book\n") == []


def test_fields_of_each_of_several_things_are_there_in_any_form() -> None:
    found = sources("Plan the book. Each chapter should have the fields:\n\n- Name\n- Length\n- Mood\n")
    assert found == [f'has_section(response, "{name}")' for name in ("Name", "Length", "Mood")]


def test_an_amount_of_each_of_several_things_is_not_that_of_the_whole() -> None:
    text = (
        "Write three emails. Each email must contain:\n\n- no more than 50 words\n- exactly two questions\n- a link\n"
    )
    assert sources(text) == ["3 in tallies(response)", "has_link(response)"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Write the code. All of your files should end with '.py'.", []),
        ("Write the code. Each command must begin with 'run'.", []),
        ('Write a talk. Do not say "Speaker".', ["contains"]),
    ],
)
def test_edges_of_other_things_and_phrases_that_are_barred_at_an_edge(text: str, expected: list[str]) -> None:
    found = sources(text)
    assert len(found) == len(expected)
    assert all(name in source for name, source in zip(expected, found, strict=True))


def test_two_ranges_of_one_part_are_asked_of_neither() -> None:
    text = "Write the memo in this format:\n\n## Aim (2-4 sentences)\n\n## Costs\n\nThe aim has 3 to 9 sentences."
    assert not any("sentences(" in source for source in sources(text))


def test_what_a_program_writes_into_a_prompt_is_no_line_of_the_format() -> None:
    text = 'Answer in this format:\n\n${rows.map((row) => `Row ${row.name}: ${row.size} tons`).join(", ")}\n'
    assert sources(text) == []


def test_all_dates_have_the_shape_that_is_told() -> None:
    lead = 'Return JSON with the key "when".'
    asked = 'all(matches_format(each, "YYYY-MM") for each in dates_of(response))'
    assert asked in sources(f'{lead} Write all dates as "YYYY-MM".')


def test_what_explains_the_values_of_a_key_names_no_keys() -> None:
    explained = '"bird": has wings\n"fish": lives in water\n"ant": crawls'
    found = sources(f'Return JSON: {{"kind": "bird | fish | ant", "name": "..."}}\n\n{explained}')
    assert not any("values(response" in source for source in found)


def test_what_follows_a_case_behind_a_colon_is_of_that_case() -> None:
    text = 'Sum up the news.\n\n- If you find no news: you may say so, then end with exactly "NO NEWS".'
    assert not any("ends_with" in source for source in sources(text))


def test_keywords_without_quotation_marks_are_contained() -> None:
    words = 'contains_all(response, ["hill", "dale", "mill"])'
    assert sources("Write the help page. Use the keywords hill, dale and mill.") == [words]
