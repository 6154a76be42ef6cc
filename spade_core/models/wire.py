"""The bytes of a call: the headers that go out, and no more coming in than a reply may have, unpacked ones included."""

import json
import zlib
from collections.abc import AsyncIterator
from typing import Any

import httpx2

from spade_core.errors import ModelFault
from spade_core.models.attempts import GivenUpError

_MOST_BYTES = 8_000_000
_DONE_BYTES = 64
_HEADERS = {
    "accept": "application/json",
    "accept-encoding": "identity",
    "content-type": "application/json",
    "user-agent": "spade",
}


def dress(request: httpx2.Request, key: str | None) -> None:
    """Give a request these headers alone, whatever the client package took from the environment."""
    request.headers.clear()
    request.headers.update(_HEADERS)
    request.headers["host"] = request.url.netloc.decode("ascii")
    if request.method == "POST":
        request.headers["content-length"] = str(len(request.content))
    if key is not None:
        request.headers["authorization"] = f"Bearer {key}"


def bound(response: httpx2.Response) -> None:
    """Let reading the response end with GivenUpError where it has more bytes than any reply, unpacked ones included."""
    packed = response.headers.pop("content-encoding", "").strip().lower()
    if packed in {"gzip", "x-gzip", "deflate"}:
        response.headers.pop("content-length", None)
        response.stream = _Bounded(response.stream, zlib.decompressobj(wbits=zlib.MAX_WBITS | 32))
    elif packed in {"", "identity"}:
        response.stream = _Bounded(response.stream, None)
    else:
        raise GivenUpError(ModelFault.UNREADABLE, "the reply is compressed, which was not asked for")


def said_done(response: httpx2.Response) -> bool:
    """Whether a stream of events, read to its end, says that this was all of it."""
    return b"[DONE]" in _read(response)[-_DONE_BYTES:]


def object_in(response: httpx2.Response) -> object:
    """Return the JSON object that came, read to its end, where events were asked for.

    Raises:
        ValueError: something else came.
    """
    if not (text := _read(response)).lstrip().startswith(b"{"):
        raise ValueError("neither events nor a JSON object: is the address right?")
    return json.loads(text)


def _read(response: httpx2.Response) -> bytearray:
    return response.stream.read if isinstance(response.stream, _Bounded) else bytearray()


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, inner: object, unpacking: Any) -> None:
        assert isinstance(inner, httpx2.AsyncByteStream)  # noqa: S101  (of an asynchronous client)
        self._inner = inner
        self._unpacking = unpacking
        self.read = bytearray()
        """Of events the last bytes, of anything else all."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = _MOST_BYTES
        async for chunk in self._inner:
            piece = chunk if self._unpacking is None else self._unpacked(chunk, left + 1)
            left -= len(piece)
            if left < 0:
                fact = f"the reply has more than {_MOST_BYTES // 1_000_000} MB"
                raise GivenUpError(ModelFault.UNREADABLE, fact)
            self.read += piece
            if not self.read.lstrip().startswith(b"{"):
                del self.read[:-_DONE_BYTES]
            yield piece

    async def aclose(self) -> None:
        await self._inner.aclose()

    def _unpacked(self, chunk: bytes, most: int) -> bytes:
        try:
            return bytes(self._unpacking.decompress(chunk, most))
        except zlib.error as error:
            raise GivenUpError(ModelFault.UNREADABLE, "the reply cannot be unpacked") from error
