"""The two APIs in which models are asked: what is sent, and what an answer says. No server is called here."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Protocol

from spade_core.models.endings import reason_in
from spade_core.models.model import Message, Request, Schema, Speaker
from spade_core.models.refusals import JSON_SCHEMA, SYSTEM
from spade_core.models.reply_parsing import part, text_in


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """A request as a model at a server is asked it."""

    model: str
    request: Request
    most_tokens: int
    effort: str = ""
    """How much it is to reason, in the server's words."""
    streamed: bool = False
    refused: Collection[str] = ()
    """Options that the server does not take."""

    @property
    def options(self) -> frozenset[str]:
        """The options that it carries, by their names in the chat API."""
        request = self.request
        wanted = {
            "max_tokens": True,
            "temperature": request.temperature is not None,
            "seed": request.repeat > 0,
            "reasoning_effort": bool(self.effort),
            "response_format": request.schema is not None,
            "stream": self.streamed,
            "stream_options": self.streamed,
            SYSTEM: len(request.messages) > 1 and request.messages[0].speaker is Speaker.SYSTEM,
        }
        return frozenset(option for option, is_wanted in wanted.items() if is_wanted and option not in self.refused)

    @property
    def messages(self) -> list[dict[str, str]]:
        """The messages as both APIs want them; what the system says stands before the user's where it may not speak."""
        messages = self.request.messages
        if SYSTEM in self.refused and len(messages) > 1 and messages[0].speaker is Speaker.SYSTEM:
            first = Message(messages[1].speaker, f"{messages[0].text}\n\n{messages[1].text}")
            messages = (first, *messages[2:])
        return [{"role": message.speaker.value, "content": encodable(message.text)} for message in messages]


@dataclass(slots=True)
class StreamedAnswer:
    """What an answer says so far."""

    texts: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    reason: str = ""
    """Why it ended; empty where the server does not say."""
    usage: object = None
    error: object = None
    """What the server says went wrong, where it says so in an answer."""
    reasons: bool = False
    """Whether there was reasoning before it, as far as the server tells."""
    length: int = 0
    ended: bool = False
    """Whether the server said that it ended."""

    def add(self, text: str, refusal: str = "") -> None:
        """Add to it."""
        self.texts.append(text)
        self.refusals.append(refusal)
        self.length += len(text) + len(refusal)


class ApiDialect(Protocol):
    """One of the APIs. What it raises about an answer in another shape are the errors of Python's own look-ups."""

    path: str

    def body(self, asked: ModelRequest) -> dict[str, Any]:
        """Return what is sent; the names of options are those of the chat API wherever a server refuses one."""
        ...

    def whole(self, found: Any) -> StreamedAnswer:
        """Return what an answer says that came in one piece."""
        ...

    def gather(self, said: StreamedAnswer, event: Any) -> None:
        """Add an event of a stream to what was said before it."""
        ...


class ChatApi:
    """Chat completions, which every server has."""

    path = "/chat/completions"

    def body(self, asked: ModelRequest) -> dict[str, Any]:
        """Return what is sent."""
        request, options = asked.request, asked.options
        length = "max_tokens" if "max_tokens" in options else "max_completion_tokens"
        body = {"model": asked.model, "messages": asked.messages, length: asked.most_tokens}
        known = {
            "temperature": request.temperature,
            "seed": request.repeat,
            "reasoning_effort": asked.effort,
            "response_format": _format(asked),
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        return {**body, **{option: value for option, value in known.items() if option in options}}

    def whole(self, found: Any) -> StreamedAnswer:
        """Return what an answer says that came in one piece."""
        if error := found.get("error"):
            return StreamedAnswer(error=error)
        choice = found["choices"][0]
        message = choice["message"]
        said = StreamedAnswer(
            error=choice.get("error"),
            reason=reason_in(choice.get("finish_reason")),
            usage=found.get("usage"),
            ended=True,
        )
        said.add(text_in(message.get("content")), text_in(message.get("refusal")))
        said.reasons = _reasons(message)
        return said

    def gather(self, said: StreamedAnswer, event: Any) -> None:
        """Add an event of a stream."""
        said.usage = part(event, "usage") or said.usage
        for choice in part(event, "choices") or ():
            if part(choice, "index"):  # another answer, which nobody asked for
                continue
            said.reason = reason_in(part(choice, "finish_reason")) or said.reason
            said.error = part(choice, "error") or said.error
            delta = part(choice, "delta")
            said.add(text_in(part(delta, "content")), text_in(part(delta, "refusal")))
            said.reasons = said.reasons or _reasons(delta)
        said.ended = bool(said.reason)


class ResponsesApi:
    """OpenAI's newer API, which some of its models have alone."""

    path = "/responses"

    def body(self, asked: ModelRequest) -> dict[str, Any]:
        """Return what is sent; nothing is to be kept at the server."""
        request, options = asked.request, asked.options
        body = {"model": asked.model, "input": asked.messages, "max_output_tokens": asked.most_tokens, "store": False}
        known = {
            "temperature": ("temperature", request.temperature),
            "reasoning_effort": ("reasoning", {"effort": asked.effort}),
            "response_format": ("text", {"format": {"type": "json_schema", **_strict(request.schema)}}),
            "stream": ("stream", True),
        }
        return {**body, **dict(named for option, named in known.items() if option in options)}

    def whole(self, found: Any) -> StreamedAnswer:
        """Return what an answer says that came in one piece."""
        if error := found.get("error"):
            return StreamedAnswer(error=error)
        said = StreamedAnswer(usage=found.get("usage"), ended=True)
        said.reason = reason_in(part(found.get("incomplete_details"), "reason")) or reason_in(found.get("status"))
        said.reasons = any(part(item, "type") == "reasoning" for item in found["output"])
        for item in found["output"]:
            for piece in part(item, "content") or () if part(item, "type") == "message" else ():
                said.add(text_in(part(piece, "text")), text_in(part(piece, "refusal")))
        return said

    def gather(self, said: StreamedAnswer, event: Any) -> None:
        """Add an event of a stream: its last one holds all of the answer."""
        kind = text_in(part(event, "type"))
        if kind == "response.output_text.delta":
            said.length += len(text_in(part(event, "delta")))
        elif kind in {"response.completed", "response.incomplete", "response.failed"}:
            whole = self.whole(event["response"])
            said.texts, said.refusals, said.reason = whole.texts, whole.refusals, whole.reason
            said.usage, said.error, said.reasons, said.ended = whole.usage, whole.error, whole.reasons, True
        elif kind == "error":
            said.error = event


def _reasons(message: object) -> bool:
    return any(part(message, key) for key in ("reasoning_content", "reasoning", "thinking"))


def _strict(schema: Schema | None) -> dict[str, object]:
    return {"name": schema.name, "strict": True, "schema": schema.shape} if schema is not None else {}


def _format(asked: ModelRequest) -> dict[str, object]:
    """Return a schema as the server takes it."""
    schema = asked.request.schema
    if schema is not None and JSON_SCHEMA in asked.refused:
        return {"type": "json_object", "schema": schema.shape}
    return {"type": "json_schema", "json_schema": _strict(schema)}


def encodable(text: str) -> str:
    """Return the text with each lone surrogate, which cannot be sent, as a replacement character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join("\N{REPLACEMENT CHARACTER}" if "\ud800" <= c <= "\udfff" else c for c in text)
    return text
