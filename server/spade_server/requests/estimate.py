"""``spade/estimate``: what a run with a model would cost. Nothing is sent to any model."""

from collections.abc import Iterable, Sequence

from spade_core.application import judging_forecasts
from spade_core.errors import SettingsError
from spade_core.examples import Example
from spade_core.models import together
from spade_core.pipeline import deltas_for_models
from spade_core.storage import StoredAssertion
from spade_core.synthesis import Group, groups_asked, material_of
from spade_server.context import SpadeServer
from spade_server.protocol.models import EstimateParams, EstimateResult
from spade_server.requests.evaluate import chosen_examples
from spade_server.requests.judging import asked_together
from spade_server.requests.models import Configured, configured, opened
from spade_server.requests.proposing import proposing
from spade_server.requests.requested_document import RequestedDocument
from spade_server.requests.serving import RequestRun
from spade_server.requests.target import RequestTarget, sentences_in, target_of


def answer(ls: SpadeServer, asked: RequestedDocument, params: EstimateParams, run: RequestRun) -> EstimateResult:
    """Return the estimate.

    Raises:
        ModelError: there is a model, and it cannot be used at all.
    """
    target = target_of(asked, run)
    given = configured(ls, target.beside.settings, run)
    if params.purpose == "generate":
        return _of_generation(ls, target, given, params, run)
    if params.purpose == "judge":
        return _of_judging(ls, target, given, params, run)
    raise SettingsError(f"no purpose is called {params.purpose!r:.60}; there are generate, judge")


def _of_generation(
    ls: SpadeServer, target: RequestTarget, given: Configured, params: EstimateParams, run: RequestRun
) -> EstimateResult:
    if not given.settings.model_choices:
        return _nothing()
    run.step("reading the history")
    touched = sentences_in(target, params.range) if params.range is not None else None
    with proposing(ls, target, target.analysis(ls), touched, given, run, asking=params.asking) as (_, steps):
        forecast = steps.forecast()
        questions = 2 * len(deltas_for_models(steps.analysis))
    return EstimateResult(
        model=given.names,
        lent=given.lent,
        questions=questions,
        calls=forecast.guess.calls,
        most_calls=forecast.guess.most_calls,
        tokens=forecast.usage.total,
        money=None if given.lent else forecast.money(given.settings.prices),
    )


def _of_judging(
    ls: SpadeServer, target: RequestTarget, given: Configured, params: EstimateParams, run: RequestRun
) -> EstimateResult:
    stored = target.beside.stored
    wanted = [each for each in stored.assertions if params.names is None or each.name in params.names]
    examples = chosen_examples(target.prompted.examples, params)
    return estimate_of_questions(ls, target, given, [(wanted, examples)], run)


def estimate_of_questions(
    ls: SpadeServer,
    target: RequestTarget,
    given: Configured,
    runs: Iterable[tuple[Sequence[StoredAssertion], Sequence[Example]]],
    run: RequestRun,
) -> EstimateResult:
    """Return what it would cost to run assertions on examples with the judge, less what it answered before.

    Raises:
        ModelError: there is a judge, and it cannot be used at all.
    """
    settings = given.settings
    groups = asked_together(target, settings)
    asked: dict[Group, list[Example]] = {}
    for assertions, examples in runs:
        for group in groups_asked(groups, [each.candidate() for each in assertions]):
            asked.setdefault(group, []).extend(examples)
    about = {group: {(each.prompt, each.response) for each in examples} for group, examples in asked.items()}
    questions = sum(len(group) * len(responses) for group, responses in about.items()) * settings.judge_repeats
    if not settings.judge_choices or not questions:
        return EstimateResult("", False, questions, 0, 0, 0, 0.0)
    with opened(ls, given, run) as models:
        models.session.models.foresee(material_of((), target.prompted.examples))
        forecast = together(judging_forecasts(models, list(asked.items())))
    return EstimateResult(
        model=", then ".join(choice.name for choice in settings.judge_choices),
        lent=given.lent,
        questions=questions,
        calls=forecast.guess.calls,
        most_calls=forecast.guess.most_calls,
        tokens=forecast.usage.total,
        money=None if given.lent else forecast.money(settings.prices),
    )


def _nothing() -> EstimateResult:
    return EstimateResult(model="", lent=False, questions=0, calls=0, most_calls=0, tokens=0, money=0.0)
