"""What making responses needs before any is made: the model that runs the prompt, and what is to be run."""

from dataclasses import dataclass

from spade_core.application import inputs_at, no_model_fact
from spade_core.errors import ExamplesError, ModelError, ModelFault, SettingsError
from spade_core.models import ModelChoice
from spade_core.settings import require_prices
from spade_core.storage import load_examples
from spade_core.synthesis import Plan, plan_of
from spade_server.context import SpadeServer
from spade_server.documents.kinds import path_of
from spade_server.protocol.transfer import RespondParams
from spade_server.requests.models import Configured, configured
from spade_server.requests.requested_document import RequestedDocument
from spade_server.requests.serving import RequestRun
from spade_server.requests.target import RequestTarget, require_saved, target_of

_MOST_AT_ONCE = 200
_WAY_OUT = "SPADE: Configure Model names one, or `model` in the settings, or SPADE_MODEL"


@dataclass(frozen=True, slots=True)
class Ready:
    """Everything that is needed to go on."""

    target: RequestTarget
    given: Configured
    choice: ModelChoice
    plan: Plan


def ready(ls: SpadeServer, asked: RequestedDocument, params: RespondParams, run: RequestRun) -> Ready:
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
    for count, done in ((params.propose, "made up"), (params.again, "run again")):
        if not 0 <= count <= _MOST_AT_ONCE:
            raise SettingsError(f"from 0 to {_MOST_AT_ONCE} inputs can be {done} at once, not {count}")
    given = configured(ls, target.beside.settings, run)
    if not given.settings.model_choices:
        raise ModelError(ModelFault.UNKNOWN_MODEL, no_model_fact(target.beside.settings, _WAY_OUT))
    choice = given.settings.model_choices[0]
    require_prices(given.settings, [choice.name])
    file = path_of(params.file) if params.file else None
    if params.file and file is None:
        raise ExamplesError(params.file, None, "there is no such file")
    inputs = inputs_at(file, file.name if file is not None else "")
    plan = plan_of(
        target.prompt,
        load_examples(path).examples,
        inputs,
        examples_path=path.name,
        propose=params.propose,
        more=params.more,
        again=params.again,
    )
    return Ready(target, given, choice, plan)
