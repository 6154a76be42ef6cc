from spade_core.selection import Method, Thresholds, select
from spade_core.selection.evidence import evidence_of
from spade_core.subsumption import Subsumption
from tests.selection.pictures import matrix_of

LABELS = " ".join(["+"] * 6 + ["-"] * 6)
FITTED = matrix_of(
    LABELS,
    {f"only_{row}": " ".join("F" if column == 6 + row else "P" for column in range(12)) for row in range(6)},
)
GENERAL = matrix_of(LABELS, {"all": " ".join(["P"] * 6 + ["F"] * 6)})


def test_few_labels_say_what_cannot_be_claimed() -> None:
    selection = select(GENERAL, Subsumption(), Thresholds(), method=Method.COVERAGE)
    evidence = evidence_of(GENERAL, Subsumption(), selection)
    assert evidence.ffr_interval[0] == 0.0
    assert 0.45 < evidence.ffr_interval[1] < 0.46
    assert evidence.more_good_needed == 7
    assert "tau 0.25 cannot be claimed with these labels: at least 7 more good ones are needed" in evidence.remarks


def test_a_set_fitted_to_single_rows_is_shown_to_catch_nothing_new() -> None:
    selection = select(FITTED, Subsumption(), Thresholds(), method=Method.COVERAGE)
    assert selection.coverage.count == 4
    evidence = evidence_of(FITTED, Subsumption(), selection)
    assert evidence.held_out is not None
    assert evidence.held_out.coverage.count == 0


def test_a_set_that_generalises_keeps_its_figures_on_held_out_examples() -> None:
    selection = select(GENERAL, Subsumption(), Thresholds(), method=Method.SUBSUMPTION)
    evidence = evidence_of(GENERAL, Subsumption(), selection)
    assert evidence.held_out is not None
    assert evidence.held_out.coverage.value == 1.0
    assert evidence.held_out.infeasible == 0


def test_methods_that_fit_nothing_have_no_held_out_figures() -> None:
    selection = select(GENERAL, Subsumption(), Thresholds(), method=Method.BASELINE)
    assert evidence_of(GENERAL, Subsumption(), selection).held_out is None


def test_a_tau_of_zero_can_never_be_claimed() -> None:
    selection = select(GENERAL, Subsumption(), Thresholds(1.0, 0.0), method=Method.COVERAGE)
    evidence = evidence_of(GENERAL, Subsumption(), selection)
    assert evidence.more_good_needed is None
    assert evidence.more_bad_needed is None
    assert any("never be claimed" in remark for remark in evidence.remarks)


def test_duplicates_are_told_and_held_out_together() -> None:
    examples = tuple(
        type(example)(example.id, {}, "", "the same response to all", example.label) for example in GENERAL.examples
    )
    matrix = type(GENERAL)(examples, GENERAL.candidates, GENERAL.evaluations)
    selection = select(matrix, Subsumption(), Thresholds(), method=Method.COVERAGE)
    evidence = evidence_of(matrix, Subsumption(), selection)
    assert evidence.held_out is None
    assert "11 of 12 labelled examples repeat another response, or nearly" in evidence.remarks
    assert (
        "12 examples are the same response but are labelled both good and bad: good 1, 2 and bad 7, 8"
        in evidence.remarks
    )


def test_only_a_few_of_many_disputed_responses_are_named() -> None:
    examples = tuple(
        type(example)(example.id, {}, "", f"response {number % 6}", example.label)
        for number, example in enumerate(GENERAL.examples)
    )
    matrix = type(GENERAL)(examples, GENERAL.candidates, GENERAL.evaluations)
    selection = select(matrix, Subsumption(), Thresholds(), method=Method.COVERAGE)
    disputes = [remark for remark in evidence_of(matrix, Subsumption(), selection).remarks if "labelled both" in remark]
    assert len(disputes) == 4
    assert disputes[-1] == "3 more responses are labelled both ways"
