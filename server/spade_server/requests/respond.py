"""``spade/respond``: the prompt run on inputs by a model, to get responses to label."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from spade_core.application import Responding, inputs_at, no_model_fact
from spade_core.errors import ExamplesError, ModelError, ModelFault, SettingsError
from spade_core.examples import Example
from spade_core.models import ModelChoice
from spade_core.settings import require_prices
from spade_core.storage import add_examples, load_examples
from spade_core.synthesis import RespondPlan, plan_of
from spade_server.documents.kinds import path_of
from spade_server.protocol.models import ModelRun
from spade_server.protocol.transfer import RespondParams, RespondResult
from spade_server.requests.models import Configured, configured, opened, require_trusted
from spade_server.requests.request_run import RequestRun
from spade_server.requests.target import RequestTarget

_PAUSE: Final = 1.0
"""Seconds between two writings of what has come: the whole file is written each time."""


class _Arriving:
    """Adds responses to the examples file while others are still made, so that the person sees them come."""

    def __init__(self, path: Path) -> None:
        """Begin with none."""
        self.added = 0
        self._path = path
        self._waiting: list[Example] = []
        self._written = 0.0

    def take(self, example: Example) -> None:
        """Take one more."""
        self._waiting.append(example)
        if time.monotonic() >= self._written + _PAUSE:
            self.write()

    def write(self) -> None:
        """Write what waits."""
        if self._waiting:
            add_examples(self._path, self._waiting)
            self.added += len(self._waiting)
            self._waiting = []
            self._written = time.monotonic()


def answer(run: RequestRun, params: RespondParams) -> RespondResult:
    """Make the responses, and add each to the examples file as it comes; a run that is stopped keeps them."""
    found = ready(run, params)
    plan = found.plan
    steps, told = [(0, 0)], list[str]()

    def made_up(proposed: int, new: int) -> None:
        if new < proposed:
            told.append(f"{proposed - new} of the {proposed} inputs that were made up have a response already")

    arriving = _Arriving(found.target.beside.examples_path)
    with opened(run, found.given) as models:
        try:
            responses = Responding(models, found.choice, plan).run(
                on_made_up=made_up,
                on_progress=lambda done, total: steps.append((done, total)),
                on_example=arriving.take,
                while_waiting=models.telling("responses", lambda: steps[-1]),
            )
        finally:
            arriving.write()
        costs, failure = models.costs(), models.failure()
    return RespondResult(
        examples_uri=found.target.examples_uri,
        added=arriving.added,
        missing=responses.missing,
        notes=[*told, *responses.notes],
        problems=found.target.problems,
        model_run=ModelRun(costs=costs, proposed=[], failure=failure, notes=[]),
    )


_MOST_AT_ONCE = 200
_WAY_OUT = "SPADE: Configure Model names one, or `model` in the settings, or SPADE_MODEL"


@dataclass(frozen=True, slots=True)
class Ready:
    """Everything that is needed to go on."""

    target: RequestTarget
    given: Configured
    choice: ModelChoice
    plan: RespondPlan


def ready(run: RequestRun, params: RespondParams) -> Ready:
    """Return what is to be run, and with what."""
    target = run.target
    path = target.beside.examples_path
    run.require_adopted()
    run.require_saved(path)
    for count, done in ((params.propose, "made up"), (params.again, "run again")):
        if not 0 <= count <= _MOST_AT_ONCE:
            raise SettingsError(f"from 0 to {_MOST_AT_ONCE} inputs can be {done} at once, not {count}")
    given = configured(run)
    require_trusted(given)
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
