"""``spade/estimate``: what a run with a model would cost. Nothing is sent to any model."""

from collections.abc import Iterable, Sequence

from spade_core.application import judging_forecasts
from spade_core.errors import SettingsError
from spade_core.examples import Example
from spade_core.models import Forecast, together
from spade_core.pipeline import deltas_for_models
from spade_core.storage import StoredAssertion
from spade_core.synthesis import Group, groups_asked, material_of
from spade_server.protocol.models import EstimateParams, EstimateResult
from spade_server.requests.evaluate import chosen_examples
from spade_server.requests.judging import asked_together
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


def estimate_of_questions(
    run: RequestRun, given: Configured, runs: Iterable[tuple[Sequence[StoredAssertion], Sequence[Example]]]
) -> EstimateResult:
    """Return what it would cost to run assertions on examples with the judge, less what it answered before."""
    target, settings = run.target, given.settings
    groups = asked_together(target, settings)
    asked: dict[Group, list[Example]] = {}
    for assertions, examples in runs:
        for group in groups_asked(groups, [each.candidate() for each in assertions]):
            asked.setdefault(group, []).extend(examples)
    about = {group: {(each.prompt, each.response) for each in examples} for group, examples in asked.items()}
    questions = sum(len(group) * len(responses) for group, responses in about.items()) * settings.judge_repeats
    if not settings.judge_choices or not questions:
        return EstimateResult(questions=questions)
    with opened(run, given) as models:
        models.session.models.foresee(material_of((), target.prompted.examples))
        forecast = together(judging_forecasts(models, list(asked.items())))
    names = ", then ".join(choice.name for choice in settings.judge_choices)
    return _estimate(given, names, questions, forecast)


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
