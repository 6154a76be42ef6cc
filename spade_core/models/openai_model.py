"""The one place that knows the `openai` package: a model behind any compatible endpoint.

The package retries (408, 409, 5xx, lost connections) and honours a short Retry-After for the call at hand; here any
Retry-After up to two minutes holds back every call to the same endpoint, a longer one is an error at once, a call that
is declined for its rate is put again with fewer beside it, replies that break off in the middle are asked for again,
and what a server refused is left out of every call from then on.
Long replies are streamed, so that a server that stalls is noticed by its silence; short ones are not, for speed.
"""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from shlex import quote
from typing import TYPE_CHECKING, Self, TypeVar

from spade_core.errors import ModelError, ModelFault
from spade_core.models.attempts import GivenUpError, current
from spade_core.models.complaints import (
    error_in,
    fact_of,
    fault_of,
    loads_model,
    number_in,
    status_in,
    wants_responses_api,
    wants_stream,
)
from spade_core.models.dialects import ApiDialect, ChatApi, ModelRequest, ResponsesApi, StreamedAnswer, encodable
from spade_core.models.endings import finish_of, lacking_in
from spade_core.models.endpoint import Endpoint
from spade_core.models.model import Finish, Reply, Request, shown
from spade_core.models.pace import Pace
from spade_core.models.proxy import proxy_of, through
from spade_core.models.reasoning import holds_reasoning
from spade_core.models.refusals import (
    JSON_SCHEMA,
    REFUSING,
    SHORTEST_REPLY,
    SYSTEM,
    LengthLimit,
    blames_request,
    length_limit_in,
    option_refused,
    wants_other_form,
)
from spade_core.models.reply_parsing import (
    begins_events,
    objects_in,
    part,
    pause_in,
    reasoned,
    text_in,
    usage_in,
    whole_text,
    without,
)
from spade_core.models.vectors import vectors_in

if TYPE_CHECKING:
    import httpx2
    from openai import APIStatusError, AsyncOpenAI, AsyncStream

_T = TypeVar("_T")
_STREAMED_FROM = 1000
"""Replies that may be this long, in tokens, are streamed."""
_MOST_CHARACTERS = 1_000_000
_LONGEST_PAUSE = 120.0
_TOLD_PAUSE = 5.0
"""A person is told of a pause from this length, in seconds."""
_QUEUE_PAUSE = 1.0
"""A server that asks for a pause from this length, in seconds, has others before us: it is waited for."""
_KNOCK_SECONDS = 3.0
_AGAIN = "x-should-retry"
"""What the package asks before it tries again."""
_DECLINED = "spade.declined"
"""Of a response, the pause after which its call is to be put again in its turn; None where it is not."""
_MOST_BROKEN = 2
"""How often a reply that broke off or stalled in the middle is asked for again."""
_SILENCES = 3
"""How many times the longest silence a server may take to begin an answer, and a stream may last in which nothing new
comes."""
_began: ContextVar["asyncio.Timeout | None"] = ContextVar("began", default=None)
"""The limit on the call at hand, which begins anew each time that the package tries it."""
_ANY_LENGTH = 2**31
_NO_WORD = 16
"""Characters from which a key is no word that a reply may hold by chance, as "ollama" is one."""
_CHAT, _RESPONSES = ChatApi(), ResponsesApi()
_ODDITIES = (ValueError, TypeError, AttributeError, IndexError, KeyError, RecursionError, AssertionError)
"""What comes of an answer in another shape than that of the API, or in a character set that is none."""
_NEARLY = 0.8
"""Share of the longest reply from which one may be of that length whose tokens are estimated."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a model and its server turned out to do, after a reply."""

    api: str
    """The path of the API that it is asked by."""
    refused: frozenset[str]
    """Options that the server does not take, by their names in the chat API."""
    counts: bool
    """Whether the server counts tokens."""
    reasons: bool
    """Whether it reasoned before it answered, as far as the server tells."""


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
        self._longest = _ANY_LENGTH
        self._dialect: ApiDialect = _CHAT
        self._streams_alone = False
        self._tells_end = False
        self._was_loading = False
        self._counts = False
        self._reasons = False
        self._pace = Pace(endpoint.in_flight)

    @property
    def name(self) -> str:
        """The model's name."""
        return self.endpoint.model

    @property
    def abilities(self) -> Abilities:
        """What it turned out to do, after a reply."""
        return Abilities(self._dialect.path, frozenset(self._refused), self._counts, self._reasons)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
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
                sent = [encodable(text) for text in texts]
                return await self._in_turn(partial(self._vectors, sent))
        except TimeoutError as error:
            raise ModelError(ModelFault.TIMEOUT, f"{self._place}: no vectors in time") from error
        except _foreign_errors() as error:
            raise self._translated(error) from error
        except _ODDITIES as error:
            why = f" ({error})" if type(error) is ValueError else ""
            raise ModelError(ModelFault.UNREADABLE, f"{self._place}: not a list of vectors{why}") from error

    async def _vectors(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        body = {"model": self.name, "input": texts, "encoding_format": "float"}
        found: object = await self._open().post("/embeddings", cast_to=object, body=body)
        if (error := error_in(found, "data")) is not None:
            raise _ToldError(error)
        return vectors_in(found, len(texts))

    async def offered(self) -> tuple[str, ...]:
        """Return the names of the models that the endpoint says it has; raises ModelError as `reply` does."""
        try:
            async with asyncio.timeout(self.endpoint.deadline):
                found = await self._in_turn(partial(self._open().get, "/models", cast_to=object))
        except TimeoutError as error:
            raise ModelError(ModelFault.TIMEOUT, f"{self.endpoint.host}: no list of models in time") from error
        except _foreign_errors() as error:
            raise self._translated(error) from error
        except _ODDITIES as error:
            raise ModelError(ModelFault.UNREADABLE, f"{self.endpoint.host}: not a list of models") from error
        listed = part(found, "data")
        names = {self._without_key(text_in(part(each, "id"))) for each in listed} if isinstance(listed, list) else set()
        return tuple(sorted(name for name in names if name))

    @property
    def _place(self) -> str:
        return f"{self.name} at {self.endpoint.host}{through(self.endpoint)}"

    async def _persist(self, request: Request) -> Reply:
        """Ask until a whole reply is there: again without what was refused, again after a broken one."""
        import openai

        broken, most = 0, request.most_tokens
        await self._knock()
        while True:
            asked = self._asked(request, most)
            try:
                return await self._in_turn(partial(self._once, asked))
            except openai.APIStatusError as error:
                if self._learns_from(error, asked):
                    continue
                most = _shorter(error, asked)
                if most < SHORTEST_REPLY:
                    raise self._translated(error) from error
            except _transport_errors() as error:
                never_ends = isinstance(error, _BrokenOffError) and error.__cause__ is None and not self._tells_end
                if asked.streamed and (never_ends or isinstance(error, _OddError)):
                    self._refused.add("stream")  # it may never say how its streams end; a reply in one piece is whole
                    continue
                broken += 1
                if broken > min(self.endpoint.retries, _MOST_BROKEN) or not _is_passing(error):
                    raise self._translated(error) from error
            except (openai.OpenAIError, GivenUpError) as error:
                raise self._translated(error) from error
            except _ODDITIES as error:
                # The package trusts servers to answer in the right shape; some answer with anything.
                why = ": its parts are not where they belong"
                if isinstance(error, json.JSONDecodeError):
                    why = " (it is no JSON)" if error.doc.strip() else " (it is empty)"
                elif type(error) is ValueError:
                    why = f" ({shown(self._without_key(str(error)))})"
                fact = f"{self._place}: not an answer of the chat API{why}"
                raise ModelError(ModelFault.UNREADABLE, fact) from error

    async def _in_turn(self, call: Callable[[], Awaitable[_T]]) -> _T:
        """Return what a call returns, which is put again when the server declines it for its rate."""
        import openai

        while True:
            async with self._pace.turn() as wave:
                try:
                    found = await call()
                except (openai.APIStatusError, _ToldError) as error:
                    if (pause := _asked_pause(error)) is None:
                        raise
                    self._pace.declined(wave, pause)
                    if self._pace.declined_in_a_row > self.endpoint.retries and pause < _QUEUE_PAUSE:
                        raise
                else:
                    self._pace.answered()
                    return found

    def _asked(self, request: Request, most: int) -> ModelRequest:
        most = min(most, self._longest)
        streamed = (most >= _STREAMED_FROM or self._streams_alone) and "stream" not in self._refused
        refused = frozenset(self._refused)
        return ModelRequest(self.name, request, most, self.endpoint.effort, streamed=streamed, refused=refused)

    async def _knock(self) -> None:
        """See whether anything listens, where that is a matter of milliseconds: a server on this machine."""
        if self._met or not self.endpoint.names_this_machine:
            return
        try:
            async with asyncio.timeout(_KNOCK_SECONDS):
                _, writer = await asyncio.open_connection(*self.endpoint.address)
        except socket.gaierror as error:
            fact = f"{self._place}: the connection failed (the name {self.endpoint.address[0]} does not resolve)"
            raise ModelError(ModelFault.CONNECTION, fact) from error
        except OSError as error:
            fact = f"{self._place}: the connection failed (nothing answers at {self.endpoint.base_url}: is it running?)"
            raise ModelError(ModelFault.CONNECTION, fact) from error
        writer.close()
        self._met = True

    async def _once(self, asked: ModelRequest) -> Reply:
        import httpx2
        import openai

        body = self._dialect.body(asked)
        if not asked.streamed:
            # the package's own types cost most of a short call, and servers differ in what they call JSON
            async with self._in_time():
                found = await self._open().post(self._dialect.path, cast_to=httpx2.Response, body=body)
            return self._reply(self._put_together(objects_in(found.content)), asked)
        async with self._in_time():
            stream = await self._open().post(
                self._dialect.path, cast_to=object, body=body, stream=True, stream_cls=openai.AsyncStream[object]
            )
        try:
            return self._reply(await self._gathered(stream), asked)
        finally:
            await stream.close()

    @asynccontextmanager
    async def _in_time(self) -> AsyncIterator[None]:
        """Give up a server whose answer begins byte by byte, which is no silence."""
        try:
            async with asyncio.timeout(None) as limit:
                _began.set(limit)
                yield
        except TimeoutError as error:
            fact = f"nothing new came for {_SILENCES * self.endpoint.timeout:g} s"
            raise GivenUpError(ModelFault.TIMEOUT, fact) from error
        finally:
            _began.set(None)

    async def _gathered(self, stream: "AsyncStream[object]") -> StreamedAnswer:
        import httpx2
        import openai

        from spade_core.models.wire import came, is_odd

        said, last = StreamedAnswer(), None
        most = _SILENCES * self.endpoint.timeout
        try:
            async with asyncio.timeout(most) as limit:
                async for event in stream:
                    if event != last:
                        limit.reschedule(asyncio.get_running_loop().time() + most)
                    last = event
                    self._dialect.gather(said, event)
        except TimeoutError as error:
            raise GivenUpError(ModelFault.TIMEOUT, f"nothing new came for {most:g} s") from error
        except (json.JSONDecodeError, UnicodeDecodeError):
            raise _OddError from None
        except (openai.APIConnectionError, httpx2.TransportError) as error:
            raise _BrokenOffError from error  # the package tries again only until a reply begins
        except openai.APIStatusError:
            raise
        except openai.APIError as error:
            raise _ToldError(error.body or error.message) from error
        if said.error is not None:
            return said
        if last is None and not begins_events(body := came(stream.response)):
            return self._put_together(objects_in(body))
        if last is None or said.is_odd or is_odd(stream.response):
            raise _OddError
        if not said.ended:
            raise _BrokenOffError
        self._tells_end = True
        return said

    def _put_together(self, objects: Sequence[object]) -> StreamedAnswer:
        """Return what an answer says that came as one object, or as the events of a stream without their marks."""
        if len(objects) == 1:
            return self._dialect.whole(objects[0])
        said = StreamedAnswer()
        for each in objects:
            self._dialect.gather(said, each)
        if said.error is None and said.is_odd:
            raise _OddError
        if said.error is None and not said.ended:
            raise _BrokenOffError
        return said

    def _reply(self, said: StreamedAnswer, asked: ModelRequest) -> Reply:
        if said.error is not None:
            raise _ToldError(said.error)
        text, refusal, usage = said.text, said.refusal, said.usage
        finish = Finish.REFUSED if refusal else finish_of(said.reason)
        if finish is None:
            fact = f"{self._place}: the reply ended with {shown(self._without_key(said.reason))}, not as a whole answer"
            raise ModelError(ModelFault.SERVER, fact)
        shown_text = refusal or text
        if len(self.endpoint.key) >= _NO_WORD:
            shown_text = self._without_key(shown_text)  # it would stand in messages, reports and examples
        if len(shown_text) > _MOST_CHARACTERS:
            fact = f"{self._place}: the reply has more than {_MOST_CHARACTERS} characters"
            raise ModelError(ModelFault.UNREADABLE, fact)
        counted = usage_in(usage, asked.request, whole_text(said.thoughts) + shown_text)
        is_full = counted.output >= asked.most_tokens * (_NEARLY if counted.estimated else 1)
        if finish is Finish.COMPLETE and is_full and not (said.reason and shown_text.strip()):
            finish = Finish.TRUNCATED  # it, or the reasoning before it, took all of it, and the server does not say so
        self._counts = not counted.estimated
        self._reasons = said.reasons or reasoned(usage) or holds_reasoning(text)
        lacking = lacking_in(
            said.reason,
            calls=said.calls,
            has_text=bool(shown_text.strip()),
            has_schema=asked.request.schema is not None,
            reasons=said.reasons,
        )
        return Reply(shown_text, self.name, finish, counted, lacking)

    def _open(self) -> "AsyncOpenAI":
        if self._client is None:
            import httpx2
            import openai

            self._client = openai.AsyncOpenAI(
                api_key=self.endpoint.key,
                base_url=self.endpoint.path_url,
                default_query={"api-version": self.endpoint.api_version} if self.endpoint.api_version else None,
                timeout=httpx2.Timeout(self.endpoint.timeout, read=_SILENCES * self.endpoint.timeout + 1),
                max_retries=self.endpoint.retries,
                http_client=openai.DefaultAsyncHttpxClient(
                    transport=self._transport(),
                    # a redirect would carry the texts to a host that nobody named
                    follow_redirects=False,
                    event_hooks={
                        "request": [self._wait, self._dress, self._count],
                        "response": [self._take, self._note_pause],
                    },
                ),
            )
        return self._client

    def _transport(self) -> "httpx2.AsyncHTTPTransport":
        """Return the way to the server: through its proxy and no other that the client package would find."""
        import httpx2
        import openai

        try:
            return httpx2.AsyncHTTPTransport(
                proxy=proxy_of(self.endpoint) or None, limits=openai.DEFAULT_CONNECTION_LIMITS
            )
        except (ValueError, ImportError, httpx2.InvalidURL) as error:  # what they say may quote its password
            raise ModelError(ModelFault.CONNECTION, f"{self._place}: a proxy of this kind cannot be used") from error

    async def _note_pause(self, response: "httpx2.Response") -> None:
        """Remember how long a server that is asked too much wants to be left alone, and whether to ask it again."""
        status, headers = response.status_code, response.headers
        if status != 429 and status < 500:
            return
        await response.aread()
        pause = pause_in(headers, response.text) if status in {429, 503} else 0.0
        if is_loading := loads_model(status, response.text):
            pause = max(pause, _QUEUE_PAUSE)
        is_declined = status == 429 or pause >= _QUEUE_PAUSE
        fault = fault_of(status, response.text)
        is_for_good = fault.is_final or (status == 429 and fault is not ModelFault.RATE_LIMITED)
        is_hopeless = pause > _LONGEST_PAUSE or is_for_good or (status != 429 and blames_request(status, response.text))
        is_put_again = is_declined and not is_hopeless and headers.get(_AGAIN) != "false"
        in_queue = pause if is_loading else pause_in(headers)  # queues say so there
        response.extensions[_DECLINED] = in_queue if is_put_again else None
        if is_declined or is_hopeless:
            headers[_AGAIN] = "false"
        if not is_hopeless and self._pace.pause(pause) > 1.0 and pause >= _TOLD_PAUSE and self._on_wait is not None:
            self._on_wait(f"{self._place} asks for a pause of {pause:.0f} s")
        elif is_loading and not self._was_loading and self._on_wait is not None:
            self._on_wait(f"{self._place} is loading the model")
        self._was_loading = self._was_loading or is_loading

    async def _dress(self, request: "httpx2.Request") -> None:
        """Leave nothing in the headers that the package took from the environment and that is not due here."""
        from spade_core.models.wire import dress

        if not self.endpoint.is_openais:
            dress(request, self.endpoint.key if self.endpoint.has_key else None)
        if self.endpoint.api_version and self.endpoint.has_key:
            request.headers["api-key"] = self.endpoint.key  # Azure's APIs with a version want it so
        request.headers["accept-encoding"] = "identity"  # what is packed may be of any size

    async def _count(self, request: "httpx2.Request") -> None:
        current().begin()
        if (limit := _began.get()) is not None:
            limit.reschedule(asyncio.get_running_loop().time() + _SILENCES * self.endpoint.timeout)
        request.extensions["trace"] = _note_sent

    async def _take(self, response: "httpx2.Response") -> None:
        from spade_core.models.wire import bound

        if not response.is_success:
            current().settled()
            if (limit := _began.get()) is not None:
                limit.reschedule(None)  # until the next try
        bound(response, self.endpoint.timeout)

    async def _wait(self, _: "httpx2.Request") -> None:
        """Hold a call back, the package's own retries included, until the server's pause is over."""
        await self._pace.wait()

    def _learns_from(self, error: "APIStatusError", asked: ModelRequest) -> bool:
        """Return whether a call is worth sending anew: it carried what is known by now to be refused.

        Another call may have learnt more since it was sent; that comes first.
        """
        if self._knows_better_than(asked):
            return True
        complaint, status = error.response.text, error.status_code
        if self._dialect is _CHAT and wants_responses_api(status, complaint):
            self._dialect = _RESPONSES
            return True
        if status not in REFUSING:
            return False
        if not asked.streamed and wants_stream(complaint):
            self._streams_alone = True
            return "stream" not in self._refused
        limit = _length_limit(error, asked)
        if limit is not None and limit.of_every_reply:
            self._longest = limit.most
        elif limit is None:
            options = asked.options_of(self._dialect)
            sent = options if blames_request(status, complaint) else options & {SYSTEM}
            refused = option_refused(complaint, sent, named=error.param)
            if refused == "response_format" and JSON_SCHEMA not in self._refused and wants_other_form(complaint):
                refused = JSON_SCHEMA
            if refused is not None:
                self._refused.add(refused)
        return self._knows_better_than(asked)

    def _knows_better_than(self, asked: ModelRequest) -> bool:
        is_whole = self._streams_alone and not asked.streamed and "stream" not in self._refused
        return is_whole or bool(self._refused - set(asked.refused)) or self._longest < asked.most_tokens

    def _translated(self, error: BaseException) -> ModelError:
        import openai

        if isinstance(error, GivenUpError):
            return ModelError(error.fault, f"{self._place}: {error}")
        if isinstance(error, _BrokenOffError) and isinstance(error.__cause__, Exception):
            error = error.__cause__
        fact = f"{self._place}: {shown(self._without_key(str(error)))}"
        if isinstance(error, openai.APITimeoutError) or "Timeout" in type(error).__name__:
            fact = f"{self._place}: nothing came for {self.endpoint.timeout:g} s"
            return ModelError(ModelFault.TIMEOUT, fact)
        if isinstance(error, _ToldError):
            status = status_in(error.said)
            said = fact_of(status, error.said, self._without_key, number=number_in(error.said))
            return ModelError(fault_of(status, error.said), f"{self._place}: {said}, in a reply of status 200")
        if isinstance(error, openai.APIStatusError):
            fault = fault_of(error.status_code, error.response.text)
            fact = f"{self._place}: {fact_of(error.status_code, error.body, self._without_key)}"
            if (pause := pause_in(error.response.headers, error.response.text)) > _LONGEST_PAUSE:
                fact = f"{fact}; it asks to be left alone for {pause:.0f} s"
            if 300 <= error.status_code < 400:
                where = self._without_key(error.response.headers.get("location", "").partition("?")[0])
                fact = f"{fact}; it leads to {shown(where)}, and redirects are not followed"
            if error.status_code == 404 and not self.endpoint.path_url.endswith("/v1"):
                fact = f"{fact}. Most servers have their models at an address that ends in /v1"
            if error.status_code in {401, 403} and self.endpoint.withheld:
                fact = f"{fact}. {_withheld(self.endpoint)}"
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
    """A stream ended, and its server did not say that the reply did."""


class _OddError(_BrokenOffError):
    """A stream holds something that is not understood, which may be a part of the reply."""


class _ToldError(Exception):
    """An error that a server put into a reply of status 200."""

    def __init__(self, said: object) -> None:
        super().__init__("an error in a reply")
        self.said = said


def _is_passing(error: BaseException) -> bool:
    """Whether another try may end otherwise."""
    return not isinstance(error, _ToldError) or status_in(error.said) in {408, 429} or status_in(error.said) >= 500


def _asked_pause(error: "APIStatusError | _ToldError") -> float | None:
    """Return the pause that a server asks for which declines a call for its rate; None where it does not."""
    if isinstance(error, _ToldError):
        return 0.0 if fault_of(status_in(error.said), error.said) is ModelFault.RATE_LIMITED else None
    pause: float | None = error.response.extensions.get(_DECLINED)
    return pause


def _shorter(error: "APIStatusError", asked: ModelRequest) -> int:
    """Return the length of reply to try after a complaint: 0, or less than before where it takes up too much room."""
    limit = _length_limit(error, asked) if error.status_code < 500 else None
    return limit.most if limit is not None else 0


def _length_limit(error: "APIStatusError", asked: ModelRequest) -> LengthLimit | None:
    return length_limit_in(error.body, error.response.text, asked=asked.most_tokens, status=error.status_code)


def _transport_errors() -> tuple[type[Exception], ...]:
    import httpx2

    return (httpx2.TransportError, _BrokenOffError, _ToldError)


def _foreign_errors() -> tuple[type[BaseException], ...]:
    import openai

    return (openai.OpenAIError, GivenUpError, *_transport_errors())


def _withheld(endpoint: Endpoint) -> str:
    https = endpoint.base_url.startswith("https:") or endpoint.is_local
    way = f"if you trust it, run `spade doctor --trust-endpoint {quote(endpoint.base_url)}`" if https else "use https"
    return f"Your key was not sent, because {endpoint.withheld}: {way}"


def _connection_fact(error: BaseException, clean: Callable[[str], str]) -> str:
    cause = error.__cause__ or error
    if isinstance(cause, _OddError):
        return "the reply has a part that is not understood"
    if isinstance(cause, _BrokenOffError):
        return "the reply broke off"
    return f"the connection failed ({type(cause).__name__}: {shown(clean(str(cause)))})"
