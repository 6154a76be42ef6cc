"""``spade/respond``: the prompt run on inputs by a model, to get responses to label."""

import time
from pathlib import Path
from typing import Final

from spade_core.application import Responding
from spade_core.examples import Example
from spade_core.storage import add_examples
from spade_server.context import SpadeServer
from spade_server.protocol.models import ModelRun
from spade_server.protocol.transfer import RespondParams, RespondResult
from spade_server.requests.models import opened
from spade_server.requests.requested_document import RequestedDocument
from spade_server.requests.responding import ready
from spade_server.requests.serving import RequestRun

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


def answer(ls: SpadeServer, asked: RequestedDocument, params: RespondParams, run: RequestRun) -> RespondResult:
    """Make the responses and add each to the examples file as it comes, unlabelled; a run that is stopped keeps them.

    Raises:
        ModelError: there is no model, or it cannot be used at all.
    """
    found = ready(ls, asked, params, run)
    plan = found.plan
    steps, told = [(0, 0)], list[str]()

    def made_up(proposed: int, new: int) -> None:
        if new < proposed:
            told.append(f"{proposed - new} of the {proposed} inputs that were made up have a response already")

    arriving = _Arriving(found.target.beside.examples_path)
    with opened(ls, found.given, run) as models:
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
