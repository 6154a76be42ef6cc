import pytest

from spade_core.categories import classify
from spade_core.deltas import Sign, deltas_between
from spade_core.prompt_files.template import Dialect, PromptTemplate, Role, TemplatePart
from spade_core.taxonomy import Category
from spade_core.text import SourceMap
from spade_core.versions.version import PromptVersion, VersionState
from tests.categories.labelled_deltas import delta_of

BASE = "You answer questions.\n\nQuestion: {question}"

CLARIFICATION = Category.PROMPT_CLARIFICATION
DATA = Category.DATA_INTEGRATION
DEMONSTRATION = Category.EXAMPLE_DEMONSTRATION
EXCLUSION = Category.EXCLUSION
FORMAT = Category.RESPONSE_FORMAT
INCLUSION = Category.INCLUSION
QUALITY = Category.QUALITATIVE
QUANTITY = Category.QUANTITY
WORK = Category.WORKFLOW_DESCRIPTION


def categories(previous: str, current: str) -> set[Category]:
    return set(classify(delta_of(previous, current)).categories)


def added(text: str) -> set[Category]:
    return categories(BASE, BASE.replace("\n\n", f"\n{text}\n\n"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Keep it under 100 words.", {QUANTITY}),
        ("Avoid spoilers.", {EXCLUSION}),
        ("Mention any awards.", {INCLUSION}),
        ("Maintain a friendly, positive tone.", {QUALITY}),
        ("Return a JSON object.", {FORMAT}),
        ("First, analyze the viewing history.", {WORK}),
        ("Reviews: {reviews}", {DATA}),
        ("Use three sentences maximum and keep the answer concise.", {QUANTITY, QUALITY}),
        ("Be polite. Never discuss politics.", {QUALITY, EXCLUSION}),
        ("Use the reviews below: {reviews}\nMention the best one.", {DATA, INCLUSION}),
        ("1. Read the question.\n2. Compare the options.\n3. Decide.", {WORK}),
        ("Title: name the film\nBody: explain the plot\nEnd: offer help", {INCLUSION}),
        ("Verdict: <yes or no>\nReason: <why you think so>", {FORMAT}),
    ],
)
def test_added_sentences_give_their_categories(text: str, expected: set[Category]) -> None:
    assert added(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Here is an example:\nInput: 2+2\nOutput: 4",
        "Example:\nQ: Who wrote Emma?\nA: Jane Austen",
        'For example:\n```\n{"name": "Ada"}\n```',
        "Q: What is 1+1?\nA: 2\n\nQ: What is 2+3?\nA: 5",
        "<example>\nUser: hi\nAssistant: Hello there!\n</example>",
        "Some examples of good titles:\n- Ten ways to cook rice\n- Why cats never include dogs",
        "### Example\nDear Ada, do not forget to include 100 words.",
        "Example:\n问：谁写的？\n答：她。",
    ],
)
def test_an_added_sample_is_a_demonstration_and_its_words_are_no_instructions(text: str) -> None:
    assert added(text) == {DEMONSTRATION}


def test_a_heading_over_a_sample_that_was_there_is_no_new_demonstration() -> None:
    sample = "Q: What is 1+1?\nA: 2\n\nQ: What is 2+3?\nA: 5"
    assert DEMONSTRATION not in categories(sample, f"# Example of a dialogue\n{sample}\n\nNow answer the next one.")


@pytest.mark.parametrize(
    ("previous", "current"),
    [
        ("Discuss why the movie fits.", "Explain why the movie fits."),
        ("Write an essy about cats.", "Write an essay about cats."),
        ("Write a poem", "Write a poem."),
        ("Be brief.\nUse metric units.", "Use metric units.\nBe brief."),
        ("You are an assistant.", "You are a helpful assistant."),
    ],
)
def test_rewording_moving_and_marks_are_a_clarification(previous: str, current: str) -> None:
    assert categories(previous, current) == {CLARIFICATION}


def test_a_changed_mark_beside_a_new_criterion_is_no_clarification() -> None:
    assert categories("Write a poem", "Write a poem.\nAvoid rhymes.") == {EXCLUSION}


def test_a_template_written_anew_is_clarified_besides() -> None:
    old = "Summarize the report.\nMention the revenue.\nName the auditor."
    assert categories(old, "You are a poet.\nSing of {sea}.\nNever rhyme.") == {CLARIFICATION, WORK, DATA, EXCLUSION}


def test_a_renamed_placeholder_is_new_data_and_no_clarification() -> None:
    assert categories("Review the code.\n{diff}", "Review the code.\n{patch}") == {DATA}


SINGLE_WORD = "The answer is a single word, in lowercase, without punctuation"


@pytest.mark.parametrize(
    ("previous", "current", "expected"),
    [
        ("Return a JSON object.", SINGLE_WORD, {FORMAT, QUANTITY, EXCLUSION}),
        ("The answer is short.", SINGLE_WORD, {FORMAT, QUANTITY, EXCLUSION}),
        (SINGLE_WORD, "The answer is JSON, without other text.", {FORMAT}),
        (SINGLE_WORD, "The answer is an object with the keys label and score.", {FORMAT}),
        (SINGLE_WORD, '{{"label": "spam"}}', {FORMAT}),
        ("Skip missing fields.", "If a field is missing, use null.", {FORMAT}),
        ("Write in the third person.", "Write in the second person.", {QUALITY}),
    ],
)
def test_a_new_criterion_in_the_place_of_another_is_no_clarification(
    previous: str, current: str, expected: set[Category]
) -> None:
    around = "Classify the text.\n{}\nText: {{text}}"
    assert categories(around.format(previous), around.format(current)) == expected


@pytest.mark.parametrize("comment", ["{# keep it short #}", "{#\nNever lie.\n\nBe kind.\n#}", "{{!-- Be {tone} --}}"])
def test_a_comment_asks_for_nothing(comment: str) -> None:
    found = classify(delta_of(BASE, f"{comment}\n{BASE}"))
    assert [(cue.category, cue.reason) for cue in found.cues] == [(CLARIFICATION, "no new criterion")]
    assert categories(BASE, f"{comment}\nAvoid rhymes.\n{BASE}") == {EXCLUSION}


def test_a_delta_that_only_removes_has_the_categories_of_what_went() -> None:
    found = classify(delta_of("Write a note.\nMention the price.\nKeep it under 50 words.", "Write a note."))
    assert set(found.categories) == {INCLUSION, QUANTITY}
    assert {cue.change.sign for cue in found.cues} == {Sign.REMOVED}


def test_a_first_version_with_input_describes_the_work() -> None:
    assert categories("", "{question}\nBe brief.") == {WORK, DATA, QUALITY}


def test_new_english_without_a_narrower_cue_describes_the_work() -> None:
    assert added("The tickets come from the support desk.") == {WORK}


def test_no_change_gives_no_category() -> None:
    found = classify(delta_of(BASE, BASE))
    assert (found.categories, found.cues, found.unclassified) == ((), (), ())


def test_categories_come_in_the_order_of_the_taxonomy_with_a_cue_for_each() -> None:
    found = classify(
        delta_of("", "You rate {film}. Mention its year. Avoid spoilers. Write 3 short sentences in JSON.")
    )
    assert list(found.categories) == [category for category in Category if category in found.categories]
    assert {cue.category for cue in found.cues} == set(found.categories)


def test_each_cue_belongs_to_a_change_of_the_delta() -> None:
    delta = delta_of(
        "Be brief.\nUse feet.", "Use metres, not feet.\nBe brief.\nMention {place}.\n\nExample:\nRome: hot"
    )
    assert all(any(cue.change is change for change in delta.changes) for cue in classify(delta).cues)


def test_the_assistants_own_words_in_a_chat_prompt_are_a_demonstration() -> None:
    spoken = [
        (Role.SYSTEM, "Answer in verse."),
        (Role.USER, "How is the sea?"),
        (Role.ASSISTANT, "Never include salt."),
    ]
    parts = tuple(TemplatePart(role, text, SourceMap.identity(len(text))) for role, text in spoken)
    versions = [
        PromptVersion(
            index,
            PromptTemplate(name="", dialect=Dialect.FSTRING, parts=parts[:count], placeholders=()),
            VersionState.COMMITTED,
            "chat.yaml",
        )
        for index, count in ((1, 1), (2, 3))
    ]
    (delta,) = deltas_between(versions)
    assert set(classify(delta).categories) == {DEMONSTRATION}


MOVIE_NOTE = [
    "Given the following information about the user, {personal_info}, and about a movie, {movie_info}: "
    "write a personalized note for why the user should watch it.",
    "Include elements from the movie's genre, cast, and themes.",
    "Ensure the note is concise.",
    "Mention any awards received by the movie.",
    "Do not mention anything related to sensitive attributes.",
]


@pytest.mark.parametrize(("length", "expected"), [(2, INCLUSION), (3, QUALITY), (4, INCLUSION), (5, EXCLUSION)])
def test_the_movie_note_grows_as_the_paper_tells(length: int, expected: Category) -> None:
    assert categories("\n".join(MOVIE_NOTE[: length - 1]), "\n".join(MOVIE_NOTE[:length])) == {expected}
