"""Scores of responses with retrieved contexts: the model of the settings that reads them, and what that may cost."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from spade_core.application.open_models import OpenModels
from spade_core.context import Faithfulness, Manner, Scorer
from spade_core.errors import ModelError, ModelFault
from spade_core.examples import Example
from spade_core.models import MOST_ASKINGS, Forecast, Guess, LanguageModel, ModelChoice, Usage, most_of, tokens_of

_STEPS: Final = 2
"""Calls that most scores take: what the first one says is what the second one is about."""
_EXPECTED: Final = 200
"""Tokens of a reply."""


def open_scorer(models: OpenModels, model: Callable[[ModelChoice], LanguageModel] | None = None) -> Scorer:
    """Return what computes scores, with the model that judges; `model` opens it in the place of `models`.

    Raises:
        ModelError: there is none, or it cannot be used at all.
    """
    settings = models.settings
    if settings.judge_choice is None:
        raise ModelError(ModelFault.UNKNOWN_MODEL, "no model judges")
    return _scorer(models, (model or models.model)(settings.judge_choice), asks=model is None)


def kept_faithfulness(models: OpenModels, examples: Sequence[Example]) -> Mapping[str, Faithfulness]:
    """Return what is behind the faithfulness of examples, by their ids, where the replies are kept; nobody is asked."""
    choice = models.settings.judge_choice
    if choice is None:
        return {}
    return _scorer(models, models.dry_run(choice), asks=False).faithfulness_by_id(examples)


def scoring_forecast(models: OpenModels, names: Collection[str], examples: Sequence[Example]) -> Forecast | None:
    """Return what these scores may cost, less the replies that are kept; None where no model judges."""
    choice = models.settings.judge_choice
    if choice is None:
        return None
    dry_run = models.dry_run(choice)
    models.call(_scorer(models, dry_run, asks=False).gathered(names, examples))
    noted = dry_run.noted * _STEPS
    usage = Usage(sum(map(tokens_of, noted)), _EXPECTED * len(noted))
    most = most_of(noted, askings=MOST_ASKINGS, room=models.session.models.room)
    return models.forecast("score", [choice], Guess(len(noted), usage, MOST_ASKINGS * len(noted), most))


def _scorer(models: OpenModels, model: LanguageModel, *, asks: bool) -> Scorer:
    settings, vectors = models.settings, models.settings.embedding_model
    embedder = models.session.models.embedder(ModelChoice(vectors, settings.base_url)) if vectors and asks else None
    return Scorer(
        model,
        models.session,
        embedder=embedder,
        fields=settings.contexts,
        manner=Manner(settings.score_prompts),
        at_once=settings.max_in_flight,
    )
