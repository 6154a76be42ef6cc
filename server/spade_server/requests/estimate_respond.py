"""``spade/respondEstimate``: what making responses would cost. Nothing is sent to any model."""

from spade_core.synthesis.material import material_of
from spade_core.synthesis.responding import NOTHING_TO_RUN, expected_of
from spade_server.language_server import SpadeServer
from spade_server.requests.asked import Asked
from spade_server.requests.models import opened
from spade_server.requests.responding import ready
from spade_server.requests.serving import Run
from spade_server.transfer_protocol import RespondEstimate, RespondParams


def answer(ls: SpadeServer, asked: Asked, params: RespondParams, run: Run) -> RespondEstimate:
    """Return the estimate.

    Raises:
        ModelError: there is no model.
    """
    found = ready(ls, asked, params, run)
    plan, choice, lent = found.plan, found.choice, found.given.lent
    if plan.is_empty:
        return RespondEstimate(choice.name, lent, 0, 0, 0, 0.0, f"{NOTHING_TO_RUN}; a file of inputs may name more")
    with opened(ls, found.given, run) as models:
        models.session.models.foresee([plan.template.text, *material_of((), plan.known)])
        expected = models.call(expected_of(models.rehearsal(choice), plan))
        price = models.session.models.price(choice)
    return RespondEstimate(
        model=choice.name,
        lent=lent,
        inputs=len(plan.wanted) + plan.propose,
        calls=expected.calls,
        tokens=expected.usage.total,
        money=None if lent or price is None else price.of(expected.usage),
        message="",
    )
