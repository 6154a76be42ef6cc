"""The responses API, as far as texts go: whole and as events."""

from collections.abc import Iterator, Mapping
from typing import Any

from spade_core.models import tokens_in
from spade_core.testing.calls import Answer, Call


def response_object(call: Call, answer: Answer, *, status: str = "completed") -> dict[str, Any]:
    """Return a response as the API gives it."""
    sent, came = sum(map(tokens_in, call.texts)), tokens_in(answer.text)
    return {
        "id": f"resp_{call.number}",
        "object": "response",
        "created_at": 0,
        "model": call.model,
        "status": status,
        "output": [_message(answer.text)] if status == "completed" else [],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": sent,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": came,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": sent + came,
        },
    }


def response_events(call: Call, answer: Answer, text: str, *, piece: int) -> Iterator[dict[str, Any]]:
    """Yield the events of a streamed response."""
    begun, done = response_object(call, answer, status="in_progress"), response_object(call, answer)
    part = _message("")["content"][0]
    place = {"item_id": "msg", "output_index": 0, "content_index": 0}
    pieces = [text[at : at + piece] for at in range(0, len(text), piece)]
    events: list[Mapping[str, Any]] = [
        {"type": "response.created", "response": begun},
        {"type": "response.output_item.added", "output_index": 0, "item": {**_message(""), "content": []}},
        {"type": "response.content_part.added", **place, "part": part},
        *({"type": "response.output_text.delta", **place, "delta": each, "logprobs": []} for each in pieces),
        {"type": "response.output_text.done", **place, "text": text, "logprobs": []},
        {"type": "response.content_part.done", **place, "part": {**part, "text": text}},
        {"type": "response.output_item.done", "output_index": 0, "item": _message(text)},
        {"type": "response.completed", "response": done},
    ]
    for number, event in enumerate(events):
        yield {**event, "sequence_number": number}


def _message(text: str) -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "annotations": [], "logprobs": []}
    return {"id": "msg", "type": "message", "role": "assistant", "status": "completed", "content": [part]}
