"""The report as a value: everything that its renderings show, and nothing that they would have to compute again."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from spade_core.categories import Classification, Cue
from spade_core.deltas import Change
from spade_core.errors import Problem
from spade_core.examples import Example, Label, content_id
from spade_core.report.selection_drift import SelectionDrift
from spade_core.results import ResultsMatrix
from spade_core.selection import (
    AS_GIVEN,
    NO_PREFERENCES,
    Agreement,
    Comparison,
    Evidence,
    ExcludedAssertion,
    ExclusionReason,
    FrontierPoint,
    Method,
    Preferences,
    Selection,
)
from spade_core.static_analysis import preflight
from spade_core.storage import Basis, Provenance
from spade_core.subsumption import Subsumption
from spade_core.versions import History

if TYPE_CHECKING:
    from spade_core.context import Faithfulness
    from spade_core.values import Misnomer


@dataclass(frozen=True, slots=True)
class JudgeVerdict:
    """What the judge answered to one question on one example."""

    example: Example
    question: str
    passes: bool
    reason: str
    """The judge's words: shown, never followed."""
    yes: int = 1
    no: int = 0

    @property
    def contradicts_label(self) -> bool:
        """Whether the judge fails what a person called good; to pass a bad one says nothing, it may fail elsewhere."""
        return not self.passes and self.example.label is Label.GOOD


@dataclass(frozen=True, slots=True)
class JudgeSummary:
    """How the judge did, where one was asked."""

    model: str
    agreement: Agreement
    """How far the judge as a whole agrees with the labels."""
    table: tuple[tuple[str, Agreement], ...]
    """By name, that of each assertion that asks the judge; only those with a verdict on a labelled response."""
    failed: int
    """Questions without an answer."""
    flicker: float | None
    """Share of the questions asked several times whose answers differ; None when none was."""
    verdicts: tuple[JudgeVerdict, ...]
    comparisons: tuple[tuple[str, Comparison], ...] = ()
    """By model, how it does with several questions in a call, and with one; of those that it was measured of."""


@dataclass(frozen=True, slots=True)
class Report:
    """One prompt from its history to its selected assertions."""

    prompt: str
    """Path of the prompt file as the reader knows it."""
    history: History
    classifications: tuple[Classification, ...]
    """One for each delta, oldest first."""
    matrix: ResultsMatrix
    """Every assertion on every labelled example."""
    subsumption: Subsumption
    selection: Selection
    evidence: Evidence
    """How far the labels support the selection's figures."""
    frontier: tuple[FrontierPoint, ...] = ()
    """Every set worth choosing at some thresholds, least coverage first; empty when it was not asked for."""
    provenance: Mapping[str, tuple[Provenance, ...]] = field(default_factory=dict)
    """Where each assertion came from, by name; a person's own has none."""
    removed_in: Mapping[str, int] = field(default_factory=dict)
    """Of each assertion that the prompt no longer asks for, the index i of the version P_i that dropped it, by name."""
    judge: JudgeSummary | None = None
    """None when no judge was asked."""
    faithfulness: "Mapping[str, Faithfulness]" = field(default_factory=dict)
    """The statements of responses with their verdicts, by the ids of the examples, as far as they are known."""
    misnomers: "Mapping[str, tuple[Misnomer, ...]]" = field(default_factory=dict)
    """What responses say instead of valid values, by the ids of the examples; see `with_misnomers`."""
    problems: tuple[Problem, ...] = ()
    """What could not be read while the rest was."""
    basis: Basis = field(default_factory=Basis)
    """What the selection was made from, without the settings."""
    preferences: Preferences = NO_PREFERENCES
    """Those that it was made with."""
    drift: SelectionDrift | None = None
    """How it stands to the recorded selection; None where that does not matter, as it is about to be recorded."""


def manners_of(comparison: Comparison) -> tuple[tuple[str, Agreement], ...]:
    """Return how a judge does in each manner, by its name; nothing where no answers could be compared."""
    listed = (("one", comparison.alone), ("several", comparison.together))
    return listed if comparison.total else ()


def comparison_words(model: str, comparison: Comparison) -> str:
    """Return in one line how a judge does with several questions in a call, and what follows from it."""
    if not comparison.is_readable:
        return f"{model}: its answers to several questions in one call cannot be read, so it is asked one by one"
    if not comparison.total:
        return f"{model}: no labelled response was answered, so it is asked one by one"
    several, one = (f"{each.accuracy or 0.0:.0%}" for each in (comparison.together, comparison.alone))
    low, high = comparison.interval
    more = f"{100 * comparison.difference:+.1f} points (95 %: {100 * low:+.1f} to {100 * high:+.1f})"
    way = "several questions go out in one call" if comparison.is_as_good else "each question goes out by itself"
    measured = f"agrees with {comparison.total} labels to {several} with several questions in one call"
    return f"{model} {measured}, to {one} with one: {more}, so {way}"


def by_criterion(provenances: Iterable[Provenance]) -> list[tuple[str, tuple[Provenance, ...]]]:
    """Return each criterion's description with the places it was read from, both in the order given.

    A prompt says one thing in many places: one criterion has many source phrases.
    """
    places: dict[str, list[Provenance]] = {}
    for provenance in provenances:
        places.setdefault(provenance.description, []).append(provenance)
    return [(description, tuple(found)) for description, found in places.items()]


def by_reason(excluded: Iterable[ExcludedAssertion]) -> list[tuple[ExclusionReason, list[ExcludedAssertion]]]:
    """Return the left-out assertions by reason, in the order of the reasons; the likeliest of each first."""
    order = list(ExclusionReason)
    ranked = sorted(
        excluded, key=lambda each: (order.index(each.reason), -each.coverage.value, each.ffr.value, each.name)
    )
    return [(reason, list(group)) for reason, group in groupby(ranked, key=lambda each: each.reason)]


def merged(excluded: Sequence[ExcludedAssertion]) -> list[tuple[ExcludedAssertion, tuple[ExcludedAssertion, ...]]]:
    """Return, of assertions that fail exactly the same responses, the first with the others; the rest by themselves."""
    taken: set[str] = set()
    groups: list[tuple[ExcludedAssertion, tuple[ExcludedAssertion, ...]]] = []
    for each in excluded:
        if each.name not in taken:
            same = tuple(other for other in excluded if other.name in each.equals)
            taken |= {each.name, *(other.name for other in same)}
            groups.append((each, same))
    return groups


def unmet(selection: Selection) -> str:
    """Return what a set lacks that does not meet alpha and tau, as those of methods that promise neither may not."""
    thresholds, lacks = selection.thresholds, []
    if selection.ffr.count > thresholds.most_flagged(selection.ffr.total):
        lacks.append(f"its FFR is above tau {thresholds.tau:g}")
    if selection.coverage.count < thresholds.least_caught(selection.coverage.total):
        lacks.append(f"its coverage is below alpha {thresholds.alpha:g}")
    if selection.proof.solver == AS_GIVEN:
        return f"on the labels of now, this set does not meet alpha and tau: {', '.join(lacks)}"
    return f"this set does not meet alpha and tau, which {selection.method.value} does not promise: {', '.join(lacks)}"


def proof_told(selection: Selection) -> str:
    """Return how sure it is that no better set exists, in a few words."""
    if selection.method in {Method.BASELINE, Method.NO_EXAMPLES}:
        return "by definition"
    if selection.proof.solver == AS_GIVEN:
        return "as recorded"
    if not selection.feasible:
        return "proven: there is none"
    if selection.proof.optimal:
        best = "proven: no set is better"
        return best if selection.proof.ties_broken else f"{best}, but not every tie was decided"
    return f"not proven: a better set may exist, by at most {100 * selection.proof.gap:.1f} %"


def check_of(source: str) -> str:
    """Return what a function says that it checks: the first paragraph of its docstring on one line, or nothing."""
    return " ".join(preflight(source).docstring.split("\n\n")[0].split())


def name_of(example: Example) -> str:
    """Return what a person calls an example: its id, or its line where the id is only a hash of its content."""
    derived = example.id in {content_id(example.fields, text, example.response) for text in (example.prompt, "")}
    return f"line {example.line}" if derived and example.line else example.id


def cues_by_change(classification: Classification) -> Mapping[Change, Sequence[Cue]]:
    """Return the cues of each change that has any."""
    found: dict[Change, list[Cue]] = {}
    for cue in classification.cues:
        found.setdefault(cue.change, []).append(cue)
    return found
