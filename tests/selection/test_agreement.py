import pytest
from hypothesis import given, strategies as st

from spade_core.candidates.candidate import CandidateAssertion
from spade_core.examples import Example, Label
from spade_core.results import Evaluation, Outcome, ResultsMatrix
from spade_core.selection.statistics.agreement import agreement, agreement_of, judge_agreement

T, F = True, False


def test_figures_of_the_textbook_example() -> None:
    # 20 yes/yes, 15 no/no, 5 yes/no, 10 no/yes: po = 0.7, pe = 0.5, kappa = 0.4
    found = agreement([(T, T)] * 20 + [(F, F)] * 15 + [(T, F)] * 5 + [(F, T)] * 10)
    assert found.accuracy == pytest.approx(0.7)
    assert found.kappa == pytest.approx(0.4)
    assert (found.judge_only_good, found.person_only_good, found.total) == (5, 10, 50)


def test_without_pairs_nothing_is_claimed() -> None:
    assert (agreement([]).accuracy, agreement([]).kappa) == (None, None)


def test_where_all_is_good_chance_explains_everything() -> None:
    assert (agreement([(T, T)] * 9).accuracy, agreement([(T, T)] * 9).kappa) == (1.0, None)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1))
def test_kappa_never_exceeds_one_nor_does_it_care_who_is_the_judge(pairs: list[tuple[bool, bool]]) -> None:
    one, other = agreement(pairs), agreement([(b, a) for a, b in pairs])
    assert one.kappa == pytest.approx(other.kappa)
    assert one.kappa is None or -1.0 <= one.kappa <= 1.0 + 1e-9
    assert one.accuracy is not None
    assert one.kappa is None or (one.kappa > 1 - 1e-9) == (one.accuracy == 1.0)


def matrix(labels: str, **outcomes: str) -> ResultsMatrix:
    kinds = {"P": Outcome.PASSED, "F": Outcome.FAILED, "J": Outcome.JUDGE_FAILED}
    named = {"g": Label.GOOD, "b": Label.BAD, "-": None}
    examples = tuple(Example(str(i), {}, "", str(i), named[label]) for i, label in enumerate(labels))
    candidates = tuple(CandidateAssertion(name, "", (), asks_judge=name.startswith("j")) for name in outcomes)
    cells = {
        (str(i), name): Evaluation(kinds[kind]) for name, kinds_ in outcomes.items() for i, kind in enumerate(kinds_)
    }
    return ResultsMatrix(examples, candidates, cells)


def test_only_labelled_responses_with_a_verdict_count() -> None:
    found = matrix("ggbb-", j1="PFFJP")
    assert agreement_of(found, found.candidates[0]) == agreement([(T, T), (F, T), (F, F)])


def test_the_judge_as_a_whole_passes_what_no_question_of_its_fails() -> None:
    found = matrix("ggbb", j1="PPPF", j2="PFPP", code="FFFF")
    assert judge_agreement(found) == agreement([(T, T), (F, T), (T, F), (F, F)])


def test_without_questions_there_is_no_agreement() -> None:
    assert judge_agreement(matrix("gb", code="PF")).total == 0
