"""The judge of a request: the model of the person's choice, there as long as the request runs."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from spade_core.application import JudgePlan, measure_judge, open_judge, open_scorer, plan_judge, prepare_judge
from spade_core.context import Scorer
from spade_core.errors import ModelError, ModelFault
from spade_core.examples import Example
from spade_core.models import LanguageModel, ModelChoice, Reply, Request
from spade_core.report import JudgeSummary, comparison_words
from spade_core.results import NO_JUDGE, NOT_ASKED, Evaluation, Outcome, ResultsMatrix
from spade_core.static_analysis import preflight, scores_needed
from spade_core.storage import StoredAssertion
from spade_core.synthesis import (
    CascadeJudge,
    ModelJudge,
    calibration_words,
    material_of,
    questions_in,
    summary_of,
)
from spade_server.protocol.models import ModelRun
from spade_server.requests.models import RequestModels, configured, opened, require_trusted
from spade_server.requests.request_run import RequestRun
from spade_server.requests.target import RequestTarget

_FAULT: Final = "the judge failed: ModelError: "
"""What the sandbox puts before a judge's own words."""
_DEARER: Final = (
    "on your labels the judge answers several questions in one call less well than one by one, so it is asked one by "
    "one from now on; that takes more calls than you agreed to: run it again to see what it costs"
)


@dataclass(frozen=True, slots=True)
class Judging:
    """A judge, and what its answers cost."""

    judge: ModelJudge | CascadeJudge
    models: RequestModels
    scorer: Scorer | None = None
    """Gives the scores that were computed before, on the command line; no request computes others."""
    asks: bool = True
    """Whether it may be asked; else only what it answered before is known, and the rest fails with `NOT_ASKED`."""

    def told(self) -> ModelRun:
        """Return how it did, for the client."""
        report = self.judge.report()
        failure = self.models.failure() or next(iter(report.failures), "")
        notes = [f"{report.failed} questions went without an answer"] if report.failed else []
        if report.flicker:
            notes.append(f"the judge wavers on {report.flicker:.0%} of the questions")
        if report.calibration is not None:
            notes.append(calibration_words(report.calibration))
        notes += [comparison_words(model, each) for model, each in report.comparisons]
        return ModelRun(costs=self.models.costs(), proposed=[], failure=failure, notes=notes)

    def reasons(self, matrix: ResultsMatrix) -> dict[tuple[str, str], str]:
        """Return by example and assertion why the judge said what it said, as far as it was heard in this request."""
        report = self.judge.report()
        questions = [(candidate.name, preflight(candidate.source).question) for candidate in matrix.candidates]
        return {
            (example.id, name): verdict.reason
            for name, question in questions
            if question is not None
            for example in matrix.examples
            if (verdict := report.verdict_on(example.prompt, example.response, question)) is not None
        }

    def summary(self, matrix: ResultsMatrix) -> JudgeSummary:
        """Return how it did, for the report."""
        return summary_of(self.judge.report(), matrix)


class KeptAnswers:
    """A model that answers from the cache alone."""

    def __init__(self, dry_run: LanguageModel) -> None:
        self._dry_run = dry_run

    @property
    def name(self) -> str:
        """The model's name."""
        return self._dry_run.name

    async def reply(self, request: Request) -> Reply:
        """Return the kept reply."""
        try:
            return await self._dry_run.reply(request)
        except ModelError as error:
            raise ModelError(error.fault, NOT_ASKED) from error


Runs = Sequence[tuple[Sequence[StoredAssertion], Sequence[Example]]]
"""Assertions, and the examples that they run on."""


@contextmanager
def judging(run: RequestRun, *, wanted: bool, kept: bool = False, runs: Runs = ()) -> Iterator[Judging | None]:
    """Yield the judge; None where it is not wanted or there is none.

    With `kept` there is one either way, that gives the answers it gave before; only with `wanted` it is asked, after it
    was measured where these `runs` make that worth it.

    Raises:
        ModelError: as everywhere here; and where what was agreed to is not what it costs.
    """
    given = configured(run) if wanted or kept else None
    if given is not None and wanted:
        require_trusted(given)
    if given is None or not given.settings.judge_choices:
        yield None
        return
    with opened(run, given) as models:
        target = run.target
        models.session.models.foresee(material_of((), target.prompted.examples))

        def kept_answers(choice: ModelChoice) -> LanguageModel:
            return KeptAnswers(models.dry_run(choice))

        judge = open_judge(models, target.prompted.examples, None if wanted else kept_answers)
        plans = plan_of(models, target, runs) if wanted else []
        if any(each.trials for each in plans) and not measure_judge(models, judge, plans):
            raise ModelError(ModelFault.NOT_CONFIRMED, _DEARER)
        prepare_judge(models, judge, _questions(target))
        yield Judging(judge, models, open_scorer(models, kept_answers), asks=wanted)


def plan_of(models: RequestModels, target: RequestTarget, runs: Runs) -> list[JudgePlan]:
    """Return how the judge is asked when these run, and what that may cost.

    The questions of all assertions beside the prompt go out together, whichever of them run: so what one run was told
    answers the next one.
    """
    asked = [([each.candidate() for each in assertions], examples) for assertions, examples in runs]
    return plan_judge(models, _questions(target), asked, target.prompted.examples)


def all_labelled(target: RequestTarget) -> Runs:
    """Return all assertions on all labelled examples."""
    return [(target.beside.stored.assertions, [each for each in target.prompted.examples if each.label is not None])]


def _questions(target: RequestTarget) -> list[str]:
    return questions_in([each.candidate() for each in target.beside.stored.assertions])


def need_replies(assertions: Iterable[StoredAssertion]) -> bool:
    """Return whether one of these assertions asks a judge, or reads a score."""
    return any(each.asks_judge or scores_needed(each.source) for each in assertions)


def said_of(evaluation: Evaluation) -> str:
    """Return why an assertion came to no verdict, without what only a programmer would want to know of a judge."""
    return evaluation.message.removeprefix(_FAULT)


def was_not_asked(evaluation: Evaluation) -> bool:
    """Whether a verdict is missing only because the judge was not to be asked, or there is none."""
    return evaluation.outcome is Outcome.JUDGE_FAILED and said_of(evaluation) in {NO_JUDGE, NOT_ASKED}
