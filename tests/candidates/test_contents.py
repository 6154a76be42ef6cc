import pytest

from spade_core.sandbox import Sandbox
from tests.candidates.verdicts import Case, wrong_verdicts

NUMBERS = "Include all quantitative data."
CONTEXT = "Use only the information in the given context."
CODE = "Adhere to the code conventions."
TOPICS = "Consider revenue drivers, margins, debt, hedges and liquidity."
NAMED = "Mention {movie_name}."
QUOTE = "Quote at least one sentence from the article verbatim."
TITLE = 'Text of "{vid_name}":\n{vid_text}\nStart with the name of the routine.'
LONG = "one two three four five six seven eight nine ten eleven twelve thirteen"

CASES = [
    Case(NUMBERS, "has_at_least_1_figure", ["Up 5%.", "in 2020"], ["", "Up five."]),
    Case(NUMBERS, "has_at_least_3_figures", ["$1, 2.5 and 1,000"], ["1 2"]),
    Case(
        NUMBERS,
        "has_50_percent_of_the_prompts_figures",
        ["It is $5.", "5 and 7%"],
        ["6"],
        prompt="5% and 7 and five",
    ),
    Case(NUMBERS, "has_50_percent_of_the_prompts_figures", ["", "5"], []),
    Case(NUMBERS, "has_a_figure_in_10_words", ["one 2 three", ""], ["word " * 11 + "5 " + "word " * 11]),
    Case("Include dates.", "has_a_month_or_a_year", ["in March", "in 2019"], ["", "on the 5th"]),
    Case("Include time stamps.", "has_a_time_such_as_12_34", ["at [12:34]", "1:02:03 in"], ["", "at noon", "ratio: 3"]),
    Case("Add a link.", "has_a_link", ["https://a.b", "www.a.b"], ["", "a.b"]),
    Case("Include an email address.", "has_an_e_mail_address", ["me@a.org"], ["", "@me"]),
    Case("Do not use emojis.", "has_no_emoji", ["", ":)"], ["\U0001f600"]),
    Case(
        "Do not use emojis.",
        "has_no_emoji",
        ["\u00a9 2024 \u2192 \u20ac5 \u2122", "\u4f60\u597d"],
        [
            "\U0001f1eb\U0001f1f7",
            "\u2b50",
            "\u2b55",
            "\u231a",
            "\U0001f7e2",
            "1\ufe0f\u20e3",
            "\u27a1\ufe0f",
            "\u2714",
            "\U0001fae0",
        ],
    ),
    Case(
        "Include dates.",
        "has_a_month_or_a_year",
        ["3 May", "in May.", "May 5th", "the 5th of May"],
        ["You may go", "May I?"],
    ),
    Case("Include dates.", "has_a_month_or_a_year", ["MARCH", "late june"], ["Maybe", "dismay it", "Junes"]),
    Case("Add hashtags.", "has_a_hashtag", ["#go"], ["", "# go"]),
    Case('Tag the author using "@" when tagging.', "has_an_at_mention", ["Hi @ann!"], ["", "a@b.c"]),
    Case(
        'Tag the author using "@" when tagging.',
        "mentions_only_who_is_in_the_prompt",
        ["", "Hi @ann!"],
        ["Hi @bob"],
        prompt="by @ann",
    ),
    Case(
        'Tag the author using "@" when tagging.',
        "has_an_at_mention_in_its_first_line",
        ["Hi @ann!\nx", "\n@ann"],
        ["", "x\n@ann"],
    ),
    Case("Quote the speaker.", "has_a_quotation", ['"Go"', "\u201cGo\u201d"], ["", "Go"]),
    Case("Cite your sources.", "has_a_citation_mark", ["x [1]", "(Source: y)"], ["", "x"]),
    Case("Ask the user a question.", "has_a_question", ["Who?"], ["", "Who."]),
    Case(
        TOPICS,
        "names_at_least_1_of_5_topics_like_revenue_drivers_margins_debt",
        ["The debt fell."],
        ["", "It fell."],
    ),
    Case(
        TOPICS,
        "names_all_of_5_topics_like_revenue_drivers_margins_debt",
        ["Revenue driver, margin, debt, hedge, liquidity"],
        ["", "debt and margins"],
    ),
    Case(NAMED, "names_the_movie_name", ["I love heat!"], ["", "I love it"], fields={"movie_name": "Heat"}),
    Case(NAMED, "names_the_movie_name", ["", "x"], []),
    Case(NAMED, "names_the_movie_name", ["", "x"], [], fields={"movie_name": None}),
    Case(NAMED, "names_the_movie_name", ["", "x"], [], fields={"movie_name": {"title": "Heat"}}),
    Case(NAMED, "names_the_movie_name", ["1984", "in 1,984 rooms"], ["x", "51984"], fields={"movie_name": 1984}),
    Case("Include the price {price}.", "names_the_price", ["$19.90.", "19.9"], ["", "119.90"], fields={"price": 19.9}),
    Case("Include the price {price}.", "names_the_price", ["$1,200"], ["12,000"], fields={"price": "1200"}),
    Case("Mention {item} by name.", "names_the_item", ["A Red Mug!"], ["", "a mug"], fields={"item": "red mug"}),
    Case("Always mention {order_id}.", "names_the_order_id", ["#A-17"], ["A 17"], fields={"order_id": "a-17"}),
    Case("Do not mention {rival}.", "does_not_name_the_rival", ["", "x"], ["Acme!"], fields={"rival": "Acme"}),
    Case("Do not mention {rival}.", "does_not_name_the_rival", ["", "x"], []),
    Case(
        "Include a link to https://example.com/a.",
        "contains_https_example_com_a",
        ["See [this](https://example.com/a)."],
        ["", "https://example.com/b"],
    ),
    Case(
        "Dates must be in YYYY-MM-DD format.",
        "dates_are_yyyy_mm_dd",
        ["", "On 2024-05-01.", '{"date":"2024-05-01"}', "1-2 items, v1.2.3, in May", "24/7"],
        ["On 01/05/2024", "1.5.2024", "2024-5-1", "May 5, 2024", "on 5 March"],
    ),
    Case(
        "Dates must be in YYYY-MM-DD format.",
        "dates_are_yyyy_mm_dd",
        ["10/10", "rated 9/10", "a 40/60 split", "You may 3 times"],
        ["the 20th of April", "3 May 2024", "on 20/04", "by 04/20.", "April the 3rd"],
    ),
    Case(
        "Answer in one word without punctuation.",
        "has_no_punctuation",
        ["", "self-made"],
        ["Yes.", "a, b", "\u3002"],
    ),
    Case(
        QUOTE,
        "quotes_the_input_word_for_word",
        ["He said \u201cthe old town sleeps\u201d.", "> The old   town sleeps.", "It is so. The old town sleeps. Yes."],
        ["", "The town is old.", '"the old"'],
        prompt="Article: The old town sleeps. Birds sing.",
    ),
    Case(QUOTE, "quotes_the_input_word_for_word", ["", "x"], []),
    Case(QUOTE, "quotes_the_input_word_for_word", ["We the people say"], ["no"], fields={"a": "We the people say so"}),
    Case(
        "Recommend {movie_name} to the reader.",
        "names_a_word_of_the_movie_name",
        ["that Godfather"],
        ["", "father of god"],
        fields={"movie_name": "The Godfather"},
    ),
    Case(NAMED, "leaves_no_placeholder_unfilled", ["", "Heat"], ["I love {movie_name}"]),
    Case(
        NAMED,
        "leaves_no_bracketed_blanks",
        ["", "[link](https://a.b)", "[x] done", "see [1]"],
        ["Dear [Your Name],"],
    ),
    Case(NAMED, "leaves_no_bracketed_blanks", ["Dear [Name],"], [], prompt="Write to [Name]"),
    Case(
        TITLE,
        "starts_with_a_short_title",
        ["# Morning\ntext"],
        ["", "Here is what I found in the text.", LONG + " a b c"],
    ),
    Case(TITLE, "starts_with_a_heading", ["# Morning", "**Morning**"], ["", "Morning"]),
    Case(
        TITLE,
        "title_has_a_word_of_the_vid_name",
        ["# Morning routine"],
        ["", "# Summary\nMorning"],
        fields={"vid_name": "Morning Yoga"},
    ),
    Case(TITLE, "title_has_a_word_of_the_vid_name", ["", "x"], []),
    Case(
        TITLE,
        "title_contains_the_vid_name",
        ["# Morning Yoga!"],
        ["# Morning"],
        fields={"vid_name": "Morning Yoga"},
    ),
    Case(
        "Return just the question, no other text.",
        "has_no_preamble",
        ["", "Who?"],
        ["Sure, here it is: Who?", "Here's one"],
    ),
    Case(
        "Return just the question, no other text.",
        "has_no_closing_remark",
        ["", "Who?"],
        ["Who?\n\nLet me know if you like it."],
    ),
    Case(
        "Don't add any text below the list.",
        "ends_with_a_list_item",
        ["x\n- a\n", "- a\n  more"],
        ["", "- a\nDone."],
    ),
    Case("Don't add any text below the list.", "has_no_note_at_the_end", ["", "- a"], ["- a\n*Note: x*"]),
    Case(CONTEXT, "all_figures_are_in_the_prompt", ["", "5% up"], ["5 and 6"], prompt="It rose 5%."),
    Case(CONTEXT, "most_figures_are_in_the_prompt", ["1 2 3 9"], ["1 8 9"], prompt="1 2 3"),
    Case(CONTEXT, "all_figures_are_in_the_prompt", ["5 and 6"], []),
    Case(CONTEXT, "quotes_code_of_the_prompt", ["", "use `run()`"], ["use `stop` and `go`"], prompt="def run(): pass"),
    Case("Write a summary of the text.", "is_shorter_than_the_prompt", ["", "a"], ["a b c"], prompt="a b c"),
    Case(
        "Write a summary of the text.",
        "copies_no_long_lines_from_the_prompt",
        ["", "short"],
        [f"{LONG}\n{LONG}"],
        prompt=LONG,
    ),
    Case(
        "Do not repeat yourself.",
        "repeats_no_line",
        ["", "a\na", "one two three four\none two three five"],
        ["- one two three four\n* One two three four."],
    ),
    Case("Do not repeat yourself.", "repeats_no_heading", ["", "# A\n# B"], ["# A\nx\n## a:"]),
    Case(CODE, "code_lines_have_at_most_80_characters", ["", "x" * 90, "```\nx\n```"], [f"```py\n{'x' * 81}\n```"]),
    Case(CODE, "code_does_not_mix_tabs_and_spaces", ["", "```\n\tx\n```"], ["```\n\tx\n  y\n```"]),
    Case("Give a score from 0-100.", "gives_a_number_from_0_to_100", ["Score: 85/100", "0"], ["", "101", "high"]),
    Case("Give a score from 0-100.", "is_a_number_from_0_to_100", ["85", "**85**\n"], ["", "Score: 85", "101"]),
    Case("Write everything in lowercase.", "is_in_lower_case", ["", "abc 5"], ["Abc"]),
    Case("Answer in all caps.", "is_in_capital_letters", ["", "ABC"], ["Abc"]),
    Case(
        "Answer in Spanish.",
        "is_in_spanish",
        ["El perro de la casa no come lo que le dan por la noche.", "Hola"],
        ["The dog of the house does not eat at night."],
    ),
    Case(
        "Answer in English.",
        "is_in_english",
        ["The dog of the house does not eat at night."],
        ["El perro de la casa no come por la noche."],
    ),
    Case(
        "Always answer in English.",
        "is_in_english",
        [
            "",
            "Deluxe rotary phone, red, 1960s, great condition, ships free, returns accepted",
            "Casa de la Luna hotel: sea view, pool, breakfast, free parking, pets welcome",
        ],
        [
            "Der Hund und die Katze sind nicht auf dem Sofa, das ist ein Problem.",
            "\u4f60\u597d\uff0c\u4e16\u754c",
        ],
    ),
    Case("Answer in Japanese.", "is_in_japanese", ["", "\u3053\u3093\u306b\u3061\u306f"], ["Hello there"]),
    Case("Answer in Russian.", "is_in_russian", ["\u041f\u0440\u0438\u0432\u0435\u0442"], ["Privet"]),
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.name}-{i}" for i, case in enumerate(CASES)])
def test_the_content_of_a_response_decides(case: Case, sandbox: Sandbox) -> None:
    assert wrong_verdicts(case, sandbox) == []
