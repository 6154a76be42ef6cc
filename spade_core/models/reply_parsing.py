"""What a server says, taken with care: counts that can be true, pauses, texts in parts, its complaints without the key.

No server is trusted: it may be wrong, broken, or out to exhaust memory, time or money.
"""

import base64
import json
import re
import string
import time
from collections.abc import Iterator, Mapping, Sequence
from email.utils import parsedate_to_datetime
from itertools import pairwise
from typing import Any
from urllib.parse import quote

from spade_core.models.model import Request, Usage
from spade_core.models.tokens import tokens_in, tokens_of

_MOST_COUNTED = 100_000_000
"""More tokens than any request or reply can have."""
_TEXTS = (None, "", "text", "output_text")
"""Types of the parts of a message that are its text."""
_REASONING = ("reasoning_content", "reasoning", "thinking")
"""Keys under which messages have their reasoning, and types of their parts."""
_SHORTEST_KEY = 8
"""A key from this length is one wherever it stands."""
_LEAST_REPEATED = 8
"""Characters with which a piece of a stream may begin, as the one before it does, by chance."""
_PAUSE = re.compile(
    r"(?:\"retryDelay\": ?\"|(?:retry|try again) (?:in|after) )((?:\d{1,6}(?:\.\d{1,9})? ?(?:ms|[hms])[a-z]* ?)+)",
    re.IGNORECASE,
)
FIELD = re.compile(rb"\s*\Z|(?:data|event|id|retry)?:|(?:data|event|id|retry)\Z")
"""A line of a stream of events: a field, a comment, or nothing."""
_LENGTH = re.compile(r"([\d.]+) ?(ms|[hms])")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_SMALL = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
_SHORTEST_SECRET = 16
"""A part of a key from this length is as good as the key."""


def without(key: str, said: str) -> str:
    """Return a text without the key, in whatever spelling servers quote it, and without long parts of it."""
    for each in sorted(_spellings(key), key=lambda text: (-len(text), text)):
        # a short one may be part of a word: only where it stands alone is it the key
        is_long = len(each) >= _SHORTEST_KEY
        pattern = re.escape(each) if is_long else rf"(?<!\w){re.escape(each)}(?!\w)"
        said = re.sub(pattern, "<the key>", said, flags=re.IGNORECASE if is_long else 0)
    small, parts = said.translate(_SMALL), key.translate(_SMALL)
    found = [
        (at, at + _SHORTEST_SECRET)
        for start in range(len(key) - _SHORTEST_SECRET + 1)
        for at in _places(small, parts[start : start + _SHORTEST_SECRET])
    ]
    kept, end = list[str](), 0
    for at, after in sorted(found):
        if at > end or not kept:
            kept += [said[end:at], "<the key>"]
        end = max(end, after)
    return "".join(kept) + said[end:]


def _places(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _spellings(key: str) -> set[str]:
    """Return a key as it is, as Python would quote it, each of its lines, and encoded."""
    data = key.encode("utf-8", "replace")
    spelt = {key, repr(key)[1:-1], repr(data)[2:-1], *key.split(), quote(data), quote(data, safe="")}
    if len(data) >= _SHORTEST_SECRET:
        spelt |= {data.hex(), *(part for each in range(3) for part in _in_base64(data, each))}
    return spelt - {""}


def _in_base64(data: bytes, before: int) -> tuple[str, str]:
    """Return what base64, ordinary and for URLs, makes of these bytes alone where so many others stand before them."""
    whole = len(data) + before
    first, end = -(-before * 8 // 6), whole * 8 // 6
    ordinary = base64.b64encode(bytes(before) + data).decode("ascii")[first:end]
    return ordinary, ordinary.translate(str.maketrans("+/", "-_"))


def pause_in(headers: Mapping[str, str], said: str = "") -> float:
    """Return for how long a server wants to be left alone, in seconds; 0.0 when it does not say.

    Its headers say so, with a length or a date; else what it `said`: Gemini's API has it there alone.
    """
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        value = headers.get(name, "")
        try:
            seconds = float(value) / unit
        except ValueError:
            seconds = _until(value) if value else 0.0
        if 0 < seconds < float("inf"):
            return seconds
    found = _PAUSE.search(said)
    return sum(float(each) * _SECONDS[unit] for each, unit in _LENGTH.findall(found[1])) if found is not None else 0.0


def _until(date: str) -> float:
    try:
        return parsedate_to_datetime(date).timestamp() - time.time()
    except (ValueError, TypeError, OverflowError):
        return 0.0


def usage_in(counted: object, request: Request, text: str) -> Usage:
    """Return the server's counts where they can be true, estimates in the place of the others.

    `text` is all that came, its reasoning, too.
    """
    sent = _count(_either(counted, "prompt_tokens", "input_tokens"), least=1)
    came = _output(counted, sent, least=1 if text else 0)
    details = _either(counted, "prompt_tokens_details", "input_tokens_details")
    cached = _count(part(details, "cached_tokens"), least=0) or 0
    return Usage(
        tokens_of(request) if sent is None else sent,
        tokens_in(text) if came is None else came,
        cached if sent is not None and cached <= sent else 0,
        estimated=sent is None or came is None,
    )


def _output(counted: object, sent: int | None, *, least: int) -> int | None:
    """Return the tokens of output; some servers have those of reasoning in the total alone, or beside the others."""
    said = _answer_tokens(counted)
    total = _count(part(counted, "total_tokens"), least=sent or 0)
    thought = _reasoning_tokens(counted)
    known = [] if said is None else [said + thought if thought > said else said]
    known += [] if sent is None or total is None else [total - sent]
    return max((each for each in known if each >= least), default=None)


def counted_in(reports: Sequence[object], text: str) -> object:
    """Return the counts of a stream, in which some servers count each piece, and some all so far, beside it.

    Of a count of output, the greatest or the sum is taken, whichever is nearer to an estimate of `text`; of every other
    the last one that is not 0.
    """
    merged = {key: each for report in reports if isinstance(report, dict) for key, each in report.items() if each}
    for key in ("completion_tokens", "output_tokens"):
        counts = [count for report in reports if (count := _count(part(report, key), least=1)) is not None]
        if len(counts) > 1:
            about = tokens_in(text)
            merged[key] = min((max(counts), sum(counts)), key=lambda count: abs(count - about))
    return merged


def whole_text(pieces: Sequence[str]) -> str:
    """Return the text of a stream: its last piece, where that begins with all before it, or each with the one before.

    Two pieces may be the same by chance.
    """
    pieces = [each for each in pieces if each]
    if len(pieces) < 2 or pieces[-1] == pieces[0]:
        return "".join(pieces)
    *before, last = pieces
    is_sum = len(before) > 1 and len(whole := "".join(before)) >= _LEAST_REPEATED and last.startswith(whole)
    repeats = len(before[-1]) >= _LEAST_REPEATED and all(later.startswith(each) for each, later in pairwise(pieces))
    return last if is_sum or repeats else "".join(pieces)


def reasoned(counted: object) -> bool:
    """Return whether a server counts tokens of reasoning, by that name or in the total alone."""
    said, sent = _answer_tokens(counted), _count(_either(counted, "prompt_tokens", "input_tokens"), least=1)
    return _reasoning_tokens(counted) > 0 or (said is not None and (_output(counted, sent, least=0) or 0) > said)


def _answer_tokens(counted: object) -> int | None:
    return _count(_either(counted, "completion_tokens", "output_tokens"), least=0)


def _reasoning_tokens(counted: object) -> int:
    details = _either(counted, "completion_tokens_details", "output_tokens_details")
    return _count(part(details, "reasoning_tokens"), least=0) or 0


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


def objects_in(body: bytes) -> list[object]:
    """Return the JSON object that an answer is, or those on its lines: some servers send a stream without being asked.

    Raises:
        ValueError: it is neither, or a stream holds a line that is none of one.
    """
    text = body.decode(json.detect_encoding(body))
    if begins_events(body):
        if not all(map(FIELD.match, re.split(rb"[\r\n]", body))):
            raise ValueError("a stream that nobody asked for holds a line that is not understood")
        text = "\n".join(line[5:] for line in re.split(r"[\r\n]+", text) if line.startswith("data:"))
        return [json.loads(line) for line in text.split("\n") if line.strip() not in {"", "[DONE]"}]
    if text.strip() and not text.lstrip().startswith("{"):
        raise ValueError("it is no JSON object: is the address right?")
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        if len(lines := text.split("\n")) == 1:
            raise
        return [json.loads(line) for line in lines if line.strip()]


def begins_events(body: bytes) -> bool:
    """Return whether a body begins as a stream of events does."""
    return body.lstrip().startswith((b"data:", b"event:", b"id:", b":"))


def text_in(value: object) -> str:
    """Return the text of a message; some servers send it in parts, and reasoning among them, which is no text of it."""
    if isinstance(value, list):
        return "".join(text_in(part(each, "text")) for each in value if part(each, "type") in _TEXTS)
    return value if isinstance(value, str) else ""


def refusal_in(message: object) -> str:
    """Return the words in which a message refuses to answer; some servers have them as a part of its text."""
    content = part(message, "content")
    parts = [part(each, "refusal") for each in content] if isinstance(content, list) else []
    return "".join(map(text_in, [part(message, "refusal"), *parts]))


def reasoning_in(message: object) -> str:
    """Return what a message has of the reasoning before it, as text or as JSON; empty where it has none."""
    content = part(message, "content")
    parts = [each for each in content if part(each, "type") in _REASONING] if isinstance(content, list) else []
    said = next((found for key in _REASONING if (found := part(message, key))), parts)
    return said if isinstance(said, str) else json.dumps(said) if said else ""
