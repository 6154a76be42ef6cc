"""The report and its parts as JSON values: what ``--json`` prints. Keys are the field's words."""

from collections.abc import Sequence

from spade_core.categories import Classification
from spade_core.report.checked import misnomers_json
from spade_core.report.report import Report, cues_by_change
from spade_core.report.selection_drift import SelectionDrift
from spade_core.report.uncaught import uncaught_groups
from spade_core.results import Evaluation, ResultsMatrix
from spade_core.selection import ChosenAssertion, Evidence, ExcludedAssertion
from spade_core.storage import Provenance, json_fields
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
        **json_fields(version, "index", "state", "path", "made_from"),
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
                "cues": [json_fields(cue, "category", "words", "reason") for cue in cues.get(change, ())],
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
    if evaluation.outcome.decides:
        return evaluation.outcome.value
    return json_fields(evaluation, "outcome", "message", "line")


def selection_json(report: Report) -> Json:
    """Return the selected set, how it does, and why each other assertion was left out."""
    selection = report.selection
    return {
        "prompt": report.prompt,
        "method": selection.method.value,
        "alpha": selection.thresholds.alpha,
        "tau": selection.thresholds.tau,
        **json_fields(
            selection, "feasible", "satisfies", "coverage", "ffr", "infeasibility", "uncaught", "flagged", "lost"
        ),
        "evidence": _evidence(report.evidence),
        "proof": json_fields(selection.proof, "solver", "gap", "optimal", "ties_broken"),
        **({"drift": _drift(report.drift)} if report.drift else {}),
        "uncaught_groups": [
            {
                "examples": [each.id for each in group.examples],
                "caught_by": [each.name for each in group.caught_by],
                "shared": list(group.shared),
            }
            for group in uncaught_groups(report)
        ],
        "selected": [_chosen(assertion, report) for assertion in selection.chosen],
        "left_out": [_excluded(assertion, report) for assertion in selection.excluded],
    }


def _drift(drift: SelectionDrift) -> Json:
    return {
        "shown": drift.shown.name.lower(),
        **json_fields(drift, "recorded", "changes"),
        "selected_again": list(drift.again.names) if drift.again and drift.again.feasible else None,
        "told": drift.told(),
    }


def _evidence(evidence: Evidence) -> Json:
    asked = ("confidence", "coverage_interval", "ffr_interval", "prediction_powered", "more_good_needed")
    return {
        **json_fields(evidence, *asked, "more_bad_needed", "held_out", "remarks"),
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
    }


def _chosen(assertion: ChosenAssertion, report: Report) -> Json:
    asked = ("name", "coverage", "ffr", "required", "message", "only_catches", "stands_for", "equals")
    return {**json_fields(assertion, *asked), **_origin(assertion.name, report)}


def _excluded(assertion: ExcludedAssertion, report: Report) -> Json:
    asked = ("name", "reason", "message", "coverage", "ffr", "subsumed_by", "equals")
    return {**json_fields(assertion, *asked), **_origin(assertion.name, report)}


def _origin(name: str, report: Report) -> Json:
    provenances = [_provenance(each) for each in report.provenance.get(name, ())]
    return {"removed_in": report.removed_in.get(name), "provenance": provenances}


def _provenance(provenance: Provenance) -> Json:
    return {
        "criterion": provenance.description,
        **json_fields(provenance, "category", "phrase", "version", "lines"),
        "commit": provenance.commit or None,
    }


def subsumption_json(subsumption: Subsumption) -> Json:
    """Return every claim with what is known of it and on whose word, and the assertions that are the same."""
    return {
        "edges": [
            {
                **json_fields(edge, "general", "specific", "status", "said_by", "response"),
                "reason": edge.reason or None,
                "refuted_by": edge.refuted_by or None,
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
                **json_fields(point, "size", "coverage", "ffr", "proven", "avoided"),
                "assertions": list(point.names),
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
                    **json_fields(each, "text", "supported", "context"),
                    "reason": each.reason or None,
                    "sentence": each.sentence or None,
                }
                for each in read.statements
            ],
        }
        for id, read in sorted(report.faithfulness.items())
    }
