"""The dates, months and days of the week of a response in whose place its contexts have others."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date
from itertools import islice
from typing import Any, Final, NamedTuple

from spade_core.checks.figures import _day
from spade_core.checks.held import _A_DATE, _MOST_LOOKED_AT, _MOST_SENTENCES, _is_date, _new_amounts
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

__all__ = ["new_dates"]

_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORT_DAYS: Final = tuple(day[:3] for day in _WEEKDAYS)
_DAY: Final = "|".join(_SHORT_DAYS)
_ALL_WEEK: Final = range(-1, -8, -1)
"""What stands for the days of the week among days, Monday first."""
_SHORT_WEEKDAY: Final = re.compile(rf"\b({_DAY})\w*\.?((?: ?[-–—] ?| to | through | until )(?:{_DAY}))?", re.IGNORECASE)
_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_CALENDAR: Final = frozenset((*_WEEKDAYS, *_MONTHS))
_WEEKDAY: Final = re.compile(rf"\b(?:{'|'.join(map(str.title, _WEEKDAYS))})(?=s?\b)")
_MONTH_ALONE: Final = re.compile(rf"\b(?:{'|'.join(map(str.title, _MONTHS))})\b")
_ANY_MONTH: Final = re.compile(rf"\b(?=[jfmasond])(?:{'|'.join(_MONTHS)})\b")
_EACH_DAY: Final = re.compile(
    r"\b(?=[edasw7])(?:every ?day|daily|each day|all week|any day|seven days|7 days|weekdays?|working days?)\b",
    re.IGNORECASE,
)
_SPAN: Final = re.compile(r"\b(?:days?|nights?|weeks?|months?|years?)\b", re.IGNORECASE)
"""What other days are counted by: the parcel left on 7 June and takes three days."""
_YEAR: Final = re.compile(r"\b[12]\d{3}\b")
_BEFORE: Final = re.compile(r"\b(?:before|after|by|until|till|from|since|to|than)\s(?:the\s)?$", re.IGNORECASE)
"""Where these stand, "before 1 July" may say "by 30 June"."""


def new_dates(text: str, contexts: Any, *others: Any) -> list[str]:
    """Return the dates, months, years and days of the week in whose place the contexts have others.

    Sources are the contexts and others, such as the question. A date that one of them holds, however it is written
    there, is not named; nor is what no source says of another date at such a place: see ``new_numbers``.

    >>> new_dates("It opened on 5 June and closed in 1950.", ["It opened on 1932-06-04 and closed in 1951."])
    ['5 June', '1950']
    >>> new_dates("It comes back on 5 June", ["It opened on 1932-06-04."])
    []
    """
    given, beside = _source_texts((contexts,)), _source_texts(others)
    said = _as_read(_CITATION.sub(" ", plain(without_code(text))))
    whens = [each for sentence in _sentences(said) for each in _whens(sentence)]
    found: list[str] = []
    if whens:
        known = _Known(_bounded((*given, *beside)))
        new = list(islice((each for each in whens if not known.holds(each)), _MOST_LOOKED_AT))
        places = [_Beside(each.sentence, each.start, each.end, but=_CALENDAR) for each in new]
        stated = {day for each in whens for day in each.days}
        rivals = [
            (other, _Beside(other.sentence, other.start, other.end, more=1))
            for sentence in islice(
                _sentences_with([word for each in places for word in each.words], given), _MOST_SENTENCES
            )
            if not _SPAN.search(sentence)
            for other in _whens(sentence)
            if not any(day in stated for day in other.days)
        ]
        found = [
            each.written
            for each, place in zip(new, places, strict=True)
            if any(each.may_stand_for(other) and place.is_mostly_in(beside) for other, beside in rivals)
        ]
    found += _new_amounts(text, contexts, others, years=True)
    return list(dict.fromkeys(found))


class _When(NamedTuple):
    """A date, a month or a day of the week of a sentence, and the days that it may stand for."""

    sentence: str
    start: int
    end: int
    days: list[tuple[int, int, int]]

    @property
    def written(self) -> str:
        """Return it as it is written."""
        return self.sentence[self.start : self.end].rstrip(".")

    def may_stand_for(self, other: "_When") -> bool:
        """Tell whether both are days of the week, or both are dates and the other one is no less exact."""
        day, another = self.days[0][2], other.days[0][2]
        return (day < 0) == (another < 0) and (another != 0 or day == 0)


def _whens(sentence: str) -> list[_When]:
    """Return the dates, months and days of the week of a sentence."""
    places = [match for match in _A_DATE.finditer(sentence) if _is_date(match[0])]
    dated = {place for match in places for place in range(*match.span())}
    places += (each for each in _MONTH_ALONE.finditer(sentence) if each.start() not in dated and each[0] != "May")
    places += _WEEKDAY.finditer(sentence)
    return [_When(sentence, *match.span(), _days(match[0])) for match in places]


class _Known:
    """The days that texts tell."""

    def __init__(self, text: str) -> None:
        """Read the dates, the months, the years, and the days of the week."""
        days = {day for each in _A_DATE.findall(text) if _is_date(each) for day in _days(each)}
        self._years = {0, *(year for year, _, _ in days), *(int(each) for each in _YEAR.findall(text))}
        self._months = {_MONTHS.index(each) + 1 for each in _ANY_MONTH.findall(text.lower())}
        self._months |= {month for _, month, _ in days}
        self._days = {(month, day) for _, month, day in days} | {(0, each) for each in _weekdays(text, days)}

    def holds(self, when: _When) -> bool:
        """Tell whether all that a date names is told, or a day off behind "before"."""
        days = list(when.days)
        if _BEFORE.search(when.sentence, 0, when.start):
            days += (beside for day in when.days for beside in _beside(day))
        return any(
            year in self._years and ((month, day) in self._days if day else month in self._months)
            for year, month, day in days
        )


def _beside(day: tuple[int, int, int]) -> Iterator[tuple[int, int, int]]:
    """Yield the days before and after one."""
    for more in (-1, 1):
        with suppress(ValueError, OverflowError):
            made = date.fromordinal(date(day[0] or 2001, *day[1:]).toordinal() + more)
            yield (made.year if day[0] else 0), made.month, made.day


def _days(written: str) -> list[tuple[int, int, int]]:
    """Return the days that a date may stand for."""
    if written.lower() in _WEEKDAYS:
        return [(0, 0, _ALL_WEEK[_WEEKDAYS.index(written.lower())])]
    if written.lower() in _MONTHS:
        return [(0, _MONTHS.index(written.lower()) + 1, 0)]
    year, month, day = _day(written)
    slashed = re.fullmatch(r"\d{1,2}[/-]\d{1,2}[/-]\d+", written) is not None
    return [(year, month, day), (year, day, month)] if slashed and 0 < day < 13 else [(year, month, day)]


def _weekdays(text: str, days: Iterable[tuple[int, int, int]]) -> Iterator[int]:
    """Yield the days of the week that a text tells, all where it tells a range, and those of dates."""
    yield from _ALL_WEEK if _EACH_DAY.search(text) else ()
    yield from _ALL_WEEK[5:] if "weekend" in text.lower() else ()
    for first, is_range in {(each[0].lower(), bool(each[1])) for each in _SHORT_WEEKDAY.findall(text)}:
        yield from _ALL_WEEK if is_range else (_ALL_WEEK[_SHORT_DAYS.index(first)],)
    for day in days:
        with suppress(ValueError):
            yield _ALL_WEEK[date(*day).weekday()]
