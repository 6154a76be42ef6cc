"""What the segmenter makes of prompts, shown by example. The laws for every text are in test_laws.py."""

import textwrap

import pytest

from spade_core.deltas import SentenceKind, segment, sentences_of
from spade_core.prompt_files.template import Dialect, PromptTemplate, Role, TemplatePart
from spade_core.text import SourceMap


def texts(prompt: str) -> list[str]:
    return [sentence.text for sentence in segment(prompt)]


def kinds(prompt: str) -> list[str]:
    return [f"{sentence.kind.value}: {sentence.text}" for sentence in segment(prompt)]


def contexts(prompt: str) -> dict[str, tuple[str, ...]]:
    return {sentence.text: sentence.context for sentence in segment(prompt)}


def test_every_part_is_read_in_order_with_its_role() -> None:
    parts = [(Role.SYSTEM, "Be kind. Be brief."), (Role.USER, "Answer {question}.")]
    template = PromptTemplate(
        "", Dialect.FSTRING, tuple(TemplatePart(r, t, SourceMap.identity(len(t))) for r, t in parts), ()
    )
    assert [(s.part, s.role, s.text) for s in sentences_of(template)] == [
        (0, Role.SYSTEM, "Be kind."),
        (0, Role.SYSTEM, "Be brief."),
        (1, Role.USER, "Answer {question}."),
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Use short words, e.g. cat or dog.",
        "Use names, i.e. Anna, where you can.",
        "Ask Dr. Smith or Mrs. Jones about it.",
        "Write for readers in the U.S. and the U.K. alike.",
        "Compare cats vs. dogs.",
        "See No. 5 and Fig. 2 on p. 3 first.",
        "Name colours, shapes, etc. in the text.",
        "Keep the score between 3.5 and 4.75 points.",
        "Support v1.2 and version 2.0.1 of it.",
        "Read https://example.com/a.b?c=d.e and www.example.com/x. too",
        "Open config.yaml and src/main.py first.",
        "Wait ... and then go on.",
        "Wait… and then go on.",
        'Answer "Yes." or "No." and nothing else.',
        'Start with "Hello there. How are you?" in bold.',
        "Use `a.b. C` as the key.",
        "Fill {user.name. X} in.",
        "Fill {{ user. Name }} in.",
        "Fill ${input:a. B} in.",
        "Say hi {% if user.x. Y %} twice {% endif %} to them.",
        "1. Read the text",
        "Written by J. Smith for all.",
        "Write max. 5 words.",
        "(See below.) and more",
        "Is that so (really?) or not.",
        "他说「好。」と答える",
    ],
)
def test_a_stop_that_ends_nothing_leaves_the_sentence_whole(sentence: str) -> None:
    assert texts(sentence) == [sentence]


@pytest.mark.parametrize(
    ("prompt", "sentences"),
    [
        ("Be kind. Be brief! Why? Because.", ["Be kind.", "Be brief!", "Why?", "Because."]),
        ("Say it.Then stop.", ["Say it.", "Then stop."]),
        ("Really?!Then stop.", ["Really?!", "Then stop."]),
        ("Use @mentions.Then stop.", ["Use @mentions.", "Then stop."]),
        ("Write 5 words max. Never more.", ["Write 5 words max.", "Never more."]),
        ('Say "Stop." Then go.', ['Say "Stop."', "Then go."]),
        ("Do it (all of it.) Then go.", ["Do it (all of it.)", "Then go."]),
        ("Use cats, dogs, etc. Never use birds.", ["Use cats, dogs, etc.", "Never use birds."]),
        ("Sell in the U.S. Do not sell elsewhere.", ["Sell in the U.S.", "Do not sell elsewhere."]),
        ("Give at most 5. Then stop.", ["Give at most 5.", "Then stop."]),
        ("Answer yes or no. Then stop.", ["Answer yes or no.", "Then stop."]),
        ("Wait... Then go.", ["Wait...", "Then go."]),
        ("use the data. then stop.", ["use the data.", "then stop."]),
        ("Fill {x}. Then stop.", ["Fill {x}.", "Then stop."]),
        ("See {x}. {y} follows.", ["See {x}.", "{y} follows."]),
        ("**Be kind.** Be brief.", ["**Be kind.**", "Be brief."]),
        ("Great! 😀 Go on.", ["Great!", "😀 Go on."]),
        ("Great!😀 Go on.", ["Great!😀", "Go on."]),
        (
            "请用中文回答。不要超过100字！好吗？可以；谢谢",
            ["请用中文回答。", "不要超过100字！", "好吗？", "可以；", "谢谢"],
        ),
        ("日本語で答えてください。短く。", ["日本語で答えてください。", "短く。"]),
        ("Hãy trả lời ngắn gọn. Đừng quá 100 từ.", ["Hãy trả lời ngắn gọn.", "Đừng quá 100 từ."]),
        ("हिंदी में लिखें। छोटा रखें।", ["हिंदी में लिखें।", "छोटा रखें।"]),
        ("هل فهمت؟ أجب الآن.", ["هل فهمت؟", "أجب الآن."]),
        ("Ensure: • one thing • another", ["Ensure:", "• one thing", "• another"]),
        ("Steps: 1. Read it. 2. Write it.", ["Steps: 1. Read it.", "2. Write it."]),
    ],
)
def test_sentences_end_where_they_end(prompt: str, sentences: list[str]) -> None:
    assert texts(prompt) == sentences


@pytest.mark.parametrize(
    ("prompt", "sentences"),
    [
        ("Be concise\nUse bullet points\nAdd a title", ["Be concise", "Use bullet points", "Add a title"]),
        ("be concise\nuse bullet points", ["be concise", "use bullet points"]),
        ("Write a summary that\ncovers all of it.", ["Write a summary that\ncovers all of it."]),
        ("Write about the\nUnited States.", ["Write about the\nUnited States."]),
        ("Cover cats,\nDogs and birds.", ["Cover cats,\nDogs and birds."]),
        ("Cover this:\nall of it", ["Cover this:", "all of it"]),
        (
            "Keep it fun and light for every reader of ours.\nmake it short",
            [
                "Keep it fun and light for every reader of ours.",
                "make it short",
            ],
        ),
        ("Compare cats vs.\ndogs", ["Compare cats vs.\ndogs"]),
        ('Say "Yes."\nor "No."', ['Say "Yes."\nor "No."']),
        ("name: the name\nage: the age", ["name: the name", "age: the age"]),
        ("Give at least\n5 points.", ["Give at least\n5 points."]),
        ("title;\nauthor;\nyear", ["title;", "author;", "year"]),
        ("Pain: name it\nClosing: thank them", ["Pain: name it", "Closing: thank them"]),
        ("用中文回答\n不要超过一百字", ["用中文回答", "不要超过一百字"]),
    ],
)
def test_a_line_end_ends_a_sentence_unless_it_runs_on(prompt: str, sentences: list[str]) -> None:
    assert texts(prompt) == sentences


HARD_WRAPPED = [
    "You are given the transcript of a call between a customer and an agent of the Acme Corporation, and you write a "
    "summary of it for the record that the people of Acme keep.",
    "Write it in plain words, keep it under two hundred words and say what the people at Acme should do next.",
    "Never name the customer or Acme.",
]


@pytest.mark.parametrize("width", range(60, 101, 4))
def test_hard_wrapped_prose_runs_on_over_line_ends_even_before_a_capital(width: int) -> None:
    wrapped = textwrap.fill(" ".join(HARD_WRAPPED), width)
    assert [" ".join(text.split()) for text in texts(wrapped)] == HARD_WRAPPED


def test_hard_wrapped_chinese_runs_on_over_line_ends() -> None:
    sentence = "请根据客户与客服人员之间的通话记录撰写一份摘要并说明公司接下来应当采取的行动" * 3 + "。"
    assert texts("\n".join(textwrap.wrap(sentence, 35))) == ["\n".join(textwrap.wrap(sentence, 35))]


def test_long_instructions_one_a_line_are_not_taken_for_hard_wrapped_prose() -> None:
    lines = [
        "Write a summary of the text between the two marks that follow below",
        "Keep the summary under two hundred words in every single case please",
        "Never mention the name of the customer or of anybody else in the call",
        "Use bullet points",
    ]
    assert texts("\n".join(lines)) == lines


def test_lists_give_an_item_each_with_wrapped_lines_joined() -> None:
    prompt = "- one thing\n  that goes on\n* two\n• three\n1. four\n2) five\na) six\n    - seven\n-Eight"
    assert kinds(prompt) == [
        "list item: - one thing\n  that goes on",
        "list item: * two",
        "list item: • three",
        "list item: 1. four",
        "list item: 2) five",
        "list item: a) six",
        "list item: - seven",
        "list item: -Eight",
    ]


def test_chinese_list_markers_are_markers() -> None:
    assert [kind.split(":")[0] for kind in kinds("1、甲\n二、乙\n（三）丙\n① 丁")] == ["list item"] * 4


def test_a_nested_item_stands_under_its_item_without_the_marker() -> None:
    assert contexts("2. **Length**: short\n   - at most ten words")["- at most ten words"] == ("Length: short",)


def test_a_paragraph_that_is_indented_under_an_item_belongs_to_it() -> None:
    assert kinds("1. Be brief\n\n   Ten words do. No more.\n\nBe kind.") == [
        "list item: 1. Be brief",
        "list item: Ten words do.",
        "list item: No more.",
        "prose: Be kind.",
    ]


def test_a_second_sentence_of_an_item_is_list_item_too() -> None:
    assert kinds("- Do this. Not that.\n  Nor this.\nAnd now prose.") == [
        "list item: - Do this.",
        "list item: Not that.",
        "list item: Nor this.",
        "prose: And now prose.",
    ]


@pytest.mark.parametrize("prompt", ["-5 degrees", "--flag", "3.5 points", "*all* of it", "A.I. is here"])
def test_what_only_looks_like_a_list_marker_is_prose(prompt: str) -> None:
    assert kinds(prompt) == [f"prose: {prompt}"]


@pytest.mark.parametrize(
    "heading",
    [
        "## 1. Scope of it",
        "# Overview. Read this",
        "# Task",
        "###Input",
        "**Key Points:**",
        "YOUR SUMMARY SHOULD:",
        "Objective:",
        "__Rules__",
    ],
)
def test_headings_are_known_by_their_marks_or_looks(heading: str) -> None:
    assert kinds(f"{heading}\nSay it well.") == [f"heading: {heading}", "prose: Say it well."]


@pytest.mark.parametrize("prompt", ["**Never do that.**", "Please ensure to:", "Always include:", "#hashtag is fine"])
def test_what_asks_for_something_is_no_heading(prompt: str) -> None:
    assert kinds(prompt) == [f"prose: {prompt}"]


def test_an_underlined_heading_governs_and_its_line_is_a_delimiter() -> None:
    sentences = segment("Rules\n=====\nBe kind.")
    assert [(s.kind, s.context) for s in sentences] == [
        (SentenceKind.HEADING, ()),
        (SentenceKind.DELIMITER, ("Rules",)),
        (SentenceKind.PROSE, ("Rules",)),
    ]


@pytest.mark.parametrize(
    "line",
    ["---", "***", '"""', "<text>", "</text>", "<|system|>", "[INST]", "{docs}", "{{ docs }}", "Tools: {tools}",
     "<doc>{doc}</doc>", "---Docs End----", "BEGIN TEXT", "{% if x %}", "${input:x}", "\\n\\n", "```{x}```"],
)  # fmt: skip
def test_a_line_that_only_separates_or_holds_a_placeholder_is_a_delimiter(line: str) -> None:
    assert kinds(f"Be kind.\n\n{line}\n\nBe brief.")[1] == f"delimiter: {line}"


@pytest.mark.parametrize("fence", ["```", "~~~", "````"])
def test_a_fenced_block_is_code_one_sentence_a_line(fence: str) -> None:
    prompt = f"Like this:\n{fence}\ndef f(): return 1. Or 2.\n\n- x\n{fence}\nBe kind."
    assert kinds(prompt) == [
        "prose: Like this:",
        f"code: {fence}",
        "code: def f(): return 1. Or 2.",
        "code: - x",
        f"code: {fence}",
        "prose: Be kind.",
    ]


def test_a_fence_that_is_never_closed_ends_at_the_next_blank_line() -> None:
    assert kinds("```json\n{x}\n\nBe kind.") == ["code: ```json", "code: {x}", "prose: Be kind."]


def test_json_outside_a_fence_is_code_line_by_line() -> None:
    assert kinds('Answer so:\n{\n  "name": "x. Y",\n  "age": 3\n}') == [
        "prose: Answer so:",
        "delimiter: {",
        'code: "name": "x. Y",',
        'code: "age": 3',
        "delimiter: }",
    ]


def test_table_rows_are_sentences_with_bars_outside_or_not() -> None:
    assert kinds("| a | b |\n|---|---|\n| 1. X | 2 |") == [
        "table: | a | b |",
        "table: |---|---|",
        "table: | 1. X | 2 |",
    ]
    assert kinds("a | b\n--|--\n1 | 2\n\nx | y is prose") == [
        "table: a | b",
        "table: --|--",
        "table: 1 | 2",
        "prose: x | y is prose",
    ]


def test_a_tag_around_a_sentence_belongs_to_it() -> None:
    assert texts("<task> Be kind. Be brief. </task>") == ["<task> Be kind.", "Be brief. </task>"]


NESTED = """\
# Task
Write a note.

## Rules
Never use words like:
- feature
- religion
  - of any kind

Be kind.
# Output
Plain text."""


def test_context_is_the_headings_and_the_lead_in_outermost_first() -> None:
    assert contexts(NESTED) == {
        "# Task": (),
        "Write a note.": ("Task",),
        "## Rules": ("Task",),
        "Never use words like:": ("Task", "Rules"),
        "- feature": ("Task", "Rules", "Never use words like:"),
        "- religion": ("Task", "Rules", "Never use words like:"),
        "- of any kind": ("Task", "Rules", "Never use words like:", "religion"),
        "Be kind.": ("Task", "Rules"),
        "# Output": (),
        "Plain text.": ("Output",),
    }


def test_capitals_and_bold_lines_nest_in_the_order_they_appear() -> None:
    prompt = "YOUR NOTE SHOULD:\n**Begin:**\nSay hello.\n\n**End:**\nSay goodbye.\n\nTASK:\nWrite it."
    assert contexts(prompt) == {
        "YOUR NOTE SHOULD:": (),
        "**Begin:**": ("YOUR NOTE SHOULD:",),
        "Say hello.": ("YOUR NOTE SHOULD:", "Begin:"),
        "**End:**": ("YOUR NOTE SHOULD:",),
        "Say goodbye.": ("YOUR NOTE SHOULD:", "End:"),
        "TASK:": (),
        "Write it.": ("TASK:",),
    }


def test_a_lead_in_above_prose_governs_up_to_the_blank_line() -> None:
    found = contexts("Never mention:\nPolitics\nReligion\n\nBe kind.")
    assert found["Religion"] == ("Never mention:",)
    assert found["Be kind."] == ()


def test_a_list_that_ended_no_longer_leads_in() -> None:
    found = contexts("NEVER MENTION:\n- politics\n\n- religion\nBe kind.\n\nBe brief.")
    assert found["- religion"] == ("NEVER MENTION:",)
    assert found["Be kind."] == found["Be brief."] == ()


def test_bullets_under_a_numbered_item_that_ends_with_a_colon_are_nested_in_it() -> None:
    found = contexts("1. Do this:\n- read\n- write\n2. Stop")
    assert found["- write"] == ("Do this:",)
    assert found["2. Stop"] == ()


def test_a_sample_in_markdown_stands_under_the_line_that_announces_it() -> None:
    found = contexts("Be kind.\nExample output:\n# Title\n## Part\nText.")
    assert found["Text."] == ("Example output:", "Title", "Part")


def test_a_sample_in_markdown_ends_where_the_prompt_goes_on_in_its_own_headings() -> None:
    found = contexts("## Task\nGo.\n\nOutput format:\n### Title\nText.\n\n## Rules\nBe kind.")
    assert found["Text."] == ("Task", "Output format:", "Title")
    assert found["Be kind."] == ("Rules",)


def test_a_second_sample_stands_beside_the_first() -> None:
    found = contexts("# Task\nExample 1:\n# A\nOne.\n\nExample 2:\n# B\nTwo.")
    assert found["One."] == ("Task", "Example 1:", "A")
    assert found["Two."] == ("Task", "Example 2:", "B")


def test_a_lead_in_above_a_heading_of_a_new_section_does_not_keep_the_old_section_open() -> None:
    found = contexts("# Examples\nOne.\n\nThink of this:\n# Task\nTwo.")
    assert found["Two."] == ("Task",)


def test_a_title_ends_what_the_title_above_it_governs() -> None:
    found = contexts("Bad:\nfixed it\nGood:\nFix it")
    assert (found["fixed it"], found["Good:"], found["Fix it"]) == (("Bad:",), (), ("Good:",))


def test_a_title_or_an_announced_example_governs_up_to_the_blank_line() -> None:
    found = contexts("Things To Avoid:\nDogs.\n\nBe kind.\n\nExample 1\nIn: x\n\nEXAMPLE\nHi.\n\nGo on.")
    assert found["Dogs."] == ("Things To Avoid:",)
    assert found["In: x"] == ("Example 1",)
    assert found["Hi."] == ("EXAMPLE",)
    assert found["Be kind."] == found["Go on."] == ()


def test_a_fenced_sample_is_governed_to_its_end_and_what_follows_is_not() -> None:
    found = contexts("Example output:\n```\nA\n\nB\n```\nBe kind.")
    assert found["B"] == ("Example output:",)
    assert found["Be kind."] == ()


def test_a_rule_ends_the_headings_since_the_rule_before_it() -> None:
    found = contexts("# Task\nUse this form:\n\n---\n\n## Route\nThe way.\n\n## Costs\nThe sum.\n\n---\n\nBe kind.")
    assert found["The sum."] == ("Task", "Costs")
    assert found["Be kind."] == ("Task",)


def test_a_rule_right_below_a_heading_ends_nothing() -> None:
    found = contexts("# Task\nOne.\n\n---\n\n# Rules\n\n---\n\nBe kind.")
    assert found["Be kind."] == ("Rules",)
