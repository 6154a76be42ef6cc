"""Which option of a call a server refused, read from its complaint. No server is called here."""

import re
from collections.abc import Collection

REFUSING = frozenset({400, 422, 500, 501})
"""Statuses by which servers refuse an option."""
_OPTIONS = ("stream_options", "stream", "response_format", "temperature", "max_tokens", "seed", "reasoning_effort")
"""What a server may not know and what can be left out, or named otherwise."""
JSON_SCHEMA = "json_schema"
"""How a schema is put into `response_format`; some servers take one only as more about a `json_object`."""
SYSTEM = "system role"
"""A message of the system, as templates complain of it; what it says can stand before the user's."""
_OTHER_WORDS = {
    JSON_SCHEMA: "response_format",
    "schema": "response_format",
    "text.format": "response_format",
    "reasoning.effort": "reasoning_effort",
    "roles must alternate": SYSTEM,
    SYSTEM: SYSTEM,
}
"""What servers say in the place of an option's name."""
_REFUSED = re.compile(
    r"validation error|(not|un)[ -]?supported|unknown (field|option|param)|unrecogni[sz]ed|not permitted"
    r"|not implemented"
)
"""What a server says that has status 500 for a request that it does not take; status 501 says so itself."""
_FORM = re.compile(r"json_object|json_schema|response_format\W{1,4}type")
_LIMIT = re.compile(r"at most (\d+) completion tokens|max_tokens: \d+ > (\d+)|max_tokens\b[^.]{0,60}\[1, ?(\d+)\]")


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


def longest_reply_in(complaint: str) -> int | None:
    """Return the greatest length of a reply, in tokens, that a complaint names; None when it names none."""
    found = _LIMIT.search(complaint)
    return int(next(filter(None, found.groups()))) if found else None
