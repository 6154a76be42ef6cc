"""A prompt run on inputs by a model, for responses to label: what it may cost, and the run itself."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from spade_core.application.open_models import OpenModels
from spade_core.errors import ExamplesError
from spade_core.examples import Example
from spade_core.models import Forecast, ModelChoice
from spade_core.settings import Settings
from spade_core.storage import read_text_file
from spade_core.synthesis import Place, RespondPlan, Responses, carried_out, guess_of_responses, inputs_in, material_of


@dataclass(frozen=True, slots=True)
class Responding:
    """A plan of what is to be run, and the model that runs it."""

    models: OpenModels
    choice: ModelChoice
    plan: RespondPlan

    def forecast(self) -> Forecast:
        """Return what it may cost; nothing is sent to any model."""
        self._hide_secrets()
        models = self.models
        guess = models.call(guess_of_responses(models.dry_run(self.choice), self.plan, room=models.session.models.room))
        return models.forecast("respond", [self.choice], guess)

    def run(
        self,
        forecast: Forecast | None = None,
        *,
        on_made_up: Callable[[int, int], None] | None = None,
        on_progress: Callable[[int, int], None] | None = None,
        on_example: Callable[[Example], None] | None = None,
        while_waiting: Callable[[], None] | None = None,
    ) -> Responses:
        """Make the responses, and keep what it came to beside its `forecast`.

        `on_made_up` is told how many inputs the model made up, and how many of them have no response yet; `on_example`
        each response once it is there.

        Raises:
            ModelError: the model cannot be used at all.
            CancelledError: a person stopped it; what was answered is in the cache.
        """
        self._hide_secrets()
        models = self.models
        found = models.call(
            carried_out(
                models.model(self.choice),
                self.plan,
                on_made_up=on_made_up,
                on_progress=on_progress,
                on_example=on_example,
            ),
            while_waiting,
        )
        if forecast is not None and not found.missing:
            models.learn(forecast, [self.choice])
        return found

    def _hide_secrets(self) -> None:
        self.models.session.models.foresee([self.plan.template.text, *material_of((), self.plan.known)])


def no_model_fact(settings: Settings, way_out: str) -> str:
    """Return why no model runs the prompt; `way_out` is how one is configured."""
    if settings.models is None:
        where = f" of {settings.source}" if settings.source else ""
        return f"models are switched off here: models = false in the settings{where}"
    return f"no model is configured: {way_out}"


def inputs_at(path: Path | None, name: str = "") -> list[Place]:
    """Return the inputs in a file of JSON Lines with their places; none without a file.

    Raises:
        ExamplesError: there is no such file, or a line is no input; `name` is what a person knows the file by.
    """
    if path is None:
        return []
    file = read_text_file(path)
    if file is None:
        raise ExamplesError(name or str(path), None, "there is no such file")
    return inputs_in(file.text, name or str(path))
