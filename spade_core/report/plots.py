"""The report's pictures as SVG in the page's own colours and font: one picture serves light, dark and print."""

import zlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape
from itertools import chain
from math import cos, pi, sin

from spade_core.examples import Example, Label
from spade_core.report.report import by_reason
from spade_core.results import Outcome, ResultsMatrix
from spade_core.selection import ChosenAssertion, ExcludedAssertion, FrontierPoint, Selection

_INK, _FAINT, _CHOSEN, _OTHER = "var(--ink)", "var(--faint)", "var(--accent)", "var(--muted)"
_SCALE = 4 / 3
"""Pixels of the page for each unit of a picture."""

_WIDTH, _HEIGHT = 446.0, 288.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 44.0, 440.0, 8.0, 248.0
"""Of the plane between the axes."""
_MARGIN = 0.03
_DOT, _CHOSEN_DOT, _STAR, _RING = 2.5, 3.3, 7.0, 7.0

# Cells of the matrix, as red, green, blue, alpha: legible on a light and on a dark page.
_PASSED = (128, 128, 128, 31)
_CAUGHT = (33, 150, 115, 255)
_FALSE_ALARM = (214, 69, 59, 255)
_NOT_RUN = (128, 128, 128, 115)
_COLOURS = (_PASSED, _CAUGHT, _FALSE_ALARM, _NOT_RUN)

ACROSS = (_RIGHT - _LEFT) / (1 + 2 * _MARGIN)
"""Of an FFR from 0 to 1 in the picture of coverage, in units of the SVG."""
UP = (_BOTTOM - _TOP) / (1 + 2 * _MARGIN)
"""Of a coverage from 0 to 1."""
_MOST_NAMED_COLUMNS = 60
"""Beyond it the names under the picture would be too small to read; they stand in the table."""
_MOST_DRAWN_ROWS = 1300
"""Of more rows a fair sample is drawn: a page shows no more."""


def coverage_plot(matrix: ResultsMatrix, selection: Selection, frontier: Sequence[FrontierPoint] = ()) -> str:
    """Return the picture of coverage against FFR: every assertion by itself, the chosen ones, the set, the frontier."""
    others = [_dot(each, _DOT, _OTHER) for each in _ran(matrix, selection.excluded)]
    chosen = [_dot(each, _CHOSEN_DOT, _CHOSEN) for each in selection.chosen]
    star = [_star(_x(selection.ffr.value), _y(selection.coverage.value))] if chosen else []
    best = _best_within(frontier)
    legend = [
        *([(f'<path d="M-9 0H9" stroke="{_CHOSEN}"/>', "best any set can do")] if best else []),
        *([(f'<circle r="{_DOT}" fill="{_OTHER}"/>', "left out")] if others else []),
        *([(f'<circle r="{_CHOSEN_DOT}" fill="{_CHOSEN}"/>', "selected")] if chosen else []),
        *([(_star(0.0, 0.0), "the selected set together")] if chosen else []),
    ]
    # The ring of the set that the sliders find: drawn at the origin, moved by the page's script.
    ring = (
        f'<circle id="trade-off-here" visibility="hidden" cx="{_x(0):.1f}" cy="{_y(0):.1f}" r="{_RING}" fill="none" '
        f'stroke="{_INK}" stroke-width="1.5"/>'
    )
    parts = [*_axes(), *_thresholds(selection), _frontier(best), *others, *chosen, *star, ring, *_legend(legend)]
    return _svg(_WIDTH, _HEIGHT, f"Coverage against FFR of {len(matrix.candidates)} assertions", parts)


def matrix_plot(matrix: ResultsMatrix, selection: Selection) -> str:
    """Return the SVG of the results matrix: a column an assertion, selected first; bad examples above, good below."""
    names = [*selection.names, *(each.name for _, group in by_reason(selection.excluded) for each in group)]
    rows = [e for label in (Label.BAD, Label.GOOD) for e in matrix.examples if e.label is label]
    if not rows or not names:
        return ""
    drawn = [rows[(2 * at + 1) * len(rows) // (2 * _MOST_DRAWN_ROWS)] for at in range(_MOST_DRAWN_ROWS)]
    drawn = rows if len(rows) <= _MOST_DRAWN_ROWS else drawn
    png = indexed_png([bytes(_colour(matrix, example, name) for name in names) for example in drawn], _COLOURS)
    left, top = 52.0, 4.0
    width, height = min(730.0, 50.0 + 14.4 * len(names)), min(580.0, 40.0 + 5.4 * len(rows))
    shown = [_short(name) for name in names] if len(names) <= _MOST_NAMED_COLUMNS else []
    n_bad = sum(example.label is Label.BAD for example in rows)
    border, column = top + height * n_bad / len(rows), width / len(names)
    sides = [(n_bad, "bad", (top + border) / 2), (len(rows) - n_bad, "good", (border + top + height) / 2)]
    parts = [
        f'<image href="data:image/png;base64,{png}" x="{left}" y="{top}" width="{width:.1f}" height="{height:.1f}" '
        'preserveAspectRatio="none" style="image-rendering: pixelated"/>',
        _line(left, border, left + width, border, _INK, 'stroke-width="0.8"'),
        *(_text(left - 4, at + 3, f"{count} {kind}", 'text-anchor="end"') for count, kind, at in sides if count),
        *(
            f'<g transform="translate({left + (at + 0.5) * column + 2.4:.1f} {top + height + 4:.1f}) rotate(-90)">'
            + _text(0, 0, name, 'text-anchor="end" font-size="7"')
            + "</g>"
            for at, name in enumerate(shown)
        ),
    ]
    if selection.chosen:
        at = left + len(selection.chosen) * column
        parts.append(_line(at, top, at, top + height, _INK, 'stroke-width="0.8"'))
    below = 4.0 * max(map(len, shown), default=0) + 8
    title = f"Results of {len(names)} assertions on {len(rows)} labelled examples"
    return _svg(left + width + 4, top + height + below, title, parts)


def _x(ffr: float) -> float:
    return _LEFT + (_RIGHT - _LEFT) * (ffr + _MARGIN) / (1 + 2 * _MARGIN)


def _y(coverage: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * (coverage + _MARGIN) / (1 + 2 * _MARGIN)


def _axes() -> list[str]:
    parts = [f'<path d="M{_LEFT} {_TOP}V{_BOTTOM}H{_RIGHT}" fill="none" stroke="{_FAINT}"/>']
    for share in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
        parts += [
            _line(_x(share), _BOTTOM, _x(share), _BOTTOM + 3, _FAINT),
            _text(_x(share), _BOTTOM + 13, f"{share:.1f}", 'text-anchor="middle"'),
            _line(_LEFT - 3, _y(share), _LEFT, _y(share), _FAINT),
            _text(_LEFT - 6, _y(share) + 3, f"{share:.1f}", 'text-anchor="end"'),
        ]
    across, up = (_LEFT + _RIGHT) / 2, (_TOP + _BOTTOM) / 2
    upright = _text(0, 0, "coverage: share of bad responses caught", 'text-anchor="middle"')
    return [
        *parts,
        _text(across, _BOTTOM + 30, "FFR: share of good responses flagged", 'text-anchor="middle"'),
        f'<g transform="translate(12 {up:.1f}) rotate(-90)">{upright}</g>',
    ]


def _thresholds(selection: Selection) -> list[str]:
    tau, alpha = selection.thresholds.tau, selection.thresholds.alpha
    dashed = 'stroke-dasharray="4 2"'
    return [
        _line(_x(tau), _TOP, _x(tau), _BOTTOM, _FAINT, f'id="trade-off-tau" {dashed}'),
        _line(_LEFT, _y(alpha), _RIGHT, _y(alpha), _FAINT, f'id="trade-off-alpha" {dashed}'),
        _text(_x(tau) + 4, _y(1) + 9, f"tau {tau:g}", 'id="trade-off-tau-name"'),
        _text(_x(1) - 2, _y(alpha) - 4, f"alpha {alpha:g}", 'id="trade-off-alpha-name" text-anchor="end"'),
    ]


def _best_within(frontier: Sequence[FrontierPoint]) -> list[tuple[float, float]]:
    """Return the corners (FFR, coverage) of the most coverage that any set reaches within each FFR."""
    corners: list[tuple[float, float]] = []
    for ffr, coverage in sorted((point.ffr.value, -point.coverage.value) for point in frontier):
        if not corners or -coverage > corners[-1][1]:
            corners.append((ffr, -coverage))
    return corners


def _frontier(corners: Sequence[tuple[float, float]]) -> str:
    if not corners:
        return ""
    steps = "".join(f"H{_x(ffr):.1f}V{_y(coverage):.1f}" for ffr, coverage in corners[1:])
    first = f"M{_x(corners[0][0]):.1f} {_y(corners[0][1]):.1f}"
    return f'<path d="{first}{steps}H{_x(1):.1f}" fill="none" stroke="{_CHOSEN}"/>'


def _ran(matrix: ResultsMatrix, excluded: Iterable[ExcludedAssertion]) -> list[ExcludedAssertion]:
    """Return those that passed or failed at least one example: the others have no place in the plot."""
    return [e for e in excluded if any(cell is not None and cell.outcome.decides for cell in matrix.cells(e.name))]


def _dot(verdict: ChosenAssertion | ExcludedAssertion, radius: float, colour: str) -> str:
    place = f'cx="{_x(verdict.ffr.value):.1f}" cy="{_y(verdict.coverage.value):.1f}" r="{radius}"'
    return f'<circle {place} fill="{colour}"><title>{escape(verdict.name)}</title></circle>'


def _star(x: float, y: float) -> str:
    corners = []
    for at in range(10):
        reach, turn = (_STAR if at % 2 == 0 else _STAR * 0.4), at * pi / 5
        corners.append(f"{x + reach * sin(turn):.1f},{y - reach * cos(turn):.1f}")
    return f'<polygon points="{" ".join(corners)}" fill="{_CHOSEN}"/>'


def _legend(entries: Sequence[tuple[str, str]]) -> list[str]:
    top = _BOTTOM - 4 - 13 * len(entries)
    return [
        f'<g transform="translate({_RIGHT - 136} {top + 13 * at:.1f})">{mark}{_text(14, 3, words)}</g>'
        for at, (mark, words) in enumerate(entries)
    ]


def _short(name: str) -> str:
    words = name.removeprefix("assert_").replace("_", " ")
    return words if len(words) <= 42 else words[:41] + "…"


def _colour(matrix: ResultsMatrix, example: Example, name: str) -> int:
    outcome = matrix.evaluations[example.id, name].outcome
    if outcome is Outcome.PASSED:
        return _COLOURS.index(_PASSED)
    if outcome is not Outcome.FAILED:
        return _COLOURS.index(_NOT_RUN)
    return _COLOURS.index(_CAUGHT if example.label is Label.BAD else _FALSE_ALARM)


def _line(x: float, y: float, to_x: float, to_y: float, colour: str, more: str = "") -> str:
    return f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" fill="none" stroke="{colour}" {more}/>'


def _text(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(words)}</text>'


def _svg(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    size = f'width="{width * _SCALE:.0f}" height="{height * _SCALE:.0f}" viewBox="0 0 {width:.1f} {height:.1f}"'
    font = f'font-size="9" fill="{_INK}" style="font-family: var(--sans)"'
    return f'<svg role="img" aria-label="{escape(title)}" {size} {font}>{"".join(parts)}</svg>'


_INDEXED = 3


def indexed_png(rows: Sequence[bytes], colours: Sequence[tuple[int, int, int, int]]) -> str:
    """Return the picture in base64: a byte a cell, which is the number of its colour (red, green, blue, alpha)."""
    header = len(rows[0]).to_bytes(4) + len(rows).to_bytes(4) + bytes([8, _INDEXED, 0, 0, 0])
    chunks = (
        (b"IHDR", header),
        (b"PLTE", bytes(chain.from_iterable(colour[:3] for colour in colours))),
        (b"tRNS", bytes(colour[3] for colour in colours)),
        (b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)),
        (b"IEND", b""),
    )
    return b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)).decode("ascii")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)
