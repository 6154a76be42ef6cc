import pytest

from spade_core.criteria.readings import (
    CodeConventions,
    Content,
    Echo,
    Grounded,
    Length,
    Manner,
    NoRepetition,
    NothingAfterList,
    NoUnfilled,
    OnlyContent,
    OwnWords,
    Reading,
    Score,
    Shows,
    Speaks,
    TitleFirst,
    Topics,
)
from tests.criteria.prompts import checkable


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("Be concise.", Length(short=True)),
        ("Answer in short form.", Length(short=True)),
        ("Use quick speech to reduce verbosity.", Length(short=True)),
        ("Write a detailed analysis.", Length(short=False)),
        ("Always show gratitude to the author.", Speaks(Manner.THANKS)),
        ("Greet the customer.", Speaks(Manner.GREETING)),
        ("Do not apologize.", Speaks(Manner.APOLOGY, wanted=False)),
        ("Do not give an overall assessment or conclusion.", Speaks(Manner.CONCLUSION, wanted=False)),
        ("Refrain from speculating.", Speaks(Manner.SPECULATION, wanted=False)),
        ("Write in the first person.", Speaks(Manner.FIRST_PERSON)),
        ("Always include a Call To Action.", Speaks(Manner.CALL_TO_ACTION)),
        ("Include all quantitative data.", Shows(Content.NUMBERS)),
        ("Include time stamps if applicable.", Shows(Content.TIMES)),
        ("Add a link to the source.", Shows(Content.LINKS)),
        ("Do not use emojis.", Shows(Content.EMOJI, wanted=False)),
        ("Use only the information in the given context.", Grounded()),
        ("Don't make up definitions.", Grounded()),
        ("Write a summary of the text.", OwnWords()),
        ("Do not repeat yourself.", NoRepetition()),
        ("Return just the question, no other text.", OnlyContent()),
        ("Don't add any text below the exercises list.", NothingAfterList()),
        ("Adhere to the language's code conventions.", CodeConventions()),
        ("Give a score from 0-100.", Score(0, 100)),
        ("Start with the name of the routine.", TitleFirst()),
        (
            "Consider revenue drivers, margins, debt and other risks.",
            Topics(("revenue drivers", "margins", "debt", "risks")),
        ),
    ],
)
def test_a_wish_in_words_is_read(text: str, reading: Reading) -> None:
    assert reading in checkable(text)


@pytest.mark.parametrize(
    "text",
    [
        "You are a concise and detailed writer.",
        "Act as a teacher who shows gratitude and gives examples, quotes, and facts.",
        "The user may apologize.",
    ],
)
def test_what_a_role_or_the_input_is_like_asks_little_of_the_response(text: str) -> None:
    assert not [r for r in checkable(text) if not isinstance(r, Length)]


def test_words_inside_quotes_are_not_the_prompts_own() -> None:
    found = checkable('Do not say "from the provided context" or "be concise".')
    assert Grounded() not in found
    assert Length(short=True) not in found


def test_a_placeholder_that_identifies_is_to_be_named_and_none_is_to_stay_unfilled() -> None:
    found = checkable("Mention any awards received by {movie_name}. Reviews: {review_text}")
    assert Echo("movie_name") in found
    assert Echo("review_text") not in found
    assert NoUnfilled(("{movie_name}",)) in found


def test_the_title_is_taken_from_the_one_field_that_is_a_name() -> None:
    text = 'This is the text of "{vid_name}": {vid_text}\nStart with the name of the routine.'
    assert TitleFirst("vid_name") in checkable(text)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("Mention {item} by name.", "item"),
        ("Include the order number {order_id}.", "order_id"),
        ("Always mention {price}.", "price"),
        ("Don't forget to state {price}.", "price"),
    ],
)
def test_a_value_that_is_to_be_given_is_looked_for(text: str, field: str) -> None:
    assert Echo(field, exact=True) in checkable(text)


def test_values_of_a_series_are_each_looked_for_and_nothing_else() -> None:
    found = checkable("Include the tracking code {tracking_code} and the delivery date {delivery_date}.")
    wanted = {Echo("tracking_code", exact=True), Echo("delivery_date", exact=True)}
    assert {reading for reading in found if not isinstance(reading, NoUnfilled)} == wanted


def test_a_value_that_is_not_to_be_given_is_searched_for() -> None:
    assert Echo("rival", exact=True, wanted=False) in checkable("Do not mention {rival}.")


@pytest.mark.parametrize(
    "text",
    ["Mention {item} if it is in stock.", "Use the tone {tone}.", "Summarise {text}.", "Order number: {order_id}"],
)
def test_a_value_that_is_data_or_only_sometimes_wanted_is_not(text: str) -> None:
    assert not [reading for reading in checkable(text) if isinstance(reading, Echo)]


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("Write in lowercase only.", False),
        ("Write everything in capital letters only.", False),
        ("Only answer questions about cooking.", False),
        ("Respond only to the last message.", False),
        ("Return only the SQL.", True),
        ("Answer with the label only.", True),
    ],
)
def test_only_may_say_how_or_what(text: str, only: bool) -> None:
    assert (OnlyContent() in checkable(text)) is only


def test_a_wish_for_some_cases_is_no_wish_for_all() -> None:
    assert checkable("Ask for the order number if it is missing.") == []
    assert checkable("Ask the user if they want more.") == [Shows(Content.QUESTION)]


@pytest.mark.parametrize(
    "text",
    ["Mention the genre, cast and themes.", "Cover the plot, cast, and themes.", "Mention the price and the date."],
)
def test_words_for_a_kind_of_content_are_not_searched_for(text: str) -> None:
    assert not [reading for reading in checkable(text) if isinstance(reading, Topics)]


def test_to_do_something_once_is_no_ban_on_repetition() -> None:
    assert not [r for r in checkable("Greet the guest once, and only once.") if isinstance(r, NoRepetition)]
    assert NoRepetition() in checkable("Each name appears only once.")


def test_a_question_ruled_out_at_the_end_may_stand_before() -> None:
    assert checkable("Do not finish with a question.") == [Speaks(Manner.CLOSING_QUESTION, wanted=False)]
