"""``spade/respondEstimate``: what making responses would cost. Nothing is sent to any model."""

from spade_core.application import Responding
from spade_core.synthesis import NOTHING_TO_RUN
from spade_server.protocol.transfer import RespondEstimate, RespondParams
from spade_server.requests.models import money_of, opened
from spade_server.requests.request_run import RequestRun
from spade_server.requests.respond import ready


def answer(run: RequestRun, params: RespondParams) -> RespondEstimate:
    """Return the estimate."""
    found = ready(run, params)
    plan, choice, lent = found.plan, found.choice, found.given.lent
    if plan.is_empty:
        return RespondEstimate(choice.name, lent, 0, 0, 0, 0.0, f"{NOTHING_TO_RUN}; a file of inputs may name more")
    with opened(run, found.given) as models:
        forecast = Responding(models, choice, plan).forecast()
    return RespondEstimate(
        model=choice.name,
        lent=lent,
        inputs=len(plan.wanted) + plan.propose,
        calls=forecast.guess.calls,
        tokens=forecast.usage.total,
        money=money_of(found.given, forecast),
        message="",
    )
