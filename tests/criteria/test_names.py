import pytest

from spade_core.criteria.readings import PhraseRule, Phrases
from tests.criteria.prompts import checkable, readings_from


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Do not mention Amazon, eBay or Etsy.", ("Amazon", "eBay", "Etsy")),
        ("Don\u2019t recommend Uber.", ("Uber",)),
        ("Do not mention competitors such as Zendesk.", ("Zendesk",)),
        ("Never mention rivals like Adidas or New Balance.", ("Adidas", "New Balance")),
        ("Never mention Netflix, Hulu or Disney+.", ("Netflix", "Hulu", "Disney+")),
        ("Avoid naming anyone from Acme (or Globex).", ()),
        ("Use grams and millilitres, never cups or ounces.", ("cup", "cups", "ounce", "ounces")),
        ("Do not use feet or inches.", ("foot", "feet", "inch", "inches")),
    ],
)
def test_concrete_names_that_are_ruled_out_are_read(text: str, names: tuple[str, ...]) -> None:
    assert checkable(text) == ([Phrases(PhraseRule.EXCLUDE_NAMES, names)] if names else [])


@pytest.mark.parametrize(
    "text",
    [
        "Avoid jargon or slang.",
        "Do not mention race or religion.",
        "Avoid mentioning John's age.",
        "Do not mention that Bob asked.",
        "Do not discuss politics with Americans.",
        "DO NOT MENTION THE PRICE.",
    ],
)
def test_what_is_no_name_by_itself_is_left_to_a_judge(text: str) -> None:
    assert checkable(text) == []
    assert len(readings_from(text)) == 1
