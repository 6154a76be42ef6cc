"""The sentences of a response that answer where its contexts have nothing."""

import re
from typing import Any, Final

from spade_core.checks.contexts import _telling, _Words, may_not_know, says_unknown
from spade_core.checks.days import new_dates
from spade_core.checks.held import new_numbers
from spade_core.checks.names import new_names
from spade_core.checks.plain import plain
from spade_core.checks.sources import _CITATION, _sentences, _source_texts

__all__ = ["new_answers"]

_LEAST_NEW: Final = 0.7
"""Share of a sentence's words, beside those of the question, from which it speaks of something new."""
_LEAST_LACKING: Final = 0.5
_FEWEST_NEW: Final = 2


def new_answers(text: str, contexts: Any, question: str) -> list[str]:
    """Return the sentences that say something new of what is asked, where no context has a word for that.

    Such a sentence takes up a word of the question that no context holds, has a number, a date or a name that no
    source holds, and most of its other words stand in no context; or it has none of these, neither denies nor asks
    anything, and no context holds any of the other words of the response, nor half of those of the question. A response
    that says that it does not know has none.

    >>> new_answers("The pump needs 230 volts.", ["Torrin pump: 54 dB."], "How many volts does the pump need?")
    ['The pump needs 230 volts.']
    >>> new_answers("The pump makes 54 dB.", ["Torrin pump: 54 dB."], "How loud is the pump?")
    []
    >>> new_answers("Yes, the pool is heated all winter.", ["The gym has a sauna."], "Does the gym have a pool?")
    ['Yes, the pool is heated all winter.']
    """
    given, asked = _source_texts((contexts,)), _source_texts((), (question,))
    known = _Words(given)
    wanted = _telling(" ".join(asked))
    lacking = [each for each in wanted if not each.isdecimal() and not known.has(each)]
    if not lacking or says_unknown(text):
        return []
    asking = _Words(asked)

    def is_new(sentence: str) -> bool:
        words = _telling(sentence)
        others = [each for each in words if not asking.has(each)]
        new = sum(not known.has(each) for each in others)
        return _Words([sentence]).has_any(lacking) and new >= max(1, _LEAST_NEW * len(others))

    said = _CITATION.sub(" ", plain(text))
    found = [each.strip() for each in _sentences(said) if is_new(each)]
    if not found:
        return []
    told = [each for new in (new_numbers, new_names, new_dates) for each in new(text, contexts, question)]
    has_told = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, told))})(?!\w)")
    if told or len(lacking) < _LEAST_LACKING * len(wanted) or may_not_know(said) or re.search(r"\d", said):
        return [each for each in found if told and has_told.search(each)]
    others = [each for each in _telling(said) if not asking.has(each)]
    return found if len(others) >= _FEWEST_NEW and not known.has_any(others) else []
