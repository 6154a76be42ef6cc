"""What `select` answers, on matrices small enough to read."""

import re

import pytest

from spade_core.results.matrix import ResultsMatrix
from spade_core.selection import ExclusionReason, Method, Selection, Thresholds, select
from spade_core.subsumption import Subsumption
from tests.selection.pictures import claims, matrix_of


def reason_of(selection: Selection, name: str) -> ExclusionReason:
    return next(excluded.reason for excluded in selection.excluded if excluded.name == name)


def message_of(selection: Selection, name: str) -> str:
    return next(excluded.message for excluded in selection.excluded if excluded.name == name)


def chosen(matrix: ResultsMatrix, method: Method, alpha: float = 0.6, tau: float = 0.25) -> tuple[str, ...]:
    return select(matrix, Subsumption(), Thresholds(alpha, tau), method=method).names


MOVIES = matrix_of(
    "+ + + + - - - -",
    {
        "short": "P P P F F F P P",
        "polite": "P P P P P F P P",
        "titled": "P P F F F F F F",
        "cited": "P P P P P P F P",
        "idle": "P P P P P P P P",
    },
)


def test_baseline_chooses_each_assertion_within_tau_by_itself() -> None:
    selection = select(MOVIES, Subsumption(), Thresholds(), method=Method.BASELINE)
    assert selection.names == ("short", "polite", "cited", "idle")
    assert reason_of(selection, "titled") is ExclusionReason.FFR_TOO_HIGH
    assert message_of(selection, "titled") == "FFR 0.500 (2 of 4) is above tau 0.25"


def test_coverage_method_chooses_the_smallest_set() -> None:
    selection = select(MOVIES, Subsumption(), Thresholds(), method=Method.COVERAGE)
    assert selection.names == ("short", "cited")
    assert (selection.coverage.count, selection.ffr.count) == (3, 1)
    assert selection.satisfies
    assert selection.proof.optimal
    assert reason_of(selection, "idle") is ExclusionReason.NEVER_FAILS
    assert reason_of(selection, "polite") is ExclusionReason.NOT_NEEDED
    assert selection.uncaught == ("8",)
    assert selection.flagged == ("4",)


def test_each_chosen_assertion_tells_what_would_be_lost_without_it() -> None:
    selection = select(MOVIES, Subsumption(), Thresholds(), method=Method.COVERAGE)
    assert {assertion.name: assertion.only_catches for assertion in selection.chosen} == {
        "short": ("5", "6"),
        "cited": ("7",),
    }


def test_subsumption_method_keeps_what_nothing_chosen_subsumes() -> None:
    relation = claims("short > polite")
    selection = select(MOVIES, relation, Thresholds(), method=Method.SUBSUMPTION)
    assert selection.names == ("short", "cited", "idle")
    assert selection.lost == ()
    assert reason_of(selection, "polite") is ExclusionReason.SUBSUMED
    assert message_of(selection, "polite") == "short fails all that it fails (believed, not proved: a model says so)"
    assert selection.chosen[0].stands_for == ("polite",)


def test_a_subsumption_that_the_rows_contradict_is_not_relied_on() -> None:
    selection = select(MOVIES, claims("cited > polite"), Thresholds(), method=Method.SUBSUMPTION)
    assert "polite" in selection.names


@pytest.mark.parametrize("first", ["a_twin", "z_twin"])
def test_of_two_equals_only_the_first_in_the_file_is_chosen_whatever_it_is_called(first: str) -> None:
    matrix = matrix_of("+ - -", {first: "P F P", "m_twin": "P F P", "other": "P P F"})
    relation = claims(f"{first} > m_twin", f"m_twin > {first}")
    selection = select(matrix, relation, Thresholds(), method=Method.SUBSUMPTION)
    assert selection.names == (first, "other")
    assert message_of(selection, "m_twin").startswith(f"{first} fails exactly the same responses (believed")
    assert selection.chosen[0].equals == ("m_twin",)


def test_a_cycle_of_three_and_a_claim_on_itself_are_one_class() -> None:
    matrix = matrix_of("+ -", {"a": "P F", "b": "P F", "c": "P F"})
    relation = claims("a > b", "b > c", "c > a", "a > a")
    assert select(matrix, relation, Thresholds(), method=Method.SUBSUMPTION).names == ("a",)


def test_no_examples_method_takes_the_tops_of_the_subsumption_graph() -> None:
    matrix = matrix_of("", {"top": "", "middle": "", "bottom": "", "alone": "", "twin_of_top": ""})
    relation = claims("top > middle", "middle > bottom", "top > twin_of_top", "twin_of_top > top")
    selection = select(matrix, relation, Thresholds(), method=Method.NO_EXAMPLES)
    assert selection.names == ("top", "alone")
    assert reason_of(selection, "bottom") is ExclusionReason.SUBSUMED


def test_an_assertion_that_would_push_the_set_over_tau_says_so() -> None:
    matrix = matrix_of("+ + + + -", {"a": "F P P P F", "b": "F P P P F", "c": "P F P P F"})
    selection = select(matrix, Subsumption(), Thresholds(), method=Method.SUBSUMPTION)
    assert selection.names == ("a", "b")
    assert reason_of(selection, "c") is ExclusionReason.EXCEEDS_TAU
    assert message_of(selection, "c") == "with it the set's FFR would be 0.500 (2 of 4), above tau 0.25"
    assert selection.lost == ("c",)


def test_an_infeasible_request_names_the_nearest_thresholds_and_what_nothing_catches() -> None:
    matrix = matrix_of("+ + + + - - -", {"a": "P P P P F P P", "b": "F F P P P F P"})
    selection = select(matrix, Subsumption(), Thresholds(0.6, 0.25), method=Method.COVERAGE)
    assert not selection.feasible
    assert selection.names == ()
    assert selection.infeasibility is not None
    assert selection.infeasibility.nearest_alpha == 0.3
    assert selection.infeasibility.nearest_tau == 0.5
    assert selection.infeasibility.at_nearest_alpha == ("a",)
    assert selection.infeasibility.at_nearest_tau == ("a", "b")
    assert selection.infeasibility.uncaught == ("6", "7")
    assert selection.infeasibility.uncaught_by_any == ("7",)
    assert reason_of(selection, "a") is ExclusionReason.NO_FEASIBLE_SET
    assert re.match(r"the nearest feasible alpha is 0\.3; .* tau is 0\.5", str(selection.infeasibility))


def test_the_nearest_thresholds_named_are_feasible() -> None:
    labels = " ".join(["+"] * 7 + ["-"] * 7)
    matrix = matrix_of(labels, {"a": "F F P P P P P F F P P P P P", "b": "P P F P P P P P P F F P P P"})
    asked = select(matrix, Subsumption(), Thresholds(0.5, 0.15), method=Method.COVERAGE)
    assert asked.infeasibility is not None
    assert asked.infeasibility.nearest_tau is not None
    assert asked.infeasibility.nearest_alpha is not None
    lower = Thresholds(asked.infeasibility.nearest_alpha, 0.15)
    higher = Thresholds(0.5, asked.infeasibility.nearest_tau)
    assert select(matrix, Subsumption(), lower, method=Method.COVERAGE).feasible
    assert select(matrix, Subsumption(), higher, method=Method.COVERAGE).feasible


@pytest.mark.parametrize("method", list(Method))
def test_nothing_to_choose_from_is_no_error(method: Method) -> None:
    selection = select(matrix_of("+ -", {}), Subsumption(), Thresholds(0.0, 0.0), method=method)
    assert selection.names == ()
    assert selection.feasible


@pytest.mark.parametrize("method", list(Method))
def test_no_bad_examples_count_as_all_covered(method: Method) -> None:
    selection = select(matrix_of("+ +", {"a": "P P"}), Subsumption(), Thresholds(1.0, 0.0), method=method)
    assert selection.feasible
    assert selection.coverage.value == 1.0


@pytest.mark.parametrize("method", list(Method))
def test_no_good_examples_count_as_none_flagged(method: Method) -> None:
    selection = select(matrix_of("- -", {"a": "F F"}), Subsumption(), Thresholds(1.0, 0.0), method=method)
    assert selection.names == ("a",)
    assert selection.ffr.value == 0.0


def test_unlabelled_examples_do_not_count() -> None:
    matrix = matrix_of("+ - ? ?", {"a": "P F F F"})
    selection = select(matrix, Subsumption(), Thresholds(1.0, 0.0), method=Method.COVERAGE)
    assert (selection.coverage.total, selection.ffr.total) == (1, 1)


def test_an_error_is_not_a_failure() -> None:
    matrix = matrix_of("+ + - -", {"a": "P E F F", "b": "P P F F"})
    assert select(matrix, Subsumption(), Thresholds(1.0, 0.0), method=Method.BASELINE).names == ("a", "b")


def test_a_candidate_that_breaks_on_most_rows_is_left_out_with_its_message() -> None:
    matrix = matrix_of("+ + - -", {"a": "E E E F", "b": "P P F F"})
    selection = select(matrix, Subsumption(), Thresholds(), method=Method.SUBSUMPTION)
    assert selection.names == ("b",)
    assert reason_of(selection, "a") is ExclusionReason.ERRORED
    assert message_of(selection, "a") == "no verdict on 3 of 4 labelled examples: errored: no such key"


def test_a_candidate_without_a_judge_or_an_engine_says_what_it_needs() -> None:
    matrix = matrix_of("+ -", {"asks": "J J", "odd": "U U", "fine": "P F"})
    selection = select(matrix, Subsumption(), Thresholds(), method=Method.SUBSUMPTION)
    assert selection.names == ("fine",)
    assert reason_of(selection, "asks") is ExclusionReason.NEEDS_JUDGE
    assert reason_of(selection, "odd") is ExclusionReason.UNSUPPORTED


def test_a_judge_is_not_asked_where_an_equal_needs_none() -> None:
    matrix = matrix_of("+ -", {"asks": "P F", "reads": "P F"}, judges=("asks",))
    assert chosen(matrix, Method.COVERAGE) == ("reads",)


def test_costs_decide_between_equals_before_names() -> None:
    matrix = matrix_of("+ -", {"a": "P F", "b": "P F"})
    selection = select(
        matrix, Subsumption(), Thresholds(), method=Method.COVERAGE, costs={"a": 0.3, "b": 0.1 + 0.2 - 0.1}
    )
    assert selection.names == ("b",)
