"""What a server says, taken with care: counts that can be true, pauses, texts in parts, its complaints without the key.

No server is trusted: it may be wrong, broken, or out to exhaust memory, time or money.
"""

import re
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from spade_core.models.model import Request, Usage
from spade_core.models.tokens import tokens_in, tokens_of

_MOST_COUNTED = 100_000_000
"""More tokens than any request or reply can have."""
_SHORTEST_KEY = 8
"""A key from this length is one wherever it stands."""


def without(key: str, said: str) -> str:
    """Return a text without the key: as it is, as Python would quote it, and each of its lines."""
    spelt = {key, repr(key)[1:-1], repr(key.encode("utf-8", "replace"))[2:-1], *key.split()}
    for each in sorted(spelt - {""}, key=lambda text: (-len(text), text)):
        # a short one may be part of a word: only where it stands alone is it the key
        pattern = re.escape(each) if len(each) >= _SHORTEST_KEY else rf"(?<!\w){re.escape(each)}(?!\w)"
        said = re.sub(pattern, "<the key>", said)
    return said


def pause_in(headers: Mapping[str, str]) -> float:
    """Return for how long a server wants to be left alone, in seconds or until a date; 0.0 when it does not say."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        said = headers.get(name, "")
        try:
            seconds = float(said) / unit
        except ValueError:
            seconds = _until(said) if said else 0.0
        if 0 < seconds < float("inf"):
            return seconds
    return 0.0


def _until(date: str) -> float:
    try:
        return parsedate_to_datetime(date).timestamp() - time.time()
    except (ValueError, TypeError, OverflowError):
        return 0.0


def usage_in(counted: object, request: Request, text: str) -> Usage:
    """Return the server's counts where they can be true, estimates in the place of the others."""
    sent = _count(_either(counted, "prompt_tokens", "input_tokens"), least=1)
    came = _count(_either(counted, "completion_tokens", "output_tokens"), least=1 if text else 0)
    details = _either(counted, "prompt_tokens_details", "input_tokens_details")
    cached = _count(part(details, "cached_tokens"), least=0) or 0
    return Usage(
        tokens_of(request) if sent is None else sent,
        tokens_in(text) if came is None else came,
        cached if sent is not None and cached <= sent else 0,
        estimated=sent is None or came is None,
    )


def reasoned(counted: object) -> bool:
    """Return whether a server counts tokens of reasoning."""
    details = _either(counted, "completion_tokens_details", "output_tokens_details")
    return bool(_count(part(details, "reasoning_tokens"), least=1))


def _either(counted: object, chat: str, responses: str) -> object:
    """Return a count by its name in the chat API or in the Responses API."""
    found = part(counted, chat)
    return part(counted, responses) if found is None else found


def _count(said: object, *, least: int) -> int | None:
    if not isinstance(said, int) or isinstance(said, bool):
        return None
    return said if least <= said <= _MOST_COUNTED else None


def part(value: object, key: str) -> Any:
    """Return what a JSON object has there, or None."""
    return value.get(key) if isinstance(value, dict) else None


def text_in(value: object) -> str:
    """Return the text of a message; some servers send it in parts."""
    if isinstance(value, list):
        return "".join(text_in(part(each, "text")) for each in value)
    return value if isinstance(value, str) else ""
