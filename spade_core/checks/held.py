"""The numbers of a response in whose place its contexts have others."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import Any, Final, NamedTuple, TypeAlias

from spade_core.checks.amounts import (
    _CARDINALS,
    _DAYS,
    _DIGITS,
    _ORDINALS,
    _ROMAN,
    _SPELT,
    Amount,
    _values,
    amounts_of,
    spellings_of,
)
from spade_core.checks.figures import _DATE, _MONTH
from spade_core.checks.plain import plain, without_code
from spade_core.checks.sources import (
    _CITATION,
    _as_read,
    _Beside,
    _bounded,
    _sentences,
    _sentences_with,
    _source_texts,
)

__all__ = ["new_numbers"]

_ABOUT: Final = re.compile(
    r"(?:\b(?:about|around|roughly|approximately|nearly|almost|over|under|above|below|(?:more|less) than"
    r"|some|circa)\b|~)[^.!?]*$",
    re.IGNORECASE,
)
_ABOUT_SHARE: Final = 0.1
_MOST_LOOKED_AT: Final = 100
"""Numbers of a response that no source holds, and that are looked for in their place."""
_MOST_SENTENCES: Final = 500
"""Of the contexts, in which these places are looked for."""
_MOST_PUT_TOGETHER: Final = 40
_NOON_BEHIND: Final = re.compile(r"\s?(?:to|and|until|-|–|—)\s?\d{1,2}\s?([ap])\.?m\b", re.IGNORECASE)
_CLOCK: Final = re.compile(r"\b(\d{1,2})[:.h]([0-5]\d)\b(?:[ \u00a0]?([ap])\.?m\b)?", re.IGNORECASE)
_LIST_NUMBER: Final = re.compile(r"(?m)(?:^[ \t>]*|(?<=[\s:;]))\(?(?:(\d{1,3})[.)]|[A-Z][a-z]+ (\d{1,3}):)[ \t]+(?=\S)")
_TIME_OF_DAY: Final = "time of day"
_FIRST_YEAR: Final = 1000
_YEAR_OF: Final = "year of"
_A_DATE: Final = re.compile(_DATE)
_DATES: Final = _DATE.removeprefix("(?i)")
_DAYS_BESIDE: Final = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)?\s?(?:-|–|—|to|and|or|,)\s?(?P<date>{_DATES})"
    rf"|(?P<first>{_MONTH}\.? \d{{1,2}})(?:st|nd|rd|th)?\s?(?:-|–|—|to|and|or)\s?\d{{1,2}}(?![\d:%.,])",
    re.IGNORECASE,
)
_COUNTED: Final = {
    **_CARDINALS,
    **{word: place + 1.0 for place, word in enumerate(_ORDINALS)},
    "once": 1.0,
    "a": 1.0,
    "an": 1.0,
    "both": 2.0,
    "twice": 2.0,
    "couple": 2.0,
    "pair": 2.0,
    "double": 2.0,
    "triple": 3.0,
    "thrice": 3.0,
}
_Wanted: TypeAlias = tuple[Amount, str, list[Amount]]
"""A number, its sentence, and its readings."""
_IDIOM: Final = re.compile(r"\b(?:24/7|50/50|9-to-5)\b")


def new_numbers(text: str, contexts: Any, *others: Any) -> list[str]:
    """Return the numbers in whose place the contexts have others, and that no source holds.

    Sources are the contexts and others, such as the question. The place is the same where most words next to it are,
    and the unit. A number is in digits or words; ``1.2 million`` is 1,200,000 and ``5 p.m.`` 17. One that the others
    of the response and of that sentence come to, or that rounds one, is not named. Years are dates: see ``new_dates``.

    >>> new_numbers("They cost 1.2 thousand dollars, 19 more than before.", ["They cost $1,200. They did cost $1,181."])
    []
    >>> new_numbers("A cup costs 16 euros.", ["A cup costs 14 euros, a plate 5 euros."])
    ['16']
    """
    given, beside = _source_texts((contexts,)), _source_texts(others)
    unheld, asserted = _unheld(_as_read(_CITATION.sub(" ", plain(without_code(text)))), given, beside)
    wanted = [(one, sentence) for one, sentence in unheld if one.unit != _YEAR_OF]
    if not wanted:
        return []
    places = [_Unheld(one, sentence) for one, sentence in wanted[:_MOST_LOOKED_AT]]
    known = [*(each for readings in asserted for each in readings), *(x for text in beside for x in _amounts(text))]
    stated = {(each.value, each.unit) for each in known}
    rivals = [
        _Rival(each, amounts, _Beside(sentence, each.start, each.end, more=1))
        for sentence in islice(
            _sentences_with([word for each in places for word in each.beside.words], given), _MOST_SENTENCES
        )
        if (amounts := _amounts(sentence))
        for each in amounts
        if (each.value, each.unit) not in stated
    ]
    return list(dict.fromkeys(each.written for each in places if each.is_told_otherwise(rivals, known)))


def _unheld_years(said: str, given: list[str], beside: list[str]) -> Iterator[str]:
    """Yield the years of a text that no source holds, but for those that it tells about."""
    for one, sentence in _unheld(said, given, beside)[0]:
        if one.unit == _YEAR_OF and one.value >= _FIRST_YEAR and not _is_about(one, sentence):
            yield sentence[one.start : one.end].strip()


def _unheld(said: str, given: list[str], beside: list[str]) -> tuple[list[tuple[Amount, str]], list[list[Amount]]]:
    """Return the numbers of a text that no source holds, with their sentences, and the readings of all."""
    said = _without_dates(_unnumbered(said))
    asserted = [(each, sentence) for sentence in dict.fromkeys(_sentences(said)) for each in _asserted(sentence)]
    texts = (*given, *beside)
    wanted = _without([(each[0], sentence, each) for each, sentence in asserted], _in_digits("\n".join(texts)))
    wanted = _without(wanted, _held(_bounded(texts))) if wanted else []  # most are found in digits, and quickly
    return [(one, sentence) for one, sentence, _ in wanted], [each for each, _ in asserted]


def _without(wanted: list[_Wanted], numbers: Iterator[float]) -> list[_Wanted]:
    held = {*numbers}
    return [each for each in wanted if not any(_is_among(one, each[1], held) for one in each[2])]


class _Rival(NamedTuple):
    """A number of the contexts, with those of its sentence and the words next to it."""

    amount: Amount
    amounts: list[Amount]
    beside: _Beside


class _Unheld:
    """A number of a response that no source holds."""

    def __init__(self, amount: Amount, sentence: str) -> None:
        """Read what stands next to it."""
        self.amount = amount
        self.written = sentence[amount.start : amount.end].strip()
        self.beside = _Beside(sentence, amount.start, amount.end, but=spellings_of(amount.unit))
        self._is_about = _is_about(amount, sentence)

    def is_told_otherwise(self, rivals: Iterable[_Rival], known: list[Amount]) -> bool:
        """Tell whether another number stands at such a place, that this one does not follow from."""
        alike = (
            each for each in rivals if each.amount.unit == self.amount.unit and self.beside.is_mostly_in(each.beside)
        )
        rival = next(alike, None)
        return rival is not None and not self._follows_from([*rival.amounts, *known])

    def _follows_from(self, amounts: Iterable[Amount]) -> bool:
        one = self.amount.value
        others = list(islice((each for each in amounts if each.value != one), _MOST_PUT_TOGETHER))
        bases = [found for each in others if (found := _in_unit(each, self.amount.unit)) is not None]
        is_rounded = any(_is_rounded(one, base.value) for base in bases)
        return is_rounded or any(_is_nearly(one, each, about=self._is_about) for each in _made(bases, others))


def _is_about(one: Amount, sentence: str) -> bool:
    """Tell whether a number is told as nearly right."""
    return _ABOUT.search(sentence, max(0, one.start - 60), one.start) is not None


def _in_unit(amount: Amount, unit: str) -> Amount | None:
    """Return an amount of a unit; an hour is 60 minutes. Longer spans are seldom told in two units."""
    if amount.unit == unit:
        return amount
    if _DAYS.get(amount.unit, 1) < 1 and _DAYS.get(unit, 1) < 1:
        return amount._replace(value=round(amount.value * _DAYS[amount.unit] / _DAYS[unit], 6), unit=unit)
    return None


def _made(bases: list[Amount], others: list[Amount]) -> Iterator[float]:
    """Yield amounts, and what each comes to with another one."""
    yield from (each.value for each in bases)
    for base, other in product(bases, others):
        if other is not base:
            yield from (base.value * other.value, base.value * other.value / 100)
            yield from (base.value / other.value,) if other.value else ()
            if other.unit in (base.unit, ""):
                yield from (base.value + other.value, base.value - other.value)
            if other.unit == "%":
                yield from (base.value * (1 + other.value / 100), base.value * (1 - other.value / 100))


def _is_nearly(one: float, other: float, *, about: bool) -> bool:
    """Tell whether a number is another one, as exactly as it is told."""
    return round(other, _decimals(one)) == one or (about and abs(one - other) <= _ABOUT_SHARE * abs(other))


def _is_rounded(one: float, other: float) -> bool:
    """Tell whether a number is another one with fewer digits, two at least."""
    digits = len(f"{one:.6f}".replace(".", "").strip("0"))
    return digits > 1 and float(f"{other:.{digits - 1}e}") == one


def _decimals(number: float) -> int:
    return len(f"{number:.6f}".rstrip("0").partition(".")[2])


def _asserted(sentence: str) -> Iterator[list[Amount]]:
    """Yield the readings of each number that a sentence asserts: a number in words counts before a unit."""
    idle = [match.span() for match in _IDIOM.finditer(sentence)]
    readings: dict[int, list[Amount]] = {}
    for each in _amounts(sentence):
        readings.setdefault(each.start, []).append(each)
    for start, given in readings.items():
        word = sentence[start : given[0].end]
        counted = re.search(r"[ -]", word) or (given[0].is_measured and given[0].value >= 2)
        is_name = word[:1].isupper() and start > 0  # "Eighty Mile Beach"
        if not any(low <= start < high for low, high in idle) and (not word[:1].isalpha() or (counted and not is_name)):
            yield given


def _amounts(sentence: str) -> list[Amount]:
    """Return the amounts of a sentence, and its times of day in minutes."""
    clocks = [match for match in _CLOCK.finditer(sentence) if _is_clock(match)]
    for match in clocks:
        sentence = sentence[: match.start()] + _blanks(match) + sentence[match.end() :]
    found = amounts_of(sentence)
    found += (Amount(at, _TIME_OF_DAY, match.start(), match.end()) for match in clocks for at in _minutes(match))
    return found


def _is_among(one: Amount, sentence: str, held: set[float]) -> bool:
    """Tell whether the sources hold a number as it is, at another hour of the clock, or its decade or century."""
    if one.unit == _TIME_OF_DAY:
        return _as_clock(one.value) in held
    if one.value in held:
        return True
    if noon := _NOON_BEHIND.match(sentence, one.end):
        return one.value % 12 + (12 if noon[1] in "pP" else 0) in held
    behind = sentence[one.end : one.end + 12]
    if behind[:1] == "s" and one.value >= 1000:
        return any(one.value // 10 == each // 10 for each in held)
    return re.match(r"(?:st|nd|rd|th)[ -]centur", behind) is not None and any(
        one.value == (each - 1) // 100 + 1 for each in held
    )


def _in_digits(text: str) -> Iterator[float]:
    """Yield the numbers that stand in a text as they are."""
    yield from (float(each[:200]) for each in {*re.findall(r"\d+(?:\.\d+)?", text)})


def _held(text: str) -> Iterator[float]:
    """Yield the numbers of a text, in whatever reading."""
    yield from _in_digits(text)
    digits = {each[0]: each for each in _DIGITS.finditer(text) if not each[0].isdecimal()}
    spelt = {each[0]: each for each in _SPELT.finditer(text)}
    yield from (value for match in (*digits.values(), *spelt.values()) for value in _values(match))
    yield from (_as_clock(60 * value) for match in digits.values() if match["noon"] for value in _values(match))
    yield from (float(a + b) for a, b in re.findall(r"\b([12]\d)\d\d ?(?:--?|–|/) ?(\d\d)\b", text))
    yield from (_as_clock(each) for match in _CLOCK.finditer(text) for each in _minutes(match))
    words = {*re.findall(r"[A-Za-z]+", text)}
    yield from (_ROMAN.index(each) + 2.0 for each in words.intersection(_ROMAN))
    yield from (_COUNTED[each] for each in {each.lower() for each in words}.intersection(_COUNTED))


def _unnumbered(text: str) -> str:
    """Return a text without the numbers of its lists, also of those that run on in one line."""
    expected = 1

    def left(match: re.Match[str]) -> str:
        nonlocal expected
        number = int(match[1] or match[2])
        starts = not match.string[match.string.rfind("\n", 0, match.start()) + 1 : match.start()].strip()
        if not (starts and match[1]) and number not in (1, expected):
            return match[0]
        expected = number + 1
        return " "

    return _LIST_NUMBER.sub(left, text)


def _is_clock(match: re.Match[str]) -> bool:
    return int(match[1]) < 25 and ("." not in match[0][:3] or match[3] is not None)


def _minutes(clock: re.Match[str]) -> Iterator[float]:
    """Yield the time of day that a clock tells, in minutes."""
    if _is_clock(clock):
        noon = 12 if clock[3] in ("p", "P") else 0
        yield 60.0 * (int(clock[1]) % 12 + noon if clock[3] else int(clock[1])) + int(clock[2])


def _as_clock(minutes: float) -> float:
    """Return what stands for a time of day among the numbers that are held."""
    return -1 - minutes


def _is_date(date: str) -> bool:
    """Tell whether a date is no ``18 may``, and no ``2007-11``, which may be years."""
    month = re.search(rf"(?i){_MONTH}", date)
    return (month is None or month[0][:1].isupper() or len(month[0]) > 4) and not re.fullmatch(r"\d{4}-\d\d", date)


def _without_dates(text: str) -> str:
    """Return a text with blanks for its dates, and for the days beside them: ``5 or 6 June``."""
    for dates in (_DAYS_BESIDE, _A_DATE):
        text = dates.sub(lambda found: _blanks(found) if _is_date(_date_in(found)) else found[0], text)
    return text


def _date_in(match: re.Match[str]) -> str:
    named = match.groupdict()
    return named.get("date") or named.get("first") or match[0]


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match[0])
