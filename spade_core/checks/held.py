"""The numbers of a response that its contexts do not hold, and that come from none of theirs."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from math import floor, log10
from typing import Any, Final, NamedTuple, TypeAlias

from spade_core.checks.amounts import (
    _CARDINALS,
    _DIGITS,
    _MEASURES,
    _ORDINALS,
    _ROMAN,
    _SPELT,
    Amount,
    _values,
    amounts_of,
    spellings_of,
)
from spade_core.checks.derived import _TIME_OF_DAY, _YEAR_OF, _Given, _scales_of
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
    r"(?:\b(?:about|around|roughly|approximately|nearly|almost|over|under|above|below"
    r"|(?<!no )(?<!not )(?:more|less) than|some|circa)\b|~)[^.!?\d]*(?:\d[\d.,]* ?\S? ?(?:-|–|to|and|or) ?)?$",
    re.IGNORECASE,
)
_ABOUT_SHARE: Final = 0.1
_MOST_LOOKED_AT: Final = 100
"""Numbers of a response that no source holds, and that are looked for in their place."""
_MOST_SENTENCES: Final = 500
"""Of the contexts, in which these places are looked for."""
_FEW: Final = 12
"""Up to these, what has no unit of measure may have been counted."""
_WORKED_WITH: Final = 12
"""Most numbers of several sentences that one is worked out of."""
_NO_THINGS: Final = frozenset(("", _TIME_OF_DAY, _YEAR_OF, *_MEASURES)) - {"night", "day", "hour", "month"}
"""Units of what is no number of things that something is paid, or weighs, for each."""
_FEW_ASKED: Final = 4
_SUPPOSES: Final = re.compile(r"\b(?:if|suppos\w+|assum\w+|imagine|would|example|such as)\b|\be\.g\.", re.IGNORECASE)
_UNTIL_TODAY: Final = re.compile(r"[ -]?years?[ -](?:old|ago)\b")
"""Counted from a year of the sources until today, which nobody told."""
_PER_MANY: Final = re.compile(r"\b(?:per|in|of|for) (?:every |each )?1[0,]*0$")
"""What a rate is told by, such as "3 per 1,000"."""
_YEAR: Final = re.compile(r"\b[12]\d{3}\b")
_DOTTED: Final = re.compile(r"(?<![\w.])(?:v?\d+(?:\.\d+){2,}(?![\w.]*\w)|#\d{2,}\b)")
"""Versions, addresses, and numbers such as #4812; at the start of a line it may be the number of a heading."""
_NOON_BEHIND: Final = re.compile(r"\s?(?:to|and|until|-|–|—)\s?\d{1,2}\s?([ap])\.?m\b", re.IGNORECASE)
_CLOCK: Final = re.compile(r"\b(\d{1,2})[:.h]([0-5]\d)\b(?:[ \u00a0]?([ap])\.?m\b)?", re.IGNORECASE)
_AT_HOUR: Final = re.compile(
    r"\b(?:(?:(?:at|from|to|till?|until|by|before|after|between|and)\s|(?<=\d)\s?[-–—]\s?)(\d{1,2})\b(?![:.,]\d|[%°€$£])"
    r"|(\d{1,2})(?=\s?[-–—]\s?\d))",
    re.IGNORECASE,
)
"""What may be an hour: open from 10 to 18."""
_MIDDAYS: Final = {"noon": 720.0, "midday": 720.0, "midnight": 0.0}
_MIDDAY: Final = re.compile(rf"\b(?:{'|'.join(_MIDDAYS)})\b", re.IGNORECASE)
_LIST_NUMBER: Final = re.compile(r"(?m)(?:^[ \t>]*|(?<=[\s:;]))\(?(?:(\d{1,3})[.)]|[A-Z][a-z]+ (\d{1,3}):)[ \t]+(?=\S)")
_FIRST_YEAR: Final = 1000
_NO_YEAR: Final = 2100
_LAST_DAY: Final = 31
_TOO_MANY: Final = 100
_A_DATE: Final = re.compile(_DATE)
_DATES: Final = _DATE.removeprefix("(?i)")
_DAYS_BESIDE: Final = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)?\s?(?:-|–|—|to|and|or|,)\s?(?P<date>{_DATES})"
    rf"|(?P<first>{_MONTH}\.? \d{{1,2}})(?:st|nd|rd|th)?\s?(?:-|–|—|to|and|or)\s?\d{{1,2}}(?![\d:%.,])"
    rf"|(?P<listed>{_MONTH}\.? \d{{1,2}})(?:, \d{{1,2}})+(?:,? (?:and|or) \d{{1,2}})?(?![\d:%])",
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
_IDIOM: Final = re.compile(
    r"\b(?:24/7|50/50|9-to-5|(?:half|quarter) (?:past|to) \w+"
    r"|(?:first|second|third|fourth|last|next) (?:quarter|half|third))\b",
    re.IGNORECASE,
)
_FOUR_DIGITS: Final = re.compile(r"(?<![\w.,:-])([01]\d|2[0-3])([0-5]\d)(?![.,:-]?\d)")
_WITHOUT_COLON: Final = re.compile(r"\b[0-2]\d[0-5]\d ?(?:UTC|GMT|Z|hrs?|hours)\b")
"""Where a text has one of these, four digits may be a time of day."""
_NO_PLAIN_DIGITS: Final = re.compile(
    r"(?=\d+(?:\.\d+)?(?:[, \u00a0\u202f]\d{3}| ?[½¼¾]| ?\d/\d|[ \u00a0-]?[htmbk]|[ \u00a0]?[ap]\.?m\b))"
    + _DIGITS.pattern,
    re.IGNORECASE,
)
"""Numbers whose value is another one than that of their digits."""
_LONG_NUMBER: Final = 7
"""Digits from which a number is a telephone's or a book's, however it is divided."""
_DECADES: Final = {
    word: 1920.0 + 10 * place
    for place, word in enumerate(
        ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
    )
}
_IN_CENTURY: Final = re.compile(r"(?:st|nd|rd|th)(?: (?:and|or|to) (?:\w+ )?\d\d(?:st|nd|rd|th))?[ -]centur")
_CENTURY: Final = re.compile(
    rf"\b(?:(\d{{1,2}})(?:st|nd|rd|th)|({'|'.join(_ORDINALS)}))[ -]centur(?:y|ies)\b", re.IGNORECASE
)
_SHORT_YEAR: Final = re.compile(r"(?<!\w)['’](\d\d)(?=s?\b)")


def new_numbers(text: str, contexts: Any, *others: Any) -> list[str]:
    """Return the numbers that no source holds, and that come from none of theirs or stand in the place of another.

    Sources are the contexts and others, such as the question. A number is in digits or words; ``1.2 million`` is
    1,200,000 and ``5 p.m.`` 17. It comes from others of the sources and the response where it rounds one, is one in
    another unit, is what two make in one step, or what some make together. In the place of another one of the
    contexts, of its unit and most words next to it, those of other sentences of the contexts do not count. What a
    sentence supposes, and up to twelve things, may have been thought of or counted. Years are dates: see ``new_dates``.

    >>> new_numbers("They cost 1.2 thousand dollars, 19 more than before.", ["They cost $1,200. They did cost $1,181."])
    []
    >>> new_numbers("A cup costs 16 euros.", ["A cup costs 14 euros, a plate 5 euros."])
    ['16']
    >>> new_numbers("It holds 85.", ["The ferry sails four times a day."])
    ['85']
    """
    given, beside = _source_texts((contexts,)), _source_texts((), others)
    said = _as_read(_CITATION.sub(" ", plain(without_code(text))))
    unheld, asserted = _unheld(said, given, beside)
    wanted = [
        (one, sentence)
        for one, sentence in unheld
        if one.unit != _YEAR_OF and not _PER_MANY.search(sentence, 0, one.end)
    ]
    looked_at = wanted[:_MOST_LOOKED_AT]
    amounts = {sentence: _amounts(sentence) for sentence in dict.fromkeys(sentence for _, sentence in looked_at)}
    places = [_Unheld(one, sentence, amounts[sentence]) for one, sentence in looked_at]
    found = [*_unheld_dotted(said, (*given, *beside))]
    if places:
        asked = [each for text in beside for each in _amounts(text)]
        known = [*(each for readings in asserted for each in readings), *asked, *_times(asked)]
        rivals = _rivals(places, given, known)
        scales = _scales_of((*given, *beside))
        texts = (*given, *beside, said)
        own = [readings[0] for readings in asserted]
        too_many = _come_to_anything(texts)
        portions = set() if too_many else {*_portions(asked, given)}
        worked_with = None if too_many else _worked_with(known, texts, scales, own, portions)
        counts = {*_counts(asked)}
        found += (
            each.written
            for each in places
            if each.is_told_otherwise(rivals, known, scales, counts, portions)
            or (worked_with and each.comes_from_nothing_in(worked_with, counts))
        )
    return list(dict.fromkeys(found))


def _times(asked: list[Amount]) -> Iterator[Amount]:
    """Yield what two of a few numbers make of a third: four nights for two people."""
    for one, two in combinations(asked, 2) if len(asked) <= _FEW_ASKED else ():
        yield Amount(one.value * two.value, "", 0, 0)


def _rivals(places: list["_Unheld"], given: list[str], known: list[Amount]) -> list["_Rival"]:
    """Return the numbers of the contexts in sentences that have words next to places, but for those that are known."""
    stated = {(each.value, each.unit) for each in known}
    words = [word for each in places for word in each.beside.words]
    return [
        _Rival(each, amounts, sentence, _Beside(sentence, each.start, each.end, more=1))
        for sentence in islice(_sentences_with(words, given), _MOST_SENTENCES)
        if (amounts := _amounts(sentence))
        for each in amounts
        if (each.value, each.unit) not in stated
    ]


def _counts(amounts: Iterable[Amount]) -> Iterator[float]:
    """Yield the numbers of things, as of adults and nights, that some amounts tell."""
    yield from (each.value for each in amounts if each.unit not in _NO_THINGS and 1 < each.value <= _FEW)


def _portions(asked: list[Amount], given: list[str]) -> Iterator[float]:
    """Yield what share of all is asked for, of a recipe for four and a question for six."""
    wanted = [each.value for each in asked if not each.is_measured]
    served = {each.value for text in given for each in _amounts(text) if not each.is_measured} if wanted else set()
    if len(wanted) <= _FEW_ASKED and len(served) <= _FEW:
        yield from (many / each for many in wanted for each in served if each)


def _come_to_anything(texts: Iterable[str]) -> bool:
    """Tell whether texts have so many numbers, no years and no days of a month, that some come to any number."""
    numbers = {*_in_digits("\n".join(texts))}
    return sum(each > _LAST_DAY and not _FIRST_YEAR <= each < _NO_YEAR for each in numbers) > _TOO_MANY


def _worked_with(
    known: list[Amount], texts: tuple[str, ...], scales: set[float], own: list[Amount], portions: set[float]
) -> _Given:
    """Return what numbers of texts, and of a response, others may have been worked out from."""
    amounts = [*known, *(each for text in texts for each in _amounts(_without_dates(text)))]
    text = "\n".join(texts)
    dates = (each for each in _A_DATE.findall(text) if _is_date(each))
    return _Given(amounts, text, dates, [int(each) for each in _YEAR.findall(text)], scales, own, portions)


def _unheld_dotted(said: str, texts: tuple[str, ...]) -> Iterator[str]:
    """Yield the versions and addresses of a text with which none of the sources begins."""
    for match in _DOTTED.finditer(_without_dates(said)):
        starts_line = match.string[: match.start()].rpartition("\n")[2].strip(" \t#*") == ""
        begins = re.compile(rf"(?<![\w.])v?{re.escape(match[0].lstrip('v'))}")
        if not starts_line and not any(begins.search(text) for text in texts):
            yield match[0]


def _unheld_years(said: str, given: list[str], beside: list[str]) -> Iterator[str]:
    """Yield the years of a text that no source holds, but for those that it tells about."""
    for one, sentence in _unheld(said, given, beside, only=_YEAR_OF)[0]:
        if one.value >= _FIRST_YEAR and not _is_about(one, sentence):
            yield sentence[one.start : one.end].strip()


def _unheld(
    said: str, given: list[str], beside: list[str], *, only: str = ""
) -> tuple[list[tuple[Amount, str]], list[list[Amount]]]:
    """Return the numbers of a text, or those of a unit, that no source holds, and the readings of all."""
    said = _without_dates(_unnumbered(said))
    asserted = [(each, sentence) for sentence in dict.fromkeys(_sentences(said)) for each in _asserted(sentence)]
    texts = (*given, *beside)
    wanted = [(each[0], sentence, each) for each, sentence in asserted if each[0].unit == only or not only]
    wanted = _without(wanted, _in_digits("\n".join(texts))) if wanted else []
    if wanted:  # most are found in digits, and quickly
        clocks = any(each.unit == _TIME_OF_DAY for _, _, readings in wanted for each in readings)
        wanted = _without(wanted, _held(_bounded(texts), clocks=clocks))
    left = [(one, sentence) for one, sentence, _ in wanted if not _stands_divided(sentence[one.start : one.end], texts)]
    return left, [each for each, _ in asserted]


def _stands_divided(written: str, texts: Iterable[str]) -> bool:
    """Tell whether a long number stands in texts with its digits divided in another way."""
    digits = re.sub(r"\D", "", written)
    return len(digits) >= _LONG_NUMBER and any(
        digits in re.sub(r"(?<=\d)[ ()/,.\u00a0-]+(?=\d)", "", text) for text in texts
    )


def _without(wanted: list[_Wanted], numbers: Iterator[float]) -> list[_Wanted]:
    held = {*numbers}
    return [each for each in wanted if not any(_is_among(one, each[1], held) for one in each[2])]


class _Rival(NamedTuple):
    """A number of the contexts, with those of its sentence and the words next to it."""

    amount: Amount
    amounts: list[Amount]
    sentence: str
    beside: _Beside


class _Unheld:
    """A number of a response that no source holds."""

    def __init__(self, amount: Amount, sentence: str, amounts: list[Amount]) -> None:
        """Read what stands next to it, in a sentence of such amounts."""
        self.amount = amount
        self.written = sentence[amount.start : amount.end].strip()
        self.beside = _Beside(sentence, amount.start, amount.end, but=spellings_of(amount.unit))
        self._sentence = sentence
        self._counts = {*_counts(each for each in amounts if each.start != amount.start)}
        self._as_told = _as_told(amount.value, about=_is_about(amount, sentence))
        self._may_be_counted = not amount.is_measured and amount.value <= _FEW and amount.value.is_integer()
        self._is_supposed = _SUPPOSES.search(sentence) is not None
        self._is_until_today = amount.unit == "year" and _UNTIL_TODAY.match(sentence, amount.end) is not None

    def is_told_otherwise(
        self,
        rivals: Sequence[_Rival],
        known: list[Amount],
        scales: set[float],
        counts: set[float],
        portions: set[float],
    ) -> bool:
        """Tell whether other numbers stand at such places, that this one does not follow from."""
        alike = [
            each for each in rivals if each.amount.unit == self.amount.unit and self.beside.is_mostly_in(each.beside)
        ]
        few = len({one.value for each in rivals for one in each.amounts}) <= _WORKED_WITH
        told = rivals if few else alike[:1]  # of many numbers some two come to almost any
        sentences = dict.fromkeys((self._sentence, *(each.sentence for each in told)))
        amounts = [*(one for each in told for one in each.amounts), *known]
        worked_with = _Given(amounts, " ".join(sentences), scales=scales, portions=portions)
        return bool(alike) and not worked_with.may_come_to(self.amount, *self._as_told, self._counts | counts)

    def comes_from_nothing_in(self, worked_with: _Given, counts: set[float]) -> bool:
        """Tell whether it was neither counted, supposed nor worked out from others."""
        if self._may_be_counted or self._is_supposed or (self._is_until_today and worked_with.has_years):
            return False
        return not worked_with.may_come_to(self.amount, *self._as_told, self._counts | counts)


def _is_about(one: Amount, sentence: str) -> bool:
    """Tell whether a number is told as nearly right."""
    return _ABOUT.search(sentence, max(0, one.start - 60), one.start) is not None


def _as_told(one: float, *, about: bool) -> tuple[float, float]:
    """Return between which numbers those are that may be told as one: as exactly, or with two digits at least."""
    digits = len(f"{one:.6f}".replace(".", "").strip("0"))
    exact = 10.0 ** -_decimals(one)
    rough = 10.0 ** (floor(log10(one)) - digits + 1) if digits > 1 else exact
    half = max(exact, rough) / 2
    least, most = (one / (1 + _ABOUT_SHARE), one / (1 - _ABOUT_SHARE)) if about else (one, one)
    return min(least, one - half), max(most, one + half)


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
        counted = re.search(r"[ -]", word) or (given[0].unit not in ("", _TIME_OF_DAY) and given[0].value >= 2)
        is_name = word[:1].isupper() and start > 0  # "Eighty Mile Beach"
        if not any(low <= start < high for low, high in idle) and (not word[:1].isalpha() or (counted and not is_name)):
            yield given


def _amounts(sentence: str) -> list[Amount]:
    """Return the amounts of a sentence, and its times of day in minutes."""
    clocks = [match for match in _CLOCK.finditer(sentence) if _is_clock(match)]
    for match in clocks:
        sentence = sentence[: match.start()] + _blanks(match) + sentence[match.end() :]
    found = [each for each in amounts_of(sentence) if sentence[each.start - 1 : each.start] != "#"]
    found += (Amount(at, _TIME_OF_DAY, match.start(), match.end()) for match in clocks for at in _minutes(match))
    found += (Amount(at, _TIME_OF_DAY, match.start(), match.end()) for match, at in _times_without_colon(sentence))
    found += (
        Amount(_MIDDAYS[match[0].lower()], _TIME_OF_DAY, match.start(), match.end())
        for match in _MIDDAY.finditer(sentence)
    )
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
    return _IN_CENTURY.match(sentence, one.end) is not None and any(one.value == (each - 1) // 100 + 1 for each in held)


def _in_digits(text: str) -> Iterator[float]:
    """Yield the numbers that stand in a text as they are."""
    yield from (float(each[:200]) for each in {*re.findall(r"\d+(?:\.\d+)?", text)})


def _held(text: str, *, clocks: bool) -> Iterator[float]:
    """Yield the numbers of a text, in whatever reading, and perhaps its times of day."""
    yield from _in_digits(text)
    digits = {each[0]: each for each in _NO_PLAIN_DIGITS.finditer(text)}
    spelt = {each[0]: each for each in _SPELT.finditer(text)}
    yield from (value for match in (*digits.values(), *spelt.values()) for value in _values(match))
    yield from (float(a + b) for a, b in re.findall(r"\b([12]\d)\d\d ?(?:--?|–|/) ?(\d\d)\b", text))
    yield from (float(century + each) for each in _SHORT_YEAR.findall(text) for century in ("19", "20"))
    yield from (float(f"{each}9") for each in re.findall(r"\b([12]\d\d)0s\b", text))  # the last year of the 2010s
    yield from (
        100.0 * (int(number) if number else _ORDINALS.index(word.lower()) + 1) - 100
        for number, word in (_CENTURY.findall(text) if "entur" in text else ())
    )
    words = {*re.findall(r"[A-Za-z]+", text)}
    yield from (_ROMAN.index(each) + 2.0 for each in words.intersection(_ROMAN))
    small = {each.lower() for each in words}
    yield from (_COUNTED[each] for each in small.intersection(_COUNTED))
    yield from (_DECADES[each] for each in small.intersection(_DECADES))
    yield from (float(f"{each[1]}.{each[2]}") for each in _CLOCK.finditer(text))  # 11.40 of 11:40
    if clocks:
        noons = (value for match in digits.values() if match["noon"] for value in _values(match))
        yield from map(_as_clock, (*(60 * each for each in noons), *_clocks(text)))


def _clocks(text: str) -> Iterator[float]:
    """Yield what may be times of day, in minutes."""
    yield from (each for match in _CLOCK.finditer(text) for each in _minutes(match))
    yield from (each for _, each in _times_without_colon(text))
    hours = {int(one or other) for one, other in {*_AT_HOUR.findall(text)}}
    yield from (60.0 * (each + more) for each in hours for more in (0, 12))
    yield from (_MIDDAYS[each.lower()] for each in _MIDDAY.findall(text))


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


def _times_without_colon(text: str) -> Iterator[tuple[re.Match[str], float]]:
    """Yield the times of day in four digits of a text that has some: ``0930 hrs``."""
    if _WITHOUT_COLON.search(text):
        yield from ((match, 60.0 * int(match[1]) + int(match[2])) for match in _FOUR_DIGITS.finditer(text))


def _as_clock(minutes: float) -> float:
    """Return what stands for a time of day among the numbers that are held."""
    return -1 - minutes


def _is_date(date: str) -> bool:
    """Tell whether a date is no ``18 may``, no ``April 57``, and no ``2007-11``, which may be years."""
    month = re.search(rf"(?i){_MONTH}", date)
    if month and any(_LAST_DAY < int(each) < _FIRST_YEAR for each in re.findall(r"\d+", date)):
        return False
    return (month is None or month[0][:1].isupper() or len(month[0]) > 4) and not re.fullmatch(r"\d{4}-\d\d", date)


def _without_dates(text: str) -> str:
    """Return a text with blanks for its dates, and for the days beside them: ``5 or 6 June``."""
    for dates in (_DAYS_BESIDE, _A_DATE):
        text = dates.sub(lambda found: _blanks(found) if _is_date(_date_in(found)) else found[0], text)
    return text


def _date_in(match: re.Match[str]) -> str:
    named = match.groupdict()
    return named.get("date") or named.get("first") or named.get("listed") or match[0]


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match[0])
