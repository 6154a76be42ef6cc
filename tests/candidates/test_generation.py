import ast
import itertools

import pytest

from spade_core.candidates import CandidateAssertion, candidates_for
from spade_core.candidates.check import identifier, literal
from spade_core.categories.taxonomy import Category
from spade_core.criteria import Criterion, Origin
from spade_core.deltas import sentences_of
from spade_core.results.evaluation import Outcome
from spade_core.sandbox import preflight, route
from spade_core.text import Span
from tests.candidates import test_contents, test_counting, test_layout, test_wording
from tests.candidates.verdicts import Case, evaluations_of
from tests.criteria.prompts import criteria_from, history_of

ALL_CASES: list[Case] = [*test_counting.CASES, *test_wording.CASES, *test_layout.CASES, *test_contents.CASES]
INSTRUCTIONS = (
    *dict.fromkeys(case.instruction for case in ALL_CASES),
    "Avoid unrelated ideas.",
    "Maintain a friendly tone.",
    'Say "it\'s \\"fine\\"" \u2014 or \u201cd\u00e9j\u00e0 vu\u201d.',
)
ODD_RESPONSES = (
    "",
    " ",
    "\n",
    "\r\n\r\n",
    "x",
    "no newline",
    "# ",
    "**",
    "```",
    "```\n",
    "- ",
    "|",
    ":",
    "#",
    "@",
    "[",
    "]",
    "{",
    '"',
    "'",
    "\\",
    "a\r\nb\r\n\r\nc",
    "\u4f60\u597d\uff0c\u4e16\u754c\u3002",
    "\u3053\u3093\u306b\u3061\u306f",
    "caf\u00e9 \u2014 na\u00efve",
    "\U0001f600\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "[" * 50,
    "1. " * 50,
    "#" * 50,
    "\t\t- x",
    "\x00",
    "...",
    "?!",
    "a" * 5000,
    "- a\n" * 2000,
    "null",
    "[1, null]",
    '{"a": null}',
)
FIELDS: tuple[dict[str, object], ...] = (
    {},
    {"movie_name": None, "word_count": "\u00b2", "vid_name": ["x"], "n": {}},
    {"movie_name": "Heat", "word_count": 3, "vid_name": "Yoga", "n": "5"},
)


@pytest.fixture(scope="module")
def every_candidate() -> list[CandidateAssertion]:
    return [c for text in INSTRUCTIONS for c in candidates_for(criteria_from(text))]


def test_every_candidate_passes_the_pre_flight_and_runs_in_monty(every_candidate: list[CandidateAssertion]) -> None:
    assert len(every_candidate) > 250
    for candidate in every_candidate:
        assert preflight(candidate.source).rejection is None, candidate.source
        assert route(candidate.source).unsupported is None, candidate.source


def test_every_candidate_decides_every_odd_response(every_candidate: list[CandidateAssertion]) -> None:
    distinct = list({c.source: c for c in every_candidate if not c.asks_judge}.values())
    unique = [CandidateAssertion(c.name, c.source, c.criteria) for c in {c.name: c for c in distinct}.values()]
    for fields, prompt in itertools.product(FIELDS, ("", "A prompt with 5 words.")):
        said = evaluations_of(unique, ODD_RESPONSES, fields=fields, prompt=prompt)
        strange = {k: e for k, e in said.items() if e.outcome not in (Outcome.PASSED, Outcome.FAILED)}
        assert {(name, e.message) for (name, _), e in strange.items()} == set()


def test_every_name_is_an_identifier_that_says_assert_and_is_distinct_in_its_set() -> None:
    for text in INSTRUCTIONS:
        names = [candidate.name for candidate in candidates_for(criteria_from(text))]
        assert len(names) == len(set(names))
        for name in names:
            assert name.isidentifier()
            assert name.isascii()
            assert name == name.lower()
            assert name.startswith("assert_")
            assert len(name) <= 80


def test_the_source_defines_the_function_of_that_name_with_a_docstring(
    every_candidate: list[CandidateAssertion],
) -> None:
    for candidate in every_candidate:
        [function] = ast.parse(candidate.source).body
        assert isinstance(function, ast.AsyncFunctionDef)
        assert function.name == candidate.name
        assert ast.unparse(function.args) == "example: dict, prompt: str, response: str"
        assert ast.get_docstring(function)
        assert not candidate.source.endswith("\n")


def test_no_line_is_too_long_to_review(every_candidate: list[CandidateAssertion]) -> None:
    assert max(len(line) for c in every_candidate for line in c.source.splitlines()) <= 120


def test_identical_candidates_are_merged_and_keep_all_their_criteria() -> None:
    criteria = criteria_from("Write at most 100 words.", "Write a friendly note in at most 100 words.")
    [candidate] = [c for c in candidates_for(criteria) if not c.asks_judge]
    assert [criterion.delta for criterion in candidate.criteria] == [1, 2]


def test_questions_that_hardly_differ_are_asked_once() -> None:
    one = "Maintain a friendly, warm and positive tone in all of your answers to customers."
    other = "Maintain a friendly, warm and positive tone in all your answers to customers."
    [candidate] = candidates_for(criteria_from(one, other))
    assert [criterion.delta for criterion in candidate.criteria] == [1, 2]


def test_two_tones_are_two_questions_however_much_their_sentences_share() -> None:
    heading = "# Answers to customers of the shop\n\n"
    criteria = criteria_from(
        f"{heading}Use a friendly, informal tone.", f"{heading}Use a friendly but professional tone."
    )
    informal, professional = candidates_for(criteria)
    assert ("informal" in informal.source, "professional" in informal.source) == (True, False)
    assert ("informal" in professional.source, "professional" in professional.source) == (False, True)


def test_markdown_is_one_check_and_not_one_for_every_mark() -> None:
    [candidate] = candidates_for(criteria_from("Answer in Markdown."))
    assert candidate.name == "assert_has_markdown"


def test_a_vague_criterion_gives_several_strictnesses_and_a_question() -> None:
    candidates = candidates_for(criteria_from("Ensure the note is concise."))
    assert sum(not c.asks_judge for c in candidates) >= 5
    assert sum(c.asks_judge for c in candidates) == 1


def test_a_general_exclusion_is_only_asked_of_a_judge() -> None:
    [candidate] = candidates_for(criteria_from("Avoid unrelated ideas."))
    assert candidate.asks_judge
    assert "unrelated" in candidate.source
    assert " in response" not in candidate.source


def test_a_special_exclusion_is_searched_for_and_asked_of_a_judge() -> None:
    kinds = {c.asks_judge for c in candidates_for(criteria_from("Do not say which table you queried."))}
    assert kinds == {True, False}


def test_a_criterion_that_nobody_read_is_asked_as_it_stands() -> None:
    version = history_of("Be kind.")[1]
    [sentence] = sentences_of(version.template)
    criterion = Criterion(
        'The response is "kind".', Category.QUALITATIVE, sentence, Span(0, 8), version, 1, origin=Origin.MODEL
    )
    [candidate] = candidates_for([criterion])
    assert candidate.asks_judge
    assert candidate.origin is Origin.MODEL
    assert 'The response is "kind".' in candidate.source


def test_no_criteria_give_no_candidates() -> None:
    assert candidates_for([]) == []


def test_the_same_criteria_give_the_same_candidates(every_candidate: list[CandidateAssertion]) -> None:
    again = [c for text in INSTRUCTIONS for c in candidates_for(criteria_from(text))]
    assert again == every_candidate


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        'say "it"',
        "it's",
        "both \" and '",
        "back\\slash",
        "new\nline\r\t",
        "\x00\u2028\u00ad",
        "\ud800",
        "\U0001f600 \u4f60",
        "{x}",
        "%s",
        '"""',
    ],
)
def test_a_literal_is_the_text_again(text: str) -> None:
    assert ast.literal_eval(literal(text)) == text
    assert literal(text).isprintable()


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("At most 100 words", "assert_at_most_100_words"),
        ("don\u2019t reveal", "assert_dont_reveal"),
        ("Caf\u00e9 na\u00efve", "assert_cafe_naive"),
        ("class", "assert_class"),
    ],
)
def test_a_name_is_made_of_the_words(words: str, name: str) -> None:
    assert identifier(words) == name


def test_words_without_ascii_are_named_by_a_digest_of_themselves() -> None:
    one, other = identifier("\u4e0d\u8981\u8bf4"), identifier("\u5fc5\u987b\u8bf4")
    assert one != other
    assert one.isidentifier()


def test_a_long_name_is_cut_between_words() -> None:
    name = identifier("word " * 40)
    assert len(name) <= 80
    assert set(name.split("_")) == {"assert", "word"}


def test_the_question_of_a_judge_is_one_literal_that_quotes_the_instruction() -> None:
    instruction = "Avoid unrelated ideas, digressions and anecdotes that have nothing to do with the film in question."
    [candidate] = candidates_for(criteria_from(instruction))
    question = preflight(candidate.source).question
    assert question is not None
    assert instruction in question


def names_of(*texts: str) -> list[str]:
    return [candidate.name for candidate in candidates_for(criteria_from(*texts))]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('Use the heading "## Details".', ["assert_has_heading_details"]),
        ("End with a question.", ["assert_ends_with_a_question"]),
        ("Do not use exclamation marks.", ["assert_has_no_exclamation_marks"]),
        ("Write in lowercase only.", ["assert_is_in_lower_case"]),
    ],
)
def test_what_one_check_says_for_certain_gives_no_second(text: str, names: list[str]) -> None:
    assert names_of(text) == names


def test_a_judge_is_asked_for_what_the_sentence_says_besides() -> None:
    assert names_of("End with a question about their budget.") == [
        "assert_ends_with_a_question",
        "assert_judged_end_with_a_question_about_their_budget",
    ]


def test_the_placeholders_of_all_versions_are_one_check() -> None:
    names = names_of("Write to {customer_name}.", "Write to {customer_name}.\n\nYou write for {company}.")
    assert [name for name in names if "unfilled" in name] == ["assert_leaves_no_placeholder_unfilled"]


def test_keys_that_another_sentence_adds_leave_the_json_open() -> None:
    names = names_of('Return JSON with the keys label, mood.\n\nAdd a "reason".')
    assert "assert_json_has_keys_reason" in names
    assert not [name for name in names if "no_keys_but" in name]


def test_a_vague_word_gives_eight_to_twelve_checks() -> None:
    for text in ("Be concise.", "Be detailed."):
        assert 8 <= len([name for name in names_of(text) if "judged" not in name]) <= 12


def test_a_long_name_breaks_the_signature() -> None:
    [candidate] = candidates_for(criteria_from(f'Use the phrase "{"word " * 14}end".'))
    assert candidate.source.splitlines()[1] == "    example: dict, prompt: str, response: str"
    assert preflight(candidate.source).rejection is None
