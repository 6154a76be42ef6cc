"""What the prompt shows and what is labelled good speaks against a check."""

from spade_core.criteria.evidence import GoodResponse, shown_outputs, sifted
from spade_core.deltas import sentences_of
from spade_core.prompt_files import read_prompt
from spade_core.structure import structure_of
from tests.criteria.prompts import criteria_from

LIMIT = "Use at most 5 words.\n"


def outputs(text: str) -> list[str]:
    [template] = read_prompt("note.prompt.md", text).templates
    return [each.response for each in shown_outputs(structure_of(template, sentences_of(template)))]


def test_an_example_output_in_a_fence_is_shown() -> None:
    assert outputs('Rate it.\n\nExample output:\n\n```json\n{"score": 4}\n```\n') == ['{"score": 4}']


def test_answers_of_demonstrations_are_shown_and_questions_are_not() -> None:
    text = "Answer.\n\nQuestion: who wrote Emma?\nAnswer: Jane Austen\n\nQuestion: who wrote It?\nAnswer: King\n"
    assert outputs(text) == ["Jane Austen", "King"]


def test_what_stands_behind_the_label_that_a_prompt_ends_with_is_shown() -> None:
    asked = (
        'question: who wrote Emma?\nanswer: Jane Austen\nfacts in json:\n{{"facts": ["Jane Austen wrote Emma."]}}\n\n'
    )
    last = asked.replace("Emma", "Persuasion")
    text = f"List the facts.\n\n{asked}{last}question: {{question}}\nanswer: {{answer}}\nfacts in json:\n"
    assert outputs(text) == [f'{{"facts": ["Jane Austen wrote {title}."]}}' for title in ("Emma", "Persuasion")]


def test_an_output_with_slots_or_cut_off_is_no_evidence() -> None:
    assert outputs("Example output:\n\n```\nDear <name>, welcome\n```\n") == []
    assert outputs('Example output:\n\n```json\n{"score": 4,\n```\n') == []


def test_a_check_that_the_shown_output_fails_is_withheld_with_the_reason() -> None:
    kept, withheld = sifted(criteria_from(LIMIT), [GoodResponse("one two three four five six")])
    assert kept == ()
    [each] = withheld
    assert (each.description, each.phrase) == ("The response has at most 5 words.", "at most 5 words")
    assert each.reason == "the output that the prompt itself shows would fail it"


def test_a_check_that_shown_outputs_pass_is_kept() -> None:
    kept, withheld = sifted(criteria_from(LIMIT), [GoodResponse("one two")])
    assert (len(kept), withheld) == (1, ())


def test_four_good_labels_most_of_which_fail_a_check_withhold_it_and_three_do_not() -> None:
    long = GoodResponse("one two three four five six")
    assert sifted(criteria_from(LIMIT), [], [long] * 3)[1] == ()
    [withheld] = sifted(criteria_from(LIMIT), [], [long, long, long, GoodResponse("one")])[1]
    assert withheld.reason == "3 of 4 responses labelled good would fail it"
    assert sifted(criteria_from(LIMIT), [], [long, long, GoodResponse("one"), GoodResponse("one")])[1] == ()


def test_a_question_for_a_judge_is_never_withheld() -> None:
    kept, withheld = sifted(criteria_from("Be kind to the reader.\n"), [GoodResponse("x")], [GoodResponse("y")] * 9)
    assert (len(kept), withheld) == (1, ())
