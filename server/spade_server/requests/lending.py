"""Replies of the editor's own model, fetched over the connection; a reply that is no longer wanted is called off.

Laws:

* The connection belongs to the event loop: whoever asks, in whatever thread, asks there.
* A refusal for good is not asked for twice: each time the editor might show a dialog.
* At most `_MOST_AT_ONCE` replies are waited for at once; editors meter their models by the minute.
"""

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from spade_core.errors import ModelError, ModelFault
from spade_core.models import Finish, Reply, Request, Usage, tokens_in, tokens_of
from spade_server.protocol.models import LEND, LendError, LendParams, LendResult, LentMessage

if TYPE_CHECKING:
    from spade_server.context import SpadeServer

_MOST_AT_ONCE: Final = 4
_CANCELLED: Final = -32800
_FAULTS: Final = {
    LendError.NOT_ALLOWED: ModelFault.NOT_LENT,
    LendError.BLOCKED: ModelFault.NOT_LENT,
    LendError.NOT_FOUND: ModelFault.UNKNOWN_MODEL,
    LendError.OFF_TOPIC: ModelFault.REFUSED,
}


def lender(ls: "SpadeServer", model: str) -> Callable[[Request], Awaitable[Reply]]:
    """Return the function that has the editor answer with one of its models; it is called in any event loop."""
    slots = asyncio.Semaphore(_MOST_AT_ONCE)
    refused: list[ModelError] = []
    loop = ls.session.loop

    async def lend(request: Request) -> Reply:
        if loop is None:
            raise ModelError(ModelFault.NOT_LENT, "the editor is not connected")
        async with slots:
            if refused:  # while this one waited for its turn
                raise ModelError(refused[0].fault, str(refused[0]))
            try:
                return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(_fetched(ls, model, request), loop))
            except ModelError as error:
                if error.fault.is_final:
                    refused.append(error)
                raise

    return lend


async def asked_of_client(ls: "SpadeServer", method: str, params: object) -> Any:
    """Return the client's answer to a request; when this is cancelled, the client hears of it."""
    number = str(uuid.uuid4())
    try:
        return await ls.protocol.send_request_async(method, params, msg_id=number)
    except asyncio.CancelledError:
        ls.protocol.notify(types.CANCEL_REQUEST, types.CancelParams(id=number))
        raise


async def _fetched(ls: "SpadeServer", model: str, request: Request) -> Reply:
    converter = ls.protocol._converter
    messages = [LentMessage(message.speaker.value, message.text) for message in request.messages]
    params = converter.unstructure(LendParams(model, messages, request.most_tokens))
    try:
        answer = converter.structure(await asked_of_client(ls, LEND, params) or {}, LendResult)
    except JsonRpcException as error:
        raise _translated(error, model) from error
    usage = Usage(
        tokens_of(request) if answer.input_tokens is None else answer.input_tokens,
        tokens_in(answer.text) if answer.output_tokens is None else answer.output_tokens,
    )
    return Reply(answer.text, model, Finish.TRUNCATED if answer.truncated else Finish.COMPLETE, usage)


def _translated(error: JsonRpcException, model: str) -> ModelError:
    if error.code == _CANCELLED:
        return ModelError(ModelFault.NOT_LENT, f"{model}: the request was called off in the editor")
    try:
        fault = _FAULTS[LendError(error.code or 0)]
    except ValueError:
        fault = ModelFault.SERVER
    return ModelError(fault, f"{model}: {error.message}")
