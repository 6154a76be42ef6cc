"""Verdicts, agreement and cost as JSON values, for ``--json`` and the editor."""

from spade_core.models import Usage, UsageReport
from spade_core.report import JudgeSummary, JudgeVerdict
from spade_core.results import ResultsMatrix
from spade_core.selection import Agreement, Comparison, agreement_table, judge_agreement
from spade_core.storage import json_fields
from spade_core.synthesis.attempts import Attempt
from spade_core.synthesis.cascade import Calibration
from spade_core.synthesis.judge import JudgeReport, Question
from spade_core.synthesis.synthesis import Synthesis
from spade_core.synthesis.trials_on_labels import FEWEST_OF_A_KIND
from spade_core.synthesis.verdicts import JudgeAnswer

Json = dict[str, object]


def agreement_json(agreement: Agreement) -> Json:
    """Return an agreement; the figures are null where they are not defined."""
    figures = json_fields(agreement, "accuracy", "kappa", "total", "judge_only_good", "person_only_good")
    return {**figures, "interval": list(agreement.interval) if agreement.total else None}


def calibration_json(calibration: Calibration) -> Json:
    """Return from where on a cheap judge's word counts; the threshold is null where it never does."""
    return {
        "threshold": calibration.threshold if calibration.threshold <= 1 else None,
        "share": calibration.share,
        "cheap": agreement_json(calibration.cheap),
        "dear": agreement_json(calibration.dear),
        "both": agreement_json(calibration.both),
    }


def comparison_json(model: str, comparison: Comparison) -> Json:
    """Return how a model does on labels with several questions in a call, and with one."""
    return {
        "model": model,
        "questions": comparison.total,
        "alone": agreement_json(comparison.alone),
        "together": agreement_json(comparison.together),
        "difference": comparison.difference,
        "interval": list(comparison.interval) if comparison.total else None,
        "readable": comparison.is_readable,
        "used": comparison.is_as_good,
    }


def calibration_words(calibration: Calibration) -> str:
    """Return the same for a person, in one line."""
    if not calibration.dear.total and calibration.tried:
        return f"the cheap judge was not asked: to measure it, both had to answer, and did on 0 of {calibration.tried}"
    if not calibration.dear.total:
        few = f"{FEWEST_OF_A_KIND} good and {FEWEST_OF_A_KIND} bad"
        return f"the cheap judge was not asked: to measure it takes at least {few} labelled responses"
    told = [f"{name} {_agreeing(each)}" for name, each in (("cheap", calibration.cheap), ("dear", calibration.dear))]
    measured = f"agreement with {calibration.dear.total} labelled verdicts: {', '.join(told)}"
    if calibration.threshold > 1:
        return f"the cheap judge agrees less with you at any threshold, so it was not asked; {measured}"
    return (
        f"the cheap judge answers where it is {calibration.threshold:.0%} sure or more, {calibration.share:.0%} of the "
        f"questions; {measured}, the two together {_agreeing(calibration.both)}"
    )


def _agreeing(found: Agreement) -> str:
    low, high = found.interval
    kappa = f", kappa {found.kappa:.2f}" if found.kappa is not None else ""
    return f"{found.accuracy or 0.0:.0%} (95 %: {low:.2f} to {high:.2f}{kappa})"


def verdict_json(question: Question, verdict: JudgeAnswer) -> Json:
    """Return one verdict with its reason."""
    return {"question": question.question, **json_fields(verdict, "passes", "reason", "yes", "no")}


def attempt_json(attempt: Attempt) -> Json:
    """Return one turn of one model; what it cost is in tokens, and the same whether the reply was kept or paid for."""
    return {
        **json_fields(attempt, "delta", "step", "model", "turn", "asked", "accepted", "faults"),
        "input_tokens": attempt.usage.input,
        "output_tokens": attempt.usage.output,
    }


def synthesis_json(synthesis: Synthesis) -> Json:
    """Return how a synthesis went."""
    return {
        "criteria": len(synthesis.criteria),
        "candidates": [candidate.name for candidate in synthesis.candidates],
        "verified": len(synthesis.verified),
        "unmet": [{"criterion": each.criterion.description, "reason": each.reason} for each in synthesis.unmet],
        "undone": list(synthesis.undone),
        "attempts": [attempt_json(attempt) for attempt in synthesis.attempts],
        "notes": list(synthesis.notes),
        "stopped": str(synthesis.stopped) if synthesis.stopped is not None else None,
    }


def usage_json(usage: UsageReport, *, expected: Usage | None = None) -> Json:
    """Return what a run was used for, in all and by model; money is null where a price is not known.

    `estimated_tokens` is what was expected beforehand, null when nothing was; `counted` says whether a server counted.
    """
    return {
        "estimated_tokens": expected.total if expected is not None else None,
        "counted": not usage.usage.estimated,
        **json_fields(usage, "calls", "money"),
        "cached": usage.hits,
        "input_tokens": usage.usage.input,
        "output_tokens": usage.usage.output,
        "models": [
            {
                **json_fields(model, "model", "calls", "failed", "money"),
                "cached": model.hits,
                "input_tokens": model.usage.input,
                "output_tokens": model.usage.output,
            }
            for model in usage.models
        ],
    }


def summary_of(report: JudgeReport, matrix: ResultsMatrix) -> JudgeSummary:
    """Return the judge's agreement with the labels, and each verdict with its reason beside its example."""
    examples = {(example.prompt, example.response): example for example in reversed(matrix.examples)}
    return JudgeSummary(
        model=report.model,
        agreement=judge_agreement(matrix),
        table=agreement_table(matrix),
        failed=report.failed,
        flicker=report.flicker,
        verdicts=tuple(
            JudgeVerdict(example, asked.question, verdict.passes, verdict.reason, verdict.yes, verdict.no)
            for asked, verdict in report.verdicts.items()
            if (example := examples.get((asked.prompt, asked.response))) is not None
        ),
        comparisons=report.comparisons,
    )
