"""The two steps' requests and replies, without a model."""

import json
import re

import pytest

from spade_core.criteria import Origin
from spade_core.synthesis.criteria_step import criteria_request, read_criteria
from spade_core.synthesis.function_step import FunctionInput, candidate_of, functions_request, read_functions
from spade_core.synthesis.locating import locate, nearest_category, nearest_name
from spade_core.taxonomy import Category
from tests.synthesis.playing import criteria_reply, criterion, deltas_of, function, functions_reply

FIRST = "Write a note about {movie_name}.\nKeep the note under 100 words.\n"
SECOND = "Write a note about {movie_name}.\nMention any awards.\n"


def test_step_one_shows_the_change_and_nothing_that_stayed() -> None:
    (_, delta) = deltas_of(FIRST, SECOND)
    text = criteria_request(delta).messages[1].text
    assert "+ Mention any awards." in text
    assert "- Keep the note under 100 words." in text
    assert "Write a note" not in text


def test_headings_are_told_beside_the_lines_that_stand_under_them() -> None:
    (delta,) = deltas_of("# Style\n\n- Be kind.\n- Be brief.\n\n# Form\n\n- Use JSON.\n")
    lines = criteria_request(delta).messages[1].text.splitlines()
    assert lines[lines.index("+ - Be kind.") - 1] == "[under: Style]"
    assert lines[lines.index("+ - Be brief.") - 1] == "+ - Be kind."
    assert lines[lines.index("+ - Use JSON.") - 1] == "[under: Form]"


def test_the_first_message_is_the_same_for_every_delta() -> None:
    assert len({criteria_request(delta).messages[0] for delta in deltas_of(FIRST, SECOND)}) == 1


def test_a_criterion_points_at_its_words_in_the_sentence() -> None:
    (_, delta) = deltas_of(FIRST, SECOND)
    reply = criteria_reply(criterion("The response names awards.", "any  AWARDS"))
    (found,) = read_criteria(reply, delta).criteria
    assert (found.source_phrase, found.sentence.text) == ("any awards", "Mention any awards.")
    assert (found.category, found.origin, found.delta) == (Category.INCLUSION, Origin.MODEL, 2)
    assert found.version.index == 2


def test_a_phrase_of_a_sentence_that_went_gives_no_criterion() -> None:
    (_, delta) = deltas_of(FIRST, SECOND)
    found = read_criteria(criteria_reply(criterion("Short.", "under 100 words", "quantity_instruction")), delta)
    assert found.criteria == ()
    assert found.notes == ('dropped "Short.": its source "under 100 words" is not in the change',)


def test_a_loosely_quoted_phrase_is_located_and_told() -> None:
    (_, delta) = deltas_of(FIRST, SECOND)
    found = read_criteria(criteria_reply(criterion("It names awards.", "mention of any award")), delta)
    assert found.criteria[0].source_phrase == "Mention any awards."
    assert found.notes == ('took "Mention any awards." for the source "mention of any award"',)


def test_a_phrase_from_nowhere_drops_its_criterion_with_a_note() -> None:
    (_, delta) = deltas_of(FIRST, SECOND)
    found = read_criteria(criteria_reply(criterion("It rhymes.", "write it as a sonnet in iambs")), delta)
    assert found.criteria == ()
    assert found.notes == ('dropped "It rhymes.": its source "write it as a sonnet in iambs" is not in the change',)


@pytest.mark.parametrize(
    ("named", "category"),
    [
        ("quantity_instruction", Category.QUANTITY),
        ("Quantity Instruction", Category.QUANTITY),
        ("quantity", Category.QUANTITY),
        ("exclusion", Category.EXCLUSION),
        ("response_format", Category.RESPONSE_FORMAT),
        ("format", Category.RESPONSE_FORMAT),
        ("qualitative_criterion", Category.QUALITATIVE),
        ("format instructions", Category.RESPONSE_FORMAT),
        ("Exlusion-Instruction", Category.EXCLUSION),
        ("DataIntegration", Category.DATA_INTEGRATION),
        ("example", Category.EXAMPLE_DEMONSTRATION),
        ("no exclusion", None),
        ("instruction", None),
        ("safety", None),
        ("", None),
    ],
)
def test_a_misspelt_category_is_taken_for_the_nearest_where_that_is_sure(named: str, category: Category | None) -> None:
    assert nearest_category(named) is category


@pytest.mark.parametrize(
    ("named", "category", "note"),
    [
        (
            "format instructions",
            Category.RESPONSE_FORMAT,
            "took the category response_format_instruction for",
        ),
        ("safety", Category.QUALITATIVE, 'no category is called "safety"; took qualitative_criteria'),
    ],
)
def test_a_category_that_is_not_as_it_was_asked_for_is_noted(named: str, category: Category, note: str) -> None:
    (delta,) = deltas_of(FIRST)
    item = criterion("It is short.", "under 100 words", named)
    found = read_criteria(json.dumps({"criterias": [item]}), delta)
    assert [each.category for each in found.criteria] == [category]
    assert found.notes[0] == 'took the key "criterias" for criteria'
    assert found.notes[1].startswith(note)


def test_the_same_criterion_twice_counts_once() -> None:
    (delta,) = deltas_of(FIRST)
    item = criterion("The response has at most 100 words.", "under 100 words")
    assert len(read_criteria(criteria_reply(item, item), delta).criteria) == 1


@pytest.mark.parametrize("text", ['{"answer": 3}', '"criteria"', "There are none.", '{"criteria": "none"}'])
def test_a_reply_of_another_shape_is_no_reply(text: str) -> None:
    (delta,) = deltas_of(FIRST)
    with pytest.raises(ValueError, match="in it"):
        read_criteria(text, delta)


def test_what_is_no_criterion_in_a_list_of_criteria_is_left_out() -> None:
    (delta,) = deltas_of(FIRST)
    text = json.dumps({"criteria": ["x", None, {"criterion": 3}, {"criterion": "A.", "source": "under 100 words"}]})
    assert [found.description for found in read_criteria(text, delta).criteria] == ["A."]


def test_control_characters_of_a_reply_do_not_reach_a_description() -> None:
    (delta,) = deltas_of(FIRST)
    reply = criteria_reply(criterion("The response\x1b[31m\nis\u2028red.", "under 100 words"))
    assert read_criteria(reply, delta).criteria[0].description == "The response [31m is red."


def test_the_nearest_name_is_found_only_when_it_is_near() -> None:
    names = ["assert_at_most_100_words", "assert_mentions_awards"]
    for said in ("assert_at_most_100_word", "at_most_100_words", "assertAtMost100Words"):
        assert nearest_name(said, names) == "assert_at_most_100_words"
    assert nearest_name("assert_at_most_10_words", names) is None
    assert nearest_name("assert_something_else_entirely", names) is None
    assert nearest_name("x", []) is None


def test_an_empty_phrase_is_nowhere() -> None:
    assert locate('""', ["a b"]) is None
    assert locate("a", []) is None


def criteria() -> tuple:  # type: ignore[type-arg]
    (delta,) = deltas_of(FIRST)
    items = [
        criterion("It has at most 100 words.", "under 100 words"),
        criterion("It is about the movie.", "about {movie_name}"),
    ]
    return read_criteria(criteria_reply(*items), delta).criteria


GOOD = function("assert_short", "return len(response.split()) < 100")


def test_functions_come_with_their_criterion() -> None:
    asks = function("assert_about", 'return await ask_llm(prompt, response, "Is it about the movie?")')
    found = read_functions(functions_reply((1, GOOD), (2, asks)), criteria())
    assert [(each.criterion, each.name, each.rejection) for each in found.proposals] == [
        (0, "assert_short", ""),
        (1, "assert_about", ""),
    ]
    candidates = [candidate_of(each, criteria()[each.criterion]) for each in found.proposals]
    assert [candidate.asks_judge for candidate in candidates] == [False, True]
    assert {candidate.origin for candidate in candidates} == {Origin.MODEL}


@pytest.mark.parametrize(
    "code",
    [
        f"```python\n{GOOD}\n```",
        GOOD.replace("async def", "def"),
        "    " + GOOD.replace("\n", "\n    "),
        GOOD.replace("\n", "\r\n"),
        f"\n# a comment\n{GOOD}\n",
    ],
)
def test_a_function_is_taken_out_of_its_wrapping(code: str) -> None:
    (found,) = read_functions(functions_reply((1, code)), criteria()).proposals
    assert (found.source, found.rejection) == (GOOD, "")


def test_several_functions_in_one_piece_are_taken_apart() -> None:
    other = function("assert_other", "return True")
    found = read_functions(functions_reply((1, f"{GOOD}\n\n\n{other}\n")), criteria()).proposals
    assert [each.source for each in found] == [GOOD, other]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("async def assert_x(text):\n    return True", "its parameters are not (example, prompt, response) (line 1)"),
        ("import os\nos.system('rm -rf /')", "there is an import outside the function"),
        ("async def assert_x(example, prompt, response)\n    return True", "it is not valid Python"),
        ("@decorated\n" + GOOD, "it has a decorator"),
        ("", "there is no function"),
        ("x\x00y", "it is not valid Python"),
        ("x = (" * 3000, "it is n"),
    ],
)
def test_what_is_no_assertion_is_rejected_with_the_reason(code: str, reason: str) -> None:
    (found,) = read_functions(functions_reply((1, code)), criteria()).proposals
    assert reason in found.rejection


@pytest.mark.parametrize("char", ["\u2028", "\u2029", "\x85", "\x1c", "\x1d", "\x1e", "\x0b", "\x0c"], ids=ascii)
def test_a_function_keeps_all_of_its_lines_whatever_stands_in_its_texts(char: str) -> None:
    odd = function("assert_odd", f'marks = ["{char}", "a{char}b"]\nreturn not any(mark in response for mark in marks)')
    found = read_functions(functions_reply((1, f"{odd}\n\n\n{GOOD}")), criteria()).proposals
    assert [(each.source, each.rejection) for each in found] == [(odd.strip(), ""), (GOOD.strip(), "")]


@pytest.mark.parametrize(
    "body",
    [
        'return await ask_llm(prompt, response, "ghp_a8B7"[::-1])',
        'return await ask_llm(prompt, response, f"Is it {response[::-1]}?")',
        'return await ask_llm(prompt, response, question="Is it " + "kind?")',
        'return await ask_llm(prompt, response, example["question"])',
        'return await ask_llm(*(prompt, response, "Kind?"))',
        'return await ask_llm(prompt, response, **{"question": "Kind?"})',
        'ask = ask_llm\nreturn await ask(prompt, response, "Kind?")',
        'q = "Kind?"\nq += response\nreturn await ask_llm(prompt, response, q)',
        'q = "Kind?"\nfor q in [response]:\n    pass\nreturn await ask_llm(prompt, response, q)',
        'q = "a"\nfirst = await ask_llm(prompt, response, q)\nreturn await ask_llm(prompt, response, str(first))',
        'q = "a"\nif (q := response):\n    pass\nreturn await ask_llm(prompt, response, q)',
    ],
)
def test_a_question_that_a_model_has_put_together_is_rejected(body: str) -> None:
    (found,) = read_functions(functions_reply((1, function("assert_kind", body))), criteria()).proposals
    assert re.search("not written out|call it by its name", found.rejection)


@pytest.mark.parametrize(
    "body",
    [
        'return await ask_llm(prompt, response, "Is it " "kind?")',
        'return await ask_llm(prompt=prompt, response=response, question="Kind?")',
        'q = "Kind?"\nreturn await ask_llm(prompt, response, q)',
        'one = await ask_llm(prompt, response, "Kind?")\nreturn one and await ask_llm(prompt, response, "Short?")',
    ],
)
def test_a_question_that_is_written_out_is_asked(body: str) -> None:
    (found,) = read_functions(functions_reply((1, function("assert_kind", body))), criteria()).proposals
    assert found.rejection == ""


@pytest.mark.parametrize("char", ["\x1b", "\x07", "\x9b", "\x7f", "\u202e", "\u202a", "\u2066", "\u2069"], ids=ascii)
def test_characters_that_nobody_sees_are_rejected_by_their_number(char: str) -> None:
    hidden = function("assert_hidden", f"# one\n# {char} two\nreturn True")
    (found,) = read_functions(functions_reply((1, hidden)), criteria()).proposals
    assert f"U+{ord(char):04X}" in found.rejection
    line = hidden[: hidden.index(char)].count("\n") + 1
    assert found.rejection.endswith(f"(line {line})")


def test_a_function_without_the_prefix_gets_it() -> None:
    (found,) = read_functions(functions_reply((1, function("check_length", "return True"))), criteria()).proposals
    assert found.name == "assert_check_length"
    assert found.source.startswith("async def assert_check_length(")


def test_a_function_for_a_criterion_that_was_not_asked_for_is_left_out() -> None:
    found = read_functions(functions_reply((7, GOOD)), criteria())
    assert found.proposals == ()
    assert found.notes == ("a function for criterion 7 is left out: no such one",)


def test_step_two_names_the_fields_of_the_template() -> None:
    text = functions_request(criteria(), given=FunctionInput(fields=("movie_name",))).messages[1].text
    assert '1. It has at most 100 words. (from "under 100 words")' in text
    assert "Fields of example: movie_name" in text
