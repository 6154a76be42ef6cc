import pytest

from spade_core.criteria.readings import (
    Content,
    DateShape,
    Echo,
    Grounded,
    PhraseRule,
    Phrases,
    Place,
    Quantity,
    Scope,
    Shows,
    Unpunctuated,
    Verbatim,
)
from tests.criteria.prompts import checkable


def test_a_link_that_is_given_is_that_very_link() -> None:
    url = "https://example.com/help?a=1"
    assert checkable(f"Include a link to {url}.") == [Phrases(PhraseRule.INCLUDE_ALL, (url,))]
    assert Phrases(PhraseRule.EXCLUDE, ("https://old.example",)) in checkable("Never link to https://old.example.")


def test_a_link_for_the_model_to_read_is_none_to_include() -> None:
    assert checkable("Follow the style described at https://example.com/style.") == []
    assert Shows(Content.LINKS) in checkable("Include a link to the source.")


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("Dates must be in YYYY-MM-DD format.", "YYYY-MM-DD"),
        ("Format every date as DD/MM/YYYY.", "DD/MM/YYYY"),
        ("Use ISO 8601 for all dates.", "YYYY-MM-DD"),
    ],
)
def test_the_shape_of_dates_is_read(text: str, shape: str) -> None:
    assert checkable(text) == [DateShape(shape)]


def test_the_shape_of_the_dates_of_the_input_asks_for_nothing() -> None:
    assert checkable("Dates in the input are given as YYYY-MM-DD.") == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Answer without punctuation.", True),
        ("Don't use any punctuation marks.", True),
        ("Avoid unnecessary punctuation.", False),
        ("Check punctuation and grammar.", False),
        ("Write without punctuation errors.", False),
    ],
)
def test_no_punctuation_is_not_little_punctuation(text: str, wanted: bool) -> None:
    assert (Unpunctuated() in checkable(text)) is wanted


def test_no_punctuation_at_the_end_is_about_the_end() -> None:
    rule = Phrases(PhraseRule.NOT_ENDS_WITH, (".", "!", "?"))
    assert checkable("Do not end with punctuation.") == [rule]
    assert checkable("Omit the final period.") == [rule]


@pytest.mark.parametrize(
    "text",
    [
        "Quote at least one sentence from the article verbatim.",
        "Include a direct quote from the speaker.",
        "Repeat the question word for word.",
    ],
)
def test_words_to_quote_are_looked_for_in_the_input(text: str) -> None:
    found = checkable(text)
    assert Verbatim() in found
    assert not [reading for reading in found if isinstance(reading, Quantity | Grounded)]


@pytest.mark.parametrize(
    "text", ["Do not quote the article verbatim.", "Use quotation marks for exact titles.", "Quote the price."]
)
def test_what_is_not_to_be_quoted_word_for_word_is_not(text: str) -> None:
    assert Verbatim() not in checkable(text)


@pytest.mark.parametrize("field", ["order_id", "order_number", "order", "orderNo"])
def test_to_quote_a_number_is_to_name_the_field_of_that_name(field: str) -> None:
    found = checkable(f"Always quote the order number.\n\nOrder: {{{field}}}")
    assert Echo(field, exact=True) in found
    assert not [reading for reading in found if isinstance(reading, Shows)]


def test_of_two_fields_the_one_that_is_a_number_is_named() -> None:
    assert Echo("parcelCode", exact=True) in checkable("State the parcel code.\n\n{parcel}\n{parcelCode}")


def test_a_number_that_is_not_to_be_named_is_not() -> None:
    assert Echo("account_id", exact=True, wanted=False) in checkable(
        "Never mention the account number.\n\n{account_id}"
    )


@pytest.mark.parametrize(
    "text", ["Quote the invoice number.", "Please quote our prices.", "Always quote the due date."]
)
def test_to_quote_what_a_field_holds_asks_for_no_quotation_marks(text: str) -> None:
    assert not [reading for reading in checkable(text) if reading == Shows(Content.QUOTATION)]


def test_a_quote_of_someone_is_a_quotation() -> None:
    assert Shows(Content.QUOTATION) in checkable("Include a quote of the coach.")


def test_a_line_that_goes_on_with_a_blank_starts_with_what_is_before_it() -> None:
    found = checkable('Close with a line "Next call: <date and time>".')
    assert found == [Phrases(PhraseRule.STARTS_WITH, ("Next call:",), Scope(Place.LAST_LINE))]


def test_a_first_line_that_goes_on_with_a_blank_opens_the_response() -> None:
    found = checkable('Start with a line "Subject: [subject]".')
    assert Phrases(PhraseRule.STARTS_WITH, ("Subject:",)) in found
