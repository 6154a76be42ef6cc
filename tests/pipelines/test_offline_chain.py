"""The whole chain on the research pipelines, replayed as git histories, without a model.

Run with ``-s`` to see the table.
"""

import sys
import time
from pathlib import Path

import pytest

from spade_core.report.report import Report
from spade_core.results import Outcome
from spade_core.selection import ExclusionReason
from tests.pipelines.replay import replay, run_chain
from tests.research import PIPELINES, needs_data

pytestmark = needs_data


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    made: dict[str, Report] = {}
    lines = [f"\n{'pipeline':18}{'candidates':>11}{'coverage':>10}{'FFR':>7}{'selected':>10}{'seconds':>9}"]
    for name in PIPELINES:
        replayed = replay(name, tmp_path_factory.mktemp(name))
        started = time.perf_counter()
        _, made[name] = run_chain(replayed)
        seconds = time.perf_counter() - started
        lines.append(_line(name, made[name], seconds))
    sys.stdout.write("\n".join(lines) + "\n")
    return made


def _line(name: str, report: Report, seconds: float) -> str:
    selection = report.selection
    size = str(len(selection.chosen)) if selection.feasible else "none"
    best = (selection.infeasibility and selection.infeasibility.best_coverage) or selection.coverage
    return (
        f"{name:18}{len(report.matrix.candidates):>11}{best.value:>10.3f}"
        f"{selection.ffr.value:>7.3f}{size:>10}{seconds:>9.2f}"
    )


def test_what_code_alone_does_not_decide_is_asked_of_a_judge_and_said_to_be_infeasible_without(
    reports: dict[str, Report],
) -> None:
    """The newest versions of these prompts ask next to nothing that code can decide; nothing is guessed instead."""
    for report in reports.values():
        judged = [candidate for candidate in report.matrix.candidates if candidate.asks_judge]
        assert judged
        assert report.selection.feasible or report.selection.infeasibility is not None


def test_a_feasible_selection_is_one_that_its_own_cells_confirm(reports: dict[str, Report]) -> None:
    for report in reports.values():
        if report.selection.feasible:
            chosen = report.selection.candidates
            assert (report.matrix.coverage(chosen) or 0) >= 0.6
            assert (report.matrix.ffr(chosen) or 0) <= 0.25


def test_every_generated_assertion_without_a_judge_runs_on_every_row(reports: dict[str, Report]) -> None:
    odd = [
        (name, candidate.name, cell.outcome, cell.message)
        for name, report in reports.items()
        for candidate in report.matrix.candidates
        if not candidate.asks_judge
        for example in report.matrix.examples
        if (cell := report.matrix.evaluations[example.id, candidate.name]).outcome
        not in {Outcome.PASSED, Outcome.FAILED}
    ]
    assert odd == []


def test_every_assertion_says_where_it_came_from_and_every_other_why_it_is_out(reports: dict[str, Report]) -> None:
    for report in reports.values():
        assert all(report.provenance[candidate.name] for candidate in report.matrix.candidates)
        assert all(each.message for each in report.selection.excluded)
        reasons = {each.name: each.reason for each in report.selection.excluded if each.candidate.asks_judge}
        assert reasons.keys() == {each.name for each in report.matrix.candidates if each.asks_judge}
        assert set(reasons.values()) <= {ExclusionReason.NEEDS_JUDGE, ExclusionReason.OUTDATED}


def test_no_subsumption_that_is_proved_is_refuted_by_a_row(reports: dict[str, Report]) -> None:
    for report in reports.values():
        assert all(edge.holds for edge in report.subsumption.edges)


def test_each_assertion_of_the_set_says_what_would_be_lost_without_it(reports: dict[str, Report]) -> None:
    for report in reports.values():
        assert all(each.message for each in report.selection.chosen)


def test_the_same_history_gives_the_same_assertions_byte_for_byte(tmp_path: Path) -> None:
    texts = []
    for folder in ("a", "b"):
        replayed = replay("sportroutine", tmp_path / folder)
        run_chain(replayed)
        texts.append(replayed.files.assertions.read_bytes())
    assert texts[0] == texts[1]
