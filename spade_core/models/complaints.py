"""What the error of a server means, by its status and by what it says. No server is called here.

Servers differ in both: a wrong key is 401, 403 or 400; an account without credit 402, 429 or 400.
"""

import json
import re
from collections.abc import Callable

from spade_core.errors import ModelFault
from spade_core.models.model import shown
from spade_core.models.reply_parsing import part

_MOST_NESTED = 4
"""Objects around the message of an error."""
_NO_CREDIT = re.compile(
    r"insufficient[_ ](?:quota|balance|credits?|funds)|billing_hard_limit|billing_not_active|credit balance is too low"
)
_REFUSED = re.compile(r"content_filter|content management policy|\bflagged\b|moderation")
_WRONG_KEY = re.compile(
    r"(?:invalid|incorrect|missing|wrong|expired|no) (?:x-)?api[ _-]?key|invalid_api_key|api_key_invalid"
    r"|api[ _-]?key (?:is |was )?(?:not valid|invalid|incorrect|missing|required|expired|not found)"
)
_UNKNOWN_MODEL = re.compile(
    r"model_not_found|invalid model\b|unknown model\b|not a valid model\b|model\b[^.]{0,80}?\bnot (?:found|exist)"
)
_NO_MODEL = re.compile(r"model\b[^.]{0,80}?\bis not available")
TOO_LONG = re.compile(
    r"context[ _](?:length|window|size)|maximum context|prompt is too long|input is too long|too many (?:input )?tokens"
    r"|reduce the length"
)
_RESPONSES_API = re.compile(r"v1/responses|responses api|not a chat model")
_MEANINGS = {
    ModelFault.NO_CREDIT: "the account has no credit left",
    ModelFault.WRONG_KEY: "the key is wrong",
    ModelFault.UNKNOWN_MODEL: "there is no such model here",
    ModelFault.TOO_LONG: "the request is longer than the model takes",
}
_BY_STATUS = {
    401: ModelFault.WRONG_KEY,
    402: ModelFault.NO_CREDIT,
    403: ModelFault.WRONG_KEY,
    404: ModelFault.UNKNOWN_MODEL,
    408: ModelFault.TIMEOUT,
    413: ModelFault.TOO_LONG,
    429: ModelFault.RATE_LIMITED,
}
_BY_WORDS = (
    (_NO_CREDIT, range(400, 430), ModelFault.NO_CREDIT),
    (_REFUSED, (400, 403), ModelFault.REFUSED),
    (_WRONG_KEY, (400, 422), ModelFault.WRONG_KEY),
    (TOO_LONG, (400, 422, 500), ModelFault.TOO_LONG),
    (_UNKNOWN_MODEL, (400, 422, 500), ModelFault.UNKNOWN_MODEL),
    (_NO_MODEL, (400, 422), ModelFault.UNKNOWN_MODEL),
)


def fault_of(status: int, body: object) -> ModelFault:
    """Return the fault that an error stands for; `body` is the text of the answer, or the JSON in it."""
    said = _lower(body)
    for words, statuses, fault in _BY_WORDS:
        if status in statuses and words.search(said):
            return fault
    return _BY_STATUS.get(status, ModelFault.SERVER if status >= 500 else ModelFault.BAD_REQUEST)


def fact_of(status: int, body: object, clean: Callable[[str], str]) -> str:
    """Return what an error says, for a person: its status, what that means, and the server's words through `clean`."""
    meaning = "the key is not allowed this" if status == 403 else ""
    fault = fault_of(status, body)
    meant = (meaning if fault is ModelFault.WRONG_KEY else "") or _MEANINGS.get(fault, "")
    complaint = complaint_in(body)
    said = shown(clean(complaint)) if complaint.strip() else ""
    return ", ".join(word for word in (f"HTTP {status}", meant, said) if word)


def status_in(error: object) -> int:
    """Return the status that an error in a reply of status 200 stands for; 500 where it does not say."""
    for key in ("status", "status_code", "code"):
        said = part(error, key)
        if isinstance(said, str) and said.isascii() and said.isdecimal() and len(said) == 3:
            said = int(said)
        if isinstance(said, int) and not isinstance(said, bool) and 400 <= said < 600:
            return said
    said = _lower(error)
    worded = next((fault for words, _, fault in _BY_WORDS if words.search(said)), None)
    return 400 if worded is not None else 429 if "rate" in said and "limit" in said else 500


def complaint_in(body: object) -> str:
    """Return what the body of an error says: its message, wherever servers put one, else all of it as JSON."""
    for _ in range(_MOST_NESTED):
        inner = next((found for key in ("message", "error", "detail", "msg") if (found := part(body, key))), None)
        if inner is None:
            break
        body = inner
    return body if isinstance(body, str) else json.dumps(body) if body else ""


def wants_responses_api(status: int, body: object) -> bool:
    """Return whether a model is said to be reached by the Responses API alone."""
    return status in {400, 404} and _RESPONSES_API.search(_lower(body)) is not None


def _lower(body: object) -> str:
    return (body if isinstance(body, str) else json.dumps(body)).lower()
