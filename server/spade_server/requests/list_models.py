"""``spade/listModels``: the models that an endpoint says it has."""

from spade_core.errors import ModelError
from spade_core.models import LoopThread, ModelChoice, OpenAIModel, endpoint_of
from spade_server.protocol.models import ListModelsParams, ListModelsResult, ModelChosen
from spade_server.requests.models import environ_of
from spade_server.requests.request_run import RequestRun
from spade_server.requests.try_model import SECONDS


def answer(run: RequestRun, params: ListModelsParams) -> ListModelsResult:
    """Return their names."""
    with LoopThread() as loop:
        try:
            return ListModelsResult(list(loop.call(_offered(params.chosen), cancelled=run.stop)), "", "")
        except ModelError as error:
            return ListModelsResult([], error.fault.value, str(error))


async def _offered(chosen: ModelChosen) -> tuple[str, ...]:
    endpoint = endpoint_of(ModelChoice("the list of models"), environ_of(chosen), timeout=SECONDS, retries=0)
    async with OpenAIModel(endpoint) as opened:
        return await opened.offered()
