"""The report as one HTML file: no network, light and dark, fit to print, and whole without its one script.

jinja2 is imported here and nowhere else. Everything from prompts, responses, code and names is escaped by it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from spade_core.categories import Classification, Cue
from spade_core.deltas import Change
from spade_core.errors import StorageError
from spade_core.examples import Example, Label
from spade_core.regular_file import read_start
from spade_core.report.display_text import in_line, visible
from spade_core.report.openings import key_of
from spade_core.report.plots import ACROSS, UP, coverage_plot, matrix_plot
from spade_core.report.report import (
    JudgeSummary,
    JudgeVerdict,
    Report,
    by_criterion,
    by_reason,
    check_of,
    comparison_words,
    cues_by_change,
    manners_of,
    merged,
    name_of,
    proof_told,
    unmet,
)
from spade_core.report.responses import ids_of, responses_of
from spade_core.report.trade_off import policy, script, trade_off_of
from spade_core.report.uncaught import uncaught_groups
from spade_core.selection import ChosenAssertion, ExcludedAssertion, ExclusionReason
from spade_core.storage import Provenance, TextFile, write_text_file
from spade_core.subsumption import EdgeStatus, SubsumptionEdge
from spade_core.taxonomy import Category
from spade_core.versions import PromptVersion, VersionState

_MARK = '<meta name="generator" content="spade-assertions">'
_HEAD_BYTES = 2000
_WISHES = {ExclusionReason.OUTDATED: "always", ExclusionReason.FORBIDDEN: "allowed"}


@dataclass(frozen=True, slots=True)
class CuedText:
    """Some characters of a sentence, and whether they are a cue."""

    text: str
    reason: str = ""
    """What the cue says; empty where there is none."""


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One added or removed sentence."""

    sign: str
    pieces: tuple[CuedText, ...]
    unclassified: bool
    key: str
    """Of the sentence, for an editor."""


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
    caught: tuple[Example, ...] = ()
    """Bad ones that it fails; of selected assertions only."""
    flagged: tuple[Example, ...] = ()
    """Good ones that it fails; of selected assertions only."""
    same: "tuple[AssertionView, ...]" = ()
    """The others that are left out and fail exactly the same responses."""

    @property
    def below(self) -> tuple[str, ...]:
        """Names of the left-out ones that it stands for, beside those that are the same."""
        verdict = self.verdict
        stands_for = verdict.stands_for if isinstance(verdict, ChosenAssertion) else ()
        return tuple(name for name in stands_for if name not in verdict.equals)

    @property
    def wish(self) -> str:
        """What a person may want of it in an editor: ``always`` or ``allowed`` in the set; empty for most."""
        reason = self.verdict.reason if isinstance(self.verdict, ExcludedAssertion) else None
        return _WISHES.get(reason, "") if reason is not None else ""

    @property
    def lack(self) -> str:
        """Why nothing was measured of it; empty where something was."""
        breakdown = self.verdict.breakdown
        return f"not checked: {breakdown.why}" if breakdown is not None and breakdown.always else ""

    @property
    def check(self) -> str:
        """What its docstring says that it checks."""
        return check_of(self.source)

    @property
    def name(self) -> str:
        """The function's name."""
        return self.verdict.name


@dataclass(frozen=True, slots=True)
class EdgeView:
    """One claim of subsumption, with the example that refutes it where one does."""

    edge: SubsumptionEdge
    example: Example | None


def write_html(report: Report, path: Path) -> None:
    """Write the report to a file, in one step; only another report is ever overwritten.

    Raises:
        StorageError: the file cannot be written, or is there and not a report.
    """
    if path.exists() and not _is_report(path):
        raise StorageError(str(path), None, "is there and not a report: it is not overwritten")
    text = render_html(report).encode("utf-8", "xmlcharrefreplace").decode("utf-8")
    write_text_file(TextFile(path, text))


def _is_report(path: Path) -> bool:
    try:
        return _MARK.encode() in read_start(path, _HEAD_BYTES)
    except OSError as error:
        raise StorageError(str(path), None, f"cannot be read: {error.strerror or error}") from error


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
    environment.globals |= {"comparison_words": comparison_words, "manners_of": manners_of}
    environment.filters |= {"visible": visible, "in_line": in_line, "name": name_of, "key": key_of}
    selection = report.selection
    chosen = [_assertion(each, report, is_chosen=True) for each in selection.chosen]
    groups = [
        (
            reason.value,
            len(group),
            [
                replace(
                    _assertion(first, report, is_chosen=False),
                    same=tuple(_assertion(other, report, is_chosen=False) for other in others),
                )
                for first, others in merged(group)
            ],
        )
        for reason, group in by_reason(selection.excluded)
    ]
    responses = responses_of(report)
    trade_off, explorer = trade_off_of(report), script()
    plot = coverage_plot(report.matrix, selection, report.frontier)
    return environment.get_template("report.html.j2").render(
        report=report,
        mark=Markup(_MARK),  # noqa: S704  (our own)
        prompt_name=Path(report.prompt).name,
        selection=selection,
        chosen=chosen,
        answer=proof_told(selection),
        request=report.drift.request if report.drift else None,
        unmet="" if selection.satisfies else unmet(selection),
        uncaught=uncaught_groups(report),
        edges=_edges(report),
        groups=[("selected", len(chosen), chosen), *groups],
        n_assertions=len(report.matrix.candidates),
        versions=_versions(report),
        responses_shown=responses,
        responses_left=sum(example.label is not None for example in report.matrix.examples) - len(responses),
        shown=ids_of(responses),
        trade_off=trade_off,
        # Our own script, which its hash in the policy lets run; nothing else may.
        script=Markup(explorer),  # noqa: S704
        policy=policy(explorer) if trade_off.explorable else policy(),
        verdicts=_verdicts(report.judge),
        # Our own drawing, its texts escaped.
        coverage_plot=Markup(plot),  # noqa: S704
        plot_width=ACROSS,
        plot_height=UP,
        matrix_plot=Markup(matrix_plot(report.matrix, selection)),  # noqa: S704
    )


def _edges(report: Report) -> list[tuple[EdgeStatus, list[EdgeView]]]:
    """Return the claims of subsumption by what is known of them: refuted ones first, as they may surprise."""
    examples = {example.id: example for example in report.matrix.examples}
    by_status = (EdgeStatus.REFUTED, EdgeStatus.BELIEVED, EdgeStatus.PROVED)
    views = [EdgeView(edge, examples.get(edge.refuted_by)) for edge in report.subsumption.edges]
    groups = [(status, [view for view in views if view.edge.status is status]) for status in by_status]
    return [(status, group) for status, group in groups if group]


def _verdicts(judge: JudgeSummary | None) -> list[JudgeVerdict]:
    """Return what the judge said no to, first where a person called the response good."""
    said = [verdict for verdict in judge.verdicts if not verdict.passes] if judge else []
    return sorted(said, key=lambda verdict: (not verdict.contradicts_label, verdict.question, verdict.example.id))


def _assertion(verdict: ChosenAssertion | ExcludedAssertion, report: Report, *, is_chosen: bool) -> AssertionView:
    criteria = by_criterion(report.provenance.get(verdict.name, ()))
    failed = [e for e in report.matrix.examples if report.matrix.fails(e, verdict.candidate)] if is_chosen else []
    return AssertionView(
        verdict,
        criteria,
        verdict.candidate.source,
        is_chosen,
        caught=tuple(example for example in failed if example.label is Label.BAD),
        flagged=tuple(example for example in failed if example.label is Label.GOOD),
    )


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
    cues = cues_by_change(classification) if classification else {}
    unread = set(classification.unclassified) if classification else set()
    return VersionView(
        index=version.index,
        place=" · ".join(filter(None, (_place(version), version.line))),
        subject=version.commit.subject if version.commit else "",
        categories=classification.categories if classification else (),
        changes=tuple(_change(change, cues.get(change, ()), change in unread) for change in changes),
        assertions=tuple(names),
    )


def _place(version: PromptVersion) -> str:
    commit = version.commit
    if commit is None:
        return "not saved" if version.state is VersionState.UNSAVED else "not committed"
    return f"{commit.sha[:7]} · {commit.date:%Y-%m-%d} · {commit.author}"


def _change(change: Change, cues: Sequence[Cue], unread: bool) -> ChangeView:
    text = change.sentence.text
    edges = sorted({0, len(text), *(cue.span.start for cue in cues), *(cue.span.end for cue in cues)})
    pieces = tuple(
        CuedText(
            visible(text[start:end]),
            "; ".join(
                f"{cue.category.label}: {cue.reason}" for cue in cues if cue.span.start <= start and end <= cue.span.end
            ),
        )
        for start, end in pairwise(edges)
    )
    return ChangeView(change.sign.value, pieces, unread, key_of(text))
