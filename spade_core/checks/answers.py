"""The sentences of a response that answer where its contexts have nothing."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from spade_core.checks.contexts import _TOKEN, _telling, says_unknown
from spade_core.checks.days import new_dates
from spade_core.checks.derived import _Given
from spade_core.checks.held import _amounts, _as_told, _asserted, _held, _is_among, _without_dates
from spade_core.checks.names import new_names
from spade_core.checks.plain import plain
from spade_core.checks.sources import _CITATION, _bounded, _is_like, _sentences, _source_texts, _stem

__all__ = ["new_answers"]

_LEAST_NEW: Final = 0.7
"""Share of a sentence's words, beside those of the question, from which it speaks of something new."""


def new_answers(text: str, contexts: Any, question: str) -> list[str]:
    """Return the sentences that say something new of what is asked, where no context has a word for that.

    Such a sentence takes up a word of the question that no context holds, has a number, a date or a name that no
    source holds, and most of its other words stand in no context. A response that says that it does not know has none.

    >>> new_answers("The pump needs 230 volts.", ["Torrin pump: 54 dB."], "How many volts does the pump need?")
    ['The pump needs 230 volts.']
    >>> new_answers("The pump makes 54 dB.", ["Torrin pump: 54 dB."], "How loud is the pump?")
    []
    """
    given, asked = _source_texts((contexts,)), _source_texts((question,))
    known = _Words(given)
    lacking = [each for each in _telling(" ".join(asked)) if not each.isdecimal() and not known.has(each)]
    if not lacking or says_unknown(text):
        return []
    held = {*_held(_bounded((*given, *asked)))}
    worked_with = _Given([each for source in (*given, *asked) for each in _amounts(source)], text)
    asking = _Words(asked)

    def is_new(sentence: str) -> bool:
        words = _telling(sentence)
        others = [each for each in words if not asking.has(each)]
        new = sum(not known.has(each) for each in others)
        if not _Words([sentence]).has_any(lacking) or new < max(1, _LEAST_NEW * len(others)):
            return False
        return any(_new_numbers(sentence, held, worked_with)) or any(
            new(sentence, contexts, question) for new in (new_names, new_dates)
        )

    return [each.strip() for each in _sentences(_CITATION.sub(" ", plain(text))) if is_new(each)]


def _new_numbers(sentence: str, held: set[float], worked_with: _Given) -> Iterator[bool]:
    """Yield for each number of a sentence whether no source holds it and it comes from none of theirs."""
    for readings in _asserted(_without_dates(sentence)):
        one = readings[0]
        yield not (
            any(_is_among(each, sentence, held) for each in readings)
            or worked_with.may_come_to(one, *_as_told(one.value, about=True))
        )


class _Words:
    """The words of texts, to be found in whatever form."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._by_head: dict[str, set[str]] = {}
        for word in {_stem(each) for text in texts for each in _TOKEN.findall(text)}:
            self._by_head.setdefault(word.rstrip("s")[:4], set()).add(word)

    def has(self, word: str) -> bool:
        """Tell whether a word is among them, in some form."""
        return any(_is_like(word, each) for each in self._by_head.get(word.rstrip("s")[:4], ()))

    def has_any(self, words: Iterable[str]) -> bool:
        """Tell whether one of several is."""
        return any(map(self.has, words))
