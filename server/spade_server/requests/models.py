"""The models of one request: which the person chose, opened for as long as it runs.

The law of `spade_core.models.endpoint` holds, with the person's choice in the editor in the place of the environment:
the address that they chose is trusted, and the key goes there and to no other host. What a project's settings name is
trusted only as far as the environment says so, as on the command line.
"""

import asyncio
import os
from collections.abc import Callable, Mapping
from concurrent.futures import wait
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from pygls.exceptions import JsonRpcException

from spade_core.application import OpenModels
from spade_core.errors import ModelError, ModelFault, SettingsError
from spade_core.models import (
    OPENAI_URL,
    Forecast,
    LanguageModel,
    LentModel,
    ModelChoice,
    ModelSession,
    Price,
    readers_of,
)
from spade_core.settings import Settings, options_of, settings_from
from spade_server.protocol.models import MODEL, ModelChosen, ModelCost
from spade_server.requests.lending import asked_of_client, lender
from spade_server.requests.request_run import RequestRun

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOOK_EVERY: Final = 0.1
_PROJECT, _NONE, _EDITOR = "project", "none", "editor"
_ENDPOINT_VARIABLES: Final = (
    "SPADE_BASE_URL",
    "OPENAI_BASE_URL",
    "SPADE_TRUSTED_HOSTS",
    "SPADE_API_KEY",
    "SPADE_MODEL",
)


@dataclass(frozen=True, slots=True)
class Configured:
    """What a request may use."""

    settings: Settings
    """The project's, with the person's choice of models in the place of its own."""
    environ: Mapping[str, str] = field(repr=False)
    """The environment, with the person's address and key in the place of its own."""
    lent: bool = False
    distrust: str = ""
    """Why there are no models: the repository is not trusted."""

    @property
    def names(self) -> str:
        """The models that propose, for a person."""
        return ", then ".join(choice.name for choice in self.settings.model_choices)


def configured(run: RequestRun) -> Configured:
    """Return which models the project, the person and the environment give; there may be none."""
    given = _configured(run)
    if not (given.settings.model_choices or given.settings.judge_choices) or not (distrust := run.distrust):
        return given
    return Configured(replace(given.settings, models=None, prices={}, budget=None), {}, distrust=distrust)


def _configured(run: RequestRun) -> Configured:
    settings, chosen = run.target.beside.settings, _chosen(run)
    if settings.models is None or chosen.provider == _NONE:
        return Configured(replace(settings, models=None), {})
    if chosen.provider == _PROJECT or not chosen.name:
        model = os.environ.get("SPADE_MODEL", "").strip()
        if model and settings.models == () and not settings.model:
            settings = replace(settings, model=model)
        return Configured(settings, os.environ)
    return Configured(_with(settings, chosen), environ_of(chosen), lent=chosen.provider == _EDITOR)


def environ_of(chosen: ModelChosen) -> Mapping[str, str]:
    """Return the environment for the endpoint that the person chose; its own key counts where they gave none."""
    base_url = chosen.base_url.strip() or OPENAI_URL
    own = os.environ.get("SPADE_BASE_URL", "")
    environ = {name: value for name, value in os.environ.items() if name not in _ENDPOINT_VARIABLES}
    key = chosen.key.strip()
    if not key and own and urlsplit(own).netloc == urlsplit(base_url).netloc:
        key = os.environ.get("SPADE_API_KEY", "")
    if key:
        environ["SPADE_API_KEY"] = key
    return {**environ, "SPADE_BASE_URL": base_url}


def _chosen(run: RequestRun) -> ModelChosen:
    ls, loop = run.ls, run.ls.session.loop
    if not ls.lends_models or loop is None:
        return ModelChosen()
    future = asyncio.run_coroutine_threadsafe(asked_of_client(ls, MODEL, {}), loop)
    while not wait((future,), _LOOK_EVERY).done:
        if run.stop.is_set():
            future.cancel()
    run.look()
    try:
        answer = future.result()
    except JsonRpcException as error:  # a client that promised more than it does
        loop.call_soon_threadsafe(ls.complain, f"the client does not tell which model was chosen: {error}")
        return ModelChosen()
    try:
        return ls.protocol._converter.structure(answer or {}, ModelChosen)
    except Exception as error:  # noqa: BLE001 - whatever is wrong with it: cattrs raises many kinds
        # not the error itself: it quotes what was sent, and a key may be in it
        raise SettingsError(f"the editor's choice of a model cannot be read ({type(error).__name__})") from None


def _with(settings: Settings, chosen: ModelChosen) -> Settings:
    given: dict[str, object] = {"prices": chosen.prices, "judge_model": chosen.judge}
    if chosen.budget is not None:
        given["budget"] = chosen.budget
    read = settings_from(given, where="the editor's settings", base=settings)
    prices = {**settings.prices, **read.prices}
    if chosen.provider == _EDITOR:  # what it costs is between the person and the editor
        prices |= {name: Price(0.0, 0.0) for name in (chosen.name, chosen.judge) if name}
    own = replace(read, models=(ModelChoice(chosen.name),), prices=prices)
    return replace(own, model="", judge_first="", base_url="", embedding_model="")


class RequestModels(OpenModels):
    """The models of a request that is under way: it tells what they are at, and stops when the person stops."""

    def __init__(self, run: RequestRun, given: Configured, session: ModelSession) -> None:
        def lend(name: str) -> LanguageModel:
            return LentModel(name, lender(run.ls, name))

        super().__init__(session, given.settings, given.environ, lend=lend if given.lent else None, cancelled=run.stop)
        self.given = given
        self.faults: list[ModelError] = []
        """Why replies failed, in their order."""
        self._run = run

    def model(self, choice: ModelChoice) -> LanguageModel:
        """Return a model whose faults are noted."""
        return _Watched(super().model(choice), self.faults)

    def telling(self, noun: str, progress: Callable[[], tuple[int, int]]) -> Callable[[], None]:
        """Return what tells the person, whenever it is called, how many of all are done and what was used so far."""
        told: list[object] = []

        def tell() -> None:
            done, total = progress()
            words = f"{done} of {total} {noun}" if total else "waiting for the first reply"
            now = "; ".join(filter(None, (words, self.spent))), 100 * done // total if total else None
            if [now] != told:
                told[:] = [now]
                self._run.say(*now)

        return tell

    @property
    def spent(self) -> str:
        """What was used so far, in few words; empty while nothing was."""
        used = self.usage
        if not used.calls:
            return ""
        money = "" if self.given.lent or used.money is None else f", {used.money:.4f} so far"
        return f"{used.calls} call{'' if used.calls == 1 else 's'}, {used.usage.total} tokens{money}"

    def costs(self) -> list[ModelCost]:
        """Return what was used, for the client."""
        return [
            ModelCost(
                model=used.model,
                lent=self.given.lent,
                calls=used.calls,
                failed=used.failed,
                cached=used.hits,
                input_tokens=used.usage.input,
                output_tokens=used.usage.output,
                money=None if self.given.lent else used.money,
            )
            for used in self.usage.models
        ]

    def failure(self) -> str:
        """Return the fault to tell: the first that ended it all, else the first; empty when there was none."""
        final = [fault for fault in self.faults if fault.fault.is_final]
        return next((str(fault) for fault in (*final, *self.faults)), "")


@contextmanager
def opened(run: RequestRun, given: Configured) -> "Iterator[RequestModels]":
    """Open models for the time of a request."""
    settings = given.settings
    choices = (*settings.model_choices, *settings.judge_choices)
    elsewhere = not given.lent and bool(readers_of(choices, given.environ))
    options = options_of(settings, elsewhere=elsewhere, on_wait=lambda words: run.say(words, None))
    with ModelSession(given.environ, options) as session:
        yield RequestModels(run, given, session)


def money_of(given: Configured, forecast: Forecast) -> float | None:
    """Return what a run may cost in money; None where a price is not known, or is the editor's affair."""
    return None if given.lent else forecast.money(given.settings.prices)


def require_trusted(given: Configured) -> None:
    """Refuse to call the models of a repository that is not trusted."""
    if given.distrust:
        raise ModelError(ModelFault.NOT_TRUSTED, given.distrust)


def require_models(given: Configured) -> tuple[ModelChoice, ...]:
    """Return the models that propose, cheapest first."""
    require_trusted(given)
    if not given.settings.model_choices:
        fact = "models are switched off" if given.settings.models is None else "no model is configured"
        raise ModelError(ModelFault.UNKNOWN_MODEL, f"{fact}; nothing was asked")
    return given.settings.model_choices


class _Watched:
    """A model whose faults are noted."""

    def __init__(self, model: LanguageModel, faults: list[ModelError]) -> None:
        self._model = model
        self._faults = faults

    @property
    def name(self) -> str:
        return self._model.name

    async def reply(self, request: Any) -> Any:
        try:
            return await self._model.reply(request)
        except ModelError as error:
            self._faults.append(error)
            raise
