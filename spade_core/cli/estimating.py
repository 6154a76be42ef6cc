"""``--estimate`` where assertions run: what the models may cost, told while nothing runs and nothing is asked."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from spade_core.candidates import CandidateAssertion
from spade_core.cli.console import Output
from spade_core.cli.exit_codes import ExitCode
from spade_core.cli.model_choice import with_environment
from spade_core.cli.spending import forecast_words, forecasts_json, model_options
from spade_core.cli.target import CommandTarget
from spade_core.cli.trusting import for_estimates
from spade_core.context import lacks_scores
from spade_core.examples import Example
from spade_core.models import ModelChoice
from spade_core.selection import Method
from spade_core.settings import Settings, require_prices
from spade_core.static_analysis import scores_needed

if TYPE_CHECKING:
    from spade_core.models import Forecast, ModelSession

CLAIMING: Final = frozenset({Method.SUBSUMPTION, Method.NO_EXAMPLES})
"""Methods that ask a model which assertion subsumes which."""


def estimate_selection(
    target: CommandTarget, output: Output, *, method: Method | None = None, with_unlabelled: bool = False
) -> int:
    """Tell what it may cost to evaluate the assertions, and to select among them by a method; nothing is written."""
    from spade_core.cli.steps import prompted
    from spade_core.pipeline import analyse
    from spade_core.selection import worth_judging
    from spade_core.storage import load_assertions, load_examples

    analysis = analyse(target.prompt, template=target.template)
    stored = [assertion.candidate() for assertion in load_assertions(target.files).assertions]
    candidates = stored or analysis.candidates
    sources = [each.source for each in candidates]
    template = analysis.history.versions[-1].template
    examples = prompted(load_examples(target.examples), template, sources, output, target.prompt).examples
    every = with_unlabelled and worth_judging(examples)
    asked = [example for example in examples if every or example.label is not None]
    return tell_estimate(target, candidates, asked, output, claims=method in CLAIMING)


def tell_estimate(
    target: CommandTarget,
    candidates: Sequence[CandidateAssertion],
    examples: Sequence[Example],
    output: Output,
    *,
    claims: bool = False,
    labelled: Sequence[Example] = (),
) -> int:
    """Tell what the models may cost when these assertions run on these examples; needs no key and no network.

    A judge is measured on what of the examples is labelled, or on these `labelled` ones.
    """
    settings = for_estimates(with_environment(target.settings), target.prompt.parent)
    parts = _parts(settings, candidates, examples, claims=claims, labelled=(*examples, *labelled))
    for forecast in parts:
        (model, _) = forecast.parts[0]
        output.note(f"{forecast.purpose} {model}: {forecast_words(forecast, settings)}")
    if not parts:
        output.note("no model would be asked: nothing will be spent")
    if output.as_json:
        output.json({"estimate": forecasts_json(parts, settings)})
    return ExitCode.OK


def _parts(
    settings: Settings,
    candidates: Sequence[CandidateAssertion],
    examples: Sequence[Example],
    *,
    claims: bool,
    labelled: Sequence[Example],
) -> "list[Forecast]":
    from spade_core.application import OpenModels, plan_judge, scoring_forecast
    from spade_core.models import ModelSession
    from spade_core.synthesis import material_of, questions_in

    asks = any(each.asks_judge for each in candidates)
    scores = {name for each in candidates for name in scores_needed(each.source)}
    unscored = [example for example in examples if lacks_scores(example, scores)]
    judges = settings.judge_choices if (asks and examples) or unscored else ()
    claimer = settings.model_choices[-1] if claims and settings.model_choices and len(candidates) > 1 else None
    chosen = [*judges, *filter(None, [claimer])]
    if not chosen:
        return []
    require_prices(settings, [choice.name for choice in chosen])
    parts: list[Forecast] = []
    with ModelSession(os.environ, model_options(settings)) as session:
        session.models.foresee(material_of((), examples))
        models = OpenModels(session, settings, os.environ)
        plans = plan_judge(models, questions_in(candidates), [(candidates, examples)], labelled)
        parts += [forecast for plan in plans for forecast in plan.forecasts]
        if unscored and (forecast := scoring_forecast(models, scores, unscored)) is not None:
            parts.append(forecast)
        if claimer is not None:
            parts.append(claiming_forecast(session, claimer, candidates))
    return parts


def claiming_forecast(
    session: "ModelSession", choice: ModelChoice, candidates: Sequence[CandidateAssertion]
) -> "Forecast":
    """Return what it may cost to ask which assertion subsumes which."""
    from spade_core.synthesis import guess_of_claims

    guess = session.call(guess_of_claims(session.models.dry_run(choice), candidates, room=session.models.room))
    return session.models.forecast("subsumption", [choice], guess)
