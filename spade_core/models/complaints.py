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
"""Objects and lists around the message of an error."""
_MOST_LISTED = 8
_MOST_SAID = 300
"""Characters of a complaint that are told: a limit that it names may stand at its end."""
_MESSAGES = (
    *("message", "error", "detail", "details", "msg", "error_msg", "error_message", "errors"),
    *("status_msg", "status_message"),
)
_CODES = ("status", "status_code", "code", "error_code", "statusCode")
"""Where servers put what went wrong, and its number."""
_ERRORS = ("error", "errors", "exception", "fault")
"""Names of what went wrong."""
_FINE = frozenset({"", "0", "200", "ok", "true", "success", "succeeded", "completed", "in_progress"})
"""What numbers and words of these are where nothing went wrong."""
_NO_CREDIT = re.compile(
    r"insufficient[_ ](?:quota|balance|credits?|funds)|billing_hard_limit|billing_not_active|credit balance is too low"
)
_REFUSED = re.compile(
    r"content_filter|content management policy|\bflagged\b|moderation|(?<!case.)(?<!in)sensitive"
    r"|data_?inspection_?failed|inappropriate content"
)
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
_TOO_LARGE = re.compile(r"request too large")
"""What a server says of a request that is alone more than a minute's tokens: no pause helps."""
_STREAM_ALONE = re.compile(r"only supports? stream|stream\W+(?:must|has to|needs? to|should)\b|non-streaming")
_RESPONSES_API = re.compile(r"v1/responses|responses api|not a chat model|chat ?completion operation does not work")
_LOADING = re.compile(r"\bloading\b|\b(?:starting|warming) up\b")
_FAILED = re.compile(r"fail|unable|cannot|could not|error")
_MEANINGS = {
    ModelFault.NO_CREDIT: "the account has no credit left",
    ModelFault.WRONG_KEY: "the key is wrong",
    ModelFault.UNKNOWN_MODEL: "there is no such model here",
    ModelFault.TOO_LONG: "the request is longer than the model takes",
}
_BY_STATUS = {
    401: ModelFault.WRONG_KEY,
    402: ModelFault.NO_CREDIT,
    404: ModelFault.UNKNOWN_MODEL,
    408: ModelFault.TIMEOUT,
    413: ModelFault.TOO_LONG,
    429: ModelFault.RATE_LIMITED,
}
_BY_WORDS = (
    (_NO_CREDIT, range(400, 430), ModelFault.NO_CREDIT),
    (_REFUSED, (400, 403), ModelFault.REFUSED),
    (_WRONG_KEY, (400, 403, 422), ModelFault.WRONG_KEY),
    (TOO_LONG, (400, 422, 500), ModelFault.TOO_LONG),
    (_TOO_LARGE, (429,), ModelFault.TOO_LONG),
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


def fact_of(status: int, body: object, clean: Callable[[str], str], *, number: str = "") -> str:
    """Return what an error says, for a person: its status, what that means, and the server's words through `clean`.

    `number` stands in the place of the status where the server named another one.
    """
    fault = fault_of(status, body)
    forbids = status == 403 and fault is ModelFault.BAD_REQUEST
    meant = "the key, or what is asked, is not allowed here" if forbids else _MEANINGS.get(fault, "")
    complaint = complaint_in(body)
    said = shown(clean(complaint), most=_MOST_SAID) if complaint.strip() else ""
    return ", ".join(word for word in (number or f"HTTP {status}", meant, said) if word)


def status_in(error: object) -> int:
    """Return the status that an error in a reply of status 200 stands for; 500 where it does not say."""
    for number in _numbers_in(error):
        if 400 <= (status := int(number[:3])) < 600 and len(number) in {3, 5, 6}:  # many have 40301 for a 403
            return status
    said = _lower(error)
    worded = next((fault for words, _, fault in _BY_WORDS if words.search(said)), None)
    return 400 if worded is not None else 429 if "rate" in said and "limit" in said else 500


def number_in(error: object) -> str:
    """Return the number by which an error in a reply of status 200 goes, as "HTTP 403" or "code 1027"; else empty."""
    numbers = _numbers_in(error)
    status = str(status_in(error))
    return f"HTTP {status}" if not numbers or status in numbers else f"code {numbers[0]}"


def _numbers_in(error: object) -> list[str]:
    said = [str(found) for key in _CODES if not isinstance(found := part(error, key), bool)]
    return [each for each in said if each.isascii() and each.isdecimal() and int(each)]


def error_in(said: object, answer: str) -> object:
    """Return what a server says went wrong, in what it sends in the place of an answer or beside one; None if nothing.

    An answer is a list under the key `answer`; what has none and complains is an error as a whole. Beside one, an error
    is what goes by such a name, all of what says that it is no success, or an object with a number or a word that is
    not fine, and a message.
    """
    if error := next((found for key in _ERRORS if (found := part(said, key))), None):
        return error
    if part(said, "success") is False:
        return said
    if isinstance(said, dict) and (beside := next(filter(_went_wrong, (said, *said.values())), None)):
        return beside
    complains = any(part(said, key) for key in (*_MESSAGES, "error_code")) or part(said, "object") == "error"
    return said if complains and not isinstance(part(said, answer), list) else None


def _went_wrong(said: object) -> bool:
    codes = [found for key in _CODES if isinstance(found := part(said, key), (str, int))]
    words = [found for key in _MESSAGES if isinstance(found := part(said, key), str)]
    return any(not _is_fine(each) for each in codes) and any(not _is_fine(each) for each in words)


def _is_fine(said: object) -> bool:
    return str(said).strip().lower() in _FINE


def complaint_in(body: object) -> str:
    """Return what the body of an error says: its message, wherever servers put one, else all of it as JSON."""
    return _said_in(body, _MOST_NESTED)


def _said_in(body: object, deep: int) -> str:
    if deep and isinstance(body, list):
        return "; ".join(_said_in(each, deep - 1) for each in body[:_MOST_LISTED])
    inner = next((found for key in _MESSAGES if (found := part(body, key))), None)
    if not deep or inner is None:
        return body if isinstance(body, str) else json.dumps(body) if body else ""
    said, where = _said_in(inner, deep - 1), part(body, "loc")
    return f"{'.'.join(map(str, where))}: {said}" if isinstance(where, list) else said


def wants_responses_api(status: int, body: object) -> bool:
    """Return whether a model is said to be reached by the Responses API alone."""
    return status in {400, 404} and _RESPONSES_API.search(_lower(body)) is not None


def wants_stream(body: object) -> bool:
    """Return whether a model is said to answer in streams alone."""
    return _STREAM_ALONE.search(_lower(body)) is not None


def loads_model(status: int, body: str) -> bool:
    """Return whether a server says that its model is not there yet."""
    try:
        said = complaint_in(json.loads(body)).lower()
    except (ValueError, RecursionError):
        said = body.lower()
    return status == 503 and _LOADING.search(said) is not None and _FAILED.search(said) is None


def _lower(body: object) -> str:
    return (body if isinstance(body, str) else json.dumps(body)).lower()
