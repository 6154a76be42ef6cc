import pytest

from spade_core.criteria.readings import FieldQuantity, Place, Quantity, Scope, Unit
from tests.criteria.prompts import checkable, criteria_from


def quantities_in(text: str) -> list[Quantity]:
    return [reading for reading in checkable(text) if isinstance(reading, Quantity)]


@pytest.mark.parametrize(
    ("text", "unit", "lower", "upper"),
    [
        ("Write no more than 100 words.", Unit.WORDS, None, 100),
        ("Use at most one hundred and twenty words.", Unit.WORDS, None, 120),
        ("Keep the note under 100 words.", Unit.WORDS, None, 99),
        ("The reply should be shorter than 50 words.", Unit.WORDS, None, 49),
        ("Ensure it is concise, not exceeding 100 words.", Unit.WORDS, None, 100),
        ("Your answer must not exceed 280 characters.", Unit.CHARACTERS, None, 280),
        ("Do not write more than 3 sentences.", Unit.SENTENCES, None, 3),
        ("Limit your response to 3 paragraphs.", Unit.PARAGRAPHS, None, 3),
        ("Answer in 4 sentences or fewer.", Unit.SENTENCES, None, 4),
        ("Write at least 200 words.", Unit.WORDS, 200, None),
        ("Write a minimum of two paragraphs.", Unit.PARAGRAPHS, 2, None),
        ("Give 5 or more bullet points.", Unit.ITEMS, 5, None),
        ("Write more than 10 lines.", Unit.LINES, 11, None),
        ("Try to identify at least 3-5 key points.", Unit.ITEMS, 3, None),
        ("Keep your summary between 200-400 words.", Unit.WORDS, 200, 400),
        ("Write between three and five sentences.", Unit.SENTENCES, 3, 5),
        ("Give 3 to 5 bullet points.", Unit.ITEMS, 3, 5),
        ("Answer in one or two sentences.", Unit.SENTENCES, 1, 2),
        ("Use exactly three paragraphs.", Unit.PARAGRAPHS, 3, 3),
        ("Write a two-paragraph answer.", Unit.PARAGRAPHS, 2, 2),
        ("Answer in a single sentence.", Unit.SENTENCES, 1, 1),
        ("Word count: 200-400", Unit.WORDS, 200, 400),
        ("Include at least two emojis.", Unit.EMOJIS, 2, None),
        ("Do not use more than 3 hashtags.", Unit.HASHTAGS, None, 3),
        ("Suggest 5 outfits.", Unit.ENTRIES, 5, 5),
        ("Write <= 280 characters.", Unit.CHARACTERS, None, 280),
        ("Don't exceed 280 characters.", Unit.CHARACTERS, None, 280),
        ("You mustn\u2019t exceed 280 characters.", Unit.CHARACTERS, None, 280),
        ("The reply can't be longer than 50 words.", Unit.WORDS, None, 50),
        ("If possible, use at most 50 words.", Unit.WORDS, None, 50),
        ("Answer with a single word.", Unit.WORDS, 1, 1),
        ("Give a one-word answer.", Unit.WORDS, 1, 1),
        ("Give 5 to 8 steps.", Unit.STEPS, 5, 8),
        ("Write up to 1,500 characters.", Unit.CHARACTERS, None, 1500),
    ],
)
def test_a_number_with_a_unit_is_a_quantity(text: str, unit: Unit, lower: int | None, upper: int | None) -> None:
    [found] = quantities_in(text)
    assert (found.unit, found.lower, found.upper) == (unit, lower, upper)


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("Each bullet point should have at most 15 words.", Scope(Place.EACH_ITEM)),
        ("Use at most 4 sentences per paragraph.", Scope(Place.EACH_PARAGRAPH)),
        ("Each tweet < 280 characters", Scope(Place.EACH_LINE)),
        ("Every line must have at most 80 characters.", Scope(Place.EACH_LINE)),
        ("Each tag must be a single word.", Scope(Place.EACH_ITEM)),
        ("Write short paragraphs, each of at most 50 words.", Scope(Place.EACH_PARAGRAPH)),
        ("Write lines of at most 5 words each.", Scope(Place.EACH_LINE)),
        ("The title should be under 60 characters.", Scope(Place.TITLE)),
        ("Keep the subject line under 8 words.", Scope(Place.TITLE)),
    ],
)
def test_a_quantity_knows_the_part_that_it_is_about(text: str, scope: Scope) -> None:
    assert [found.scope for found in quantities_in(text)] == [scope]


def test_a_quantity_of_a_section_is_scoped_to_that_section() -> None:
    text = "Then add a summary section that tells who it is for. The summary shouldn't be longer than 40 words."
    assert quantities_in(text) == [Quantity(Unit.WORDS, None, 40, Scope(Place.SECTION, "summary"))]


def test_a_quantity_under_a_label_is_scoped_to_that_label_until_the_blank_line() -> None:
    text = "YOUR REPORT SHOULD:\n**Key Points:**\nList at least 3 key points.\n\nWrite at most 200 words.\n"
    assert quantities_in(text) == [
        Quantity(Unit.ITEMS, 3, None, Scope(Place.SECTION, "Key Points")),
        Quantity(Unit.WORDS, None, 200),
    ]


@pytest.mark.parametrize(
    "text", ["Write about 500 words.", "Write a 500-word essay.", "No longer than a couple of sentences."]
)
def test_a_number_meant_loosely_is_vague(text: str) -> None:
    [found] = quantities_in(text)
    assert found.approximate
    assert any(criterion.vague for criterion in criteria_from(text))


def test_a_quantity_of_each_unknown_thing_bounds_the_whole_only_from_below() -> None:
    assert quantities_in("Provide three examples for each term.") == [Quantity(Unit.ENTRIES, 3, None)]


def test_the_number_may_be_an_input_field() -> None:
    found = checkable("The email should be no more than {word_count} words long.")
    assert FieldQuantity(Unit.WORDS, "word_count", at_least=False, at_most=True) in found


@pytest.mark.parametrize(
    "text",
    [
        "You will be given 3 documents and 4 questions.",
        "The text contains 5 paragraphs.",
        "Version 3.5 words cannot describe it.",
        "Give one reason.",
        "End with a paragraph about costs.",
        "If the customer is angry, use at most 50 words.",
        "For each of the products, write at most 20 words.",
        "Answer in a word or two.",
        "Write 50% fewer words.",
    ],
)
def test_a_number_that_asks_nothing_of_the_response_is_not_read(text: str) -> None:
    assert quantities_in(text) == []


def test_the_source_phrase_is_the_words_of_the_bound() -> None:
    [criterion] = criteria_from("Ensure that the note is brief, with at most 100 words, please.")[1:]
    assert criterion.source_phrase == "at most 100 words"
    assert criterion.description == "The response has at most 100 words."


def test_both_quantities_of_a_sentence_are_read() -> None:
    assert quantities_in("Write between 2 and 3 paragraphs, each of at most 50 words.") == [
        Quantity(Unit.PARAGRAPHS, 2, 3),
        Quantity(Unit.WORDS, None, 50, Scope(Place.EACH_PARAGRAPH)),
    ]


def test_a_bound_belongs_to_the_number_behind_it() -> None:
    assert quantities_in("Write 3 bullets, max 12 words each.") == [
        Quantity(Unit.ITEMS, 3, 3),
        Quantity(Unit.WORDS, None, 12, Scope(Place.EACH_ITEM)),
    ]


def test_a_field_is_a_number_only_where_its_name_or_a_bound_says_so() -> None:
    assert FieldQuantity(Unit.ENTRIES, "n", at_least=True, at_most=True) in checkable("Suggest {n} ideas.")
    for text in ("Mention {item} by name.", "Use {product} features.", "Recommend {genre} movies."):
        assert not [reading for reading in checkable(text) if isinstance(reading, FieldQuantity)]


@pytest.mark.parametrize(
    ("text", "lower", "upper"),
    [
        ("Write at least 100 words but no more than 200 words.", 100, 200),
        ("Write at least 100 and at most 200 words.", 100, 200),
        ("Write no more than 200 but at least 100 words.", 100, 200),
        ("Write 100 to 200 words, at most 200 words.", 100, 200),
        ("Write 100-200 words, never more than 180 words.", 100, 180),
        ("Write between 100 and 200 words, ideally around 150 words.", 100, 200),
        ("Do not write fewer than 100 words.", 100, None),
        ("Keep it between 100-200 words to ensure that it is read.", 100, 200),
    ],
)
def test_the_bounds_of_a_sentence_are_one_interval(text: str, lower: int | None, upper: int | None) -> None:
    assert quantities_in(text) == [Quantity(Unit.WORDS, lower, upper)]


def test_bounds_that_exclude_each_other_stay_apart() -> None:
    assert len(quantities_in("Write at least 100 words, at most 50 words.")) == 2


def test_a_number_that_is_not_wanted_is_none() -> None:
    assert quantities_in("Never answer with one word.") == []
    assert quantities_in("Do not answer in a single word.") == []
