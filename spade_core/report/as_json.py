"""The report and its parts as JSON values: what ``--json`` prints. Keys are the field's words."""

from collections.abc import Sequence

from spade_core.categories import Classification
from spade_core.report.checked import misnomers_json
from spade_core.report.report import Report, cues_by_change
from spade_core.report.selection_drift import SelectionDrift
from spade_core.results import Evaluation, Outcome, ResultsMatrix
from spade_core.selection import ChosenAssertion, Evidence, ExcludedAssertion, Infeasibility, Rate, Selection
from spade_core.storage import Provenance
from spade_core.subsumption import Subsumption
from spade_core.versions import History, PromptVersion

Json = dict[str, object]
_MOST_IDS, _MOST_GROUPS = 20, 200
"""Of duplicates: what is beyond is counted."""


def history_json(history: History, classifications: Sequence[Classification]) -> Json:
    """Return the versions, each with what its delta changed and how that was classified."""
    by_index = {classification.delta.after.index: classification for classification in classifications}
    return {
        "template": history.template_name,
        "notes": list(history.notes),
        "versions": [_version(version, by_index.get(version.index)) for version in history.versions if version.index],
    }


def _version(version: PromptVersion, classification: Classification | None) -> Json:
    commit = version.commit
    return {
        "index": version.index,
        "state": version.state.value,
        "path": version.path,
        "commit": commit.sha if commit else None,
        "author": commit.author if commit else None,
        "date": commit.date.isoformat() if commit else None,
        "subject": commit.subject if commit else None,
        "delta": _delta(classification) if classification else None,
    }


def _delta(classification: Classification) -> Json:
    cues = cues_by_change(classification)
    unread = set(classification.unclassified)
    return {
        "categories": [category.value for category in classification.categories],
        "changes": [
            {
                "sign": change.sign.value,
                "sentence": change.sentence.text,
                "unclassified": change in unread,
                "cues": [
                    {"category": cue.category.value, "words": cue.words, "reason": cue.reason}
                    for cue in cues.get(change, ())
                ],
            }
            for change in classification.delta.changes
        ],
    }


def matrix_json(matrix: ResultsMatrix) -> Json:
    """Return coverage and FFR of each assertion and its outcome on each example."""
    ids = [example.id for example in matrix.examples]
    return {
        "examples": [{"id": e.id, "label": e.label.value if e.label else None} for e in matrix.examples],
        "assertions": [
            {
                "name": candidate.name,
                "coverage": matrix.coverage([candidate]),
                "ffr": matrix.ffr([candidate]),
                "results": dict(zip(ids, map(_evaluation, matrix.column(candidate)), strict=True)),
            }
            for candidate in matrix.candidates
        ],
    }


def _evaluation(evaluation: Evaluation) -> object:
    if evaluation.outcome in {Outcome.PASSED, Outcome.FAILED}:
        return evaluation.outcome.value
    return {"outcome": evaluation.outcome.value, "message": evaluation.message, "line": evaluation.line}


def selection_json(report: Report) -> Json:
    """Return the selected set, how it does, and why each other assertion was left out."""
    selection = report.selection
    return {
        "prompt": report.prompt,
        "method": selection.method.value,
        "alpha": selection.thresholds.alpha,
        "tau": selection.thresholds.tau,
        "feasible": selection.feasible,
        "satisfies": selection.satisfies,
        "coverage": _rate(selection.coverage),
        "ffr": _rate(selection.ffr),
        "evidence": _evidence(report.evidence),
        "proof": {
            "solver": selection.proof.solver,
            "gap": selection.proof.gap,
            "optimal": selection.proof.optimal,
            "ties_broken": selection.proof.ties_broken,
        },
        "infeasibility": _infeasibility(selection.infeasibility),
        **({"drift": _drift(report.drift)} if report.drift else {}),
        "selected": [_chosen(assertion, report) for assertion in selection.chosen],
        "left_out": [_excluded(assertion, report) for assertion in selection.excluded],
        **_examples_of(selection),
    }


def _drift(drift: SelectionDrift) -> Json:
    return {
        "shown": drift.shown.name.lower(),
        "recorded": list(drift.recorded),
        "changes": list(drift.changes),
        "selected_again": list(drift.again.names) if drift.again and drift.again.feasible else None,
        "told": drift.told(),
    }


def _evidence(evidence: Evidence) -> Json:
    held_out, powered = evidence.held_out, evidence.prediction_powered
    return {
        "confidence": evidence.confidence,
        "coverage_interval": list(evidence.coverage_interval),
        "ffr_interval": list(evidence.ffr_interval),
        "prediction_powered": {
            "labelled": powered.labelled,
            "unlabelled": powered.unlabelled,
            "coverage_interval": list(powered.coverage_interval) if powered.coverage_interval else None,
            "ffr_interval": list(powered.ffr_interval) if powered.ffr_interval else None,
        }
        if powered
        else None,
        "more_good_needed": evidence.more_good_needed,
        "more_bad_needed": evidence.more_bad_needed,
        "held_out": {
            "folds": held_out.folds,
            "infeasible": held_out.infeasible,
            "coverage": _rate(held_out.coverage),
            "ffr": _rate(held_out.ffr),
        }
        if held_out
        else None,
        "duplicates": [
            {
                "examples": list(group.ids[:_MOST_IDS]),
                "count": len(group.ids),
                "exact": group.exact,
                "labels_differ": group.labels_differ,
            }
            for group in evidence.duplicates[:_MOST_GROUPS]
        ],
        "duplicate_groups": len(evidence.duplicates),
        "remarks": list(evidence.remarks),
    }


def _examples_of(selection: Selection) -> Json:
    return {"uncaught": list(selection.uncaught), "flagged": list(selection.flagged), "lost": list(selection.lost)}


def _rate(rate: Rate) -> Json:
    return {"value": rate.value, "count": rate.count, "total": rate.total, "interval": list(rate.interval())}


def _infeasibility(infeasibility: Infeasibility | None) -> Json | None:
    if infeasibility is None:
        return None
    return {
        "preferences": list(infeasibility.preferences),
        "best_coverage": _rate(infeasibility.best_coverage) if infeasibility.best_coverage else None,
        "least_ffr": _rate(infeasibility.least_ffr) if infeasibility.least_ffr else None,
        "nearest_alpha": infeasibility.nearest_alpha,
        "at_nearest_alpha": list(infeasibility.at_nearest_alpha),
        "nearest_tau": infeasibility.nearest_tau,
        "at_nearest_tau": list(infeasibility.at_nearest_tau),
        "uncaught": list(infeasibility.uncaught),
        "uncaught_by_any": list(infeasibility.uncaught_by_any),
    }


def _chosen(assertion: ChosenAssertion, report: Report) -> Json:
    return {
        "name": assertion.name,
        "coverage": _rate(assertion.coverage),
        "ffr": _rate(assertion.ffr),
        "required": assertion.required,
        "message": assertion.message,
        "only_catches": list(assertion.only_catches),
        "stands_for": list(assertion.stands_for),
        "equals": list(assertion.equals),
        "removed_in": report.removed_in.get(assertion.name),
        "provenance": _provenances(assertion.name, report),
    }


def _excluded(assertion: ExcludedAssertion, report: Report) -> Json:
    return {
        "name": assertion.name,
        "reason": assertion.reason.value,
        "message": assertion.message,
        "coverage": _rate(assertion.coverage),
        "ffr": _rate(assertion.ffr),
        "subsumed_by": list(assertion.subsumed_by),
        "equals": list(assertion.equals),
        "removed_in": report.removed_in.get(assertion.name),
        "provenance": _provenances(assertion.name, report),
    }


def _provenances(name: str, report: Report) -> list[Json]:
    return [_provenance(provenance) for provenance in report.provenance.get(name, ())]


def _provenance(provenance: Provenance) -> Json:
    return {
        "criterion": provenance.description,
        "category": provenance.category.value,
        "phrase": provenance.phrase,
        "version": provenance.version,
        "commit": provenance.commit or None,
        "lines": list(provenance.lines) if provenance.lines else None,
    }


def subsumption_json(subsumption: Subsumption) -> Json:
    """Return every claim with what is known of it and on whose word, and the assertions that are the same."""
    return {
        "edges": [
            {
                "general": edge.general,
                "specific": edge.specific,
                "status": edge.status.value,
                "said_by": edge.said_by.value,
                "reason": edge.reason or None,
                "refuted_by": edge.refuted_by or None,
                "response": edge.response,
            }
            for edge in subsumption.edges
        ],
        "classes": [list(names) for names in subsumption.classes()],
    }


def report_json(report: Report) -> Json:
    """Return everything: history, results and selection."""
    return {
        "history": history_json(report.history, report.classifications),
        "results": matrix_json(report.matrix),
        "selection": selection_json(report),
        "frontier": [
            {
                "size": point.size,
                "coverage": _rate(point.coverage),
                "ffr": _rate(point.ffr),
                "assertions": list(point.names),
                "proven": point.proven,
                "avoided": point.avoided,
            }
            for point in report.frontier
        ],
        "subsumption": subsumption_json(report.subsumption),
        **({"faithfulness": _faithfulness(report)} if report.faithfulness else {}),
        **(
            {"misnomers": {id: misnomers_json(each) for id, each in report.misnomers.items()}}
            if report.misnomers
            else {}
        ),
        "problems": [str(problem) for problem in report.problems],
    }


def _faithfulness(report: Report) -> Json:
    return {
        id: {
            "score": read.score,
            "statements": [
                {
                    "text": each.text,
                    "supported": each.supported,
                    "reason": each.reason or None,
                    "sentence": each.sentence or None,
                    "context": each.context,
                }
                for each in read.statements
            ],
        }
        for id, read in sorted(report.faithfulness.items())
    }
