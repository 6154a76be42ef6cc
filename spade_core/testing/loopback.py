"""An OpenAI-compatible server on this machine, for tests: it answers as it is told and misbehaves on demand.

    def answer(call: Call) -> Answer:
        return Answer('{"answer": "yes"}')

    with LoopbackServer(answer) as server:
        environ = {"SPADE_BASE_URL": server.url}

Chat completions and responses (whole and streamed), embeddings, JSON schema, keys, models; and faults: any status with
any headers, a delay, a connection cut or silent in the middle, a body that is not JSON, a reply cut off or refused.
"""

import asyncio
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from spade_core.models import tokens_in
from spade_core.testing.calls import Answer as Answer, Call as Call
from spade_core.testing.responses import response_events, response_object

_PIECE = 24
_DIMENSIONS = 64


class LoopbackServer:
    """A server in a thread of its own; as a context manager it runs inside the block."""

    def __init__(
        self,
        answer: Callable[[Call], Answer | str],
        *,
        keys: Sequence[str] = (),
        models: Sequence[str] = (),
        unknown_options: Sequence[str] = (),
        vectors: bytes | None = None,
    ) -> None:
        """Make a server; empty `keys` and `models` mean that any will do. `vectors` answers all questions for them."""
        self.calls: list[Call] = []
        self.finished: list[Call] = []
        """The calls whose replies were sent to the end."""
        self.most_at_once = 0
        self._answer = answer
        self._keys = frozenset(keys)
        self._models = frozenset(models)
        self._unknown = frozenset(unknown_options)
        self._vectors = vectors
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="loopback-server", daemon=True)
        self._writers: list[asyncio.StreamWriter] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._at_once = 0
        self._dropped = threading.Semaphore(0)
        self.port = 0

    @property
    def url(self) -> str:
        """The base URL to hand to a client."""
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        self.port = asyncio.run_coroutine_threadsafe(self._start(), self._loop).result(10)
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def wait_until_dropped(self, seconds: float = 10.0) -> bool:
        """Return whether a client gave up a call within that time."""
        return self._dropped.acquire(timeout=seconds)

    async def _start(self) -> int:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def _stop(self) -> None:
        this = asyncio.current_task()
        # A connection that was just accepted is a task of asyncio's: it would lose its socket if it were cancelled, and
        # if the server were closed before it begins.
        while tasks := [task for task in asyncio.all_tasks() if task is not this]:
            for serving in self._tasks:
                serving.cancel()
            await asyncio.wait(tasks)
        self._server.close()
        for writer in self._writers:
            writer.transport.abort()
        await asyncio.sleep(0)  # a turn of the loop, in which the sockets are closed

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection; a task that is cancelled before it began closes nothing, so `_stop` does."""
        self._writers.append(writer)
        serving = self._loop.create_task(self._serve(reader, writer))
        serving.add_done_callback(self._tasks.discard)
        self._tasks.add(serving)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (request := await _read(reader)) is not None:
                if not await self._respond(request, reader, writer):
                    break
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client hung up, or the server stops; the streams of 3.11 complain of a cancelled handler
        finally:
            writer.close()

    async def _respond(self, request: "_Request", reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request, and return whether the connection stays."""
        if request.path.endswith("/embeddings"):
            _send(writer, 200, self._vectors or _json(_embeddings(request.body)))
            await writer.drain()
            return True
        if request.path.endswith("/models"):
            return await self._list_models(request, writer)
        call = Call(len(self.calls), request.body, request.headers, request.path)
        self.calls.append(call)
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        gone = asyncio.ensure_future(_gone(reader))
        work = asyncio.ensure_future(self._carry_out(call, writer))
        try:
            await asyncio.wait({gone, work}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                return work.result()
            self._dropped.release()
            return False
        finally:
            self._at_once -= 1
            for task in (gone, work):
                task.cancel()
            await asyncio.gather(gone, work, return_exceptions=True)

    async def _list_models(self, request: "_Request", writer: asyncio.StreamWriter) -> bool:
        if self._keys and request.headers.get("authorization", "").removeprefix("Bearer ") not in self._keys:
            _send(writer, 401, _json({"error": {"message": "Incorrect API key provided"}}))
        else:
            _send(writer, 200, _json({"object": "list", "data": [{"id": name} for name in sorted(self._models)]}))
        await writer.drain()
        return True

    async def _carry_out(self, call: Call, writer: asyncio.StreamWriter) -> bool:
        answer = self._refusal(call)
        if answer is None:
            told = self._answer(call)
            answer = Answer(told) if isinstance(told, str) else told
        await asyncio.sleep(answer.delay)
        stays = await _deliver(call, answer, writer)
        if stays:
            self.finished.append(call)
        return stays

    def _refusal(self, call: Call) -> Answer | None:
        key = call.headers.get("authorization", "").removeprefix("Bearer ")
        if self._keys and key not in self._keys:
            return Answer(status=401, complaint={"message": "Incorrect API key provided", "code": "invalid_api_key"})
        if self._models and call.model not in self._models:
            said = f"The model `{call.model}` does not exist"
            return Answer(status=404, complaint={"message": said, "code": "model_not_found"})
        for option in sorted(self._unknown & call.body.keys()):
            said = f"Unsupported parameter: '{option}' is not supported with this model."
            return Answer(status=400, complaint={"message": said, "param": option, "code": "unsupported_parameter"})
        return None


@dataclass(frozen=True, slots=True)
class _Request:
    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]


async def _read(reader: asyncio.StreamReader) -> _Request | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.split("\r\n")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return _Request(first.split(" ")[1], headers, json.loads(body) if body else {})


async def _gone(reader: asyncio.StreamReader) -> None:
    """Return when the client hangs up; the bytes of a next call are not read, since clients wait for an answer."""
    # a stream tells of its end only when it is read
    while not reader.at_eof():  # noqa: ASYNC110
        await asyncio.sleep(0.05)


async def _deliver(call: Call, answer: Answer, writer: asyncio.StreamWriter) -> bool:
    if answer.raw is not None:
        _send(writer, answer.status, answer.raw, answer.headers)
    elif answer.status != 200:
        _send(writer, answer.status, _json({"error": answer.complaint or {"message": "told to fail"}}), answer.headers)
    elif call.body.get("stream"):
        return await _stream(call, answer, writer)
    else:
        body = _json(response_object(call, answer) if _asks_for_response(call) else _completion(call, answer))
        kept = _kept(answer)
        if kept is not None:
            _head(writer, 200, len(body), answer.headers)
            writer.write(body[: len(body) // 2])
            return await _break_off(answer, writer)
        _send(writer, 200, body, answer.headers)
    await writer.drain()
    return True


def _asks_for_response(call: Call) -> bool:
    return call.path.partition("?")[0].endswith("/responses")


async def _stream(call: Call, answer: Answer, writer: asyncio.StreamWriter) -> bool:
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n")
    kept = _kept(answer)
    text = answer.text if kept is None else answer.text[:kept]
    if _asks_for_response(call):
        for event in response_events(call, answer, text, piece=_PIECE):
            _data(writer, f"event: {event['type']}\n".encode("ascii") + b"data: " + _json(event) + b"\n\n")
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        return True
    if answer.reasoning:
        _event(writer, _chunk(call, {"reasoning_content": answer.reasoning}))
    for start in range(0, len(text), _PIECE):
        _event(writer, _chunk(call, {"content": text[start : start + _PIECE]}))
        await writer.drain()
    if kept is not None:
        return await _break_off(answer, writer)
    if answer.refusal is not None:
        _event(writer, _chunk(call, {"refusal": answer.refusal}))
    _event(writer, _chunk(call, {}, answer.finish))
    if not answer.no_usage and (call.body.get("stream_options") or {}).get("include_usage"):
        _event(writer, {**_chunk(call, {}), "choices": [], "usage": _usage(call, answer)})
    _data(writer, b"data: [DONE]\n\n")
    writer.write(b"0\r\n\r\n")
    await writer.drain()
    return True


def _kept(answer: Answer) -> int | None:
    return answer.cut_after if answer.cut_after is not None else answer.stall_after


async def _break_off(answer: Answer, writer: asyncio.StreamWriter) -> bool:
    await writer.drain()
    if answer.stall_after is not None:
        await asyncio.sleep(3600)
    writer.transport.abort()
    return False


def _send(writer: asyncio.StreamWriter, status: int, body: bytes, headers: Mapping[str, str] | None = None) -> None:
    _head(writer, status, len(body), headers or {})
    writer.write(body)


def _head(writer: asyncio.StreamWriter, status: int, length: int, headers: Mapping[str, str]) -> None:
    lines = {"content-type": "application/json", "content-length": str(length), **headers}
    text = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    writer.write(f"HTTP/1.1 {status} -\r\n{text}\r\n".encode("latin-1"))


def _event(writer: asyncio.StreamWriter, value: Mapping[str, object]) -> None:
    _data(writer, b"data: " + _json(value) + b"\n\n")


def _data(writer: asyncio.StreamWriter, data: bytes) -> None:
    writer.write(f"{len(data):x}\r\n".encode("ascii") + data + b"\r\n")


def _chunk(call: Call, delta: Mapping[str, object], finish: str | None = None) -> dict[str, object]:
    choice = {"index": 0, "delta": dict(delta), "finish_reason": finish}
    return {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": call.model, "choices": [choice]}


def _completion(call: Call, answer: Answer) -> dict[str, object]:
    message = {"role": "assistant", "content": answer.text, "refusal": answer.refusal}
    if answer.reasoning:
        message["reasoning_content"] = answer.reasoning
    choice = {"index": 0, "message": message, "finish_reason": answer.finish}
    whole = {"id": "c", "object": "chat.completion", "created": 0, "model": call.model, "choices": [choice]}
    return whole if answer.no_usage else {**whole, "usage": _usage(call, answer)}


def _usage(call: Call, answer: Answer) -> dict[str, object]:
    thought = tokens_in(answer.reasoning)
    sent, came = sum(map(tokens_in, call.texts)), thought + tokens_in(answer.text)
    counted = {"prompt_tokens": sent, "completion_tokens": came, "total_tokens": sent + came}
    return {**counted, "completion_tokens_details": {"reasoning_tokens": thought}}


def _embeddings(body: Mapping[str, Any]) -> dict[str, object]:
    """Vectors that count words: texts with the same words are near each other."""
    texts = body.get("input", [])
    data = [
        {"object": "embedding", "index": index, "embedding": _vector(str(text))}
        for index, text in enumerate([texts] if isinstance(texts, str) else texts)
    ]
    return {
        "object": "list",
        "model": body.get("model", ""),
        "data": data,
        "usage": {"prompt_tokens": 1, "total_tokens": 1},
    }


def _vector(text: str) -> list[float]:
    vector = [0.0] * _DIMENSIONS
    for word in text.lower().split():
        vector[sum(word.encode("utf-8", "replace")) % _DIMENSIONS] += 1.0
    return vector


def _json(value: Mapping[str, object]) -> bytes:
    return json.dumps(value).encode("ascii")
