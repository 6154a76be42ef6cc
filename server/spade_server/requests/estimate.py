"""``spade/estimate``: what a run with a model would cost. Nothing is sent to any model."""

from spade_core.errors import SettingsError
from spade_core.models import Forecast, together
from spade_core.pipeline import deltas_for_models
from spade_core.synthesis import material_of
from spade_server.protocol.models import EstimateParams, EstimateResult
from spade_server.requests.evaluate import chosen_examples
from spade_server.requests.judging import Runs, plan_of
from spade_server.requests.models import Configured, configured, money_of, opened
from spade_server.requests.proposing import proposing
from spade_server.requests.request_run import RequestRun
from spade_server.requests.target import sentences_in


def answer(run: RequestRun, params: EstimateParams) -> EstimateResult:
    """Return the estimate."""
    given = configured(run)
    if params.purpose == "generate":
        return _of_generation(run, given, params)
    if params.purpose == "judge":
        return _of_judging(run, given, params)
    raise SettingsError(f"no purpose is called {params.purpose!r:.60}; there are generate, judge")


def _of_generation(run: RequestRun, given: Configured, params: EstimateParams) -> EstimateResult:
    if not given.settings.model_choices:
        return EstimateResult()
    touched = sentences_in(run.target, params.range)
    with proposing(run, run.analysis(), touched, given, asking=params.asking) as (_, steps):
        forecast = steps.forecast()
        questions = 2 * len(deltas_for_models(steps.analysis))
    return _estimate(given, given.names, questions, forecast)


def _of_judging(run: RequestRun, given: Configured, params: EstimateParams) -> EstimateResult:
    target, stored = run.target, run.target.beside.stored
    wanted = [each for each in stored.assertions if params.names is None or each.name in params.names]
    examples = chosen_examples(target.prompted.examples, params)
    return estimate_of_questions(run, given, [(wanted, examples)])


def estimate_of_questions(run: RequestRun, given: Configured, runs: Runs) -> EstimateResult:
    """Return what it would cost to run assertions on examples with the judge, less what it answered before."""
    target, settings = run.target, given.settings
    if not settings.judge_choices:
        return EstimateResult()
    with opened(run, given) as models:
        models.session.models.foresee(material_of((), target.prompted.examples))
        plans = plan_of(models, target, runs)
    if not plans:
        return EstimateResult()
    names = ", then ".join(choice.name for choice in settings.judge_choices)
    return _estimate(given, names, plans[0].questions, together([each.forecast for each in plans]))


def _estimate(given: Configured, names: str, questions: int, forecast: Forecast) -> EstimateResult:
    return EstimateResult(
        model=names,
        lent=given.lent,
        questions=questions,
        calls=forecast.guess.calls,
        most_calls=forecast.guess.most_calls,
        tokens=forecast.usage.total,
        money=money_of(given, forecast),
    )
