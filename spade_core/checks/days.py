"""The dates, months and days of the week of a response that its contexts do not hold."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date
from functools import cached_property
from itertools import islice, pairwise
from math import ceil, floor
from typing import Any, Final, NamedTuple

from spade_core.checks.amounts import _DAYS, amounts_of
from spade_core.checks.derived import _YEAR_OF
from spade_core.checks.figures import _SHORT_MONTHS, _day
from spade_core.checks.held import (
    _A_DATE,
    _DAYS_BESIDE,
    _MOST_LOOKED_AT,
    _MOST_SENTENCES,
    _SHORT_YEAR,
    _YEAR,
    _date_in,
    _in_digits,
    _is_date,
    _unheld_years,
    _without_dates,
)
from spade_core.checks.plain import plain, without_code
from spade_core.checks.sources import _CITATION, _as_read, _bounded, _sentences, _source_texts

__all__ = ["new_dates"]

_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORT_DAYS: Final = tuple(day[:3] for day in _WEEKDAYS)
_SHORT_DAY: Final = "|".join((*map(str.title, _SHORT_DAYS), *map(str.upper, _SHORT_DAYS), "Tues", "Thurs?"))
_DAY: Final = rf"(?:(?i:{'|'.join(_WEEKDAYS)})s?|(?:{_SHORT_DAY})\b\.?)"
"""A day of the week; in its short form it begins with a large letter, for "sun" and "sat" are words too."""
_ALL_WEEK: Final = range(-1, -8, -1)
"""What stands for the days of the week among days, Monday first."""
_SOME_DAYS: Final = re.compile(rf"\b({_DAY})(?:(?: ?[-–—] ?| to | through | until )({_DAY}))?")
_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_WEEKDAY: Final = re.compile(rf"\b(?:{'|'.join(map(str.title, _WEEKDAYS))})(?=s?\b)")
_MONTH_ALONE: Final = re.compile(rf"\b(?:{'|'.join(map(str.title, _MONTHS))})\b")
_ANY_MONTH: Final = re.compile(
    rf"\b(?=[JFMASONDjfmasond])(?:(?i:{'|'.join(_MONTHS)})|{'|'.join((*_SHORT_MONTHS, 'Sept'))})\b"
)
_IN: Final = re.compile(
    r"\b(?:in|of|by|until|till|since|from|to|before|after|during|early|late|mid)[\s-]$", re.IGNORECASE
)
"""Where these stand, "May" is a month."""
_TO: Final = re.compile(r"[\d\s.,]{0,8}(?:-|–|—|to|and|until|till|through)\s?(?:the\s)?(?:\d{1,2}\w{0,2}\s)?$")
"""What stands between the first month and the last one of several."""
_SEASON: Final = re.compile(
    r"\b(?:spring|summer|autumn|fall|winter|season|quarter|Q[1-4]|term|semester|half|holidays?|vacation|Christmas|Easter"
    r"|New Year|Advent|Lent|Ramadan|solstice|equinox|monthly|every month|each month|all year|year[- ]round"
    r"|(?:week|wk|CW|KW)\.? ?\d{1,2})\b",
    re.IGNORECASE,
)
"""Where a text speaks of these, the month may follow from them."""
_EACH_DAY: Final = re.compile(
    r"\b(?=[edasw7])(?:every ?day|daily|each day|all week|any day|seven days|7 days|weekdays?|working days?)\b",
    re.IGNORECASE,
)
_WORKING_DAYS: Final = re.compile(r"\b(?:working|business)[ -]days?\b", re.IGNORECASE)
_NET: Final = re.compile(r"\bnet[ -]?(\d{1,3})\b", re.IGNORECASE)
"""An invoice that is payable "net 30" gives thirty days."""
_MONTHLY: Final = re.compile(
    r"\b(?:monthly|quarterly|instal?lments?|(?:every|each|a|per) (?:\w+ )?(?:month|quarter))\b", re.IGNORECASE
)
_WEEKLY: Final = re.compile(
    rf"\b(?:(?:bi-?)?weekly|fortnightly|(?:every|each) (?:\w+ )?(?:week|fortnight|{'|'.join(_WEEKDAYS)}))\b",
    re.IGNORECASE,
)
_DAY_OF_MONTH: Final = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)\b")
_NTH_WEEKDAY: Final = re.compile(
    rf"\b(?:first|second|third|fourth|last|[1-4](?:st|nd|rd|th)) ({'|'.join(_WEEKDAYS)})\b", re.IGNORECASE
)
_MONTH_ENDS: Final = re.compile(
    r"\b(?:last (?:working |business )?day|end) of (?:the|each|every|a) (?:month|quarter)|\bmonth[- ]ends?\b",
    re.IGNORECASE,
)
_SPAN: Final = re.compile(r"\b(?:day|night|week|fortnight|month|year)\b", re.IGNORECASE)
_BESIDE_TODAY: Final = re.compile(r"\b(?:tomorrow|yesterday|tonight|overnight)\b", re.IGNORECASE)
"""What other days are counted by, beside what is told with a number: the parcel left on 7 June and came a day later."""
_LONG: Final = 50_000
"""Characters from which a text is looked through only around what may matter."""
_BESIDE: Final = 30
"""Characters before a unit of time in which its number stands."""
_BEHIND: Final = 8
_UNIT_OF_TIME: Final = re.compile(rf"\b(?:(?:{'|'.join(_DAYS)})s?|net|tomorrow|yesterday|tonight|overnight)\b")
_NEAR_DATE: Final = re.compile(
    r"\d{4}[-/.]\d|\d[-/.]\d{1,2}[-/.]\d|年|(?i:\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))"
)
_DAYS_OF_A_YEAR: Final = 365
_FEW_DAYS: Final = 28
"""Up to these, spans are counted in days or weeks, not in months of one length or another."""
_DENIES: Final = re.compile(
    r"\b(?:not|no|never|none|closed|except|unlike|without|instead|rather|too (?:early|late|soon))\b"
    r"|n['’]t\b|\b(?:không|chưa)\b|[不无没]",
    re.IGNORECASE,
)
"""In such a sentence a month or a day of the week may stand that is none of those that are told."""
_FARTHEST_YEAR: Final = 10_000
_BEFORE: Final = re.compile(r"\b(?:before|after|by|until|till|from|since|to|than)\s(?:the\s)?$", re.IGNORECASE)
"""Where these stand, "before 1 July" may say "by 30 June"."""


def new_dates(text: str, contexts: Any, *others: Any) -> list[str]:
    """Return the days, months, days of the week and years that no source holds, and that follow from none of theirs.

    Sources are the contexts and others, such as the question. What one of them holds, however it is written there, is
    not named; nor is what is as far from one of theirs as a source or the text tells.

    >>> new_dates("It opened on 5 June and closed in 1950.", ["It opened on 1932-06-04 and closed in 1971."])
    ['5 June', '1950']
    >>> new_dates("It opened a week late, on 11 June.", ["It was to open on 1932-06-04."])
    []
    >>> new_dates("Work ends in July, on a Monday.", ["Work starts in April and takes three months."])
    ['Monday']
    """
    given, beside = _source_texts((contexts,)), _source_texts((), others)
    said = _as_read(_CITATION.sub(" ", plain(without_code(text))))
    denied = any(_DENIES.search(each) for each in beside)  # "When is it closed?"
    whens = [each for sentence in _sentences(said) for each in _whens(sentence, denied=denied)]
    calendar = _Calendar(_bounded((*given, *beside)) if whens else "\n".join((*given, *beside)))
    known = _Known(calendar, (day for each in whens for day in each.days))
    new = list(islice((each for each in whens if not known.holds(each)), _MOST_LOOKED_AT))
    years = list(islice(_unheld_years(said, given, beside), _MOST_LOOKED_AT))
    if not new and not years:
        return []
    told = _Told(calendar, said)
    found = [each.written for each in new if told.leads_to_none_of(each.days)]
    found += (each for each in years if told.has_other_years_than(int(each)))
    return list(dict.fromkeys(found))


class _Calendar:
    """The days that texts tell, each kind read when it is asked for."""

    def __init__(self, text: str) -> None:
        self.text = text

    def has(self, pattern: re.Pattern[str], *pieces: str) -> bool:
        """Tell whether a pattern is found, which has one of some pieces."""
        return self._has_any(pieces) and pattern.search(self.text) is not None

    def _has_any(self, pieces: tuple[str, ...]) -> bool:
        return any(each in self._small for each in pieces)

    @cached_property
    def _small(self) -> str:
        return self.text.lower()

    @cached_property
    def dates(self) -> set[tuple[int, int, int]]:
        """The dates, those of several readings in each."""
        return {day for each in _dates_in(self.text) for day in _days(each)} | {*_days_beside(self.text)}

    @cached_property
    def years(self) -> set[int]:
        """The years, also of dates."""
        return {*(year for year, _, _ in self.dates if year), *_years_in(self.text)}

    @cached_property
    def months(self) -> set[int]:
        """The months, those between the ends of a span too, and those of dates."""
        return _months_of(self.text, self.dates)

    @cached_property
    def named_days(self) -> set[tuple[str, str]]:
        """The days of the week as they are written, and the last one of a span that begins there."""
        return {*_SOME_DAYS.findall(self.text)} if self._has_any(_SHORT_DAYS) else set()

    def lies_between(self, one: int) -> bool:
        """Tell whether a day lies within a span of dates, in whatever year: 22 December to 6 January."""
        return any((one - first) % _DAYS_OF_A_YEAR <= (last - first) % _DAYS_OF_A_YEAR for first, last in self._spans)

    @cached_property
    def _spans(self) -> set[tuple[int, int]]:
        found = [*_A_DATE.finditer(self.text)] if len(self.text) <= _LONG else []
        return {
            (_ordinal((0, *_day(one[0])[1:])), _ordinal((0, *_day(two[0])[1:])))
            for one, two in pairwise(found)
            if _TO.fullmatch(self.text, one.end(), two.start())
        }

    def weekdays(self, dates: Iterable[tuple[int, int, int]]) -> Iterator[int]:
        """Yield the days of the week, those of ranges, and those of dates."""
        yield from _ALL_WEEK if self.has(_EACH_DAY, "dai", "day", "week") else ()
        yield from _ALL_WEEK[5:] if "weekend" in self._small else ()
        for first, last in self.named_days:
            start, end = (_SHORT_DAYS.index(each[:3].lower()) for each in (first, last or first))
            yield from (_ALL_WEEK[(start + more) % 7] for more in range((end - start) % 7 + 1))
        for day in dates:
            with suppress(ValueError):
                yield _ALL_WEEK[date(*day).weekday()]


class _Told:
    """The days and years that sources tell, and how far from these another one may be."""

    def __init__(self, calendar: _Calendar, said: str) -> None:
        """Take the days of the sources, and a response."""
        self._calendar = calendar
        self._said = said

    @cached_property
    def _days(self) -> list[tuple[int, int, int]]:
        return [day for day in sorted(self._calendar.dates)[:_MOST_SENTENCES] if _ordinal(day)]

    @cached_property
    def _spans(self) -> tuple[set[float], set[float]]:
        """How many days the sources and the response tell, and the numbers that may be ages."""
        text = f"{self._calendar.text}\n{self._said}"
        spans: set[tuple[float, str]] = set()
        if len(text) > _LONG:
            spans |= {(each, "") for each in _in_digits(text)}
            found = (each.span() for each in _UNIT_OF_TIME.finditer(text))
            text = "\n".join({text[max(0, start - _BESIDE) : end + _BEHIND] for start, end in found})
        text, working = _WORKING_DAYS.subn("days", _NET.sub(r"\1 days", text))
        spans |= {(each.value, each.unit) for each in amounts_of(_without_dates(text)) if each.unit != _YEAR_OF}
        spans |= {(1.0, each.lower()) for each in _SPAN.findall(text)}  # "a week later"
        spans |= {(1.0, "day") for _ in _BESIDE_TODAY.findall(text)}
        days = {count * _DAYS[unit] for count, unit in spans if unit in _DAYS and count < _FARTHEST_YEAR}
        if any(unit == "day" for _, unit in spans):  # "standard takes five days, express two"
            days |= {count for count, unit in spans if not unit and count <= _FEW_DAYS}
        if working:
            days |= {each + 2 * (each // 5 + more) for each in days if 1 <= each <= _FEW_DAYS for more in (0, 1)}
        return days, {count + 0.5 for count, unit in spans if not unit and count < _FARTHEST_YEAR}

    @cached_property
    def _far(self) -> set[int]:
        return {round(far) + more for far in self._spans[0] for more in (range(-3, 4) if far > _FEW_DAYS else (-1, 0))}

    @cached_property
    def _far_years(self) -> set[int]:
        days, ages = self._spans
        return {round_to(far) for far in (*ages, *(each / 365.25 for each in days)) for round_to in (floor, ceil)}

    def leads_to_none_of(self, days: Iterable[tuple[int, int, int]]) -> bool:
        """Tell whether no day, month or day of the week of the sources is as far from one of these as is told."""
        return not any(
            self._leads_to_day(each)
            if each[2] > 0
            else self._leads_to_weekday(each[2])
            if each[2] < 0
            else self._leads_to_month(*each[:2])
            for each in days
        )

    def _leads_to_day(self, day: tuple[int, int, int]) -> bool:
        far = [
            abs(_ordinal(day) - _ordinal(other))
            if day[0] and other[0]
            else (_ordinal((0, *day[1:])) - _ordinal((0, *other[1:]))) % _DAYS_OF_A_YEAR
            for other in self._days
            if _ordinal(day)
        ]
        around = self._far if day[0] else self._far | {each % _DAYS_OF_A_YEAR for each in self._far}
        is_far = any(around & {each, _DAYS_OF_A_YEAR - each} for each in far)
        between = self._calendar.lies_between(_ordinal((0, *day[1:])))
        return is_far or between or self._is_named_day_beside(day) or self._comes_again(day)

    def _comes_again(self, day: tuple[int, int, int]) -> bool:
        """Tell whether a day is among those that come again: of each month, some weeks apart, "the last Monday"."""
        calendar = self._calendar
        if calendar.has(_MONTHLY, "month", "quarter", "instal") and day[2] in {
            *(each for _, _, each in self._days),
            *(int(each) for each in _DAY_OF_MONTH.findall(calendar.text)),
        }:
            return True
        weekly = calendar.has(_WEEKLY, "week", "fortnight", *_WEEKDAYS)
        nth = {_ALL_WEEK[_WEEKDAYS.index(each.lower())] for each in self._nth_weekdays()}
        ends = calendar.has(_MONTH_ENDS, "month", "quarter") and day[1] in calendar.months
        for year in self._years_of(day) if weekly or nth or ends else ():
            one = _ordinal((year, *day[1:]))
            others = (_ordinal((other[0] or year, *other[1:])) for other in self._days)
            if one and (
                (weekly and any((one - each) % 7 == 0 for each in others))
                or _ALL_WEEK[(one - 1) % 7] in nth
                or (ends and date.fromordinal(one + 1).day == 1)
            ):
                return True
        return False

    def _nth_weekdays(self) -> list[str]:
        return _NTH_WEEKDAY.findall(self._calendar.text) if self._calendar.named_days else []

    def _years_of(self, day: tuple[int, int, int]) -> list[int]:
        return [day[0]] if day[0] else sorted(self._calendar.years)[:_FEW_DAYS] or [0]

    def _is_named_day_beside(self, day: tuple[int, int, int]) -> bool:
        """Tell whether a day is one that sources name by its day of the week, within a week of one of theirs."""
        named = {
            _ALL_WEEK[_SHORT_DAYS.index(first[:3].lower())] for first, last in self._calendar.named_days if not last
        }
        for year in self._years_of(day) if named else ():
            one = _ordinal((year, *day[1:]))
            beside = (abs(one - _ordinal((other[0] or year, *other[1:]))) <= len(_WEEKDAYS) for other in self._days)
            if one and _ALL_WEEK[(one - 1) % 7] in named and any(beside):
                return True
        return False

    def _leads_to_month(self, year: int, month: int) -> bool:
        if year and year not in self._calendar.years and self.has_other_years_than(year):
            return False
        if _SEASON.search(self._calendar.text):
            return True
        far_months = {
            round_to(far / _DAYS["month"]) % 12 for far in self._spans[0] if far >= 1 for round_to in (floor, ceil)
        }
        far = {(month - each) % 12 for each in self._calendar.months}
        return bool((far_months | {0}) & {each for one in far for each in (one, -one % 12)})

    def _leads_to_weekday(self, day: int) -> bool:
        weekdays = {*self._calendar.weekdays(self._calendar.dates)}
        far_weekdays = {
            round(far) - less
            for far in self._spans[0]
            if far >= 1
            for less in ((0, 1) if far < len(_WEEKDAYS) else (0,))
        }
        return any((day - each) % 7 in {far % 7, -far % 7} for each in weekdays for far in far_weekdays)

    def has_other_years_than(self, year: int) -> bool:
        """Tell whether this one is as far from none of the years as is told."""
        return not self._far_years & {abs(year - each) for each in self._calendar.years}


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


def _whens(sentence: str, *, denied: bool) -> list[_When]:
    """Return the dates, months and days of the week of a sentence, these two unless they are denied."""
    places = [match for match in _A_DATE.finditer(sentence) if _is_date(match[0])]
    dated = {place for match in places for place in range(*match.span())}
    if not denied and not _DENIES.search(sentence):
        places += (
            each
            for each in _MONTH_ALONE.finditer(sentence)
            if each.start() not in dated and (each[0] != "May" or _IN.search(sentence, 0, each.start()))
        )
        places += _WEEKDAY.finditer(sentence)
    return [_When(sentence, *match.span(), _days(match[0])) for match in places]


class _Known:
    """The days that texts tell, and so the days of the week of those that a response says."""

    def __init__(self, calendar: _Calendar, said: Iterable[tuple[int, int, int]]) -> None:
        """Take both."""
        self._calendar = calendar
        self._said = list(said)

    @cached_property
    def _days(self) -> set[tuple[int, int]]:
        return {(month, day) for _, month, day in self._calendar.dates}

    @cached_property
    def _weekdays(self) -> set[int]:
        years = {0, *self._calendar.years}
        dated = {(year or each, month, day) for year, month, day in self._said if month and day > 0 for each in years}
        return {*self._calendar.weekdays(self._calendar.dates | dated)}

    def holds(self, when: _When) -> bool:
        """Tell whether all that a date names is told, or a day off behind "before"."""
        days = list(when.days)
        if _BEFORE.search(when.sentence, 0, when.start):
            days += (beside for day in when.days if day[2] >= 0 for beside in _beside(day))
        return any(self._has(each) for each in days)

    def _has(self, one: tuple[int, int, int]) -> bool:
        year, month, day = one
        if year and year not in self._calendar.years:
            return False
        if day < 0:
            return day in self._weekdays
        return (month, day) in self._days if day else month in self._calendar.months


def _dates_in(text: str) -> Iterable[str]:
    """Return the dates of a text; in a long one only around names of months and numbers with marks between."""
    if len(text) <= _LONG:
        return _A_DATE.findall(text)
    return {
        found[0]
        for near in _NEAR_DATE.finditer(text)
        for found in _A_DATE.finditer(text, max(0, near.start() - _BESIDE), near.end() + _BESIDE)
        if found.start() <= near.start() < found.end()
    }


def _days_beside(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield the days of which a text names the month once, with another day: "between 15 and 30 September"."""
    for match in _DAYS_BESIDE.finditer(text) if len(text) <= _LONG else ():
        written = _date_in(match)
        year, month, _ = _day(written)
        if _is_date(written):
            yield from ((year, month, int(each)) for each in re.findall(r"\d{1,2}", match[0].replace(written, " ")))


def _years_in(text: str) -> Iterator[int]:
    """Yield the years of a text, and those that "'98" may stand for."""
    yield from (int(each) for each in _YEAR.findall(text))
    yield from (int(f"{each}9") for each in re.findall(r"\b([12]\d\d)0s\b", text))
    yield from (int(century + each) for each in _SHORT_YEAR.findall(text) for century in ("19", "20"))


def _ordinal(day: tuple[int, int, int]) -> int:
    """Return the number of a day, in some year where none is told; 0 of what is no day."""
    try:
        return date(day[0] or 2001, *day[1:]).toordinal()
    except (ValueError, OverflowError):
        return 0


def _beside(day: tuple[int, int, int]) -> Iterator[tuple[int, int, int]]:
    """Yield the days before and after one, or the months."""
    if not day[2]:
        yield from ((day[0], (day[1] + more - 1) % 12 + 1, 0) for more in (-1, 1))
        return
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


def _months_of(text: str, days: Iterable[tuple[int, int, int]]) -> set[int]:
    """Return the months that a text tells, those between the ends of a span too, and those of dates."""
    months = {month for _, month, _ in days}
    last, ends = 0, 0
    for match in _ANY_MONTH.finditer(text):
        month = _SHORT_MONTHS.index(match[0][:3].title()) + 1
        is_span = last and _TO.fullmatch(text, ends, match.start()) is not None
        months |= {(last + more - 1) % 12 + 1 for more in range((month - last) % 12)} if is_span else set()
        months.add(month)
        last, ends = month, match.end()
    return months
