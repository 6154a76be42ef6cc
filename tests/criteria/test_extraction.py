import pytest

from spade_core.categories import classify
from spade_core.categories.taxonomy import Category
from spade_core.criteria import criteria_of
from spade_core.criteria.readings import Judgement, Length, NoUnfilled, Quantity, Unit
from spade_core.deltas import deltas_between
from spade_core.prompt_files import read_prompt
from spade_core.versions.version import PromptVersion, VersionState
from tests.criteria.prompts import criteria_from, history_of


def test_every_criterion_slices_its_sentence_and_its_version() -> None:
    text = 'Write a note about {movie_name}.\n\n- Be concise.\n- Use at most 100 words.\n- Never say "plot".\n'
    for criterion in criteria_from(text):
        assert criterion.source_phrase.strip()
        part = criterion.version.template.parts[criterion.sentence.part]
        assert criterion.sentence.span.of(part.text) == criterion.sentence.text
        assert criterion.phrase.end <= len(criterion.sentence.text)


def test_criteria_carry_category_version_and_delta() -> None:
    criteria = criteria_from("Write a note.", "Write a note. Use at most 100 words.")
    [quantity] = [c for c in criteria if isinstance(c.reading, Quantity)]
    assert (quantity.category, quantity.delta, quantity.version.index) == (Category.QUANTITY, 2, 2)
    assert not quantity.removed


def test_a_deleted_instruction_is_still_a_criterion_of_the_version_that_had_it() -> None:
    criteria = criteria_from("Write a note. Use at most 100 words.", "Write a note.")
    removed = [c for c in criteria if c.removed]
    assert [(c.reading, c.version.index, c.delta) for c in removed] == [(Quantity(Unit.WORDS, None, 100), 1, 2)]


def test_a_reworded_instruction_leaves_no_removed_criterion() -> None:
    criteria = criteria_from("Write at most 100 words about it.", "Write no more than 100 words about it.")
    assert [c.removed for c in criteria if isinstance(c.reading, Quantity)] == [False, False]


def test_a_tightened_instruction_keeps_the_old_bound_as_a_removed_one() -> None:
    criteria = criteria_from("Write at most 100 words about it.", "Write at most 50 words about it.")
    found = [(c.reading, c.removed) for c in criteria if isinstance(c.reading, Quantity)]
    assert (Quantity(Unit.WORDS, None, 100), True) in found
    assert (Quantity(Unit.WORDS, None, 50), False) in found


def test_a_vague_criterion_made_exact_stays_beside_the_number() -> None:
    before = "Ensure the recommendation note is concise."
    after = "Ensure the recommendation note is concise, not exceeding 100 words."
    last = [c for c in criteria_from(before, after) if c.delta == 2]
    assert {type(c.reading) for c in last} == {Length, Quantity}


def test_what_only_a_reader_can_tell_is_a_question_that_quotes_the_instruction() -> None:
    [criterion] = criteria_from("Maintain a friendly, positive tone.")
    assert isinstance(criterion.reading, Judgement)
    assert "Maintain a friendly, positive tone." in criterion.reading.question
    assert criterion.category is Category.QUALITATIVE


def test_an_exclusion_under_a_lead_in_says_so_in_its_question() -> None:
    criteria = criteria_from("Please avoid:\n- plot twists of the ending\n- names of minor actors\n")
    questions = [c.reading.question for c in criteria if isinstance(c.reading, Judgement)]
    assert all("Please avoid" in question for question in questions)


def test_a_role_description_is_no_criterion() -> None:
    assert criteria_from("You are a friendly movie critic.") == []


def test_few_shot_questions_and_answers_are_no_instructions() -> None:
    shots = "".join(
        f"Question: What is {n} in one word?\nAnswer: It should be exactly {n} words.\n\n" for n in (2, 3, 4)
    )
    criteria = criteria_from(f"{shots}Question: {{question}}\nAnswer:")
    assert {type(c.reading) for c in criteria} <= {NoUnfilled}


@pytest.mark.parametrize(
    "text",
    [
        "回答不超过一百字。保持友好的语气。",
        "Schreibe höchstens hundert Wörter. Sei freundlich und genau dabei.",
        "Viết không quá một trăm từ. Hãy thân thiện với người đọc.",
    ],
)
def test_text_in_another_language_is_not_guessed_at(text: str) -> None:
    assert criteria_from(text) == []


def test_placeholders_are_read_in_any_language() -> None:
    [criterion] = criteria_from("请根据以下内容写一段影评：{movie_info}")
    assert criterion.reading == NoUnfilled(("{movie_info}",))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\n",
        "\u2028",
        "- ",
        "```",
        "**:**",
        "1.",
        ":" * 500,
        '"' * 501,
        "{" * 300,
        "a" * 20_000,
        "Write\x00at most 5 words",
        "YOUR SUMMARY SHOULD:\n" + "**A:**\n" * 200,
        "\ud800 Use at most 3 words.",
        "\u0130" * 50 + " Use at most 3 words.",
    ],
)
def test_odd_prompts_are_read_without_fail(text: str) -> None:
    for delta in deltas_between(history_of(text)):
        for criterion in criteria_of(classify(delta)):
            assert criterion.description


def test_the_same_history_gives_the_same_criteria() -> None:
    texts = ("Write a note about {title}. Be brief.", "Write a note about {title}. Use 3-5 bullet points.")
    assert criteria_from(*texts) == criteria_from(*texts)


@pytest.mark.parametrize(
    "piece",
    [
        "with a section ",
        "in a short short ",
        "include a, ",
        "Write at most 5 words and ",
        '{"a": ',
        "end with ",
        "#*",
        "include {a} and ",
        "Do not mention A, ",
        "{% ",
        "if it ",
        "never e.g. (",
        "as 1 to ",
    ],
)
def test_a_hostile_line_is_read_in_reasonable_time(piece: str) -> None:
    # without bounds these take minutes; the suite's own time limit is the judge
    assert len(criteria_from(piece * 4000)) < 50


@pytest.mark.parametrize(
    ("path", "text", "mark"),
    [
        (
            "a.prompt.yml",
            "messages:\n  - role: user\n    content: Praise {{movie_name}} in at most 5 words.\n",
            "{{movie_name}}",
        ),
        ("a.prompty", "---\nname: x\n---\nuser:\nPraise {{movie_name}} in at most 5 words.\n", "{{movie_name}}"),
        ("a.prompt.md", "Praise ${input:movie_name} in at most 5 words.\n", "${input:movie_name}"),
        ("a.prompt.txt", "Praise {movie_name} in at most 5 words.\n", "{movie_name}"),
    ],
)
def test_placeholders_of_every_dialect_are_read(path: str, text: str, mark: str) -> None:
    template = read_prompt(path, text).templates[0]
    version = PromptVersion(1, template, VersionState.UNCOMMITTED, path)
    [delta] = deltas_between([history_of()[0], version])
    readings = [criterion.reading for criterion in criteria_of(classify(delta))]
    assert NoUnfilled((mark,)) in readings
    assert Quantity(Unit.WORDS, None, 5) in readings


def test_what_an_assistant_message_says_is_no_instruction() -> None:
    text = "messages:\n  - role: user\n    content: Be brief.\n  - role: assistant\n    content: Use at most 3 words.\n"
    template = read_prompt("a.prompt.yml", text).templates[0]
    [delta] = deltas_between([history_of()[0], PromptVersion(1, template, VersionState.UNCOMMITTED, "a.prompt.yml")])
    assert [c.reading for c in criteria_of(classify(delta))] == [Length(short=True)]


@pytest.mark.parametrize(
    "text",
    [
        "Apologize once.",
        "If the customer is angry, apologize once.",
        "Finish with the preparation time in minutes.",
        "Warn about allergens.",
        "Compliment the guest.",
        "Sprinkle in a pun.",
        "For each product, weigh the risks.",
        "If no order number is given, ask for it.",
    ],
)
def test_what_asks_something_of_the_response_is_at_least_a_question(text: str) -> None:
    [criterion] = criteria_from(text)
    assert isinstance(criterion.reading, Judgement)


@pytest.mark.parametrize(
    "text",
    ["Information about the user.", "The guest is happy.", "Movies the user has watched.", "Is it late?"],
)
def test_what_asks_nothing_is_no_question(text: str) -> None:
    assert criteria_from(text) == []


def test_a_question_has_no_tags_of_the_template_and_says_the_topic_in_words() -> None:
    [_, tagged] = criteria_from("{% if vip %}Offer {{ gift }} to the guest.{% endif %}")
    [listed] = criteria_from("Ingredients:\n- Warn about nuts.")
    assert isinstance(tagged.reading, Judgement)
    assert "{%" not in tagged.reading.question
    assert isinstance(listed.reading, Judgement)
    assert 'about "Ingredients"' in listed.reading.question
