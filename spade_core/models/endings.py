"""Whether a reply is a whole answer, by why its server says that it ended. No server is called here.

Law: a whole answer is one that ended in a way known to be whole. Whatever else a server says is told as it is.
"""

import json
import re

from spade_core.models.model import Finish, shown

_WHOLE = frozenset({"", "stop", "stopsequence", "endturn", "eos", "eostoken", "complete", "completed"})
"""Ends of a whole answer, in the words of all servers; some servers say nothing."""
_CALLS = frozenset({"toolcalls", "tooluse", "functioncall"})
_CUT = frozenset({"length", "maxlength", "modellength", "maxtokens", "maxoutputtokens", "tokenlimit"})
_REFUSED = frozenset(
    {"contentfilter", "contentfiltered", "safety", "refusal", "recitation", "blocklist", "prohibitedcontent"}
    | {"spii", "sensitive", "guardrailintervened", "errortoxic"}
)


def reason_in(said: object) -> str:
    """Return why a reply ended, as a server says it; empty where it does not say."""
    if said in (None, "null", "None"):
        return ""
    return said if isinstance(said, str) else json.dumps(said)


def worse(before: str, after: str) -> str:
    """Return why a reply ended that gives two reasons: what is no whole answer does not become one later."""
    return before if _word(before) not in _WHOLE else after or before


def finish_of(reason: str) -> Finish | None:
    """Return how a reply ended; None where it did in no way that an answer is known to end."""
    word = _word(reason)
    if word in _WHOLE or word in _CALLS:
        return Finish.COMPLETE
    return Finish.TRUNCATED if word in _CUT else Finish.REFUSED if word in _REFUSED else None


def lacking_in(reason: str, *, calls: bool, has_text: bool, has_schema: bool, reasons: bool) -> str:
    """Return what came in the place of an answer, in words; empty where there is one, or nothing at all."""
    word = _word(reason)
    if (calls or word in _CALLS) and not (has_text and has_schema):  # some answer a schema so
        return "it called a tool, and none was offered, instead of an answer"
    if word in _REFUSED:
        return f"the reply ended with {shown(reason)}"
    return "there is reasoning and no answer" if reasons and not has_text else ""


def _word(reason: str) -> str:
    """Return a reason in small letters, as one word: servers spell the same word in many ways."""
    return re.sub(r"[\s_-]+", "", reason.lower())
