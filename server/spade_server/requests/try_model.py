"""``spade/testModel``: one short question to a model that the person is about to choose."""

import asyncio

from spade_core.errors import ModelError
from spade_core.models import LanguageModel, LentModel, LoopThread, ModelChoice, OpenAIModel, Request, endpoint_of, user
from spade_server.context import SpadeServer
from spade_server.protocol.models import ModelChosen, TestModelParams, TestModelResult
from spade_server.requests.lending import lender
from spade_server.requests.models import environ_of
from spade_server.requests.request_run import RequestRun

_QUESTION = Request((user("Answer with the one word yes."),), most_tokens=64, temperature=None)
SECONDS = 20.0


def answer(run: RequestRun, params: TestModelParams) -> TestModelResult:
    """Return whether it answered; a reply that is cut off or empty is an answer."""
    chosen = params.chosen
    run.step(f"asking {chosen.name}")
    with LoopThread() as loop:
        try:
            loop.call(_reached(run.ls, chosen), cancelled=run.stop)
        except ModelError as error:
            return TestModelResult(ok=False, fault=error.fault.value, message=str(error))
    return TestModelResult(ok=True, fault="", message=f"{chosen.name} answers")


async def _reached(ls: SpadeServer, chosen: ModelChosen) -> None:
    if chosen.provider == "editor":
        model: LanguageModel = LentModel(chosen.name, lender(ls, chosen.name))
        await model.reply(_QUESTION)
        return
    endpoint = endpoint_of(ModelChoice(chosen.name), environ_of(chosen), timeout=SECONDS, retries=0)
    async with asyncio.timeout(2 * SECONDS), OpenAIModel(endpoint) as opened:
        await opened.reply(_QUESTION)
