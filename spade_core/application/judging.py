"""The judge of a run: the models that settings name for it, opened, and what their replies may cost."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from spade_core.application.open_models import OpenModels
from spade_core.errors import ModelError, ModelFault
from spade_core.examples import Example
from spade_core.models import Forecast, LanguageModel, ModelChoice, scaled
from spade_core.synthesis import CascadeJudge, Group, ModelJudge, answers_each, guess_of_verdicts, requests_of

_UNSURE: Final = 0.5
"""Share of the responses on which a cheap judge is not sure enough, as long as nothing is known of it."""

Asked = Sequence[tuple[Group, Sequence[Example]]]
"""Questions that go out together, and the examples that they are about."""


def open_judge(
    models: OpenModels, labelled: Iterable[Example], model: Callable[[ModelChoice], LanguageModel] | None = None
) -> ModelJudge | CascadeJudge:
    """Return the judge of the settings, of one model or of two, the cheap one first.

    `labelled` are the examples that the cheap one is measured on. `model` opens a model in the place of `models`.

    Raises:
        ModelError: there is none, or it cannot be used at all.
    """
    settings, opened = models.settings, model or models.model
    choice, first = settings.judge_choice, settings.judge_first_choice
    if choice is None:
        raise ModelError(ModelFault.UNKNOWN_MODEL, "no model judges")
    loop, repeats = models.session, settings.judge_repeats
    judge = ModelJudge(opened(choice), loop, repeats=repeats)
    if first is None:
        return judge
    return CascadeJudge(ModelJudge(opened(first), loop, repeats=repeats, sure=True), judge, labelled)


def judging_forecasts(models: OpenModels, asked: Asked) -> list[Forecast]:
    """Return what the judge's replies may cost, less those that are kept: a forecast a model, none where nothing asks.

    Of two models, the dear one is guessed to be asked about half of the responses; experience corrects that.
    """
    settings = models.settings
    found: list[Forecast] = []
    for choice in settings.judge_choices if any(examples for _, examples in asked) else ():
        sure = choice == settings.judge_first_choice
        dry_run = models.dry_run(choice)
        for group, examples in asked:
            models.call(dry_run.note_all(requests_of([group], examples, repeats=settings.judge_repeats, sure=sure)))
        answers = round(answers_each([group for group, examples in asked if examples]) * len(dry_run.noted))
        guess = guess_of_verdicts(dry_run.noted, answers=answers, room=models.session.models.room)
        purpose, guess = ("judge after another", scaled(guess, _UNSURE)) if found else ("judge", guess)
        found.append(models.forecast(purpose, [choice], guess))
    return found
