"""The pictures of a report: what is drawn where, in an SVG that any reader takes."""

import zlib
from base64 import b64decode
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from spade_core.examples import Label
from spade_core.report.plots import ACROSS, UP, coverage_plot, matrix_plot
from spade_core.report.report import Report
from spade_core.results import Outcome
from tests.report.hostile import hostile_report


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return hostile_report(Path(tmp_path_factory.mktemp("hostile")))


def test_each_assertion_that_ran_is_a_dot_at_its_ffr_and_coverage(report: Report) -> None:
    plot = coverage_plot(report.matrix, report.selection, report.frontier)
    drawing = ElementTree.fromstring(plot)  # noqa: S314  (our own)
    titled = {dot.findtext("title"): dot for dot in drawing.iter("circle") if dot.find("title") is not None}
    ring = next(each for each in drawing.iter("circle") if each.get("id") == "trade-off-here")
    assert ring.get("visibility") == "hidden"
    assert {*report.selection.names} <= {*titled}
    for chosen in report.selection.chosen:
        across = float(titled[chosen.name].get("cx", "")) - float(ring.get("cx", ""))
        up = float(ring.get("cy", "")) - float(titled[chosen.name].get("cy", ""))
        assert across == pytest.approx(chosen.ffr.value * ACROSS, abs=0.2)
        assert up == pytest.approx(chosen.coverage.value * UP, abs=0.2)
    assert {"trade-off-tau", "trade-off-alpha", "trade-off-tau-name"} <= {each.get("id") for each in drawing.iter()}


def test_the_matrix_has_a_cell_for_each_result_bad_examples_first(report: Report) -> None:
    drawing = ElementTree.fromstring(matrix_plot(report.matrix, report.selection))  # noqa: S314  (our own)
    image = next(drawing.iter("image"))
    data = b64decode(image.get("href", "").removeprefix("data:image/png;base64,"))
    width, height = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    labelled = [each for each in report.matrix.examples if each.label is not None]
    assert (width, height) == (len(report.matrix.candidates), len(labelled))
    start = data.index(b"IDAT") + 4
    size = int.from_bytes(data[start - 8 : start - 4])
    rows = zlib.decompress(data[start : start + size])
    drawn = Counter(rows[at * (width + 1) + 1 + column] for at in range(height) for column in range(width))
    failed = Counter(
        each.label
        for each in labelled
        for candidate in report.matrix.candidates
        if report.matrix.evaluations[each.id, candidate.name].outcome is Outcome.FAILED
    )
    assert (drawn[1], drawn[2]) == (failed[Label.BAD], failed[Label.GOOD])
    assert sum(drawn.values()) == width * height
