"""``spade/testEstimate``: what the judge would cost in a run of tests. Nothing is sent to any model."""

from spade_server.context import SpadeServer
from spade_server.protocol.models import EstimateResult
from spade_server.protocol.testing import TestEstimateParams
from spade_server.requests.estimate import estimate_of_questions
from spade_server.requests.models import configured
from spade_server.requests.requested_document import RequestedDocument
from spade_server.requests.serving import RequestRun
from spade_server.requests.target import target_of
from spade_server.requests.wanted import groups_of


def answer(ls: SpadeServer, asked: RequestedDocument, params: TestEstimateParams, run: RequestRun) -> EstimateResult:
    """Return the estimate.

    Raises:
        ModelError: there is a model, and it cannot be used at all.
    """
    target = target_of(asked, run)
    given = configured(ls, target.beside.settings, run)
    runs = [(group.assertions, group.examples) for group in groups_of(target, params.wanted)]
    return estimate_of_questions(ls, target, given, runs, run)
