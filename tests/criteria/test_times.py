"""How often something may be said is a quantity, no ban and no wish."""

import pytest

from spade_core.categories.taxonomy import Category
from spade_core.criteria.readings import (
    Content,
    Format,
    Judgement,
    Layout,
    Manner,
    NoRepetition,
    Quantity,
    Reading,
    Shows,
    Speaks,
    Times,
    Unit,
)
from tests.criteria.prompts import criteria_from, readings_from


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("Don't apologise more than once.", Times(Manner.APOLOGY, None, 1)),
        ("Do not apologize more than twice.", Times(Manner.APOLOGY, None, 2)),
        ("Apologise at most once.", Times(Manner.APOLOGY, None, 1)),
        ("Thank the customer at least twice.", Times(Manner.THANKS, 2, None)),
        ('Use the word "great" at most once.', Times("great", None, 1)),
        ('Never say "sorry" more than 3 times.', Times("sorry", None, 3)),
        ('Say "Terms apply" exactly twice.', Times("Terms apply", 2, 2)),
        ("Do not use emojis more than once.", Quantity(Unit.EMOJIS, None, 1)),
        ("Do not use exclamation marks more than twice.", Quantity(Unit.EXCLAMATIONS, None, 2)),
    ],
)
def test_a_counted_ban_or_wish_is_a_quantity(text: str, reading: Reading) -> None:
    [criterion] = criteria_from(text)
    assert (criterion.reading, criterion.category) == (reading, Category.QUANTITY)


def test_what_is_said_of_it_names_the_number() -> None:
    [criterion] = criteria_from("Don't apologise more than once.")
    assert criterion.description == "The response apologises at most once."
    [criterion] = criteria_from('Say "Terms apply" exactly twice.')
    assert criterion.description == 'The response contains "Terms apply" exactly twice.'


@pytest.mark.parametrize(
    "text",
    [
        "Do not apologise more than once per paragraph.",
        "Mention the brand no more than twice.",
        "Do not use contractions more than once.",
    ],
)
def test_where_nothing_can_count_it_a_judge_is_asked(text: str) -> None:
    assert [type(reading) for reading in readings_from(text)] == [Judgement]


def test_only_its_own_clause_is_counted() -> None:
    found = readings_from("No emojis, and do not apologise more than once.")
    assert found == [Shows(Content.EMOJI, wanted=False), Times(Manner.APOLOGY, None, 1)]
    assert readings_from("Do not apologise.") == [Speaks(Manner.APOLOGY, wanted=False)]
    assert readings_from("Each name appears only once.") == [NoRepetition()]


@pytest.mark.parametrize(
    "text", ["Use no emoji.", "Do not use exclamation marks.", "At most 2 paragraphs, no headings."]
)
def test_what_code_sees_for_certain_is_not_vague(text: str) -> None:
    assert {criterion.vague for criterion in criteria_from(text)} == {False}


@pytest.mark.parametrize("text", ["At most 2 paragraphs, no headings.", "Avoid headings.", "No tables, no headings."])
def test_headings_that_are_ruled_out_without_a_verb_are_seen(text: str) -> None:
    assert Layout(Format.HEADINGS, wanted=False) in readings_from(text)
