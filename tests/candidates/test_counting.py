import pytest

from spade_core.sandbox import Sandbox
from tests.candidates.verdicts import Case, wrong_verdicts

KEYED = 'Respond in JSON. Add a "reason" of at most 2 words. The "tags" must have at most 2 entries.'

CASES = [
    Case("Write at most 5 words.", "at_most_5_words", ["", "one", "one two\nthree"], ["one two three four five six"]),
    Case("Write at least 3 words.", "at_least_3_words", ["a b c", "a\r\nb\tc d"], ["", "a b"]),
    Case(
        "Write at most 12 characters.",
        "at_most_12_characters",
        ["twelve chars", " twelve chars\n"],
        ["thirteen char"],
    ),
    Case(
        "Answer in exactly 2 sentences.",
        "exactly_2_sentences",
        [
            "One. Two.",
            "It costs 3.50 dollars, i.e. little. Buy it!",
            "Ask Dr. Who? Yes",
            "# Title\nOnly this.",
            "他来了。她走了。",
        ],
        ["", "One.", "One. Two. Three."],
    ),
    Case("Use at most 2 paragraphs.", "at_most_2_paragraphs", ["", "a\nb\n\nc", "a\r\n \r\nb"], ["a\n\nb\n\nc"]),
    Case("Write exactly 3 lines.", "exactly_3_lines", ["a\nb\nc", "a\n\nb\r\nc\n"], ["a\nb", ""]),
    Case(
        "Give 2-3 bullet points.",
        "2_to_3_list_items",
        ["- a\n- b", "1. a\n2) b\n\u2022 c", "Here:\n  * a\n  * b"],
        ["- a", "a\nb", "- a\n- b\n- c\n- d"],
    ),
    Case(
        "Suggest 3 outfits.",
        "exactly_3_entries",
        [
            "- a\n- b\n- c",
            "1. a\ntext\n\n2. b\ntext\n\n3. c",
            "a\nb\nc",
            "# A\nx\ny\n\n# B\nz\n\n# C\nw",
            "['a', 'b', 'c']",
            "a, b, c",
            '["a",\n "b",\n "c"]',
        ],
        ["- a\n- b", ""],
    ),
    Case(
        "List the ingredients, then give 2 to 3 steps.",
        "2_to_3_steps",
        [
            "Ingredients:\n- a\n- b\n- c\n- d\n\nSteps:\n1. x\n2. y",
            "- a\n- b\n- c\n- d\n\n**Method**\n- x\n- y",
            "- x\n- y",
            "### Step 1: x\nmore\n### Step 2\ny",
            "1. a\n   - b\n2. c",
            "- a\n- b\n- c\n- d\n\nMore\n- x",
        ],
        ["- a\n\nSteps:\n1. x\n2. y\n3. z\n4. w", "- x", "1. x\ntext\n2. y\ntext\n3. z\n4. w"],
    ),
    Case(
        "Write between 2 and 3 paragraphs, each of at most 3 words.",
        "each_paragraph_has_at_most_3_words",
        ["a b c\n\nd e"],
        ["a b c d\n\ne"],
    ),
    Case("Answer with a single word.", "exactly_1_word", ["Yes", "Yes."], ["", "Oh yes"]),
    Case("Don\u2019t exceed 5 characters.", "at_most_5_characters", ["abcde"], ["abcdef"]),
    Case(
        KEYED,
        "key_reason_has_at_most_2_words",
        ["", "no JSON at all here", '{"reason": "a b", "label": "x y z"}', '```json\n[{"reason": "a"}]\n```'],
        ['{"reason": "a b c"}', '{"all": [{"reason": "a"}, {"reason": "a b c"}]}'],
    ),
    Case(KEYED, "key_tags_has_at_most_2_entries", ["", '{"tags": ["a", "b c d"]}'], ['{"tags": ["a", "b", "c"]}']),
    Case(
        "Use exactly 2 emojis.",
        "exactly_2_emojis",
        [
            "\U0001f1eb\U0001f1f7\U0001f1e9\U0001f1ea",
            "\U0001f44d\U0001f3fd \u2b50",
            "\U0001f469\u200d\U0001f4bb 1\ufe0f\u20e3",
        ],
        ["\U0001f1eb\U0001f1f7", "\u2b50"],
    ),
    Case("Include at least 2 emojis.", "at_least_2_emojis", ["\U0001f600 and \U0001f680"], ["", "\U0001f600", ":) :)"]),
    Case("Use 1-2 hashtags.", "1_to_2_hashtags", ["#one", "x #one #two"], ["# heading", "#a #b #c", ""]),
    Case(
        "Ask exactly 2 questions.",
        "exactly_2_questions",
        ["Who? Why?", "\u8c01\uff1f\u4e3a\u4ec0\u4e48\uff1f"],
        ["Who?", ""],
    ),
    Case("Use at most 1 exclamation mark.", "at_most_1_exclamation_mark", ["", "Hi!"], ["Hi!!"]),
    Case("Include at least one link.", "at_least_1_link", ["see https://a.b"], ["", "see a.b"]),
    Case("Write exactly 2 sections.", "exactly_2_sections", ["# A\nx\n# B\ny", "**A**\nx\n**B**\ny"], ["x", "# A\nx"]),
    Case(
        "Each bullet point should have at most 3 words.",
        "each_list_item_has_at_most_3_words",
        ["", "- one two", "many words outside of any list item here\n- a"],
        ["- a\n- one two three four"],
    ),
    Case(
        "Every line must have at most 5 characters.",
        "each_line_has_at_most_5_characters",
        ["abc\nabcde"],
        ["abc\nabcdef"],
    ),
    Case(
        "Use at most 2 sentences per paragraph.",
        "each_paragraph_has_at_most_2_sentences",
        ["Go on. Be well.\n\nStop now."],
        ["Go on. Be well. Stop now."],
    ),
    Case(
        "The title should be under 20 characters.",
        "title_has_at_most_19_characters",
        ["# Short\nA long line that is no title at all.", ""],
        ["# A title that is far too long\nx"],
    ),
    Case(
        "Then add a summary section. The summary must be under 4 words.",
        "summary_section_has_at_most_3_words",
        ["# Me\n\n## Summary\none two\n\n## Rest\none two three four five", "no such section here at all"],
        ["## Summary:\none two three four", "**Summary**: one two three four"],
    ),
    Case("Write about 100 words.", "90_to_110_words", ["a " * 100], ["a " * 80, "a " * 120]),
    Case("Write about 100 words.", "50_to_150_words", ["a " * 60, "a " * 140], ["a " * 40, ""]),
    Case(
        "Write at most {word_count} words.",
        "at_most_word_count_words",
        ["a b", "a b c"],
        ["a b c d"],
        fields={"word_count": 3},
    ),
    Case("Write at most {word_count} words.", "at_most_word_count_words", ["a b c"], [], fields={"word_count": "many"}),
    Case("Write at most {word_count} words.", "at_most_word_count_words", ["a b c"], []),
    Case("Suggest {n} ideas.", "exactly_n_entries", ["- a\n- b"], ["- a\n- b\n- c\n- d"], fields={"n": "2"}),
    Case("Be concise.", "at_most_50_words", ["a " * 50], ["a " * 51]),
    Case("Be concise.", "at_most_15_words_per_sentence", ["", "A b c. D e f."], ["word " * 16]),
    Case("Be detailed.", "at_least_100_words", ["a " * 100], ["", "a " * 99]),
    Case("Be detailed.", "at_least_3_paragraphs", ["a\n\nb\n\nc"], ["a\n\nb"]),
    Case(
        "\u8bf7\u56de\u7b54\u3002\n\nWrite at most 4 words.",
        "at_most_4_words",
        ["\u4f60\u597d ok", ""],
        ["\u4f60\u597d\u4e16\u754c ok"],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.name}-{case.instruction[:30]}" for case in CASES])
def test_what_is_counted_decides(case: Case, sandbox: Sandbox) -> None:
    assert wrong_verdicts(case, sandbox) == []


def test_counts_stay_right_on_a_huge_response(sandbox: Sandbox) -> None:
    case = Case("Be concise.", "at_most_5_sentences", ["word " * 60_000], ["Go on. " * 30_000])
    assert wrong_verdicts(case, sandbox) == []
