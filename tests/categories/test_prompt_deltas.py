from pathlib import Path

import pytest

from tests.categories.labelled_deltas import DELTAS, WILD_DELTAS, labelled_deltas, score
from tests.categories.scores import answers_of, report

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(
        not (DELTAS.is_file() and WILD_DELTAS.is_file()), reason="SPADE_DATA names no folder with labelled deltas"
    ),
]


@pytest.mark.parametrize(("file", "bar"), [(DELTAS, 0.90), (WILD_DELTAS, 0.87)], ids=["paper", "wild"])
def test_micro_f1_reaches_the_bar(file: Path, bar: float, capsys: pytest.CaptureFixture[str]) -> None:
    rows = labelled_deltas(file)
    with capsys.disabled():
        print("\n" + "\n".join(report(rows)))  # noqa: T201 - the table is what this test is run for
    assert score([row.people for row in rows], answers_of(rows)).f1 >= bar


def test_the_classifier_is_ahead_of_gpt4() -> None:
    rows = labelled_deltas()
    wanted = [row.people for row in rows]
    assert score(wanted, answers_of(rows)).f1 > score(wanted, [row.gpt4 or frozenset() for row in rows]).f1


@pytest.mark.parametrize("file", [DELTAS, WILD_DELTAS], ids=["paper", "wild"])
def test_every_delta_of_the_data_gets_a_category(file: Path) -> None:
    assert all(answers_of(labelled_deltas(file)))
