import pytest

from spade_core.selection import Method, Thresholds
from spade_core.selection.next_label import effect_of_label, next_to_label
from spade_core.subsumption import Subsumption
from tests.selection.labelling import labels_until_final, random_order, shipped_results, telling_order
from tests.selection.pictures import matrix_of


def test_a_response_like_a_labelled_one_is_asked_after_one_of_a_new_kind() -> None:
    matrix = matrix_of("+ - ? ?", {"a": "P F F P", "b": "P F F P", "c": "P P P F", "d": "P P P F"})
    assert [proposal.example.id for proposal in next_to_label(matrix, count=2)] == ["4", "3"]
    assert next_to_label(matrix)[0].differs_on == 2


def test_what_resembles_bad_responses_is_thought_bad() -> None:
    matrix = matrix_of("- - + + ? ?", {"a": "F F P P F P", "b": "F F P P F P"})
    chances = {proposal.example.id: proposal.chance_bad for proposal in next_to_label(matrix, count=2)}
    assert chances["5"] > 0.6 > 0.4 > chances["6"]


def test_without_labels_the_response_that_most_assertions_fail_comes_first() -> None:
    matrix = matrix_of("? ? ?", {"a": "P F F", "b": "P P F"})
    assert next_to_label(matrix)[0].example.id == "3"


def test_each_is_proposed_once_and_labelled_ones_never() -> None:
    matrix = matrix_of("+ ? ? ? -", {"a": "P F F P F"})
    assert sorted(proposal.example.id for proposal in next_to_label(matrix, count=9)) == ["2", "3", "4"]
    assert next_to_label(matrix_of("+ -", {"a": "P F"})) == ()


def test_the_effect_of_a_label_is_what_selection_answers_with_it() -> None:
    matrix = matrix_of("+ - ?", {"a": "P F F", "b": "P F P"})
    effect = effect_of_label(matrix, Subsumption(), Thresholds(1.0, 0.0), matrix.examples[2], method=Method.COVERAGE)
    assert effect.chosen_if_good == ("b",)
    assert effect.chosen_if_bad == ("a",)
    assert effect.decides


def test_of_two_telling_responses_the_one_that_can_change_the_selection_is_asked_first() -> None:
    unusable = dict.fromkeys("xy", "F P F P") | dict.fromkeys("uvz", "F P P P")
    matrix = matrix_of("+ - ? ?", {"a": "P F P P", "b": "P F P F", "c": "P P P F", **unusable})
    (plain,) = next_to_label(matrix)
    assert (plain.example.id, plain.expected_change) == ("3", None)
    (proposed,) = next_to_label(matrix, thresholds=Thresholds(0.5, 0.0), method=Method.COVERAGE)
    assert proposed.example.id == "4"
    assert proposed.expected_change == pytest.approx(proposed.chance_bad * 2)  # b instead of a, if it is bad


def test_what_no_label_can_change_is_expected_to_change_nothing() -> None:
    matrix = matrix_of("+ - ?", {"a": "P F P"})
    (proposed,) = next_to_label(matrix, method=Method.COVERAGE, thresholds=Thresholds(0.0, 1.0))
    assert proposed.expected_change == 0.0


@pytest.mark.data
@pytest.mark.parametrize("pipeline", ["codereviews", "sportroutine"])
def test_far_fewer_labels_than_in_random_order_reach_the_final_set(pipeline: str) -> None:
    results = shipped_results(pipeline)
    ours = labels_until_final(results, telling_order, method=Method.COVERAGE)
    by_chance = [labels_until_final(results, random_order(seed), method=Method.COVERAGE) for seed in range(6)]
    assert ours <= 0.6 * sum(by_chance) / len(by_chance)
