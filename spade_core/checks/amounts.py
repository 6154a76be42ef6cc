"""The numbers of a response that its contexts do not hold, in any notation."""

import re
from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any, Final

from spade_core.checks.figures import _DATE, _MONTH
from spade_core.checks.plain import plain

__all__ = ["contexts_of", "new_numbers"]

_TEXTS: Final = ("text", "page_content", "pageContent", "content", "chunk", "passage", "body")
_CITATION: Final = re.compile(r"(?<!\w)\[(\^?[\w.:#-]{1,60}(?: ?[,;] ?\^?[\w.:#-]{1,60}){0,20})\](?![(:\w])")
_MOST_DIGITS: Final = 200
_SCALES: Final = {
    "hundred": 1e2, "thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "mn": 1e6, "billion": 1e9, "bn": 1e9, "b": 1e9,
    "trillion": 1e12,
}  # fmt: skip
_SMALL: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SPELT_NUMBERS: Final[dict[str, float]] = {
    **{name: float(value) for value, name in enumerate(_SMALL)},
    **{name: 10.0 * place for place, name in enumerate(_TENS, 2)},
    "dozen": 12, "half": 0.5, "both": 2, "twice": 2, "couple": 2, "quarter": 0.25, "tenth": 0.1, "hundred": 100,
    "thousand": 1000, "million": 1e6, "first": 1, "second": 2, "third": 3, "once": 1,
}  # fmt: skip
_ABOUT: Final = re.compile(
    r"(?:\b(?:about|around|roughly|approximately|nearly|almost|over|under|above|below|(?:more|less) than"
    r"|some|circa)\b|~)[^.!?]*$",
    re.IGNORECASE,
)
_ABOUT_SHARE: Final = 0.1
_NOON_BEHIND: Final = re.compile(r"\s?(?:to|and|until|-|–|—)\s?\d{1,2}\s?([ap])\.?m\b", re.IGNORECASE)
_GREATEST: Final = 1e15
_MOST_DERIVED: Final = 12
"""Numbers of a sentence that are put together."""
_MEASURE: Final = re.compile(
    r"[ \u00a0-]?(?:(?:second|minute|hour|day|week|month|year|metre|meter|mile|gram|litre|liter|dollar|euro|pound|"
    r"kilo\w*|centi\w+|milli\w+|percent|inch|foot)(?:e?s)?|feet|inches|per cent|[mck]?m|[mk]?g|[mcd]?l|[khs]|min|h)\b",
    re.IGNORECASE,
)
_FACTORS: Final = (7, 10, 12, 24, 60, 100, 1000)
"""Between units of time, length, weight and volume."""
_AMOUNT: Final = r"(\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
_PRICED: Final = re.compile(rf"[$€£] ?{_AMOUNT}|(?<![\d.,]){_AMOUNT} ?(?:euros?|dollars?|pounds?|[€£])", re.IGNORECASE)
_DIGITS: Final = re.compile(
    r"(?<![\w.])(?<![A-Za-z]-)(?P<number>(?:\d{1,3}(?:[, \u00a0\u202f]\d{3})+|\d+)(?:\.\d+)?)"
    r"(?:[ \u00a0-]?(?P<scale>hundred|thousand|million|billion|trillion|mn|bn|[kmb])\b)?"
    r"(?:[ \u00a0]?(?P<noon>[ap])\.?m\b)?(?!\d)",
    re.IGNORECASE,
)
_SPELT: Final = re.compile(
    rf"\b(?P<word>{'|'.join(_SPELT_NUMBERS)})\b(?:[ -](?P<next>{'|'.join(_SPELT_NUMBERS)})\b)?", re.IGNORECASE
)
_CLOCK: Final = re.compile(r"\b(\d{1,2})[:.h]([0-5]\d)\b(?:[ \u00a0]?([ap])\.?m\b)?", re.IGNORECASE)
_LIST_NUMBER: Final = re.compile(r"(?m)^[ \t>]*\(?\d{1,3}[.)][ \t]+(?=\S)")


def contexts_of(contexts: Any) -> list[str]:
    """Return the texts of contexts: of a text, of a list of texts, or of objects with ``text``.

    >>> contexts_of(["Tea is hot.", {"id": "a", "text": "Ice is cold."}])
    ['Tea is hot.', 'Ice is cold.']
    """
    if isinstance(contexts, str):
        return [contexts]
    if isinstance(contexts, Mapping):
        found = next((contexts[key] for key in _TEXTS if isinstance(contexts.get(key), str)), None)
        return [str(found)] if found is not None else [text for each in contexts.values() for text in contexts_of(each)]
    return [text for each in contexts for text in contexts_of(each)] if isinstance(contexts, list | tuple) else []


def new_numbers(text: str, *sources: Any) -> list[str]:
    """Return the numbers that no source holds, in digits or words; those of dates, citations and lists are none.

    ``1.2 million`` is 1,200,000, ``5 p.m.`` 17, ``48 hours`` two days and ``42 cm`` 0.42 m; 232 stands for 231.9,
    "about 1,200" for 1204 and the 1880s for 1886. What two numbers of one sentence, or two sums of money, come to is
    held, from 10 on; so is twice or half of a number. A number in words counts before a unit.

    >>> new_numbers("It costs $1,200 for 3 days.", ["The price is 1.2 thousand for two days."])
    ['3']
    """
    given = _source_texts(sources)
    held = {number for source in given for number in _held_numbers(source)}
    known = {made for source in given for made in _derived(source)}
    known |= {made for a, b in permutations(_money(given)[:_MOST_DERIVED], 2) for made in (a + b, a - b) if made >= 10}
    known |= {factor * number for number in held for factor in (0.5, 1, 2)} | {number * 60 for number in held & {0.5}}
    clocks = {clock for source in given for clock in _clocks(source)}
    said = _CITATION.sub(" ", _LIST_NUMBER.sub("", plain(text)))
    found = [clock[0] for clock in _CLOCK.finditer(said) if _is_clock(clock) and not {*_clocks(clock[0])} & clocks]
    said = _without_dates(_CLOCK.sub(lambda match: " " if _is_clock(match) else match[0], said))
    found += (match[0].strip() for match in _DIGITS.finditer(said) if not _is_held(match, said, held, known))
    for match in _SPELT.finditer(said):
        number, measured = _spelt(match), _MEASURE.match(said, match.end())
        if number < 2 or number in known or not (match["next"] or measured):
            continue
        if not (measured and _converted(number, held)):
            found.append(match[0])
    return list(dict.fromkeys(found))


def _is_held(match: re.Match[str], said: str, held: set[float], known: set[float]) -> bool:
    values = {*_values(match)}
    if noon := _NOON_BEHIND.match(said, match.end()):
        values |= {value % 12 + (12 if noon[1] in "pP" else 0) for value in values}
    if values & known or (max(values) > 9 and any(value in (round(n), round(n, 1)) for value in values for n in held)):
        return True
    if said[match.end() : match.end() + 1] == "s":
        return any(value // 10 == number // 10 for value in values for number in held)
    if _MEASURE.match(said, match.end("number")) and any(_converted(value, held) for value in values):
        return True
    about = _ABOUT.search(said, max(0, match.start() - 60), match.start()) is not None
    return about and any(abs(value - number) <= _ABOUT_SHARE * number for value in values for number in held)


def _converted(number: float, held: set[float]) -> bool:
    """Tell whether a number is one that is held, in another unit."""
    return any(round(number * factor, 6) in held or round(number / factor, 6) in held for factor in _FACTORS)


def _money(texts: list[str]) -> list[float]:
    """Return the sums of money in texts."""
    found = [match for text in texts for match in _PRICED.finditer(text)]
    return [float(re.sub(r"[, ]", "", (match[1] or match[2])[:_MOST_DIGITS])) for match in found]


def _source_texts(sources: tuple[Any, ...]) -> list[str]:
    return [text for source in sources for text in contexts_of(source)]


def _held_numbers(text: str) -> Iterator[float]:
    for match in _DIGITS.finditer(text):
        yield from _values(match)
    for each in re.findall(r"\d+(?:\.\d+)?", text):
        yield float(each[:_MOST_DIGITS])
    for match in _SPELT.finditer(text):
        yield from (_SPELT_NUMBERS[match["word"].lower()], _spelt(match))
    for match in re.finditer(
        r"\b(?:a|an|one) (kilo|hour|minute|second|day|week|month|year|dozen)", text, re.IGNORECASE
    ):
        yield 12.0 if match[1].lower() == "dozen" else 1.0


def _values(match: re.Match[str]) -> Iterator[float]:
    """Yield what a number may stand for."""
    number = float(re.sub(r"[, \u00a0\u202f]", "", match["number"])[:_MOST_DIGITS])
    scale = _SCALES.get((match["scale"] or "").lower(), 1.0)
    yield round(number * scale, 6)
    if scale > 1 and len(match["scale"]) == 1:
        yield number
    if match["noon"]:
        yield number % 12 + (12 if match["noon"] in "pP" else 0)


def _spelt(match: re.Match[str]) -> float:
    first, second = _SPELT_NUMBERS[match["word"].lower()], _SPELT_NUMBERS.get((match["next"] or "").lower())
    if second is None:
        return first
    return first * second if second >= 100 else first + second if first >= 20 else first


def _derived(text: str) -> Iterator[float]:
    """Yield what two numbers of one sentence come to, from 10 on or with a fraction."""
    for sentence in re.split(r"(?<=[.!?])\s+|\n", text):
        given = [value for match in _DIGITS.finditer(sentence) for value in _values(match)]
        given += map(_spelt, _SPELT.finditer(sentence))
        for a, b in permutations(given[:_MOST_DERIVED], 2):
            for made in (a + b, a - b, a * b, a / (b or 1.0), a * b / 100, a * (1 - b / 100), a * (1 + b / 100)):
                if 0 < made < _GREATEST and (made >= 10 or made != int(made)):
                    yield round(made, 2)


def _is_clock(match: re.Match[str]) -> bool:
    return int(match[1]) < 25 and ("." not in match[0][:3] or match[3] is not None)


def _clocks(text: str) -> Iterator[tuple[int, int]]:
    for match in _CLOCK.finditer(text):
        hour, minute = int(match[1]), int(match[2])
        if _is_clock(match):
            yield hour % 12 + (12 if match[3] in ("p", "P") else 0) if match[3] else hour, minute
    for match in _DIGITS.finditer(text):
        if match["noon"]:
            yield from ((int(value), 0) for value in _values(match) if value < 25)


def _is_date(date: str) -> bool:
    """Tell whether a date is no ``18 may``."""
    month = re.search(rf"(?i){_MONTH}", date)
    return month is None or month[0][:1].isupper() or len(month[0]) > 4


def _without_dates(text: str) -> str:
    return re.sub(_DATE, lambda match: " " if _is_date(match[0]) else match[0], text)
