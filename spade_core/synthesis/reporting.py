"""Verdicts, agreement and cost as JSON values, for ``--json`` and the editor."""

from spade_core.models import UsageReport
from spade_core.synthesis.agreement import Agreement
from spade_core.synthesis.judge import Question
from spade_core.synthesis.verdicts import Verdict

Json = dict[str, object]


def agreement_json(agreement: Agreement) -> Json:
    """Return an agreement; the figures are null where they are not defined."""
    return {
        "accuracy": agreement.accuracy,
        "kappa": agreement.kappa,
        "total": agreement.total,
        "judge_only_good": agreement.judge_only_good,
        "person_only_good": agreement.person_only_good,
    }


def verdict_json(question: Question, verdict: Verdict) -> Json:
    """Return one verdict with its reason."""
    return {
        "question": question.question,
        "passes": verdict.passes,
        "reason": verdict.reason,
        "yes": verdict.yes,
        "no": verdict.no,
    }


def usage_json(usage: UsageReport) -> Json:
    """Return what a run was used for, in all and by model; money is null where a price is not known."""
    return {
        "calls": usage.calls,
        "cached": usage.hits,
        "input_tokens": usage.usage.input,
        "output_tokens": usage.usage.output,
        "money": usage.money,
        "models": [
            {
                "model": model.model,
                "calls": model.calls,
                "failed": model.failed,
                "cached": model.hits,
                "input_tokens": model.usage.input,
                "output_tokens": model.usage.output,
                "money": model.money,
            }
            for model in usage.models
        ],
    }
