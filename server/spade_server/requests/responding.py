"""What making responses needs before any is made: the model that runs the prompt, and what is to be run."""

from dataclasses import dataclass

from spade_core.errors import ExamplesError, ModelError, ModelFault, SettingsError
from spade_core.models import ModelChoice
from spade_core.settings.prices import require_prices
from spade_core.storage import load_examples
from spade_core.storage.text_file import read_text_file
from spade_core.synthesis.responding import Place, Plan, inputs_in, plan_of
from spade_server.kinds import path_of
from spade_server.language_server import SpadeServer
from spade_server.requests.asked import Asked
from spade_server.requests.models import Configured, configured
from spade_server.requests.serving import Run
from spade_server.requests.target import Target, require_saved, target_of
from spade_server.transfer_protocol import RespondParams

_MOST_MADE_UP = 200


@dataclass(frozen=True, slots=True)
class Ready:
    """Everything that is needed to go on."""

    target: Target
    given: Configured
    choice: ModelChoice
    plan: Plan


def ready(ls: SpadeServer, asked: Asked, params: RespondParams, run: Run) -> Ready:
    """Return what is to be run, and with what.

    Raises:
        RequestError: the examples are open with changes that are not saved.
        ModelError: no model is configured.
        SettingsError: a number is out of range, or a budget in money cannot be kept.
        ExamplesError: the file of inputs cannot be read.
    """
    target = target_of(asked, run)
    path = target.beside.examples_path
    require_saved(asked, path)
    if not 0 <= params.propose <= _MOST_MADE_UP:
        raise SettingsError(f"from 0 to {_MOST_MADE_UP} inputs can be made up at once, not {params.propose}")
    given = configured(ls, target.beside.settings, run)
    if not given.settings.model_choices:
        raise ModelError(ModelFault.UNKNOWN_MODEL, _no_model(target))
    choice = given.settings.model_choices[0]
    require_prices(given.settings, [choice.name])
    plan = plan_of(
        target.prompt,
        load_examples(path).examples,
        _inputs(params.file),
        examples_path=path.name,
        propose=params.propose,
        more=params.more,
    )
    return Ready(target, given, choice, plan)


def _no_model(target: Target) -> str:
    settings = target.beside.settings
    if settings.models is None:
        where = f" of {settings.source}" if settings.source else ""
        return f"models are switched off here: models = false in the settings{where}"
    return "no model is configured: SPADE: Configure Model names one, or `model` in the settings, or SPADE_MODEL"


def _inputs(uri: str) -> list[Place]:
    if not uri:
        return []
    path = path_of(uri)
    file = read_text_file(path) if path is not None else None
    if path is None or file is None:
        raise ExamplesError(str(path or uri), None, "there is no such file")
    return inputs_in(file.text, path.name)
