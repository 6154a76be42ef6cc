import pytest

from spade_core.criteria.readings import (
    Case,
    Casing,
    JsonKeys,
    KeyChoice,
    KeyRange,
    OwnWords,
    PhraseRule,
    Phrases,
    Place,
    Quantity,
    Reading,
    Scope,
    Score,
    Unit,
)
from tests.criteria.prompts import checkable

REASON = Scope(Place.KEY, "reason")


def test_a_quantity_of_a_key_is_about_the_value_of_that_key() -> None:
    found = checkable('Respond in JSON. Add a "reason" of no more than 20 words.')
    assert Quantity(Unit.WORDS, None, 20, REASON) in found
    assert JsonKeys(("reason",), closed=False) in found
    assert not [reading for reading in found if isinstance(reading, Phrases)]


def test_a_known_key_needs_no_quotes() -> None:
    found = checkable("Return JSON with the keys label and reason. The reason must have at most 20 words.")
    assert Quantity(Unit.WORDS, None, 20, REASON) in found


def test_a_quoted_word_of_a_prompt_without_json_is_no_key() -> None:
    found = checkable('Add a "reason" of no more than 20 words.')
    assert Quantity(Unit.WORDS, None, 20) in found
    assert Phrases(PhraseRule.INCLUDE_ALL, ("reason",)) in found


def test_a_quantity_behind_several_keys_is_about_none_of_them() -> None:
    found = checkable("Return JSON with the keys label and reason and use at most 100 words.")
    assert Quantity(Unit.WORDS, None, 100) in found


def test_a_phrase_to_say_is_no_key_of_the_json() -> None:
    found = checkable('Respond in JSON. Include the phrase "terms" in it.')
    assert Phrases(PhraseRule.INCLUDE_ALL, ("terms",)) in found


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("The confidence is between 0 and 1.", KeyRange("confidence", "0", "1")),
        ("Confidence must be a number from 0.0 to 1.0.", KeyRange("confidence", "0.0", "1.0")),
        ('Set "label" and a "score" (0 to 10).', KeyRange("score", "0", "10")),
        ("The currency must be one of USD, EUR or GBP.", KeyChoice("currency", ("USD", "EUR", "GBP"))),
        ('The "mood" is either "calm" or "angry".', KeyChoice("mood", ("calm", "angry"))),
        ('The mood field must be one of "calm", "angry".', KeyChoice("mood", ("calm", "angry"))),
    ],
)
def test_the_values_of_a_key_are_read(text: str, reading: Reading) -> None:
    found = checkable(f"Respond in JSON with the keys confidence, currency.\n\n{text}")
    assert reading in found
    assert not [other for other in found if isinstance(other, Phrases | Score)]


def test_a_range_of_something_else_is_no_range_of_a_key() -> None:
    found = checkable("Respond in JSON with the keys label, tags.\n\nThe customer is between 20 and 30 years old.")
    assert not [reading for reading in found if isinstance(reading, KeyRange)]


def test_names_to_choose_from_are_looked_for_where_the_response_is_no_json() -> None:
    assert checkable("The currency must be one of USD, EUR or GBP.") == [
        Phrases(PhraseRule.INCLUDE_ANY, ("USD", "EUR", "GBP"))
    ]


@pytest.mark.parametrize(
    "text",
    [
        'Return a JSON object with the keys "city", "stars" (0 to 5) and "note".',
        "Return a JSON object with the keys `city` (string), `stars`, and `note` (a text (short) of one line).",
        "Return JSON with keys city (a string), stars (0 to 5), and note.",
        'Return a JSON object with the keys "city": string, "stars": number and "note": a list of strings.',
        'Answer as JSON with the fields: "city" (text), "stars" (number), "note".',
    ],
)
def test_remarks_in_parentheses_do_not_end_a_list_of_keys(text: str) -> None:
    assert JsonKeys(("city", "stars", "note")) in checkable(text)


@pytest.mark.parametrize(
    "text",
    [
        'Return JSON with the keys "city" and "stars" - and, where known, "note".',
        'Return JSON with the keys "city", "stars" and optionally "note".',
        'Return JSON with keys "city", "stars", etc.',
    ],
)
def test_a_list_of_keys_that_may_go_on_rules_out_no_others(text: str) -> None:
    keys = [reading for reading in checkable(text) if isinstance(reading, JsonKeys)]
    assert keys
    assert not any(reading.closed for reading in keys)


@pytest.mark.parametrize(
    "text", ['Do not start with "Well".', 'Never open with "Hi".', 'Sign off with "Bye".', 'Write "kg" and "cm" out.']
)
def test_a_quoted_phrase_that_is_of_no_object_is_no_key(text: str) -> None:
    found = checkable(f"Respond in JSON.\n\n{text}")
    assert not [reading for reading in found if isinstance(reading, JsonKeys)]


def test_an_object_with_a_quoted_word_has_that_key() -> None:
    assert JsonKeys(("cause",), closed=False) in checkable('Respond in JSON.\n\nEach entry comes with a "cause".')


@pytest.mark.parametrize(
    "text",
    [
        'Return JSON with the keys "mood" (one of "calm", "angry" or "sad") and "why".',
        'Return JSON with the keys "mood" ("calm", "angry" or "sad") and "why".',
        'Return a JSON object: "mood" must be one of "calm", "angry" or "sad"; "why" is a word.',
        'Tell the mood as one of "calm", "angry" or "sad". Return JSON with the keys "label" and "why".',
    ],
)
def test_choices_are_those_of_a_key(text: str) -> None:
    found = checkable(text)
    assert [r.choices for r in found if isinstance(r, KeyChoice)] == [("calm", "angry", "sad")]
    assert not [reading for reading in found if isinstance(reading, Phrases)]


def test_a_remark_on_a_key_is_no_choice() -> None:
    found = checkable('Return JSON with the keys "mood" (a word, in English) and "why" (short or long).')
    assert not [reading for reading in found if isinstance(reading, KeyChoice)]


def test_a_summary_that_is_a_key_and_a_case_of_a_value_say_nothing_of_all_of_the_json() -> None:
    found = checkable(
        'Return JSON with the keys "summary" and "mood".\nThe summary is one line. Put the mood in capitals.'
    )
    assert not [reading for reading in found if isinstance(reading, OwnWords | Casing)]
    assert Casing(Case.LOWER) in checkable("Return JSON. Write the entire response in lower case.")


def _keys(text: str) -> list[tuple[str, ...]]:
    return [reading.keys for reading in checkable(text) if isinstance(reading, JsonKeys)]


def test_the_items_below_following_keys_are_keys() -> None:
    found = (
        'Return JSON with the following keys:\n- title\n- body: the text\n- "tags" (a list)\n- `mood`, \n\nBe kind.\n'
    )
    assert _keys(found) == [("title",), ("body",), ("tags",), ("mood",)]
    assert not [reading for reading in checkable(found) if isinstance(reading, Phrases)]
    assert Quantity(Unit.WORDS, None, 8, Scope(Place.KEY, "title")) in checkable(
        "Return JSON with these fields:\n- title\n- body\n\nThe title has at most 8 words.\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Return JSON.\nYou will receive these fields:\n- name\n- age\n",
        "Write a letter with the following fields:\n- name\n- date\n",
        "Return JSON with the following keys:\n- Keep it short.\n- Be kind to all.\n",
        "Return JSON with these keys:\n- items: objects with these keys:\n  - name\n",
        "Return JSON.\nNever add these keys:\n- name\n",
    ],
)
def test_items_that_are_no_keys_of_the_response_are_none(text: str) -> None:
    assert not {"name", "age", "date", "Keep", "Be"} & {key for keys in _keys(text) for key in keys}
