"""``spade/respondEstimate``: what making responses would cost. Nothing is sent to any model."""

from spade_core.application import Responding
from spade_core.synthesis import NOTHING_TO_RUN
from spade_server.context import SpadeServer
from spade_server.protocol.transfer import RespondEstimate, RespondParams
from spade_server.requests.models import opened
from spade_server.requests.requested_document import RequestedDocument
from spade_server.requests.responding import ready
from spade_server.requests.serving import RequestRun


def answer(ls: SpadeServer, asked: RequestedDocument, params: RespondParams, run: RequestRun) -> RespondEstimate:
    """Return the estimate.

    Raises:
        ModelError: there is no model.
    """
    found = ready(ls, asked, params, run)
    plan, choice, lent = found.plan, found.choice, found.given.lent
    if plan.is_empty:
        return RespondEstimate(choice.name, lent, 0, 0, 0, 0.0, f"{NOTHING_TO_RUN}; a file of inputs may name more")
    with opened(ls, found.given, run) as models:
        forecast = Responding(models, choice, plan).forecast()
    return RespondEstimate(
        model=choice.name,
        lent=lent,
        inputs=len(plan.wanted) + plan.propose,
        calls=forecast.guess.calls,
        tokens=forecast.usage.total,
        money=None if lent else forecast.money(found.given.settings.prices),
        message="",
    )
