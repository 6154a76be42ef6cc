"""The sliders of the report: what they move over, what may run, and what a real browser makes of it."""

import base64
import hashlib
import html
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from spade_core.report.html import render_html
from spade_core.report.report import Report
from spade_core.report.trade_off import policy, script, trade_off_of
from spade_core.selection import Method, Thresholds
from spade_core.selection.frontier import at_least
from tests.report.hostile import hostile_report

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return hostile_report(tmp_path_factory.mktemp("trade-off"))


def test_only_the_script_whose_hash_is_in_the_policy_is_on_the_page(report: Report) -> None:
    page = render_html(report)
    (ours,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(ours.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in html.unescape(page)
    assert ours == script()


def test_a_report_without_a_frontier_has_no_script_and_admits_none(report: Report) -> None:
    page = render_html(replace(report, frontier=()))
    assert "<script" not in page
    assert policy() in html.unescape(page)
    assert "script-src" not in policy()


def test_every_set_stands_in_the_table_without_the_script(report: Report) -> None:
    points = [point for point in report.frontier if point.size]
    assert points
    page = render_html(report)
    for point in points:
        assert f'data-caught="{point.coverage.count}" data-flagged="{point.ffr.count}" data-size="{point.size}"' in page
    assert '<form id="explore" class="explore" hidden' in page


def test_the_page_says_whose_sets_the_sliders_show_where_the_method_is_another(report: Report) -> None:
    assert trade_off_of(report).other_method == ""
    other = replace(report, selection=replace(report.selection, method=Method.SUBSUMPTION))
    assert trade_off_of(other).other_method == "subsumption"


@pytest.mark.skipif(not BROWSER, reason="no Chromium on this machine")
@pytest.mark.parametrize(("alpha", "tau"), [(0.5, 0.25), (1.0, 0.0), (0.01, 1.0), (0.505, 0.245)])
def test_in_a_browser_the_sliders_show_what_the_solver_would_select(
    report: Report, tmp_path: Path, alpha: float, tau: float
) -> None:
    thresholds = Thresholds(alpha, tau)
    asked = replace(report, selection=replace(report.selection, thresholds=thresholds))
    page = tmp_path / "report.html"
    page.write_text(render_html(asked), encoding="utf-8")
    dom = subprocess.run(  # noqa: S603  (a browser of this machine on our own page)
        [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", page.as_uri()],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    ).stdout
    found = re.search(r'<output id="explore-found"[^>]*>([^<]*)<', dom)
    assert found is not None
    trade_off = trade_off_of(asked)
    wanted = at_least(
        asked.frontier, thresholds.least_caught(trade_off.n_bad), thresholds.most_flagged(trade_off.n_good)
    )
    if wanted is None:
        assert found[1].startswith("Infeasible")
        assert dom.count('<button type="button">') >= 1
    else:
        assert found[1].startswith(f"{wanted.size} assertion")
        assert f"{wanted.coverage.count} of {wanted.coverage.total} bad caught" in found[1]
        assert f"{wanted.ffr.count} of {wanted.ffr.total} good flagged" in found[1]
        assert 'id="trade-off-here" visibility="visible"' in dom
