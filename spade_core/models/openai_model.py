"""The one place that knows the `openai` package: a model behind any compatible endpoint.

The package retries (408, 409, 429, 5xx, lost connections) and honours a short Retry-After for the call at hand; here
any Retry-After up to two minutes holds back every call to the same endpoint, a longer one is an error at once, replies
that break off in the middle are asked for again, and options that a server does not know are left out from then on.
Long replies are streamed, so that a server that stalls is noticed by its silence; short ones are not, for speed.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from spade_core.errors import ModelError, ModelFault
from spade_core.models.attempts import GivenUpError, current
from spade_core.models.endpoint import Endpoint
from spade_core.models.model import Finish, Message, Reply, Request, shown
from spade_core.models.sayings import part, pause_in, text_in, usage_in, without

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI, AsyncStream

_STREAMED_FROM = 1000
"""Replies that may be this long, in tokens, are streamed."""
_MOST_CHARACTERS = 1_000_000
_LONGEST_PAUSE = 120.0
_TOLD_PAUSE = 5.0
"""A person is told of a pause from this length, in seconds."""
_KNOCK_SECONDS = 3.0
_NO_CREDIT = "insufficient_quota"
_MOST_BROKEN = 2
"""How often a reply that broke off or stalled in the middle is asked for again."""
_OPTIONS = ("stream_options", "response_format", "temperature", "max_tokens", "seed")
"""What a server may not know, as its complaint would name it."""
_ODDITIES = (ValueError, TypeError, AttributeError, IndexError, KeyError, RecursionError)
"""What comes of an answer in another shape than that of the API."""
_FINISHES = {"length": Finish.TRUNCATED, "content_filter": Finish.REFUSED}


class OpenAIModel:
    """A model behind an OpenAI-compatible endpoint. Use it in one event loop, and close it there."""

    def __init__(self, endpoint: Endpoint, *, on_wait: Callable[[str], None] | None = None) -> None:
        """Make a model; `on_wait` is told, in words for a person, whenever the server asks to be left alone."""
        self.endpoint = endpoint
        self._on_wait = on_wait
        self._met = False
        self._client: AsyncOpenAI | None = None
        self._slots = asyncio.Semaphore(endpoint.in_flight)
        self._refused: set[str] = set()
        self._not_before = 0.0

    @property
    def name(self) -> str:
        """The model's name."""
        return self.endpoint.model

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def reply(self, request: Request) -> Reply:
        """Return the reply, after as many retries as the endpoint allows.

        Raises:
            ModelError: there is none; the message names the host or the model and the fact.
        """
        try:
            async with self._slots, asyncio.timeout(self.endpoint.deadline):
                return await self._persist(request)
        except TimeoutError as error:
            fact = f"{self._place}: no complete reply within {self.endpoint.deadline:g} s"
            raise ModelError(ModelFault.TIMEOUT, fact) from error

    async def embed(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        """Return one vector for each text."""
        try:
            async with self._slots, asyncio.timeout(self.endpoint.deadline):
                found = await self._open().embeddings.create(
                    model=self.name, input=[encodable(text) for text in texts], encoding_format="float"
                )
        except TimeoutError as error:
            raise ModelError(ModelFault.TIMEOUT, f"{self._place}: no vectors in time") from error
        except _foreign_errors() as error:
            raise self._translated(error) from error
        except _ODDITIES as error:
            raise ModelError(ModelFault.UNREADABLE, f"{self._place}: not a list of vectors") from error
        vectors = [tuple(each.embedding) for each in found.data]
        if len(vectors) != len(texts) or len({len(vector) for vector in vectors}) > 1:
            raise ModelError(ModelFault.UNREADABLE, f"{self._place}: {len(vectors)} vectors for {len(texts)} texts")
        return vectors

    async def offered(self) -> tuple[str, ...]:
        """Return the names of the models that the endpoint says it has; raises ModelError as `reply` does."""
        try:
            async with asyncio.timeout(self.endpoint.deadline):
                found = await self._open().get("/models", cast_to=object)
        except TimeoutError as error:
            raise ModelError(ModelFault.TIMEOUT, f"{self.endpoint.host}: no list of models in time") from error
        except _foreign_errors() as error:
            raise self._translated(error) from error
        except _ODDITIES as error:
            raise ModelError(ModelFault.UNREADABLE, f"{self.endpoint.host}: not a list of models") from error
        listed = part(found, "data")
        names = {text_in(part(each, "id")) for each in listed} if isinstance(listed, list) else set()
        return tuple(sorted(name for name in names if name))

    @property
    def _place(self) -> str:
        return f"{self.name} at {self.endpoint.host}"

    async def _persist(self, request: Request) -> Reply:
        """Ask until a whole reply is there: again without an option that was refused, again after a broken one."""
        import openai

        broken = 0
        await self._knock()
        while True:
            try:
                return await self._once(request)
            except openai.BadRequestError as error:
                refused = self._option_refused(error, request)
                if refused is None:
                    raise self._translated(error) from error
                self._refused.add(refused)
            except _transport_errors() as error:
                broken += 1
                if broken > min(self.endpoint.retries, _MOST_BROKEN):
                    raise self._translated(error) from error
            except (openai.OpenAIError, GivenUpError) as error:
                raise self._translated(error) from error
            except _ODDITIES as error:
                # The package trusts servers to answer in the right shape; some answer with anything.
                fact = f"{self._place}: not an answer of the chat API ({type(error).__name__})"
                raise ModelError(ModelFault.UNREADABLE, fact) from error

    async def _knock(self) -> None:
        """See whether anything listens, where that is a matter of milliseconds: a server on this machine."""
        if self._met or not self.endpoint.is_local:
            return
        try:
            async with asyncio.timeout(_KNOCK_SECONDS):
                _, writer = await asyncio.open_connection(*self.endpoint.address)
        except OSError as error:
            fact = f"{self._place}: the connection failed (nothing answers at {self.endpoint.base_url}: is it running?)"
            raise ModelError(ModelFault.CONNECTION, fact) from error
        writer.close()
        self._met = True

    async def _once(self, request: Request) -> Reply:
        import httpx2
        import openai

        body: dict[str, Any] = {"model": self.name, "messages": [_message(message) for message in request.messages]}
        body |= self._options(request)
        if request.most_tokens < _STREAMED_FROM:
            # asked for as plain values: servers differ in shape, and the package's own types cost most of a short call
            found = await self._open().post("/chat/completions", cast_to=object, body=body)
            return self._whole(found, request)
        body["stream"] = True
        if "stream_options" not in self._refused:
            body["stream_options"] = {"include_usage": True}
        stream = await self._open().post(
            "/chat/completions", cast_to=object, body=body, stream=True, stream_cls=openai.AsyncStream[object]
        )
        try:
            return await self._gathered(stream, request)
        except (openai.APIConnectionError, httpx2.TransportError) as error:
            raise _BrokenOffError from error  # the package tries again only until a reply begins
        finally:
            await stream.close()

    def _options(self, request: Request) -> dict[str, Any]:
        options: dict[str, Any] = {}
        old_name = "max_tokens" not in self._refused
        options["max_tokens" if old_name else "max_completion_tokens"] = request.most_tokens
        if request.temperature is not None and "temperature" not in self._refused:
            options["temperature"] = request.temperature
        if request.repeat and "seed" not in self._refused:
            options["seed"] = request.repeat
        if request.schema is not None and "response_format" not in self._refused:
            schema = {"name": request.schema.name, "strict": True, "schema": request.schema.shape}
            options["response_format"] = {"type": "json_schema", "json_schema": schema}
        return options

    def _whole(self, found: Any, request: Request) -> Reply:
        choice = found["choices"][0]
        message = choice["message"]
        text, refusal = text_in(message.get("content")), text_in(message.get("refusal"))
        return self._reply(text, refusal, choice.get("finish_reason"), found.get("usage"), request)

    async def _gathered(self, stream: "AsyncStream[object]", request: Request) -> Reply:
        pieces: list[str] = []
        refusal: list[str] = []
        length, reason, usage, chunk = 0, None, None, None
        async for chunk in stream:
            usage = part(chunk, "usage") or usage
            for choice in part(chunk, "choices") or ():
                reason = part(choice, "finish_reason") or reason
                delta = part(choice, "delta")
                pieces.append(text_in(part(delta, "content")))
                refusal.append(text_in(part(delta, "refusal")))
                length += len(pieces[-1]) + len(refusal[-1])
            if length > _MOST_CHARACTERS:
                raise ModelError(ModelFault.UNREADABLE, f"{self._place}: the reply does not end")
        if chunk is None:
            raise ValueError("not one event: a page, perhaps")
        if reason is None:
            raise _BrokenOffError
        return self._reply("".join(pieces), "".join(refusal), reason, usage, request)

    def _reply(self, text: str, refusal: str, reason: object, usage: object, request: Request) -> Reply:
        finish = Finish.REFUSED if refusal else _FINISHES.get(str(reason), Finish.COMPLETE)
        said = (refusal or text)[:_MOST_CHARACTERS]
        return Reply(said, self.name, finish, usage_in(usage, request, said))

    def _open(self) -> "AsyncOpenAI":
        if self._client is None:
            import openai

            self._client = openai.AsyncOpenAI(
                api_key=self.endpoint.key,
                base_url=self.endpoint.base_url,
                timeout=self.endpoint.timeout,
                max_retries=self.endpoint.retries,
                http_client=openai.DefaultAsyncHttpxClient(
                    # a redirect would carry the texts to a host that nobody named
                    follow_redirects=False,
                    event_hooks={
                        "request": [self._wait, self._dress, self._count],
                        "response": [self._take, self._note_pause],
                    },
                ),
            )
        return self._client

    async def _note_pause(self, response: "httpx2.Response") -> None:
        """Remember how long a server that is asked too much wants to be left alone."""
        if response.status_code not in {429, 503}:
            return
        pause = pause_in(response.headers)
        if pause > _LONGEST_PAUSE or _NO_CREDIT.encode("ascii") in await response.aread():
            response.headers["x-should-retry"] = "false"  # what the package asks before it tries again
            return
        until = time.monotonic() + pause
        if pause >= _TOLD_PAUSE and until > self._not_before + 1.0 and self._on_wait is not None:
            self._on_wait(f"{self._place} asks for a pause of {pause:.0f} s")
        self._not_before = max(self._not_before, until)

    async def _dress(self, request: "httpx2.Request") -> None:
        """Leave nothing in the headers that the package took from the environment and that is not due here."""
        from spade_core.models.wire import dress

        if not self.endpoint.is_openais:
            dress(request, self.endpoint.key if self.endpoint.has_key else None)
        request.headers["accept-encoding"] = "identity"  # what is packed may be of any size

    async def _count(self, request: "httpx2.Request") -> None:
        current().begin()
        request.extensions["trace"] = _note_sent

    async def _take(self, response: "httpx2.Response") -> None:
        from spade_core.models.wire import bound

        if not response.is_success:
            current().settled()
        bound(response)

    async def _wait(self, _: "httpx2.Request") -> None:
        """Hold a call back, the package's own retries included, until the server's pause is over."""
        # the pause may have grown meanwhile
        while (left := self._not_before - time.monotonic()) > 0:  # noqa: ASYNC110  (a time, not an event)
            await asyncio.sleep(left)

    def _option_refused(self, error: Any, request: Request) -> str | None:
        """Return the option that a complaint is about and that can be left out, or None."""
        complaint = f"{error.param or ''} {error.message}".lower()
        sent = set(self._options(request))
        if request.most_tokens >= _STREAMED_FROM:
            sent.add("stream_options")
        for option in _OPTIONS:
            if option in sent and option not in self._refused and option in complaint:
                return option
        if "response_format" in sent and ("json_schema" in complaint or "schema" in complaint):
            return "response_format"
        return None

    def _translated(self, error: BaseException) -> ModelError:
        import openai

        if isinstance(error, GivenUpError):
            return ModelError(error.fault, f"{self._place}: {error}")
        if isinstance(error, _BrokenOffError) and isinstance(error.__cause__, Exception):
            error = error.__cause__
        fact = f"{self._place}: {_fact(error, self._without_key)}"
        if isinstance(error, openai.APITimeoutError) or "Timeout" in type(error).__name__:
            fact = f"{self._place}: nothing came for {self.endpoint.timeout:g} s"
            return ModelError(ModelFault.TIMEOUT, fact)
        if isinstance(error, openai.APIStatusError):
            fault = ModelFault.NO_CREDIT if error.code == _NO_CREDIT else _fault_of(error.status_code)
            if (pause := pause_in(error.response.headers)) > _LONGEST_PAUSE:
                fact = f"{fact}; it asks to be left alone for {pause:.0f} s"
            if error.status_code == 404 and not self.endpoint.base_url.endswith("/v1"):
                fact = f"{fact}. Most servers have their models at an address that ends in /v1"
            if fault is ModelFault.WRONG_KEY and self.endpoint.withheld:
                fact = f"{fact}. {_withheld(self.endpoint.base_url)}"
            return ModelError(fault, fact)
        if isinstance(error, (openai.APIConnectionError, *_transport_errors())):
            fact = f"{self._place}: {_connection_fact(error, self._without_key)}"
            return ModelError(ModelFault.CONNECTION, fact)
        return ModelError(ModelFault.SERVER, fact)

    def _without_key(self, fact: str) -> str:
        """Return what was said without the key, which some servers quote."""
        return without(self.endpoint.key, fact) if self.endpoint.has_key else fact


async def _note_sent(event: str, _: object) -> None:
    if event.endswith("send_request_body.started"):
        current().sent()


class _BrokenOffError(Exception):
    """A stream ended before its reply did."""


def _transport_errors() -> tuple[type[Exception], ...]:
    import httpx2

    return (httpx2.TransportError, _BrokenOffError)


def _foreign_errors() -> tuple[type[BaseException], ...]:
    import openai

    return (openai.OpenAIError, GivenUpError, *_transport_errors())


def _withheld(base_url: str) -> str:
    return (
        "SPADE_API_KEY was not sent, because only the project's settings name this address: if you trust it, run "
        f"`spade doctor --trust-endpoint {base_url}`"
    )


def _fault_of(status: int) -> ModelFault:
    known = {
        401: ModelFault.WRONG_KEY,
        403: ModelFault.WRONG_KEY,
        404: ModelFault.UNKNOWN_MODEL,
        408: ModelFault.TIMEOUT,
        429: ModelFault.RATE_LIMITED,
    }
    return known.get(status, ModelFault.SERVER if status >= 500 else ModelFault.BAD_REQUEST)


def _fact(error: BaseException, clean: Callable[[str], str]) -> str:
    status = getattr(error, "status_code", None)
    body = getattr(error, "body", None)
    said = body.get("message") if isinstance(body, dict) else body if isinstance(body, str) else str(error)
    meaning = {401: "the key is wrong", 403: "the key is not allowed this", 404: "there is no such model here"}
    meant = "the account has no credit left" if getattr(error, "code", None) == _NO_CREDIT else ""
    words = [f"HTTP {status}" if status else "", meant or meaning.get(status or 0, ""), shown(clean(str(said or "")))]
    return ", ".join(word for word in words if word)


def _connection_fact(error: BaseException, clean: Callable[[str], str]) -> str:
    cause = error.__cause__ or error
    if isinstance(cause, _BrokenOffError):
        return "the reply broke off"
    return f"the connection failed ({type(cause).__name__}: {shown(clean(str(cause)))})"


def _message(message: Message) -> dict[str, str]:
    return {"role": message.speaker.value, "content": encodable(message.text)}


def encodable(text: str) -> str:
    """Return the text with each lone surrogate, which cannot be sent, as a replacement character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return _without_surrogates(text)
    return text


def _without_surrogates(text: str) -> str:
    return "".join("\N{REPLACEMENT CHARACTER}" if "\ud800" <= c <= "\udfff" else c for c in text)
