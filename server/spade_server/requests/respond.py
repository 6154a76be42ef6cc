"""``spade/respond``: the prompt run on inputs by a model, to get responses to label."""

from spade_core.storage import add_examples
from spade_core.synthesis.material import material_of
from spade_core.synthesis.responding import carried_out
from spade_server.language_server import SpadeServer
from spade_server.model_protocol import ModelRun
from spade_server.requests.asked import Asked
from spade_server.requests.models import OpenModels, opened
from spade_server.requests.responding import ready
from spade_server.requests.serving import Run
from spade_server.transfer_protocol import RespondParams, RespondResult


def answer(ls: SpadeServer, asked: Asked, params: RespondParams, run: Run) -> RespondResult:
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
        models.session.models.foresee([plan.template.text, *material_of((), plan.known)])
        responses = models.call(
            carried_out(
                models.model(found.choice),
                plan,
                on_made_up=made_up,
                on_progress=lambda done, total: steps.append((done, total)),
            ),
            lambda: _told(*steps[-1], models),
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


def _told(done: int, total: int, models: OpenModels) -> tuple[str, int | None]:
    said = f"{done} of {total} responses" if total else "waiting for the first reply"
    return "; ".join(filter(None, (said, models.spent))), 100 * done // total if total else None
