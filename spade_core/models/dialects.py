"""The two APIs in which models are asked: what is sent, and what an answer says. No server is called here."""

import json
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Protocol

from spade_core.models.complaints import error_in
from spade_core.models.endings import finish_of, reason_in, worse
from spade_core.models.model import Finish, Message, Request, Schema, Speaker
from spade_core.models.refusals import JSON_SCHEMA, SYSTEM
from spade_core.models.reply_parsing import counted_in, part, reasoning_in, refusal_in, text_in, whole_text

_HOLDING_TEXT = ("text", "content", "delta", "message", "response", "parts")
"""Keys under which servers put texts, or what holds them."""


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

    def options_of(self, dialect: "ApiDialect") -> frozenset[str]:
        """Return the options that it carries in an API, by their names in the chat API wherever they have one there."""
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
        carried = {option for option, is_wanted in wanted.items() if is_wanted}
        return frozenset((carried | dialect.own_options).difference(self.refused))

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
    reports: list[object] = field(default_factory=list)
    """What the server counted: in a stream beside each piece, or at its end."""
    error: object = None
    """What the server says went wrong, where it says so in an answer."""
    reasons: bool = False
    """Whether there was reasoning before it, as far as the server tells."""
    thoughts: list[str] = field(default_factory=list)
    """What it says of its reasoning."""
    calls: bool = False
    """Whether it calls a tool, whatever the server says of its end."""
    ended: bool = False
    """Whether the server said that it ended."""
    went_on: bool = False
    """Whether text came after an end was told: then that tells nothing."""
    is_odd: bool = False
    """Whether a piece of it holds something that is not understood."""

    @property
    def text(self) -> str:
        """The text so far."""
        return whole_text(self.texts)

    @property
    def refusal(self) -> str:
        """The refusal so far."""
        return whole_text(self.refusals)

    @property
    def usage(self) -> object:
        """The counts of the server; empty where it does not count."""
        return counted_in(self.reports, whole_text(self.thoughts) + self.text)

    def add(self, text: str, refusal: str = "", thought: str = "") -> None:
        """Add to it."""
        self.texts.append(text)
        self.refusals.append(refusal)
        self.thoughts.append(thought)
        self.reasons = self.reasons or bool(thought)


class ApiDialect(Protocol):
    """One of the APIs. What it raises about an answer in another shape are the errors of Python's own look-ups."""

    path: str
    own_options: frozenset[str]
    """What it sends beside the options of the request and can leave out."""

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
    own_options: frozenset[str] = frozenset()

    def body(self, asked: ModelRequest) -> dict[str, Any]:
        """Return what is sent."""
        request, options = asked.request, asked.options_of(self)
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
        if error := error_in(found, "choices"):
            return StreamedAnswer(error=error)
        choice = _listed(found, "choices")[0]
        message = choice["message"]
        said = StreamedAnswer(
            error=choice.get("error"),
            reason=reason_in(choice.get("finish_reason")),
            reports=[found.get("usage")],
            calls=_calls(message),
            ended=True,
        )
        said.add(text_in(message.get("content")), refusal_in(message), reasoning_in(message))
        return said

    def gather(self, said: StreamedAnswer, event: Any) -> None:
        """Add an event of a stream."""
        said.reports.append(part(event, "usage"))
        said.error = error_in(event, "choices") or said.error
        said.is_odd = said.is_odd or (not part(event, "choices") and _holds_text(event))
        for choice in part(event, "choices") or ():
            if part(choice, "index"):  # another answer, which nobody asked for
                continue
            delta = part(choice, "delta")
            text, thought = text_in(part(delta, "content")), reasoning_in(delta)
            rest = {**choice, "message": None} if delta else choice  # which some servers send beside it, all so far
            said.is_odd = said.is_odd or (not text and not thought and _holds_text(rest))
            said.went_on = said.went_on or bool(said.reason and text)
            said.reason = worse(said.reason, reason_in(part(choice, "finish_reason")))
            said.error = part(choice, "error") or said.error
            said.calls = said.calls or _calls(delta)
            said.add(text, refusal_in(delta), thought)
        said.ended = bool(said.reason) and not (said.went_on and finish_of(said.reason) is Finish.COMPLETE)


class ResponsesApi:
    """OpenAI's newer API, which some of its models have alone."""

    path = "/responses"
    own_options = frozenset({"store", "max_output_tokens"})

    def body(self, asked: ModelRequest) -> dict[str, Any]:
        """Return what is sent; nothing is to be kept at the server."""
        request, options = asked.request, asked.options_of(self)
        body = {"model": asked.model, "input": asked.messages}
        known = {
            "store": ("store", False),
            "max_output_tokens": ("max_output_tokens", asked.most_tokens),
            "temperature": ("temperature", request.temperature),
            "reasoning_effort": ("reasoning", {"effort": asked.effort}),
            "response_format": ("text", {"format": {"type": "json_schema", **_strict(request.schema)}}),
            "stream": ("stream", True),
        }
        return {**body, **dict(named for option, named in known.items() if option in options)}

    def whole(self, found: Any) -> StreamedAnswer:
        """Return what an answer says that came in one piece."""
        if error := error_in(found, "output"):
            return StreamedAnswer(error=error)
        said = StreamedAnswer(reports=[found.get("usage")], ended=True)
        said.reason = reason_in(part(found.get("incomplete_details"), "reason")) or reason_in(found.get("status"))
        output = _listed(found, "output")
        said.reasons = any(part(item, "type") == "reasoning" for item in output)
        messages = [item for item in output if part(item, "type") == "message"]
        finals = [item for item in messages if part(item, "phase") == "final_answer"]
        last = (finals or [item for item in messages if part(item, "phase") != "commentary"])[-1:]
        for item in messages:
            for piece in part(item, "content") or ():
                text = text_in(part(piece, "text"))
                if item in last:
                    said.add(text, text_in(part(piece, "refusal")))
                else:
                    said.add("", thought=text)
        for item in last:
            said.reason = worse(said.reason, reason_in(part(item, "status")))
        return said

    def gather(self, said: StreamedAnswer, event: Any) -> None:
        """Add an event of a stream: its last one holds all of the answer."""
        kind = text_in(part(event, "type"))
        if kind == "response.output_text.delta":
            said.add(text_in(part(event, "delta")))
        elif kind == "response.output_item.added" and part(part(event, "item"), "type") == "message":
            said.thoughts, said.texts = [*said.thoughts, *said.texts], []
        elif kind in {"response.completed", "response.incomplete", "response.failed"}:
            whole = self.whole(event["response"])
            said.refusals, said.reason = whole.refusals, whole.reason
            if any(whole.texts) or any(whole.thoughts):  # some servers leave them out at the end
                said.texts, said.thoughts = whole.texts, whole.thoughts
            said.reports, said.error, said.reasons, said.ended = whole.reports, whole.error, whole.reasons, True
        elif kind in {"", "error"}:
            said.error = event if kind else error_in(event, "output") or said.error


def _calls(message: object) -> bool:
    return bool(part(message, "tool_calls") or part(message, "function_call"))


def _holds_text(value: object) -> bool:
    """Return whether a part of an answer holds a text, under whatever key servers put one."""
    if isinstance(value, dict):
        return any(_holds_text(value.get(key)) for key in _HOLDING_TEXT)
    return any(map(_holds_text, value)) if isinstance(value, list) else isinstance(value, str) and bool(value)


def _listed(found: Any, key: str) -> list[Any]:
    if isinstance(listed := found.get(key), list):
        return listed
    raise ValueError(f"it is {json.dumps(found)}" if found else "it is an empty object")


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
