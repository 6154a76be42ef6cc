"""``spade/estimate``: what a run with a model would cost. Nothing is sent to any model."""

from collections.abc import Iterable, Sequence

from spade_core.errors import ModelError, SettingsError
from spade_core.examples import Example
from spade_core.models import LanguageModel, Request, Usage
from spade_core.models.anew import AnewModel
from spade_core.models.tokens import tokens_of
from spade_core.sandbox import Sandbox, preflight
from spade_core.storage import StoredAssertion
from spade_core.synthesis.estimate import estimate_of
from spade_core.synthesis.function_step import Means
from spade_core.synthesis.material import material_of
from spade_core.synthesis.shelf import Shelf
from spade_core.synthesis.trials import Executor
from spade_core.synthesis.verdicts import verdict_request
from spade_server.language_server import SpadeServer
from spade_server.model_protocol import EstimateParams, EstimateResult
from spade_server.requests.asked import Asked
from spade_server.requests.evaluate import chosen_examples
from spade_server.requests.models import Configured, configured, opened
from spade_server.requests.proposing import concerned, demonstrations, readers
from spade_server.requests.serving import Run
from spade_server.requests.target import Target, sentences_in, target_of

_EXPECTED_VERDICT = 40
"""Tokens of an answer with its reason."""


def answer(ls: SpadeServer, asked: Asked, params: EstimateParams, run: Run) -> EstimateResult:
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
    ls: SpadeServer, target: Target, given: Configured, params: EstimateParams, run: Run
) -> EstimateResult:
    choices = given.settings.model_choices
    if not choices:
        return _nothing()
    run.step("reading the history")
    touched = sentences_in(target, params.range) if params.range is not None else None
    analysis = concerned(target.analysis(ls), touched)
    with opened(ls, given, run) as models, demonstrations(given) as store:
        models.session.models.foresee(material_of(analysis.history.versions, target.prompted.examples))
        rehearsal = models.rehearsal(choices[0])
        with_judge = given.settings.judge_choice is not None
        executor = Executor(Sandbox(), (), tau=given.settings.tau, has_judge=with_judge)
        estimate = models.call(
            estimate_of(
                [classification.delta for classification in analysis.classifications],
                AnewModel(rehearsal, params.asking),
                rehearsal.noted,
                executor,
                models=len(choices),
                price=models.session.models.price(choices[0]),
                samples=Shelf(
                    store,
                    readers=readers(given),
                    embedding_model=given.settings.embedding_model,
                    read_only=True,
                ),
                means=Means.here(judge=with_judge),
            )
        )
    return EstimateResult(
        model=given.names,
        lent=given.lent,
        questions=2 * len(analysis.classifications),
        calls=estimate.calls,
        most_calls=estimate.most_calls,
        tokens=estimate.usage.total,
        money=None if given.lent else estimate.money,
    )


def _of_judging(ls: SpadeServer, target: Target, given: Configured, params: EstimateParams, run: Run) -> EstimateResult:
    stored = target.beside.stored
    wanted = [each for each in stored.assertions if params.names is None or each.name in params.names]
    examples = chosen_examples(target.prompted.examples, params)
    requests = questions_of([(wanted, examples)], given.settings.judge_repeats)
    return estimate_of_questions(ls, target, given, requests, run)


def estimate_of_questions(
    ls: SpadeServer, target: Target, given: Configured, requests: Sequence[Request], run: Run
) -> EstimateResult:
    """Return what it would cost to have the judge asked, less what it answered before.

    Raises:
        ModelError: there is a judge, and it cannot be used at all.
    """
    choice = given.settings.judge_choice
    if choice is None or not requests:
        return EstimateResult("", False, len(requests), 0, 0, 0, 0.0)
    with opened(ls, given, run) as models:
        models.session.models.foresee(material_of((), target.prompted.examples))
        rehearsal = models.rehearsal(choice)
        models.call(_rehearse(rehearsal, requests))
        price = models.session.models.price(choice)
    noted = rehearsal.noted
    usage = Usage(sum(map(tokens_of, noted)), _EXPECTED_VERDICT * len(noted))
    return EstimateResult(
        model=choice.name,
        lent=given.lent,
        questions=len(requests),
        calls=len(noted),
        most_calls=2 * len(noted),
        tokens=usage.total,
        money=None if given.lent or price is None else price.of(usage),
    )


def questions_of(runs: Iterable[tuple[Sequence[StoredAssertion], Sequence[Example]]], repeats: int) -> list[Request]:
    """Return what the judge would be asked when assertions run on examples, each once."""
    asked = dict.fromkeys(
        (example.prompt, example.response, question)
        for assertions, examples in runs
        for question in _asked_by(assertions)
        for example in examples
    )
    return [verdict_request(*question, repeat=repeat) for question in asked for repeat in range(repeats)]


def _asked_by(assertions: Sequence[StoredAssertion]) -> list[str]:
    found = [preflight(each.candidate().source) for each in assertions]
    return list(dict.fromkeys(each.question or "" for each in found if each.asks_judge))


async def _rehearse(rehearsal: LanguageModel, requests: Sequence[Request]) -> None:
    for request in requests:
        try:
            await rehearsal.reply(request)
        except ModelError:  # it is noted
            continue


def _nothing() -> EstimateResult:
    return EstimateResult(model="", lent=False, questions=0, calls=0, most_calls=0, tokens=0, money=0.0)
