"""The report as one HTML file: no network, no script, light and dark, fit to print.

jinja2 is imported here and nowhere else. Everything from prompts, responses, code and names is escaped by it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from spade_core.categories.classification import Classification
from spade_core.categories.taxonomy import Category
from spade_core.deltas.delta import Change
from spade_core.errors import StorageError
from spade_core.report.plots import coverage_plot, matrix_plot
from spade_core.report.report import Report, by_criterion, by_reason, check_of, name_of
from spade_core.report.visible import in_line, visible
from spade_core.selection.frontier import FrontierPoint
from spade_core.selection.selection import ChosenAssertion, ExcludedAssertion
from spade_core.storage.provenance import Provenance
from spade_core.versions.version import PromptVersion, VersionState


@dataclass(frozen=True, slots=True)
class Piece:
    """Some characters of a sentence, and whether they are a cue."""

    text: str
    reason: str = ""
    """What the cue says; empty where there is none."""


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One added or removed sentence."""

    sign: str
    pieces: tuple[Piece, ...]
    unclassified: bool


@dataclass(frozen=True, slots=True)
class VersionView:
    """One step of the timeline."""

    index: int
    place: str
    subject: str
    categories: tuple[Category, ...]
    changes: tuple[ChangeView, ...]
    assertions: tuple[str, ...]
    """Names of those that were read from this version's delta."""


@dataclass(frozen=True, slots=True)
class AssertionView:
    """One assertion with everything that is said of it."""

    verdict: ChosenAssertion | ExcludedAssertion
    criteria: list[tuple[str, tuple[Provenance, ...]]]
    """Each description with the places it was read from."""
    source: str
    is_chosen: bool

    @property
    def check(self) -> str:
        """What its docstring says that it checks."""
        return check_of(self.source)

    @property
    def name(self) -> str:
        """The function's name."""
        return self.verdict.name


def write_html(report: Report, path: Path) -> None:
    """Write the report to a file.

    Raises:
        StorageError: the file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(render_html(report), encoding="utf-8", errors="xmlcharrefreplace", newline="\n")
    except OSError as error:
        raise StorageError(str(path), None, f"cannot be written: {error.strerror or error}") from error


def render_html(report: Report) -> str:
    """Return the whole page."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=PackageLoader("spade_core.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"visible": visible, "in_line": in_line}
    selection = report.selection
    chosen = [_assertion(each, report, is_chosen=True) for each in selection.chosen]
    groups = [
        (reason.value, [_assertion(each, report, is_chosen=False) for each in group])
        for reason, group in by_reason(selection.excluded)
    ]
    return environment.get_template("report.html.j2").render(
        report=report,
        prompt_name=Path(report.prompt).name,
        selection=selection,
        chosen=chosen,
        uncaught=[name_of(example) for example in report.matrix.examples if example.id in set(selection.uncaught)],
        groups=[("selected", chosen), *groups],
        n_assertions=len(report.matrix.candidates),
        versions=_versions(report),
        trade_offs=_trade_offs(report.frontier),
        # Our own drawing, its texts escaped by matplotlib.
        coverage_plot=Markup(coverage_plot(report.matrix, selection, report.frontier)),  # noqa: S704
        matrix_plot=Markup(matrix_plot(report.matrix, selection)),  # noqa: S704
    )


def _trade_offs(frontier: Sequence[FrontierPoint]) -> list[FrontierPoint]:
    """Return, of the sets worth choosing, for each coverage the one that flags least, smallest first."""
    least: dict[int, FrontierPoint] = {}
    for point in frontier:
        known = least.get(point.coverage.count)
        if known is None or (point.ffr.count, point.size) < (known.ffr.count, known.size):
            least[point.coverage.count] = point
    return [least[count] for count in sorted(least) if count]


def _assertion(verdict: ChosenAssertion | ExcludedAssertion, report: Report, *, is_chosen: bool) -> AssertionView:
    criteria = by_criterion(report.provenance.get(verdict.name, ()))
    return AssertionView(verdict, criteria, verdict.candidate.source, is_chosen)


def _versions(report: Report) -> list[VersionView]:
    by_index = {classification.delta.after.index: classification for classification in report.classifications}
    names: dict[int, list[str]] = {}
    for candidate in report.matrix.candidates:
        for delta in sorted({provenance.delta for provenance in report.provenance.get(candidate.name, ())}):
            names.setdefault(delta, []).append(candidate.name)
    return [
        _version(version, by_index.get(version.index), names.get(version.index, ()))
        for version in report.history.versions
        if version.index
    ]


def _version(version: PromptVersion, classification: Classification | None, names: Iterable[str]) -> VersionView:
    changes = classification.delta.changes if classification else ()
    return VersionView(
        index=version.index,
        place=_place(version),
        subject=version.commit.subject if version.commit else "",
        categories=classification.categories if classification else (),
        changes=tuple(_change(change, classification) for change in changes if classification),
        assertions=tuple(names),
    )


def _place(version: PromptVersion) -> str:
    commit = version.commit
    if commit is None:
        return "not saved" if version.state is VersionState.UNSAVED else "not committed"
    return f"{commit.sha[:7]} · {commit.date:%Y-%m-%d} · {commit.author}"


def _change(change: Change, classification: Classification) -> ChangeView:
    cues = [cue for cue in classification.cues if cue.change == change]
    text = change.sentence.text
    edges = sorted({0, len(text), *(cue.span.start for cue in cues), *(cue.span.end for cue in cues)})
    pieces = [
        Piece(
            visible(text[start:end]),
            "; ".join(
                f"{cue.category.label}: {cue.reason}" for cue in cues if cue.span.start <= start and end <= cue.span.end
            ),
        )
        for start, end in pairwise(edges)
    ]
    return ChangeView(change.sign.value, tuple(pieces), change in classification.unclassified)
