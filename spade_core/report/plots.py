"""The report's pictures as SVG that follows the page's colours.

matplotlib is imported here and nowhere else, late. It draws with stand-in colours, which are then replaced by the
page's CSS variables: one picture serves light, dark and print.
"""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spade_core.examples.example import Example, Label
from spade_core.report.report import by_reason
from spade_core.results.evaluation import Outcome
from spade_core.results.matrix import ResultsMatrix
from spade_core.selection.frontier import FrontierPoint
from spade_core.selection.selection import ChosenAssertion, ExcludedAssertion, Selection

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_INK, _FAINT, _CHOSEN, _OTHER = "#010203", "#010204", "#010205", "#010206"
_VARIABLES = {_INK: "var(--ink)", _FAINT: "var(--faint)", _CHOSEN: "var(--accent)", _OTHER: "var(--muted)"}
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "spade",
    "font.family": "sans-serif",
    "font.size": 9.0,
    "text.color": _INK,
    "axes.edgecolor": _FAINT,
    "axes.labelcolor": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}

# Cells of the matrix, as red, green, blue, alpha: legible on a light and on a dark page.
_PASSED = (0.5, 0.5, 0.5, 0.12)
_CAUGHT = (0.13, 0.59, 0.45, 1.0)
_FALSE_ALARM = (0.84, 0.27, 0.23, 1.0)
_NOT_RUN = (0.5, 0.5, 0.5, 0.45)

_MARGIN = 0.03
_MOST_NAMED_COLUMNS = 60
"""Beyond it the names under the picture would be too small to read; they stand in the table."""


@dataclass(frozen=True, slots=True)
class CoveragePlot:
    """The picture of coverage against FFR, with what a script needs to move its lines and its ring."""

    svg: str
    width: float
    """Of an FFR from 0 to 1, in units of the SVG."""
    height: float
    """Of a coverage from 0 to 1."""


def coverage_plot(matrix: ResultsMatrix, selection: Selection, frontier: Sequence[FrontierPoint] = ()) -> CoveragePlot:
    """Return the picture of coverage against FFR: every assertion by itself, the chosen ones, the set, the frontier."""
    with _drawing() as figure_of:
        figure = figure_of(6.2, 4.0)
        axes = figure.add_subplot()
        verdicts: list[ChosenAssertion | ExcludedAssertion] = [*selection.chosen, *_ran(matrix, selection.excluded)]
        shares = {each.name: (each.ffr.value, each.coverage.value) for each in verdicts}
        chosen = [shares[name] for name in selection.names]
        others = [share for name, share in shares.items() if name not in set(selection.names)]
        axes.axvline(selection.thresholds.tau, color=_FAINT, linestyle="--", linewidth=1, gid="tau")
        axes.axhline(selection.thresholds.alpha, color=_FAINT, linestyle="--", linewidth=1, gid="alpha")
        _label_thresholds(axes, selection)
        if best := _best_within(frontier):
            xs, ys = zip(*best, strict=True)
            axes.step([*xs, 1.0], [*ys, ys[-1]], where="post", color=_CHOSEN, linewidth=1, label="best any set can do")
        _scatter(axes, others, color=_OTHER, size=26, marker="o", label="left out")
        _scatter(axes, chosen, color=_CHOSEN, size=44, marker="o", label="selected")
        if chosen:
            together = [(selection.ffr.value, selection.coverage.value)]
            _scatter(axes, together, color=_CHOSEN, size=150, marker="*", label="the selected set together")
        # The ring of the set that the sliders find: drawn at the origin, moved by the page's script.
        axes.scatter([0], [0], s=190, facecolors="none", edgecolors=_INK, linewidths=1.5, clip_on=False, gid="here")
        axes.set_xlim(-_MARGIN, 1 + _MARGIN)
        axes.set_ylim(-_MARGIN, 1 + _MARGIN)
        axes.set_xlabel("FFR: share of good responses flagged")
        axes.set_ylabel("coverage: share of bad responses caught")
        axes.legend(loc="lower right", frameon=False)
        svg = _svg(figure, "trade-off", f"Coverage against FFR of {len(matrix.candidates)} assertions")
        return CoveragePlot(
            svg.replace('<g id="trade-off-here"', '<g id="trade-off-here" visibility="hidden"'), *_scale(axes)
        )


def _scale(axes: Any) -> tuple[float, float]:
    """Return how wide and how high a share of 1 is drawn, in points."""
    place = axes.get_position()
    inches = axes.figure.get_size_inches()
    reach = 1 + 2 * _MARGIN
    return float(place.width * inches[0] * 72 / reach), float(place.height * inches[1] * 72 / reach)


def _best_within(frontier: Sequence[FrontierPoint]) -> list[tuple[float, float]]:
    """Return the corners (FFR, coverage) of the most coverage that any set reaches within each FFR."""
    corners: list[tuple[float, float]] = []
    for ffr, coverage in sorted((point.ffr.value, -point.coverage.value) for point in frontier):
        if not corners or -coverage > corners[-1][1]:
            corners.append((ffr, -coverage))
    return corners


def _ran(matrix: ResultsMatrix, excluded: Iterable[ExcludedAssertion]) -> list[ExcludedAssertion]:
    """Return those that passed or failed at least one example: the others have no place in the plot."""
    ran = {Outcome.PASSED, Outcome.FAILED}
    return [e for e in excluded if any(matrix.evaluations[x.id, e.name].outcome in ran for x in matrix.examples)]


def _label_thresholds(axes: Any, selection: Selection) -> None:
    tau, alpha = selection.thresholds.tau, selection.thresholds.alpha
    beside_tau = {"xytext": (4, -2), "textcoords": "offset points", "va": "top", "gid": "tau-name"}
    above_alpha = {"xytext": (-2, 4), "textcoords": "offset points", "ha": "right", "gid": "alpha-name"}
    axes.annotate(f"tau {tau:g}", (tau, 1.0), **beside_tau)
    axes.annotate(f"alpha {alpha:g}", (1.0, alpha), **above_alpha)


def _scatter(axes: Any, points: list[tuple[float, float]], *, color: str, size: int, marker: str, label: str) -> None:
    if points:
        xs, ys = zip(*points, strict=True)
        axes.scatter(xs, ys, s=size, c=color, marker=marker, label=label, linewidths=0, clip_on=False, zorder=3)


def matrix_plot(matrix: ResultsMatrix, selection: Selection) -> str:
    """Return the SVG of the results matrix: a column an assertion, selected first; bad examples above, good below."""
    names = [*selection.names, *(each.name for _, group in by_reason(selection.excluded) for each in group)]
    by_name = {candidate.name: candidate for candidate in matrix.candidates}
    rows = [e for label in (Label.BAD, Label.GOOD) for e in matrix.examples if e.label is label]
    if not rows or not names:
        return ""
    cells = [[_cell(matrix, example, by_name[name].name) for name in names] for example in rows]
    n_bad = sum(example.label is Label.BAD for example in rows)
    with _drawing() as figure_of:
        named = len(names) <= _MOST_NAMED_COLUMNS
        width = min(11.0, 1.6 + 0.2 * len(names))
        height = min(9.0, 1.0 + 0.075 * len(rows)) + (2.2 if named else 0.3)
        figure = figure_of(width, height)
        axes = figure.add_subplot()
        axes.imshow(cells, aspect="auto", interpolation="nearest")
        axes.axhline(n_bad - 0.5, color=_INK, linewidth=0.8)
        if selection.chosen:
            axes.axvline(len(selection.chosen) - 0.5, color=_INK, linewidth=0.8)
        groups = [("bad", 0, n_bad), ("good", n_bad, len(rows) - n_bad)]
        sides = [(first + (size - 1) / 2, f"{size} {word}") for word, first, size in groups if size]
        axes.set_yticks([middle for middle, _ in sides], [text for _, text in sides])
        shown = [_short(name) for name in names] if named else []
        axes.set_xticks(range(len(shown)), shown, rotation=90, fontsize=7)
        axes.tick_params(length=0)
        for side in axes.spines.values():
            side.set_visible(False)
        return _svg(figure, "matrix", f"Results of {len(names)} assertions on {len(rows)} labelled examples")


def _short(name: str) -> str:
    words = name.removeprefix("assert_").replace("_", " ")
    return words if len(words) <= 42 else words[:41] + "…"


def _cell(matrix: ResultsMatrix, example: Example, name: str) -> tuple[float, float, float, float]:
    outcome = matrix.evaluations[example.id, name].outcome
    if outcome is Outcome.PASSED:
        return _PASSED
    if outcome is not Outcome.FAILED:
        return _NOT_RUN
    return _CAUGHT if example.label is Label.BAD else _FALSE_ALARM


@contextmanager
def _drawing() -> Iterator[Any]:
    """Yield a maker of figures that have no window, no global state and our style."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    def figure_of(width: float, height: float) -> "Figure":
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        figure.patch.set_alpha(0.0)
        return figure

    with rc_context(_STYLE):
        yield figure_of


def _svg(figure: "Figure", name: str, title: str) -> str:
    """Return the figure as an SVG element without the XML prologue, its colours the page's."""
    stream = io.StringIO()
    for axes in figure.axes:
        axes.patch.set_alpha(0.0)
    figure.savefig(stream, format="svg", metadata={"Date": None})
    text = stream.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    # The page's font, not one that the drawing machine happened to have.
    text = re.sub(r"font:([^;\"']*?)(\d+px)[^;\"']*", r"font:\1\2 var(--sans)", text)
    # Two pictures on one page must not share ids.
    text = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", text)
    for stand_in, variable in _VARIABLES.items():
        text = text.replace(stand_in, variable)
    return text.replace("<svg ", f'<svg role="img" aria-label="{title}" ', 1)
