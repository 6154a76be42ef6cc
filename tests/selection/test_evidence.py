import random

from spade_core.examples.example import Label
from spade_core.selection import Method, Thresholds, select
from spade_core.selection.statistics.evidence import PredictionPowered, evidence_of
from spade_core.selection.statistics.prediction_powered import JudgedResponse
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
    assert "11 of 12 labelled responses are the same as another one, or nearly" in evidence.remarks
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


def judged(seed: int, *, labelled: int, unlabelled: int) -> list[JudgedResponse]:
    """Responses of which 60 % are good, with a judge that is right nine times of ten; the set fails 1 of 10 good."""
    choice = random.Random(seed)  # noqa: S311 - reproducible test data
    found = []
    for number in range(labelled + unlabelled):
        label = Label.GOOD if choice.random() < 0.6 else Label.BAD
        other = Label.BAD if label is Label.GOOD else Label.GOOD
        fails = choice.random() < (0.1 if label is Label.GOOD else 0.9)
        verdict = label if choice.random() < 0.9 else other
        found.append(JudgedResponse(fails, verdict, label if number < labelled else None))
    return found


def powered_by(responses: list[JudgedResponse]) -> PredictionPowered | None:
    selection = select(GENERAL, Subsumption(), Thresholds(), method=Method.COVERAGE)
    return evidence_of(GENERAL, Subsumption(), selection, judged=responses).prediction_powered


def test_many_judged_responses_give_intervals_beside_the_exact_ones() -> None:
    found = powered_by(judged(3, labelled=60, unlabelled=600))
    assert found is not None
    assert (found.labelled, found.unlabelled) == (60, 600)
    assert found.ffr_interval is not None
    assert found.coverage_interval is not None
    assert found.ffr_interval[0] <= 0.1 <= found.ffr_interval[1]
    assert found.coverage_interval[0] <= 0.9 <= found.coverage_interval[1]
    assert "a judge's word on 600 unlabelled responses" in str(found)


def test_few_labels_or_few_unlabelled_responses_give_silence() -> None:
    assert powered_by(judged(3, labelled=29, unlabelled=600)) is None
    assert powered_by(judged(3, labelled=60, unlabelled=99)) is None
    assert powered_by([]) is None


def test_a_kind_with_few_labels_has_no_interval_of_its_own() -> None:
    every = judged(3, labelled=60, unlabelled=600)
    few_bad = [r for r in every if r.label is not Label.BAD] + [r for r in every if r.label is Label.BAD][:5]
    found = powered_by(few_bad)
    assert found is not None
    assert found.coverage_interval is None
    assert found.ffr_interval is not None
    assert "coverage" not in str(found)


def test_a_baseline_beyond_tau_is_not_told_how_many_labels_would_show_it_within() -> None:
    matrix = matrix_of("+ + + + -", {"a": "F P P P F", "b": "P F P P F"})
    selection = select(matrix, Subsumption(), Thresholds(), method=Method.BASELINE)
    assert not selection.satisfies
    assert not any("cannot be claimed" in remark for remark in evidence_of(matrix, Subsumption(), selection).remarks)
