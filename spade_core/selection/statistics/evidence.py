"""How far the labels support the figures of a selection: intervals, what cannot be claimed, held-out figures."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from spade_core.examples import Example, Label
from spade_core.results import ResultsMatrix
from spade_core.selection.labelled_matrix import labelled_results
from spade_core.selection.problem import Objective
from spade_core.selection.rates import Rate
from spade_core.selection.request import NO_PREFERENCES, Method, Preferences
from spade_core.selection.selection import Selection
from spade_core.selection.statistics.cross_validation import CrossValidation, cross_validated, dealt
from spade_core.selection.statistics.duplicates import DuplicateGroup, duplicate_groups
from spade_core.selection.statistics.intervals import CONFIDENCE, more_needed
from spade_core.selection.statistics.prediction_powered import (
    FEWEST_LABELLED,
    FEWEST_OF_KIND,
    FEWEST_UNLABELLED,
    JudgedResponse,
    prediction_powered_interval,
)
from spade_core.subsumption import Subsumption

_OBJECTIVES = {Method.COVERAGE: Objective.FEWEST, Method.SUBSUMPTION: Objective.SUBSUMPTION}
_DISPUTES_TOLD, _IDS_TOLD = 3, 2


@dataclass(frozen=True, slots=True)
class PredictionPowered:
    """The same rates from labels and a judge together: often narrower, and valid however often the judge errs.

    Labelled and unlabelled responses must both be random samples of what the pipeline answers.
    """

    labelled: int
    unlabelled: int
    """Responses without a label that the judge has a verdict on."""
    coverage_interval: tuple[float, float] | None
    """None with fewer than 10 labelled bad responses."""
    ffr_interval: tuple[float, float] | None
    """None with fewer than 10 labelled good responses."""

    def __str__(self) -> str:
        shown = [
            f"{name} {interval[0]:.2f} to {interval[1]:.2f}"
            for name, interval in (("coverage", self.coverage_interval), ("FFR", self.ffr_interval))
            if interval is not None
        ]
        return (
            f"with a judge's word on {self.unlabelled} unlabelled responses (prediction-powered): {', '.join(shown)}; "
            "valid however often it errs, if labelled and unlabelled ones are both picked at random"
        )


@dataclass(frozen=True, slots=True)
class Evidence:
    """What may honestly be said beside the bare figures of one selection."""

    confidence: float
    coverage: Rate
    coverage_interval: tuple[float, float]
    ffr: Rate
    ffr_interval: tuple[float, float]
    more_good_needed: int | None
    """Good examples to label, at least, before FFR <= tau can be claimed; 0 when it can; None when never (tau is 0)."""
    more_bad_needed: int | None
    """Bad examples to label, at least, before coverage >= alpha can be claimed; 0 when it can; None when never."""
    held_out: CrossValidation | None
    """None for methods that fit nothing, and when there are too few examples to hold any out."""
    duplicates: tuple[DuplicateGroup, ...]
    """Among the labelled examples."""
    remarks: tuple[str, ...]
    """All of it in plain English, the most important first."""
    prediction_powered: PredictionPowered | None = None
    """None without a judge's verdicts on many unlabelled responses."""


def evidence_of(
    matrix: ResultsMatrix,
    subsumption: Subsumption,
    selection: Selection,
    *,
    costs: Mapping[str, float] | None = None,
    preferences: Preferences = NO_PREFERENCES,
    outdated: Collection[str] = (),
    judged: Sequence[JudgedResponse] = (),
) -> Evidence:
    """Return what the labels support; the options are those that `selection` was made with.

    `judged` are responses that a judge has a verdict on, labelled and not: see `judged_responses`.
    """
    labelled = [example for example in matrix.examples if example.label is not None]
    duplicates = duplicate_groups(labelled)
    together = [group.ids for group in duplicates]
    held_out = None
    if selection.method in _OBJECTIVES and selection.feasible:
        results = labelled_results(matrix, subsumption, costs=costs, preferences=preferences, outdated=outdated)
        held_out = cross_validated(
            results.table,
            selection.thresholds,
            _OBJECTIVES[selection.method],
            good_groups=dealt(results.good_ids, together),
            bad_groups=dealt(results.bad_ids, together),
        )
    more_good = _needed(selection.ffr.count, selection.ffr.total, selection.thresholds.tau)
    missed = selection.coverage.total - selection.coverage.count
    more_bad = _needed(missed, selection.coverage.total, 1.0 - selection.thresholds.alpha)
    powered = _prediction_powered(judged) if selection.feasible else None
    remarks = _remarks(selection, more_good, more_bad, held_out, duplicates, labelled)
    return Evidence(
        confidence=CONFIDENCE,
        coverage=selection.coverage,
        coverage_interval=selection.coverage.interval(),
        ffr=selection.ffr,
        ffr_interval=selection.ffr.interval(),
        more_good_needed=more_good,
        more_bad_needed=more_bad,
        held_out=held_out,
        duplicates=duplicates,
        remarks=(*([str(powered)] if powered else []), *remarks),
        prediction_powered=powered,
    )


def one_kind(good: int, bad: int) -> str:
    """Return what labels of one kind only cannot tell; nothing where there are both, or none at all."""
    if good and not bad:
        return f"all {good} labels are good: without a bad response there is nothing to catch"
    if bad and not good:
        return f"all {bad} labels are bad: without a good response nothing shows what must not be flagged"
    return ""


def _prediction_powered(judged: Sequence[JudgedResponse]) -> PredictionPowered | None:
    labels = Counter(response.label for response in judged)
    labelled, unlabelled = len(judged) - labels[None], labels[None]
    if labelled < FEWEST_LABELLED or unlabelled < FEWEST_UNLABELLED:
        return None
    coverage, ffr = (
        prediction_powered_interval(judged, kind) if labels[kind] >= FEWEST_OF_KIND else None
        for kind in (Label.BAD, Label.GOOD)
    )
    return None if coverage is None and ffr is None else PredictionPowered(labelled, unlabelled, coverage, ffr)


def _needed(count: int, total: int, limit: float) -> int | None:
    return None if limit <= 0.0 else more_needed(count, total, limit)


def _remarks(
    selection: Selection,
    more_good: int | None,
    more_bad: int | None,
    held_out: CrossValidation | None,
    duplicates: tuple[DuplicateGroup, ...],
    labelled: list[Example],
) -> list[str]:
    remarks: list[str] = []
    if said := one_kind(selection.ffr.total, selection.coverage.total):
        remarks.append(said)
    elif selection.satisfies and labelled:
        remarks += _unclaimed("tau", selection.thresholds.tau, "good", more_good)
        remarks += _unclaimed("alpha", selection.thresholds.alpha, "bad", more_bad)
    if held_out is not None:
        remarks.append(
            f"on examples held out in {held_out.folds} folds: coverage {held_out.coverage}, FFR {held_out.ffr}"
        )
        if held_out.infeasible:
            remarks.append(f"{held_out.infeasible} of {held_out.folds} folds admit no set at these thresholds")
        remarks += _alike(selection, held_out, duplicates, labelled)
    repeated = sum(len(group.ids) - 1 for group in duplicates)
    if repeated:
        verb = "is" if repeated == 1 else "are"
        remarks.append(f"{repeated} of {len(labelled)} labelled responses {verb} the same as another one, or nearly")
    disputed = [group for group in duplicates if group.labels_differ]
    label_of = {example.id: example.label for example in labelled} if disputed else {}
    remarks += [_dispute(group, label_of) for group in disputed[:_DISPUTES_TOLD]]
    if len(disputed) > _DISPUTES_TOLD:
        remarks.append(f"{len(disputed) - _DISPUTES_TOLD} more responses are labelled both ways")
    return remarks


def _alike(
    selection: Selection, held_out: CrossValidation, duplicates: tuple[DuplicateGroup, ...], labelled: list[Example]
) -> list[str]:
    """Return a remark where held-out coverage falls far because most bad responses are near-duplicates of others."""
    bad = {example.id for example in labelled if example.label is Label.BAD}
    different = len(bad) - sum(max(0, len(bad.intersection(group.ids)) - 1) for group in duplicates)
    if 2 * held_out.coverage.count >= selection.coverage.count or 2 * different > len(bad):
        return []
    return [
        f"held-out coverage is that low because the {len(bad)} bad responses are {different} different ones: "
        "near-duplicates are held out together, and the others show little of what they lack; label other bad responses"
    ]


def _dispute(group: DuplicateGroup, label_of: Mapping[str, Label | None]) -> str:
    """Return a remark that names a few examples of either label, however many there are."""
    named = [
        f"{label.value} {', '.join([id_ for id_ in group.ids if label_of[id_] is label][:_IDS_TOLD])}"
        for label in (Label.GOOD, Label.BAD)
    ]
    same = "the same response" if group.exact else "the same response, or nearly,"
    return f"{len(group.ids)} examples are {same} but are labelled both good and bad: {' and '.join(named)}"


def _unclaimed(name: str, value: float, kind: str, more: int | None) -> list[str]:
    if more is None:
        return [f"{name} {value:g} can be met on these labels but never be claimed of other responses"]
    if more:
        needed = f"{more} more {kind} one{' is' if more == 1 else 's are'} needed"
        return [f"{name} {value:g} cannot be claimed with these labels: at least {needed}"]
    return []
