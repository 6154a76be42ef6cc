"""The bytes of a call: the headers that go out, and no more coming in than a reply may have, unpacked ones included."""

import asyncio
import re
import zlib
from collections.abc import AsyncIterator
from typing import Any

import httpx2

from spade_core.errors import ModelFault
from spade_core.models.attempts import GivenUpError
from spade_core.models.reply_parsing import FIELD

_MOST_BYTES = 8_000_000
_OBJECT = re.compile(rb"\s*(?:\{|\Z)")
_BOM = b"\xef\xbb\xbf"
"""A mark of UTF-8, which some servers put first."""
_LONGEST_FIELD = 64
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


def bound(response: httpx2.Response, silence: float) -> None:
    """Let reading the response end after so many seconds without a byte, as a lost connection does.

    It ends with GivenUpError where it has more bytes than any reply, unpacked ones included.
    """
    packed = response.headers.pop("content-encoding", "").strip().lower()
    if packed in {"gzip", "x-gzip", "deflate"}:
        response.headers.pop("content-length", None)
        response.stream = _Bounded(response.stream, silence, zlib.decompressobj(wbits=zlib.MAX_WBITS | 32))
    elif packed in {"", "identity"}:
        response.stream = _Bounded(response.stream, silence, None)
    else:
        raise GivenUpError(ModelFault.UNREADABLE, "the reply is compressed, which was not asked for")


def came(response: httpx2.Response) -> bytes:
    """Return what came, read to its end, where events were asked for; of what is no JSON object the beginning."""
    return bytes(response.stream.read) if isinstance(response.stream, _Bounded) else b""


def is_odd(response: httpx2.Response) -> bool:
    """Return whether a stream of events that was read to its end has lines that hold something and are no field."""
    stream = response.stream
    return isinstance(stream, _Bounded) and (stream.is_odd or not FIELD.match(stream.line))


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, inner: object, silence: float, unpacking: Any) -> None:
        assert isinstance(inner, httpx2.AsyncByteStream)  # noqa: S101  (of an asynchronous client)
        self._inner = inner
        self._silence = silence
        self._unpacking = unpacking
        self.read = bytearray()
        """All of what may be a JSON object, of anything else the beginning."""
        self.is_odd = False
        """Whether a line that ended is none of a stream of events."""
        self.line = b""
        """The beginning of the line that has not ended."""
        self._head: bytes | None = b""
        """What may be the beginning of a mark; None once that is known."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = _MOST_BYTES
        chunks = aiter(self._inner)
        while (chunk := await self._next(chunks)) is not None:
            piece = chunk if self._unpacking is None else self._unpacked(chunk, left + 1)
            left -= len(piece)
            if left < 0:
                fact = f"the reply has more than {_MOST_BYTES // 1_000_000} MB"
                raise GivenUpError(ModelFault.UNREADABLE, fact)
            yield self._taken(piece)
        if self._head:
            yield self._head

    def _taken(self, piece: bytes) -> bytes:
        """Return a piece without the mark before the first one, and look at its lines."""
        if self._head is not None:
            piece = self._head + piece
            is_open = len(piece) < len(_BOM) and _BOM.startswith(piece)
            self._head = piece if is_open else None
            piece = b"" if is_open else piece.removeprefix(_BOM)
        if _OBJECT.match(self.read):
            self.read += piece
        *lines, rest = re.split(rb"[\r\n]", self.line + piece)
        self.line = rest[:_LONGEST_FIELD]
        self.is_odd = self.is_odd or not all(map(FIELD.match, lines))
        return piece

    async def _next(self, chunks: AsyncIterator[bytes]) -> bytes | None:
        try:
            async with asyncio.timeout(self._silence):
                return await anext(chunks, None)
        except TimeoutError as error:
            raise httpx2.ReadTimeout(f"nothing came for {self._silence:g} s") from error

    async def aclose(self) -> None:
        await self._inner.aclose()

    def _unpacked(self, chunk: bytes, most: int) -> bytes:
        try:
            return bytes(self._unpacking.decompress(chunk, most))
        except zlib.error as error:
            raise GivenUpError(ModelFault.UNREADABLE, "the reply cannot be unpacked") from error
