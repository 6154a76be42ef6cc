"""The judge on the command line: the model of the settings, opened at the first question, told of at the end."""

import os
import threading
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from spade_core.candidates import CandidateAssertion
from spade_core.cli.console import Output
from spade_core.cli.model_choice import with_environment
from spade_core.cli.spending import forecast_words, model_options, require_consent, tell_usage
from spade_core.cli.trusting import require_trust
from spade_core.constraints import FEWEST
from spade_core.context import given_scores, lacks_scores, with_scores
from spade_core.errors import ModelError
from spade_core.examples import Example, Label, context_fields
from spade_core.models import ModelChoice, Usage, UsageReport, endpoint_of, trusted_endpoints, user_folders
from spade_core.report import JudgeSummary, comparison_words, counted, in_line, name_of
from spade_core.results import Outcome, ResultsMatrix
from spade_core.settings import Settings, require_prices

if TYPE_CHECKING:
    from spade_core.application import JudgePlan, OpenModels
    from spade_core.context import Faithfulness, Scorer
    from spade_core.models import Forecast
    from spade_core.synthesis import CascadeJudge, JudgeReport, ModelJudge

_MOST_REASONS = 8
_MOST_RESPONSE = 40


class LazyJudge:
    """A judge that costs nothing until it is asked: then the models are opened, once."""

    def __init__(self, settings: Settings, output: Output, folder: Path) -> None:
        self.settings = settings
        self.folder = folder
        """Of the prompt, whose repository must be trusted."""
        self._forecasts: dict[ModelChoice, Forecast] = {}
        """What each model was said to cost before it was asked, run by run."""
        self._output = output
        self._lock = threading.Lock()
        self._exits = ExitStack()
        self._models: OpenModels | None = None
        self._judge: ModelJudge | CascadeJudge | None = None
        self._scorer: Scorer | None = None
        self._examples: Sequence[Example] = ()
        self._questions: Sequence[str] = ()
        self._labelled: Sequence[Example] = ()
        self._later: Sequence[Example] = ()

    @property
    def name(self) -> str:
        """The model's name."""
        return ", then ".join(choice.name for choice in self.settings.judge_choices)

    def ask(self, prompt: str, response: str, question: str) -> bool:
        """Return whether the judge says yes; called from many threads."""
        return self._open().ask(prompt, response, question)

    def scores(self, names: Collection[str], examples: Sequence[Example]) -> "Sequence[Mapping[str, float | str]]":
        """Return the scores of each example; in the place of one that cannot be had, why."""
        from spade_core.application import open_scorer

        with self._lock:
            if self._scorer is None:
                self._scorer = open_scorer(self._begun())
        return self._scorer.scores(names, examples)

    def kept_faithfulness(self, examples: Sequence[Example]) -> "Mapping[str, Faithfulness]":
        """Return what is behind the faithfulness of those that hold contexts, where it was computed before."""
        from spade_core.application import kept_faithfulness

        held = [each for each in examples if context_fields(each.fields, contexts=self.settings.contexts[0])]
        if not held:
            return {}
        self.foresee(examples)
        with self._lock:
            return kept_faithfulness(self._begun(), held)

    def score_forecast(self, names: Collection[str], examples: Sequence[Example]) -> "Forecast | None":
        """Return what these scores may cost."""
        from spade_core.application import scoring_forecast

        with self._lock:
            return scoring_forecast(self._begun(), names, examples)

    def foresee(self, examples: Sequence[Example]) -> None:
        """Have what looks like a secret in one of these hidden in all of them."""
        with self._lock:
            self._examples = examples
            self._hide()

    def measure_on(self, labelled: Sequence[Example]) -> None:
        """Have it measured on these, beside those that it is asked about."""
        self._labelled = labelled

    def plan_for(self, later: Sequence[Example]) -> None:
        """Take note of responses that it is asked about later in this run: they may make it worth measuring."""
        self._later = later

    def close(self) -> None:
        """Hang up."""
        self._exits.close()

    def report(self) -> "JudgeReport | None":
        """Return what was asked; None when nothing was."""
        return self._judge.report() if self._judge else None

    def usage(self) -> UsageReport:
        """Return what it cost."""
        return self._models.usage if self._models else UsageReport()

    def plan(self, candidates: Sequence[CandidateAssertion], examples: Sequence[Example]) -> "list[JudgePlan]":
        """Return how it is asked when these run, and what that may cost."""
        from spade_core.application import plan_judge
        from spade_core.synthesis import questions_in

        with self._lock:
            models, questions = self._begun(), questions_in(candidates)
            if not {*questions} <= {*self._questions}:  # else they go out as in the run before: one judge answers both
                self._questions = questions
            labelled = (*examples, *self._labelled)
            return plan_judge(models, self._questions, [(candidates, examples)], labelled, later=self._later)

    def measure(self, plans: "Sequence[JudgePlan]") -> bool:
        """Find out what the plans leave open; return whether the models are as good as was foreseen."""
        from spade_core.application import measure_judge

        judge = self._open()
        return measure_judge(self._begun(), judge, plans)

    def agreed(self, forecasts: "Mapping[ModelChoice, Forecast]") -> None:
        """Take note of what it was said to cost, and of how it is asked."""
        from spade_core.application import prepare_judge

        for choice, each in forecasts.items():
            known = self._forecasts.get(choice)
            self._forecasts[choice] = known + each if known is not None else each
        with self._lock:
            if self._judge is not None:
                prepare_judge(self._begun(), self._judge, self._questions)

    def learn(self) -> None:
        """Keep what its answers came to, for the next forecast, where all that were asked for are there."""
        report = self.report()
        if self._models is None or report is None or report.failed:
            return
        for choice, forecast in self._forecasts.items():
            self._models.learn(forecast, [choice])

    def _begun(self) -> "OpenModels":
        from spade_core.application import OpenModels
        from spade_core.models import ModelSession

        if self._models is None:
            options = model_options(self.settings, self._output)
            session = self._exits.enter_context(ModelSession(os.environ, options))
            self._models = OpenModels(session, self.settings, os.environ)
            self._hide()
        return self._models

    def _open(self) -> "ModelJudge | CascadeJudge":
        from spade_core.application import open_judge, prepare_judge

        with self._lock:
            if self._judge is None:
                self._judge = open_judge(self._begun(), (*self._examples, *self._labelled))
                prepare_judge(self._begun(), self._judge, self._questions)
            return self._judge

    def _hide(self) -> None:
        from spade_core.synthesis import material_of

        if self._models is not None:
            self._models.session.models.foresee(material_of((), (*self._examples, *self._labelled)))

    @property
    def expected(self) -> Usage | None:
        """What it was said to use, in all; None when nothing was said."""
        return sum((each.usage for each in self._forecasts.values()), Usage()) if self._forecasts else None


def judge_of(settings: Settings, output: Output, folder: Path) -> LazyJudge | None:
    """Return the judge that the settings and the environment give; None, and why, where it cannot be reached."""
    settings = with_environment(settings)
    if not settings.judge_choices:
        return None
    require_prices(settings, [choice.name for choice in settings.judge_choices])
    try:
        for choice in settings.judge_choices:
            endpoint_of(choice, os.environ, trusted=trusted_endpoints(user_folders(os.environ).data))
    except ModelError as error:
        output.warn(f"there is no judge: {error}")
        return None
    return LazyJudge(settings, output, folder)


def judge_choice(settings: Settings) -> ModelChoice | None:
    """Return the model that judges, by the settings and the environment; None when none is configured."""
    return with_environment(settings).judge_choice


def judge_is_missed(settings: Settings, matrix: ResultsMatrix) -> bool:
    """Return whether a judge is configured and yet questions went without an answer."""
    return judge_choice(settings) is not None and any(
        cell.outcome is Outcome.JUDGE_FAILED for candidate in matrix.candidates for cell in matrix.column(candidate)
    )


def agree_on_judge(
    judge: LazyJudge, candidates: Sequence[CandidateAssertion], examples: Sequence[Example], output: Output
) -> bool:
    """Say what the judge may cost, before it is asked, and return whether it may be; nothing when no assertion asks.

    Where several questions in one call spare calls, it is measured first whether they are as good.
    """
    from spade_core.models import together

    if not examples or not any(each.asks_judge for each in candidates):
        return True
    try:
        require_trust(judge.folder, output)
        judge.foresee(examples)
        plans = judge.plan(candidates, examples)
        if not plans:
            return True
        forecast = together([each.forecast for each in plans])
        output.note(f"judge {judge.name}: {forecast_words(forecast, judge.settings)}{measuring_words(plans)}")
        require_consent(forecast, judge.settings, output)
        told = {each.choice: each.forecast for each in plans}
        if any(each.trials for each in plans) and not judge.measure(plans):
            tried = {each.choice: each.forecasts[0] for each in plans if each.trials}
            plans = judge.plan(candidates, examples)
            forecast = together([each.forecast for each in plans])
            output.note(f"judge {judge.name}, one by one: {forecast_words(forecast, judge.settings)}")
            require_consent(forecast, judge.settings, output)
            told = {each.choice: each.forecast for each in plans}
            told |= {choice: each + told[choice] for choice, each in tried.items()}
        judge.agreed(told)
    except ModelError as error:
        output.warn(f"the judge is not asked: {error}")
        return False
    return True


def measuring_words(plans: "Sequence[JudgePlan]") -> str:
    """Return that the judge is measured first, and on how much; nothing where it is not."""
    tried = sum(len(each.trials) for each in plans)
    if not tried:
        return ""
    return f"; with {tried} questions about labelled responses that show whether several may go out in one call"


def agree_on_scores(judge: LazyJudge, names: Collection[str], examples: Sequence[Example], output: Output) -> bool:
    """Say what scores may cost, before they are computed, and return whether they may be; nothing where none is."""
    missing = [example for example in examples if lacks_scores(example, names)]
    if not names or not missing:
        return True
    try:
        require_trust(judge.folder, output)
        judge.foresee(examples)
        forecast = judge.score_forecast(names, missing)
        if forecast is not None and forecast.guess.calls:
            listed = ", ".join(sorted(names))
            output.note(f"{listed} by {judge.name}: {forecast_words(forecast, judge.settings)}")
            require_consent(forecast, judge.settings, output)
    except ModelError as error:
        output.warn(f"no scores are computed: {error}")
        return False
    return True


def with_asked_scores(
    settings: Settings, prompt: Path, examples: Sequence[Example], output: Output
) -> Sequence[Example]:
    """Return the labelled examples with the scores of the settings, where bounds on them can be fitted."""
    labels = [example.label for example in examples]
    good, bad = labels.count(Label.GOOD), labels.count(Label.BAD)
    if min(good, bad) < FEWEST:
        if settings.scores and (judge_choice(settings) is not None or any(map(given_scores, examples))):
            takes = f"it takes {FEWEST} labels of each kind, and there are {good} good and {bad} bad"
            output.note(f"no threshold of {', '.join(settings.scores)} is fitted: {takes}")
        return examples
    judge = judge_of(settings, output, prompt.parent)
    if judge is None:
        return examples
    try:
        labelled = [example for example in examples if example.label is not None]
        if not agree_on_scores(judge, settings.scores, labelled, output):
            return examples
        found, lacking = with_scores(labelled, settings.scores, judge)
        told = Counter(f"no {name}: {why}" for each in lacking for name, why in each.items())
        for why, _ in told.most_common(1):
            output.warn(why)
        tell_usage(judge.usage(), output)
        return found
    finally:
        judge.close()


def tell_judge(judge: LazyJudge | None, matrix: ResultsMatrix, output: Output) -> None:
    """Say how the judge did and what it cost; nothing when it was not asked."""
    report = judge.report() if judge else None
    if judge is None or report is None:
        return
    from spade_core.selection import judge_agreement
    from spade_core.synthesis import calibration_words

    for failure in report.failures:
        output.warn(f"the judge failed: {failure}")
    agreement = judge_agreement(matrix)
    words = [f"judge {report.model}: {counted(len(report.verdicts), 'question')} answered"]
    if report.failed:
        words.append(f"{report.failed} not; the same command asks for what is missing")
    if agreement.accuracy is not None:
        kappa = f", kappa {agreement.kappa:.2f}" if agreement.kappa is not None else ""
        words.append(f"agrees with you on {agreement.accuracy:.0%} of {agreement.total} responses{kappa}")
    if report.flicker is not None:
        words.append(f"wavers on {report.flicker:.0%} of the questions")
    output.note("; ".join(words))
    if report.calibration is not None:
        output.note(calibration_words(report.calibration))
    for model, comparison in report.comparisons:
        output.note(comparison_words(model, comparison))
    judge.learn()
    tell_usage(judge.usage(), output, expected=judge.expected)


def print_reasons(judge: LazyJudge | None, matrix: ResultsMatrix, output: Output) -> None:
    """Print why the judge said no, question by question; its words are shown as they are, never as markup."""
    report = judge.report() if judge else None
    if report is None:
        return
    names = {(example.prompt, example.response): _shown_name(example) for example in reversed(matrix.examples)}
    by_question: dict[str, list[str]] = {}
    for asked, verdict in report.verdicts.items():
        if not verdict.passes:
            wavers = f" ({verdict.yes} yes, {verdict.no} no)" if verdict.wavers else ""
            line = f"{names.get((asked.prompt, asked.response), '?')}{wavers}: {verdict.reason}"
            by_question.setdefault(asked.question, []).append(line)
    for question, lines in by_question.items():
        output.out.print(f"\nThe judge says no to: {in_line(question)}")
        for line in lines[:_MOST_REASONS]:
            output.out.print(f"  {in_line(line)}")
        if len(lines) > _MOST_REASONS:
            output.out.print(f"  and to {len(lines) - _MOST_REASONS} more")


def _shown_name(example: Example) -> str:
    """Return what a person knows an example by, and how its response begins."""
    return f'{in_line(name_of(example), most=40)} "{in_line(example.response, most=_MOST_RESPONSE)}"'


def judge_summary(judge: LazyJudge | None, matrix: ResultsMatrix) -> JudgeSummary | None:
    """Return how the judge did, for the report; None when it was not asked."""
    from spade_core.synthesis import summary_of

    report = judge.report() if judge else None
    return summary_of(report, matrix) if report is not None else None


def judge_json(judge: LazyJudge | None, matrix: ResultsMatrix) -> dict[str, object]:
    """Return what the judge said, as JSON: verdicts with their reasons, agreement with the labels, cost."""
    from spade_core.selection import agreement_of, judge_agreement
    from spade_core.synthesis import agreement_json, calibration_json, comparison_json, usage_json, verdict_json

    report = judge.report() if judge else None
    if judge is None or report is None:
        return {}
    responses = {(example.prompt, example.response): example.id for example in reversed(matrix.examples)}
    return {
        "judge": {
            "model": report.model,
            "failed": report.failed,
            "failures": list(report.failures),
            "flicker": report.flicker,
            **({"calibration": calibration_json(report.calibration)} if report.calibration is not None else {}),
            "manners": [comparison_json(model, each) for model, each in report.comparisons],
            "agreement": agreement_json(judge_agreement(matrix)),
            "assertions": {
                candidate.name: agreement_json(agreement_of(matrix, candidate))
                for candidate in matrix.candidates
                if candidate.asks_judge
            },
            "verdicts": [
                {"example": responses.get((asked.prompt, asked.response)), **verdict_json(asked, verdict)}
                for asked, verdict in report.verdicts.items()
            ],
        },
        "cost": usage_json(judge.usage(), expected=judge.expected),
    }
