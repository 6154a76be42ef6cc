"""The shapes of OpenAI's API: the texts of replies and of the events of streams, and other texts in their place."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from spade_core.guard.turns import RetryMessage
from spade_core.models import text_in

_TOOLS: Final = frozenset({"function_call", "custom_tool_call"})
_TEXTS: Final = ("content", "text")
"""Where the texts of a response stand; a role or a status may say the same."""
Swaps = Mapping[str, str]


class Heard:
    """The texts of a stream, as far as it was heard."""

    def __init__(self) -> None:
        self._parts: dict[object, list[str]] = {}
        self.characters = 0
        self.calls_tools = False

    @property
    def texts(self) -> Sequence[str] | None:
        """The texts; None where it calls tools or has none."""
        found = ["".join(parts) for parts in self._parts.values()]
        return None if self.calls_tools else [text for text in found if text] or None

    def add(self, event: Any) -> None:
        """Hear the next event."""
        for place, text in _deltas(event):
            self._parts.setdefault(place, []).append(text)
            self.characters += len(text)
        self.calls_tools = self.calls_tools or _calls_tools(event)


class Chat:
    """Chat completions."""

    operation = "chat"

    def prompt(self, request: Mapping[str, Any]) -> str:
        """Return the messages."""
        return _text_of(request.get("messages"))

    def told(self, request: Mapping[str, Any], told: RetryMessage) -> Mapping[str, Any]:
        """Add the response and what was wrong with it to the messages."""
        return {**request, "messages": [*request.get("messages", ()), *_messages(told)]}

    def texts(self, reply: Any) -> Sequence[str] | None:
        """Return the texts of its choices."""
        choices = getattr(reply, "choices", None) or ()
        messages = [message for each in choices if (message := getattr(each, "message", None)) is not None]
        if any(getattr(each, "tool_calls", None) or getattr(each, "function_call", None) for each in messages):
            return None
        return [text for each in messages if (text := text_in(each.content))] or None


class ResponsesReply:
    """The responses API."""

    operation = "generate_content"

    def prompt(self, request: Mapping[str, Any]) -> str:
        """Return the instructions and the input."""
        return "\n\n".join(filter(None, map(_text_of, (request.get("instructions"), request.get("input")))))

    def told(self, request: Mapping[str, Any], told: RetryMessage) -> Mapping[str, Any]:
        """Add the response and what was wrong with it to the input."""
        given = request.get("input", ())
        before = [{"role": "user", "content": given}] if isinstance(given, str) else [*given]
        return {**request, "input": [*before, *_messages(told)]}

    def texts(self, reply: Any) -> Sequence[str] | None:
        """Return the texts of its messages."""
        output = getattr(reply, "output", None) or ()
        if any(getattr(item, "type", "") in _TOOLS for item in output):
            return None
        parts = [part for item in output for part in getattr(item, "content", None) or ()]
        return [part.text for part in parts if getattr(part, "type", "") == "output_text" and part.text] or None


Shape = Chat | ResponsesReply


def replaced(reply: Any, texts: Sequence[str] | None, text: str) -> Any:
    """Return a copy of a reply with another text in the place of its own."""
    copy = reply.model_copy(deep=True)
    _swap(copy, dict.fromkeys(texts or (), text))
    return copy


def replaced_events(events: Sequence[Any], texts: Sequence[str] | None, text: str) -> Sequence[Any]:
    """Return the events of a stream with another text: all of it comes with the first piece."""
    swaps = dict.fromkeys(texts or (), text)
    begun: set[object] = set()
    found = []
    for event in events:
        copy = event.model_copy(deep=True)
        deltas = _deltas(event)
        for place, _ in deltas:
            _set_delta(copy, place, "" if place in begun else text)
            begun.add(place)
        if not deltas:
            _swap(copy, swaps)
        found.append(copy)
    return found


def _deltas(event: Any) -> Sequence[tuple[object, str]]:
    """Return the pieces of text in an event, each with the place that it belongs to."""
    if getattr(event, "type", None) == "response.output_text.delta":
        return [((event.output_index, event.content_index), event.delta)]
    told = [(each.index, text_in(each.delta.content)) for each in _choices_with_delta(event)]
    return [(place, text) for place, text in told if text]


def _choices_with_delta(event: Any) -> Sequence[Any]:
    choices = getattr(event, "choices", None) or ()
    return [each for each in choices if getattr(each, "delta", None) is not None]


def _set_delta(event: Any, place: object, text: str) -> None:
    if getattr(event, "type", None) == "response.output_text.delta":
        event.delta = text
    for choice in _choices_with_delta(event):
        if choice.index == place:
            choice.delta.content = text


def _calls_tools(event: Any) -> bool:
    if getattr(getattr(event, "item", None), "type", "") in _TOOLS:
        return True
    deltas = [each.delta for each in _choices_with_delta(event)]
    return any(getattr(each, "tool_calls", None) or getattr(each, "function_call", None) for each in deltas)


def _swap(value: Any, swaps: Swaps) -> None:
    """Put other texts in the place of some, however deep they stand; what was parsed of them is gone."""
    if isinstance(value, list):
        for each in value:
            _swap(each, swaps)
        return
    if not hasattr(value, "model_fields_set"):
        return
    for name, held in list(vars(value).items()):
        if name in _TEXTS and (text := text_in(held)) in swaps:
            setattr(value, name, swaps[text])
            if getattr(value, "parsed", None) is not None:
                value.parsed = None
        else:
            _swap(held, swaps)


def _messages(told: RetryMessage) -> list[dict[str, str]]:
    return [{"role": "assistant", "content": told.response}, {"role": "user", "content": told.feedback}]


def _text_of(value: Any) -> str:
    """Return the text of a message, of parts, or of several; empty where there is none."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return _text_of(value.get("content", value.get("text")))
    if isinstance(value, Sequence):
        return "\n\n".join(filter(None, map(_text_of, value)))
    return ""
