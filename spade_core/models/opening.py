"""The models of one run, each as a tower: secrets hidden, replies cached, calls metered, the endpoint at the bottom."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from spade_core.models.cache import CachedModel, ReplyCache, text_hash
from spade_core.models.circuit_breaker import CircuitBreaker
from spade_core.models.cost import UsageReport
from spade_core.models.dry_run import DryRun
from spade_core.models.endpoint import Endpoint, ModelChoice, base_url_of, endpoint_of, identity_of
from spade_core.models.folders import user_folders
from spade_core.models.forecast import Forecast, Guess, corrected
from spade_core.models.metering import Meter, MeteredModel
from spade_core.models.model import Embedder, LanguageModel, Usage
from spade_core.models.openai_model import OpenAIModel
from spade_core.models.options import Options
from spade_core.models.room import RoomyModel
from spade_core.models.secrets import DiscreetEmbedder, DiscreetModel, StandIns, salt_of_user
from spade_core.models.trust import trusted_endpoints
from spade_core.models.vectors import CachedEmbedder


class Models:
    """Opens models by name; what they share (cache, meter, stand-ins) is made once. Use it in one event loop.

    Raises ModelError or StorageError where a model, or the folders of this user, cannot be used.
    """

    def __init__(self, environ: Mapping[str, str], options: Options | None = None) -> None:
        self._environ = environ
        self._options = options or Options()
        self._opened: dict[Endpoint, OpenAIModel] = {}
        self._meter = Meter(self._options.prices, self._options.budget)
        folders = user_folders(environ)
        self._trusted = trusted_endpoints(folders.data)
        self._stand_ins = StandIns(salt_of_user(folders.data))
        self._cache = ReplyCache(folders.cache / "replies.sqlite")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close every connection and the cache."""
        for model in self._opened.values():
            await model.close()
        self._opened.clear()
        self._cache.close()

    def model(self, choice: ModelChoice) -> LanguageModel:
        """Return the model, opened at its first call."""
        endpoint = self._endpoint(choice)
        return self._tower(self._edge(endpoint), endpoint.identity)

    def lent(self, model: LanguageModel) -> LanguageModel:
        """Return a model that somebody else calls, such as an editor, in a tower like those of the others."""
        return self._tower(model, _lent_identity(model.name))

    def dry_run(self, choice: ModelChoice) -> DryRun:
        """Return a stand-in for the model that answers from the cache alone and notes what it would have sent."""
        return DryRun(choice.name, self._cache, self._identity(choice), self._stand_ins)

    def lent_dry_run(self, name: str) -> DryRun:
        """Return a stand-in for a lent model."""
        return DryRun(name, self._cache, _lent_identity(name), self._stand_ins)

    def embedder(self, choice: ModelChoice) -> Embedder:
        """Return the model as one that gives vectors; they are kept, and its calls are not counted."""
        endpoint = self._endpoint(choice)
        cached = CachedEmbedder(self._edge(endpoint), self._cache, identity=endpoint.identity)
        return DiscreetEmbedder(cached, self._stand_ins)

    def foresee(self, texts: Iterable[str]) -> None:
        """Have what looks like a secret in any of these texts hidden in all that is sent; before the first call."""
        self._stand_ins.foresee(texts)

    def holds_secret(self, text: str) -> bool:
        """Return whether a text holds what looks like a secret, or what was hidden in this run."""
        return self._stand_ins.holds_secret(text)

    @property
    def room(self) -> int:
        """Tokens of reasoning that every reply has room for from the first call on."""
        return self._options.room

    def usage(self) -> UsageReport:
        """Return what was used so far."""
        return self._meter.report()

    def forecast(self, purpose: str, choices: Sequence[ModelChoice], guess: Guess, *, lent: bool = False) -> Forecast:
        """Return what a run with these models, tried in their order, may cost; `guess` is of the first one alone."""
        parts = tuple(
            (choice.name, corrected(guess.usage, self._cache.experience(key), is_first=not place))
            for place, (choice, key) in enumerate(zip(choices, self._run_keys(purpose, choices, lent), strict=True))
        )
        return Forecast(purpose, guess, parts)

    def learn(self, forecast: Forecast, choices: Sequence[ModelChoice], *, lent: bool = False) -> None:
        """Keep what a run came to that did all that was forecast."""
        used = {each.model: each.usage for each in self.usage().models}
        if forecast.guess.usage.total and any(usage.total for usage in used.values()):
            for choice, key in zip(choices, self._run_keys(forecast.purpose, choices, lent), strict=True):
                self._cache.learn(key, forecast.guess.usage, used.get(choice.name, Usage()))

    def finding(self, choice: ModelChoice, subject: str, *, lent: bool = False) -> str | None:
        """Return what was found out about a model on a subject and kept; None when nothing was."""
        return self._cache.finding(self._finding_key(choice, subject, lent))

    def keep_finding(self, choice: ModelChoice, subject: str, text: str, *, lent: bool = False) -> None:
        """Keep what was found out about a model on a subject, for every later run of this user."""
        self._cache.keep_finding(self._finding_key(choice, subject, lent), text)

    def _finding_key(self, choice: ModelChoice, subject: str, lent: bool) -> str:
        return text_hash(_lent_identity(choice.name) if lent else self._identity(choice), subject)

    def _run_keys(self, purpose: str, choices: Sequence[ModelChoice], lent: bool) -> list[str]:
        """Return what runs of one purpose with these models are kept under: each model behind those before it."""
        named = [_lent_identity(choice.name) if lent else self._identity(choice) for choice in choices]
        return [" | ".join((purpose, *named[: place + 1])) for place in range(len(named))]

    def _identity(self, choice: ModelChoice) -> str:
        """Return what a model's replies are kept under; it takes no key, trust or network."""
        return identity_of(choice.name, base_url_of(choice, self._environ), self._options.effort)

    def _tower(self, edge: LanguageModel, identity: str) -> LanguageModel:
        roomy = RoomyModel(MeteredModel(edge, self._meter), room=self._options.room)
        fused = CircuitBreaker(roomy, at_once=self._options.in_flight)

        def on_hit() -> None:
            self._meter.hit(edge.name)
            fused.hit()

        cached = CachedModel(fused, self._cache, identity=identity, on_hit=on_hit, on_wait=self._options.on_wait)
        return DiscreetModel(cached, self._stand_ins)

    def _endpoint(self, choice: ModelChoice) -> Endpoint:
        options = self._options
        return endpoint_of(
            choice,
            self._environ,
            trusted=self._trusted,
            timeout=options.timeout,
            in_flight=options.in_flight,
            retries=options.retries,
            effort=options.effort,
        )

    def _edge(self, endpoint: Endpoint) -> OpenAIModel:
        return self._opened.setdefault(endpoint, OpenAIModel(endpoint, on_wait=self._options.on_wait))


def _lent_identity(name: str) -> str:
    return f"lent {name}"
