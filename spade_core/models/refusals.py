"""Which option of a call a server refused, read from its complaint. No server is called here."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from spade_core.models.complaints import TOO_LONG, complaint_in

REFUSING = frozenset({400, 422, 500, 501})
"""Statuses by which servers refuse an option."""
_OPTIONS = (
    *("stream_options", "stream", "response_format", "temperature", "max_tokens", "seed", "reasoning_effort"),
    *("store", "max_output_tokens"),
)
"""What a server may not know and what can be left out, or named otherwise."""
JSON_SCHEMA = "json_schema"
"""How a schema is put into `response_format`; some servers take one only as more about a `json_object`."""
SYSTEM = "system role"
"""A message of the system, as templates complain of it; what it says can stand before the user's."""
_OTHER_WORDS = {
    **dict.fromkeys((JSON_SCHEMA, "response_schema", "response schemas", "grammar", "xgrammar"), "response_format"),
    "schema": "response_format",
    "text.format": "response_format",
    "structured output": "response_format",
    "structured outputs": "response_format",
    "guided decoding": "response_format",
    "developer instruction": SYSTEM,
    "reasoning.effort": "reasoning_effort",
    "roles must alternate": SYSTEM,
    "messages[0].role": SYSTEM,
    SYSTEM: SYSTEM,
}
"""What servers say in the place of an option's name."""
_REFUSED = re.compile(
    r"validation error|(not|un)[ -]?supported|unknown (field|option|param)|unrecogni[sz]ed|not permitted"
    r"|not implemented"
)
"""What a server says that has status 500 for a request that it does not take; status 501 says so itself."""
_FORM = re.compile(r"json_object|json_schema|response_format\W{1,4}type")
_LENGTH = re.compile(r"max(?:imum)?[_ ]?(?:new|completion|output)?[_ ]?tokens|(?:completion|output) tokens")
_BOUND = re.compile(
    r"at most|up to|[<>]|≤|(?:less|lower|smaller|greater|larger|more) than|exceed|limit|maximum"
    r"|too (?:large|long|many|high)|range|between|reduce"
)
"""What a complaint about a length says of one."""
_EXCLUSIVE = re.compile(r"exclusive|(?:less|lower|smaller) than (?!or equal)")
_NUMBER = re.compile(r"(?<![\w./-])\d{1,9}(?![\w-]|\.\d)")
_INPUT = re.compile(r"(\d{1,9})\W{1,3}(?:tokens )?(?:in |from |of )?(?:the |your )?(?:input|prompt|message)")
SHORTEST_REPLY = 256
"""Tokens: a server that has room for fewer beside a request has none for it."""


def option_refused(complaint: str, sent: Collection[str], *, named: object = None) -> str | None:
    """Return the option, of those that were sent, that a complaint is about; None when it is about something else.

    `named` is what the server's error has as its parameter. In the rest, the whole body of the error, the option that
    is named first counts: what follows may be advice.
    """
    known = [option for option in (*_OPTIONS, SYSTEM) if option in sent]
    words = {**{option: option for option in known}, **{word: o for word, o in _OTHER_WORDS.items() if o in known}}
    if isinstance(named, str) and named in words:
        return words[named]
    text = complaint.lower()
    places = [
        (found.start(), option)
        for word, option in words.items()
        if (found := re.search(rf"(?<![a-z0-9_]){re.escape(word)}(?![a-z0-9_])", text)) is not None
    ]
    return min(places)[1] if places else None


def blames_request(status: int, complaint: str) -> bool:
    """Whether a server complains of the request, not of itself."""
    return status < 500 or status == 501 or _REFUSED.search(complaint.lower()) is not None


def wants_other_form(complaint: str) -> bool:
    """Whether a complaint about `response_format` is about how a schema is put into it."""
    return _FORM.search(complaint.lower()) is not None


@dataclass(frozen=True, slots=True)
class LengthLimit:
    """What a complaint about the length of a reply comes to."""

    most: int
    """Tokens to ask for instead."""
    of_every_reply: bool = False
    """Whether no reply may be longer; else it is about this one beside its request."""


def length_limit_in(body: object, whole: str, *, asked: int, status: int) -> LengthLimit | None:
    """Return how long a reply may be instead, in tokens; None where a complaint is not about its length.

    `body` is the JSON of the error and `whole` its text, `asked` the length that was asked for. The one number that a
    complaint names beside it is the limit; where the tokens of the request are another, the limit is for both. Where it
    names none that can be read, it is half.
    """
    for said in (complaint_in(body).lower(), whole.lower()):
        numbers = {int(each) for each in _NUMBER.findall(re.sub(r"https?://\S+", "", said))}
        if TOO_LONG.search(said) is None and not (
            _LENGTH.search(said) and _BOUND.search(said) and max(numbers, default=0) >= SHORTEST_REPLY
        ):
            continue
        sent = {int(each) for each in _INPUT.findall(said)}
        known = {0, 1, status, asked, *sent, *(each + asked for each in sent)}
        limits = numbers - known
        if _LENGTH.search(said) and len(limits) == 1 and len(sent) < 2:
            limit = limits.pop() - bool(_EXCLUSIVE.search(said)) - sum(sent)
            if SHORTEST_REPLY <= limit < asked:
                return LengthLimit(limit, of_every_reply=not sent)
        return LengthLimit(asked // 2)
    return None
