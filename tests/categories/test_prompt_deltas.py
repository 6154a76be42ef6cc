import pytest

from tests.categories.labelled_deltas import DELTAS, LabelledDelta, labelled_deltas, score
from tests.categories.lopo import left_out_answers, report, shipped_answers

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not DELTAS.is_file(), reason="SPADE_DATA names no folder with prompt_deltas/deltas.jsonl"),
]

BAR = 0.80


@pytest.fixture(scope="module")
def rows() -> list[LabelledDelta]:
    return labelled_deltas()


def test_micro_f1_on_left_out_pipelines_reaches_the_bar(
    rows: list[LabelledDelta], capsys: pytest.CaptureFixture[str]
) -> None:
    with capsys.disabled():
        print("\n" + "\n".join(report(rows)))  # noqa: T201 - the table is what this test is run for
    assert score([row.people for row in rows], left_out_answers(rows)).f1 >= BAR


def test_the_classifier_as_shipped_is_ahead_of_gpt4(rows: list[LabelledDelta]) -> None:
    wanted = [row.people for row in rows]
    assert score(wanted, shipped_answers(rows)).f1 > score(wanted, [row.gpt4 for row in rows]).f1


def test_every_delta_of_the_data_gets_a_category(rows: list[LabelledDelta]) -> None:
    assert all(shipped_answers(rows))
