"""``spade/respond``: the prompt run on inputs by a model, to get responses to label."""

from spade_core.application import Responding
from spade_core.storage import add_examples
from spade_server.context import SpadeServer
from spade_server.protocol.models import ModelRun
from spade_server.protocol.transfer import RespondParams, RespondResult
from spade_server.requests.models import opened
from spade_server.requests.requested_document import RequestedDocument
from spade_server.requests.responding import ready
from spade_server.requests.serving import RequestRun


def answer(ls: SpadeServer, asked: RequestedDocument, params: RespondParams, run: RequestRun) -> RespondResult:
    """Make the responses and add them to the examples file, unlabelled.

    Raises:
        ModelError: there is no model, or it cannot be used at all.
    """
    found = ready(ls, asked, params, run)
    plan = found.plan
    steps, told = [(0, 0)], list[str]()

    def made_up(proposed: int, new: int) -> None:
        if new < proposed:
            told.append(f"{proposed - new} of the {proposed} inputs that were made up have a response already")

    with opened(ls, found.given, run) as models:
        responses = Responding(models, found.choice, plan).run(
            on_made_up=made_up,
            on_progress=lambda done, total: steps.append((done, total)),
            while_waiting=models.telling("responses", lambda: steps[-1]),
        )
        costs, failure = models.costs(), models.failure()
    run.look()
    add_examples(found.target.beside.examples_path, responses.examples)
    return RespondResult(
        examples_uri=found.target.examples_uri,
        added=len(responses.examples),
        missing=responses.missing,
        notes=[*told, *responses.notes],
        problems=found.target.problems,
        model_run=ModelRun(costs=costs, proposed=[], failure=failure, notes=[]),
    )
