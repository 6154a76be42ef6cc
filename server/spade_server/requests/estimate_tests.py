"""``spade/testEstimate``: what the judge would cost in a run of tests. Nothing is sent to any model."""

from spade_server.protocol.models import EstimateResult
from spade_server.protocol.testing import TestEstimateParams
from spade_server.requests.estimate import estimate_of_questions
from spade_server.requests.models import configured
from spade_server.requests.request_run import RequestRun
from spade_server.requests.testing import groups_of


def answer(run: RequestRun, params: TestEstimateParams) -> EstimateResult:
    """Return the estimate."""
    runs = [(group.assertions, group.examples) for group in groups_of(run.target, params.wanted)]
    return estimate_of_questions(run, configured(run), runs)
