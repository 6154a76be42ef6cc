"""The wire between client and server: pygls with the faults corrected that a person would see.

* The parameters of custom requests stay plain dictionaries; pygls makes named tuples whose keys it renames.
* A reply to a request of ours that was cancelled meanwhile is dropped; pygls raises, and a message pops up.
* An error never carries a traceback, and a request that cannot be read is answered, not only logged.
* Before `initialize` nothing is carried out, for the client has not said yet whether the workspace is trusted; after
  `shutdown` neither. Both are answered, as the protocol has it; `initialize` counts once.
"""

import asyncio
from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

import attrs
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from lsprotocol import types
from lsprotocol.types import ResponseError
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method
from pygls.protocol.json_rpc import JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage, MsgId

_T = TypeVar("_T")


class SpadeProtocol(LanguageServerProtocol):
    """The protocol of pygls, corrected as the module says."""

    _was_greeted = False

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        """Answer the client's hello; positions are UTF-16, which every client can and the protocol starts from."""
        if params.capabilities.general is not None:
            params.capabilities.general.position_encodings = None
        return (yield from super().lsp_initialize(params))

    def handle_message(self, message: Any) -> None:
        """Carry a message out where it is its time, else answer that it is not."""
        method = getattr(message, "method", None)
        refusal = self._refusal(method)
        self._was_greeted = self._was_greeted or method == types.INITIALIZE
        if method is None or refusal is None:
            super().handle_message(message)
        elif hasattr(message, "id"):
            self._send_response(message.id, None, refusal.to_response_error())

    def _refusal(self, method: str | None) -> JsonRpcException | None:
        if method == types.EXIT:
            return None
        if self._shutdown:
            return JsonRpcInvalidRequest("the server was shut down")
        if method == types.INITIALIZE:
            return JsonRpcInvalidRequest("the server was initialized already") if self._was_greeted else None
        return None if self._was_greeted else JsonRpcServerNotInitialized("initialize comes first")

    def _handle_response(self, msg_id: MsgId, result: Any | None = None, error: ResponseError | None = None) -> None:
        future = self._request_futures.get(msg_id)
        if future is not None and future.done():
            self._request_futures.pop(msg_id, None)
            return
        super()._handle_response(msg_id, result, error)

    def _send_response(self, msg_id: MsgId, result: Any | None = None, error: ResponseError | None = None) -> None:
        super()._send_response(msg_id, result, _plain(error) if error is not None else None)

    async def answered(self, seconds: float) -> None:
        """Wait until every request of the client is answered, but no longer than that."""
        futures: Iterable[object] = self._request_futures.values()
        asked = [each for each in futures if isinstance(each, asyncio.Future)]
        if asked:
            await asyncio.wait(asked, timeout=seconds)

    def notify_encoded(self, method: str, params: str) -> None:
        """Send a notification whose parameters are JSON already, in ASCII."""
        body = f'{{"jsonrpc": "2.0", "method": "{method}", "params": {params}}}'
        if self.writer is not None:
            self.writer.write(f"Content-Length: {len(body)}\r\n\r\n{body}".encode("ascii"))

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return the message, or answer at once that it cannot be read."""
        # What has an id and a method is a request; nested objects come through here as well.
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                fact = JsonRpcInvalidParams(f"{data['method']}: the parameters cannot be read").to_response_error()
                self._send_response(data["id"], None, fact)
            raise error from None


def _plain(error: ResponseError) -> ResponseError:
    """Return the error without its traceback."""
    if isinstance(error.data, dict) and "traceback" in error.data:
        return ResponseError(code=error.code, message=error.message)
    return error


def make_converter() -> Converter:
    """Return pygls's converter with plain dictionaries for the messages it does not know, and camelCase keys in ours.

    Keys that ours do not know are passed over.
    """
    converter: Converter = default_converter()  # type: ignore[no-untyped-call] # pygls ships no types for it
    for message in (JsonRPCRequestMessage, JsonRPCNotification, JsonRPCResponseMessage):
        converter.register_structure_hook(message, _as_it_is)
    converter.register_structure_hook_factory(
        _is_ours, lambda kind: make_dict_structure_fn(kind, converter, **_camel_case(kind))
    )
    converter.register_unstructure_hook_factory(
        _is_ours, lambda kind: make_dict_unstructure_fn(kind, converter, **_camel_case(kind))
    )
    return converter


def _as_it_is(data: dict[str, Any], message: Callable[..., _T]) -> _T:
    return message(**{"params": None, **data} if "method" in data else data)


def _is_ours(kind: Any) -> bool:
    return attrs.has(kind) and kind.__module__.startswith("spade_server.protocol.")


def _camel_case(kind: Any) -> dict[str, Any]:
    return {field.name: override(rename=camel(field.name)) for field in attrs.fields(kind)}


def camel(name: str) -> str:
    """Return ``work_done_token`` as ``workDoneToken``."""
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)
