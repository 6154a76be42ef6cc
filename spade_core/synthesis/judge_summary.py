"""How a judge did in one run, for the report."""

from spade_core.report import JudgeSummary, JudgeVerdict
from spade_core.results import ResultsMatrix
from spade_core.selection import agreement_table, judge_agreement
from spade_core.synthesis.judge import JudgeReport


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
    )
