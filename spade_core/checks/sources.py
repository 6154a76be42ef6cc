"""The contexts that a response is held against, and whether they say the same at a place."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, Final

from spade_core.checks.amounts import _SPELT_NUMBERS
from spade_core.checks.chinese import _chinese_as_read
from spade_core.checks.figures import _MONTH, _SHORT_MONTHS
from spade_core.checks.vietnamese import _vietnamese_as_read

__all__ = ["contexts_of", "question_of"]

_TEXTS: Final = ("text", "page_content", "pageContent", "content", "chunk", "passage", "body")
_CITATION: Final = re.compile(
    r"(?<![^\W\u3040-\u9fff])\[(\^?[\w.:#-]{1,60}(?: ?[,;] ?\^?[\w.:#-]{1,60}){0,20})\](?![(:\w])"
)
_SENTENCE_ENDS: Final = re.compile(
    r"(?<=[.!?])(?<!\b[A-Z][a-z]\.)(?:(?<!\b[A-Z][a-z][a-z]\.)|(?<=\bMay\.)|(?!\s+\d))\s+|\n"
)
"""Where sentences end; not behind "Dr.", nor behind "Jan." before a day."""
_STAMP: Final = re.compile(
    r"(?<!\d)(\d{4})-?(\d\d)-?(\d\d)T(\d\d):?(\d\d)(?::?\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?(?![\d:])"
)
_MONTH_OF_YEAR: Final = re.compile(r"(?<![\d/])(0?[1-9]|1[0-2])/((?:19|20)\d\d)(?![\d/])")
_DAYS_WITH_HYPHEN: Final = re.compile(rf"-(?<=\d-)(?=\d{{1,2}}(?:st|nd|rd|th)? {_MONTH}\b)", re.IGNORECASE)
"""Of 5-6 June; with a dash these are two days, and no date of digits."""
_CONTINENTAL: Final = re.compile(r"(?<![\d.,])(\d{1,3}(?:\.\d{3})+),(\d{1,2})(?!\d)")
"""Numbers such as 1.234,56."""
_MOST_CHARACTERS: Final = 500_000
_BETWEEN: Final = "\n\x1e\n"
"""What stands between texts that are read together, and in none of them."""
_REACH: Final = 2
"""Words on each side of a place that tell what it is about."""
_FARTHEST: Final = 150
"""Characters within which these stand."""
_LONGEST_SENTENCE: Final = 2000
_WORD: Final = re.compile(r"[^\W\d_][\w'’-]*", re.UNICODE)
_GRAMMAR: Final = frozenset(
    (
        "the", "a", "an", "of", "to", "in", "on", "at", "for", "from", "by", "with", "and", "or", "is", "are", "was",
        "were", "be", "been", "being", "it", "its", "this", "that", "these", "those", "there", "they", "them", "their",
        "he", "she", "his", "her", "him", "we", "us", "our", "you", "your", "i", "my", "me", "who", "which", "what",
        "as", "so", "has", "have", "had", "having", "do", "does", "did", "will", "would", "can", "could", "may",
    )
)  # fmt: skip
"""Words that say nothing by themselves; those that compare ("more", "each", "about") do."""
_SAYS_NOTHING: Final = _GRAMMAR | {*_SPELT_NUMBERS}
_WITHOUT_STROKES: Final = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe"}
"""Letters that have no accent which could be taken off."""
_MADE_BY: Final = "a e o y i n s an ian ean ese ish ic er ers en ey ns ans ians ern ia al ial ist ism ists land"
_BESIDE_CONTEXTS: Final = "as the question, or beside the contexts,"
_ENDINGS: Final = frozenset(("", *_MADE_BY.split()))
"""What may follow where a word and what is made of it part: Chin-a and Chin-ese."""


def contexts_of(contexts: Any) -> list[str]:
    """Return the texts of contexts: of a text, of a list of texts, or of objects with ``text``.

    Raises:
        TypeError: something else is among them.

    >>> contexts_of(["Tea is hot.", {"id": "a", "text": "Ice is cold."}])
    ['Tea is hot.', 'Ice is cold.']
    """
    return _texts_in(contexts, "among the contexts")


def question_of(question: Any) -> str:
    """Return a question, or another source beside the contexts, as a text.

    Raises:
        TypeError: it is none.

    >>> question_of("Is tea hot?")
    'Is tea hot?'
    """
    return " ".join(_texts_in(question, _BESIDE_CONTEXTS))


def _texts_in(held: Any, place: str) -> list[str]:
    if isinstance(held, str):
        return [held]
    if isinstance(held, list | tuple):
        return [text for each in held for text in _texts_in(each, place)]
    if isinstance(held, Mapping):
        found = next((held[key] for key in _TEXTS if isinstance(held.get(key), str)), None)
        parts = [each for each in held.values() if isinstance(each, list | Mapping)]
        if found is not None or parts:
            return [found] if found is not None else _texts_in(parts, place)
    what = "null" if held is None else "an object" if isinstance(held, Mapping) else json.dumps(held)[:40]
    raise TypeError(f'{what} {place} is neither a text nor an object with "text"')


class _Beside:
    """The words next to a place of a sentence, as stems, without those of grammar and numbers."""

    def __init__(self, sentence: str, start: int, end: int, *, more: int = 0, but: Set[str] = frozenset()) -> None:
        """Read the words on each side, or some more, and leave some out of these."""
        reach = _REACH + more
        before = _telling_words(sentence[max(0, start - _FARTHEST) : start])[-reach:]
        self.words = [
            each for each in before + _telling_words(sentence[end : end + _FARTHEST])[:reach] if each not in but
        ]
        self._heads = {_head(each) for each in self.words}

    def is_mostly_in(self, other: "_Beside") -> bool:
        """Tell whether most of the words stand in the other place too, in some form."""
        if 2 * len(self._heads & other._heads) < len(self._heads):
            return False
        return 2 * sum(any(_is_like(word, each) for each in other.words) for word in self.words) > len(self.words)


def _sentences_with(words: list[str], texts: list[str]) -> Iterator[str]:
    """Yield the sentences that may have one of these words in some form."""
    heads = {re.escape(_head(word)) for word in words}
    begins = re.compile(rf"\b(?:{'|'.join(sorted(heads))})", re.IGNORECASE)
    for text in texts if heads else ():
        if begins.search(text):
            yield from (each for each in _sentences(text) if len(each) <= _LONGEST_SENTENCE and begins.search(each))


def _source_texts(contexts: tuple[Any, ...], others: tuple[Any, ...] = ()) -> list[str]:
    texts = _texts_in(contexts, "among the contexts") + _texts_in(others, _BESIDE_CONTEXTS)
    return _as_read(_BETWEEN.join(texts)).split(_BETWEEN) if texts else []


def _bounded(texts: Iterable[str]) -> str:
    """Return texts as one.

    Raises:
        ValueError: they have more characters than can be looked through in the time that a row may take.
    """
    text = "\n".join(texts)
    if len(text) > _MOST_CHARACTERS:
        raise ValueError(f"the contexts have {len(text):,} characters; {_MOST_CHARACTERS:,} are looked through")
    return text


def _as_read(text: str) -> str:
    """Return a text with accents on their letters, without the blanks that tools leave: ``May 1 , 2024``.

    Chinese and Vietnamese numbers, dates and units are written as in English. Time stamps become a date and a time of
    day; 03/2025 and numbers such as 1.234,56 are written as in English, too.
    """
    if not text.isascii():
        import unicodedata

        text = unicodedata.normalize("NFC", text)
        if len(text) <= _MOST_CHARACTERS:
            text = _vietnamese_as_read(_chinese_as_read(text))
    text = _STAMP.sub(r"\1-\2-\3 \4:\5", text) if re.search(r"T(?<=\dT)\d\d", text) else text
    if re.search(r"/(?:19|20)\d\d", text):
        text = _MONTH_OF_YEAR.sub(lambda match: f"{_SHORT_MONTHS[int(match[1]) - 1]} {match[2]}", text)
    text = _DAYS_WITH_HYPHEN.sub("–", text)
    if re.search(r"\.\d{3},\d", text):
        text = _CONTINENTAL.sub(lambda match: f"{match[1].replace('.', ',')}.{match[2]}", text)
    if not any(f" {mark}" in text for mark in ",.;:%)"):
        return text
    return re.sub(r" (?=[,.;:%)](?:\s|$))(?<=[\w)] )", "", text)


def _sentences(text: str) -> list[str]:
    return [each for each in _SENTENCE_ENDS.split(text) if each]


def _telling_words(text: str) -> list[str]:
    return [_stem(word) for word in _WORD.findall(text) if word.lower() not in _SAYS_NOTHING]


def _head(stem: str) -> str:
    """Return the letters that all forms of a word share."""
    return stem.rstrip("s")[:4]


def _is_like(stem: str, other: str) -> bool:
    """Tell whether two words are the same but for their ends: China and Chinese, router and routers."""
    if stem == other or stem.rstrip("s") == other.rstrip("s"):
        return True
    least = max(4, len(stem) - 2)
    if stem[:least] == other[:least] and abs(len(stem) - len(other)) < 3:
        return True
    shared = next(
        (at for at, (a, b) in enumerate(zip(stem, other, strict=False)) if a != b), min(len(stem), len(other))
    )
    return shared >= 4 and stem[shared:] in _ENDINGS and other[shared:] in _ENDINGS


def _stem(word: str) -> str:
    """Return a word in small letters, without accents and without a genitive."""
    return _folded(re.sub(r"(?:['’]s?)$", "", word.lower()))


def _folded(text: str) -> str:
    """Return a text in small letters, without accents."""
    text = text.lower()
    if text.isascii():
        return text
    import unicodedata

    for letter, plain_letter in _WITHOUT_STROKES.items():
        text = text.replace(letter, plain_letter)
    text = unicodedata.normalize("NFKD", text)
    for mark in filter(unicodedata.combining, {*text}):
        text = text.replace(mark, "")
    return text
