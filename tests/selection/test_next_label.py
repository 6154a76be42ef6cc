from collections.abc import Sequence
from functools import partial
from random import Random

import pytest

from spade_core.examples.example import Example, Label
from spade_core.selection import Method, Thresholds, select
from spade_core.selection.next_label.choosing import next_to_label
from spade_core.selection.next_label.contenders import worth_of_labels
from spade_core.selection.next_label.outlook import Outlook, Verdicts, difference
from spade_core.selection.next_label.plausible_labels import kinds_of, plausible_labels
from tests.selection.labelling import Selector, labelling, random_order, shipped_results, telling_order
from tests.selection.made_up import made_up_pipeline
from tests.selection.pictures import matrix_of


def ids(examples: Sequence[Example]) -> list[str]:
    return [example.id for example in examples]


def test_a_response_like_labelled_ones_is_asked_after_one_of_a_new_kind() -> None:
    seen, unseen = "P P P P F F F F F P", "P P P P P P P P P F"
    matrix = matrix_of("+ + + + - - - - ? ?", {"a": seen, "b": seen, "c": unseen, "d": unseen})
    assert ids(next_to_label(matrix, thresholds=Thresholds(1.0, 0.0), method=Method.COVERAGE)) == ["10", "9"]


def test_a_response_that_fails_the_same_assertions_as_one_proposed_comes_last() -> None:
    matrix = matrix_of("+ - ? ? ?", {"a": "P F F F P", "b": "P P F F P", "c": "P P P P F"})
    assert ids(next_to_label(matrix, thresholds=Thresholds(), method=Method.COVERAGE))[-1] == "4"


def test_each_is_proposed_once_and_labelled_ones_never() -> None:
    matrix = matrix_of("+ ? ? ? -", {"a": "P F F P F"})
    asked = partial(next_to_label, thresholds=Thresholds(), method=Method.COVERAGE)
    assert sorted(ids(asked(matrix))) == ["2", "3", "4"]
    assert asked(matrix_of("+ -", {"a": "P F"})) == ()


@pytest.mark.parametrize("method", Method)
def test_odd_matrices_are_put_in_order_too_the_same_each_time(method: Method) -> None:
    for labels, rows in (("?", {}), ("? ?", {"a": "P F"}), ("+ ?", {"a": "E U"}), ("- ?", {"a": "F F", "b": "F F"})):
        matrix = matrix_of(labels, rows)
        first, second = (next_to_label(matrix, thresholds=Thresholds(), method=method) for _ in "ab")
        assert first == second
        assert len(first) == labels.count("?")


def test_the_response_that_can_change_the_selection_is_asked_first() -> None:
    broken = dict.fromkeys("xyz", "F F F F P F")
    matrix = matrix_of("+ + - - ? ?", {"a": "P P F F P P", "b": "P P F F P F", **broken})
    assert ids(next_to_label(matrix, thresholds=Thresholds(1.0, 0.0), method=Method.COVERAGE))[0] == "6"


def test_missing_labels_are_drawn_by_the_assertions_that_told_of_faults_before() -> None:
    tells, misleads, never = 0b1000001111, 0b0100110000, 0b0010000000
    good, bad = 0b0001110000, 0b0000001111
    columns, choice = [tells, misleads, never], Random(1)  # noqa: S311 - test data
    draws = plausible_labels(columns, (), good=good, bad=bad, rows=10, count=200, choice=choice)
    chance = [sum(draw >> row & 1 for draw in draws) / len(draws) for row in range(10)]
    assert chance[:7] == [0.0] * 7  # these have a label
    assert chance[9] > 0.8 > 0.5 > chance[7] > chance[8]


def test_rows_that_fail_the_same_assertions_are_mostly_drawn_alike_and_like_their_labels() -> None:
    failing = [0b1] * 8 + [0b10] * 2 + [0b100, 0b1000]
    columns = [sum((failures >> j & 1) << row for row, failures in enumerate(failing)) for j in range(4)]
    good, bad = 0b0000_0011_1111, 0
    kinds = kinds_of(failing, good=good, bad=bad)
    assert [(kind.rows, kind.good, kind.bad) for kind in kinds] == [(0b1111_1111, 6, 0), (0b11_0000_0000, 0, 0)]
    choice = Random(3)  # noqa: S311 - test data
    draws = plausible_labels(columns, kinds, good=good, bad=bad, rows=12, count=400, choice=choice)
    labels = [[draw >> row & 1 for row in range(12)] for draw in draws]
    assert sum(row[6] for row in labels) < 0.15 * len(labels)
    alike = sum(row[8] == row[9] for row in labels)
    assert alike > 1.15 * sum(row[10] == row[11] for row in labels)


def test_without_labels_every_outcome_is_drawn() -> None:
    draws = plausible_labels([0b01], (), good=0, bad=0, rows=2, count=100, choice=Random(2))  # noqa: S311 - test data
    assert set(draws) == {0b00, 0b01, 0b10, 0b11}


def test_a_label_that_makes_the_labels_more_like_all_responses_is_worth_more() -> None:
    # the only contender fails three of ten good rows, but both labelled ones: now one is due that it passes
    worth = worth_of_labels([0b0000000111], [0], [1], good=0b11, bad=0, rows=10, now=1)
    assert worth[5] > 0 > worth[2]


def test_a_label_that_tells_which_set_is_selected_is_worth_more_than_one_that_does_not() -> None:
    worth = worth_of_labels([0, 0], [0b00, 0b01, 0b10, 0b11], [0b01, 0b10, 0b01, 0b10], good=0, bad=0, rows=2, now=None)
    assert worth[0] > worth[1]


@pytest.mark.parametrize("method", [Method.COVERAGE, Method.SUBSUMPTION])
def test_the_outlook_and_the_simulation_select_what_selection_does(method: Method) -> None:
    pipeline = made_up_pipeline(1)
    matrix, relation = pipeline.results, pipeline.subsumption
    names = [candidate.name for candidate in matrix.candidates]
    failing = [[matrix.fails(example, candidate) for example in matrix.examples] for candidate in matrix.candidates]
    verdicts = Verdicts(
        names=tuple(names),
        failures=tuple(sum(fails << row for row, fails in enumerate(column)) for column in failing),
        rows=len(matrix.examples),
        costs=(0,) * len(names),
        implies=frozenset((names.index(i), names.index(j)) for i, j in relation.pairs()),
    )
    selected = sum(1 << names.index(name) for name in select(matrix, relation, Thresholds(), method=method).names)
    bad = sum((example.label is Label.BAD) << row for row, example in enumerate(matrix.examples))
    outlook = Outlook(verdicts, thresholds=Thresholds(), method=method)
    assert outlook.chosen(((1 << verdicts.rows) - 1) & ~bad, bad) == selected
    assert Selector(matrix, relation, method).chosen([example.id for example in matrix.examples]) == selected


def test_sets_differ_by_the_share_that_only_one_has() -> None:
    assert difference(0b0111, 0b0110) == pytest.approx(1 / 3)
    assert difference(0, 0) == difference(None, None) == 0.0
    assert difference(None, 0) == 1.0


@pytest.mark.parametrize("method", [Method.COVERAGE, Method.SUBSUMPTION])
def test_fewer_labels_than_in_random_order_bring_the_final_set_near(method: Method) -> None:
    pipeline = made_up_pipeline(2)
    run = partial(labelling, pipeline.results, method=method, subsumption=pipeline.subsumption)
    by_chance = [run(random_order(seed)).difference for seed in range(4)]
    assert run(telling_order(method, pipeline.subsumption)).difference <= 0.7 * sum(by_chance) / len(by_chance)


@pytest.mark.data
@pytest.mark.parametrize("pipeline", ["codereviews", "sportroutine"])
def test_far_fewer_labels_than_in_random_order_reach_the_final_set_and_keep_it(pipeline: str) -> None:
    results = shipped_results(pipeline)
    ours = labelling(results, telling_order(Method.COVERAGE), method=Method.COVERAGE)
    by_chance = [labelling(results, random_order(seed), method=Method.COVERAGE) for seed in range(6)]
    assert ours.kept <= 0.6 * sum(run.kept for run in by_chance) / len(by_chance)
    assert ours.difference <= 0.6 * sum(run.difference for run in by_chance) / len(by_chance)
