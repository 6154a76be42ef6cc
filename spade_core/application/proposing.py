"""SPADE's two steps with the models of the settings: what they may cost, and the steps themselves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spade_core.application.open_models import OpenModels
from spade_core.examples import Example
from spade_core.models import Forecast, ModelChoice, ResamplingModel
from spade_core.pipeline import Analysis, analyse_with_models, deltas_for_models
from spade_core.results import Runner
from spade_core.sandbox import Sandbox
from spade_core.synthesis import (
    DemonstrationStore,
    ExampleSelector,
    Executor,
    Means,
    Synthesis,
    guess_of_synthesis,
    material_of,
)


@dataclass(frozen=True, slots=True)
class Synthesised:
    """What models added to an analysis."""

    analysis: Analysis
    """With the models' criteria and candidates beside the others."""
    synthesis: Synthesis
    faults: tuple[str, ...]
    """Why some of the models could not be used."""
    notes: tuple[str, ...]
    """Of the demonstrations that were shown."""


@dataclass(frozen=True, slots=True)
class Proposing:
    """Models that are asked for criteria and functions on the deltas of an analysis."""

    models: OpenModels
    store: DemonstrationStore
    analysis: Analysis
    examples: Sequence[Example]
    asking: int = 0
    """Which asking of the same this is: the cache answers for the earlier ones."""

    def forecast(self) -> Forecast:
        """Return what it may cost when the first model does it all at once; nothing is sent to any model."""
        settings, models = self.models.settings, self.models
        self._hide_secrets()
        dry_run = models.dry_run(settings.model_choices[0])
        guess = models.call(
            guess_of_synthesis(
                deltas_for_models(self.analysis),
                ResamplingModel(dry_run, self.asking),
                dry_run.noted,
                Executor(Sandbox(), self.examples, tau=settings.tau, has_judge=self._has_judge, tries=False),
                models=len(settings.model_choices),
                room=models.session.models.room,
                samples=self._samples(read_only=True),
                means=Means.here(judge=self._has_judge),
            )
        )
        return models.forecast("generate", settings.model_choices, guess)

    def run(
        self,
        sandbox: Runner,
        forecast: Forecast | None = None,
        *,
        on_progress: Callable[[int, int], None],
        while_waiting: Callable[[], None] | None = None,
    ) -> Synthesised:
        """Ask the models, and keep what it came to beside its `forecast`; functions are tried in the sandbox.

        Raises:
            ModelError: no model can be used at all; nothing was spent.
            CancelledError: a person stopped it; what was answered is in the cache.
        """
        settings, models = self.models.settings, self.models
        self._hide_secrets()
        usable, faults = models.usable(settings.model_choices)
        samples = self._samples()
        enriched, synthesis = models.call(
            analyse_with_models(
                self.analysis,
                [ResamplingModel(model, self.asking) for model in usable.values()],
                Executor(sandbox, self.examples, tau=settings.tau, has_judge=self._has_judge),
                samples=samples,
                means=Means.here(judge=self._has_judge),
                on_progress=on_progress,
            ),
            while_waiting,
        )
        if forecast is not None and synthesis.is_whole and not faults:
            models.learn(forecast, list(usable))
        return Synthesised(enriched, synthesis, tuple(map(str, faults)), tuple(samples.notes))

    @property
    def _has_judge(self) -> bool:
        return self.models.settings.judge_choice is not None

    def _hide_secrets(self) -> None:
        self.models.session.models.foresee(material_of(self.analysis.history.versions, self.examples))

    def _samples(self, *, read_only: bool = False) -> ExampleSelector:
        settings = self.models.settings
        name, models = settings.embedding_model, self.models.session.models
        embed = bool(name) and not read_only
        return ExampleSelector(
            self.store,
            readers=self.models.readers(),
            embedder=models.embedder(ModelChoice(name, settings.base_url)) if embed else None,
            embedding_model=name,
            read_only=read_only,
            is_private=models.holds_secret,
        )
