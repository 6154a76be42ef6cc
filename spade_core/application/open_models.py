"""The models of one run, opened: those behind an endpoint, or those that an editor lends."""

import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, TypeVar

from spade_core.errors import ModelError
from spade_core.models import (
    DryRun,
    Forecast,
    Guess,
    LanguageModel,
    ModelChoice,
    ModelSession,
    UsageReport,
    lent_reader,
    readers_of,
)
from spade_core.settings import Settings

_T = TypeVar("_T")


class OpenModels:
    """The models that settings name, in a session that is under way."""

    def __init__(
        self,
        session: ModelSession,
        settings: Settings,
        environ: Mapping[str, str],
        *,
        lend: Callable[[str], LanguageModel] | None = None,
        cancelled: threading.Event | None = None,
    ) -> None:
        """Take the session and what it was opened with; `lend` gives an editor's model by its name."""
        self.session = session
        self.settings = settings
        self._environ = environ
        self._lend = lend
        self._cancelled = cancelled

    def model(self, choice: ModelChoice) -> LanguageModel:
        """Return a model.

        Raises:
            ModelError: it cannot be used at all.
        """
        models = self.session.models
        return models.model(choice) if self._lend is None else models.lent(self._lend(choice.name))

    def usable(self, choices: Sequence[ModelChoice]) -> tuple[dict[ModelChoice, LanguageModel], list[ModelError]]:
        """Return the models that can be reached, in their order, and why the others cannot.

        Raises:
            ModelError: none can.
        """
        usable: dict[ModelChoice, LanguageModel] = {}
        faults: list[ModelError] = []
        for choice in choices:
            try:
                usable[choice] = self.model(choice)
            except ModelError as error:
                faults.append(error)
        if not usable and faults:
            raise faults[0]
        return usable, faults

    def dry_run(self, choice: ModelChoice) -> DryRun:
        """Return a stand-in that answers from the cache alone."""
        models = self.session.models
        return models.dry_run(choice) if self._lend is None else models.lent_dry_run(choice.name)

    def forecast(self, purpose: str, choices: Sequence[ModelChoice], guess: Guess) -> Forecast:
        """Return what a run may cost with these models, tried in their order."""
        return self.session.models.forecast(purpose, choices, guess, lent=self._lend is not None)

    def learn(self, forecast: Forecast, choices: Sequence[ModelChoice]) -> None:
        """Keep what a run came to that did all that was forecast."""
        self.session.models.learn(forecast, choices, lent=self._lend is not None)

    def finding(self, choice: ModelChoice, subject: str) -> str | None:
        """Return what was found out about a model on a subject and kept; None when nothing was."""
        return self.session.models.finding(choice, subject, lent=self._lend is not None)

    def keep_finding(self, choice: ModelChoice, subject: str, text: str) -> None:
        """Keep what was found out about a model on a subject."""
        self.session.models.keep_finding(choice, subject, text, lent=self._lend is not None)

    def readers(self) -> frozenset[str]:
        """Return the endpoints elsewhere that the models which propose, and the one for vectors, are reached at."""
        settings = self.settings
        name = settings.embedding_model
        vectors = readers_of((ModelChoice(name, settings.base_url),), self._environ) if name else frozenset()
        if self._lend is not None:
            return vectors | {lent_reader(choice.name) for choice in settings.model_choices}
        return vectors | readers_of(settings.model_choices, self._environ)

    def call(self, coroutine: Coroutine[Any, Any, _T], while_waiting: Callable[[], None] | None = None) -> _T:
        """Return what the coroutine returns, run in the session's thread.

        Raises:
            CancelledError: `cancelled` was set meanwhile.
        """
        return self.session.call(coroutine, cancelled=self._cancelled, while_waiting=while_waiting)

    @property
    def usage(self) -> UsageReport:
        """What was used so far."""
        return self.session.models.usage()
