"""The frontier as the report shows it: a table of sets, and a script that finds the one for any alpha and tau."""

import base64
import hashlib
from dataclasses import dataclass
from pathlib import Path

from spade_core.report.report import Report
from spade_core.selection import FrontierPoint, Method

_MOST_SETS = 2_000
"""Beyond it the page would be too large; the sets with the least FFR for their coverage are always there."""


@dataclass(frozen=True, slots=True)
class TradeOff:
    """What the sliders move over."""

    points: tuple[FrontierPoint, ...]
    """Every set worth choosing, least coverage first; the empty one is not shown."""
    n_bad: int
    n_good: int
    alpha: float
    tau: float
    least_caught: int
    """The bad responses that alpha asks for."""
    most_flagged: int
    """The good ones that tau allows."""
    other_method: str
    """The method of the report where it is not the one that the sets are of; else empty."""

    @property
    def explorable(self) -> bool:
        """Whether there is anything to slide over."""
        return bool(self.points) and self.n_bad > 0


def trade_off_of(report: Report) -> TradeOff:
    """Return the trade-off of a report."""
    selection = report.selection
    points = [point for point in report.frontier if point.size]
    if len(points) > _MOST_SETS:
        points = _best_for_coverage(points)[:_MOST_SETS]
    return TradeOff(
        points=tuple(points),
        n_bad=selection.coverage.total,
        n_good=selection.ffr.total,
        alpha=selection.thresholds.alpha,
        tau=selection.thresholds.tau,
        least_caught=selection.thresholds.least_caught(selection.coverage.total),
        most_flagged=selection.thresholds.most_flagged(selection.ffr.total),
        other_method="" if selection.method is Method.COVERAGE else selection.method.value,
    )


def _best_for_coverage(points: list[FrontierPoint]) -> list[FrontierPoint]:
    least: dict[int, FrontierPoint] = {}
    for point in points:
        known = least.get(point.coverage.count)
        if known is None or (point.ffr.count, point.size) < (known.ffr.count, known.size):
            least[point.coverage.count] = point
    return [least[count] for count in sorted(least)]


def script() -> str:
    """Return the script of the page."""
    return (Path(__file__).parent / "templates" / "trade_off.js").read_text(encoding="utf-8")


def policy(*scripts: str) -> str:
    """Return a content security policy under which a page may run exactly these inline scripts, and fetch nothing."""
    digests = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in scripts]
    allowed = "".join(f" 'sha256-{digest}'" for digest in digests)
    scripts_allowed = f" script-src{allowed};" if allowed else ""
    return (
        f"default-src 'none';{scripts_allowed} style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
