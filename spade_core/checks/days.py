"""The dates, months and days of the week of a response that its contexts do not hold."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date
from itertools import islice
from math import ceil, floor
from typing import Any, Final, NamedTuple

from spade_core.checks.amounts import _DAYS, amounts_of
from spade_core.checks.derived import _YEAR_OF
from spade_core.checks.figures import _day
from spade_core.checks.held import (
    _A_DATE,
    _MOST_LOOKED_AT,
    _MOST_SENTENCES,
    _YEAR,
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
_SOME_DAYS: Final = re.compile(rf"\b({_DAY})((?: ?[-–—] ?| to | through | until )(?:{_DAY}))?")
_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_WEEKDAY: Final = re.compile(rf"\b(?:{'|'.join(map(str.title, _WEEKDAYS))})(?=s?\b)")
_MONTH_ALONE: Final = re.compile(rf"\b(?:{'|'.join(map(str.title, _MONTHS))})\b")
_SHORT_MONTHS: Final = tuple(month[:3].title() for month in _MONTHS)
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
    r"|New Year|Advent|Lent|Ramadan|solstice|equinox|monthly|every month|each month|all year|year[- ]round)\b",
    re.IGNORECASE,
)
"""Where a text speaks of these, the month may follow from them."""
_EACH_DAY: Final = re.compile(
    r"\b(?=[edasw7])(?:every ?day|daily|each day|all week|any day|seven days|7 days|weekdays?|working days?)\b",
    re.IGNORECASE,
)
_WORKING_DAYS: Final = re.compile(r"\b(?:working|business)[ -]days?\b", re.IGNORECASE)
_SPAN: Final = re.compile(r"\b(?:day|night|week|fortnight|month|year)\b", re.IGNORECASE)
_BESIDE_TODAY: Final = re.compile(r"\b(?:tomorrow|yesterday|tonight|overnight)\b", re.IGNORECASE)
"""What other days are counted by, beside what is told with a number: the parcel left on 7 June and came a day later."""
_DAYS_OF_A_YEAR: Final = 365
_FEW_DAYS: Final = 28
"""Up to these, spans are counted in days or weeks, not in months of one length or another."""
_DENIES: Final = re.compile(
    r"\b(?:not|no|never|none|closed|except|unlike|without|instead|rather)\b|n['’]t\b", re.IGNORECASE
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
    given, beside = _source_texts((contexts,)), _source_texts(others)
    said = _as_read(_CITATION.sub(" ", plain(without_code(text))))
    whens = [each for sentence in _sentences(said) for each in _whens(sentence)]
    known = _Known(_bounded((*given, *beside)), (day for each in whens for day in each.days)) if whens else None
    new = list(islice((each for each in whens if known and not known.holds(each)), _MOST_LOOKED_AT))
    years = list(islice(_unheld_years(said, given, beside), _MOST_LOOKED_AT))
    if not new and not years:
        return []
    told = _Told("\n".join((*given, *beside)), said)
    found = [each.written for each in new if told.leads_to_none_of(each.days)]
    found += (each for each in years if told.has_other_years_than(int(each)))
    return list(dict.fromkeys(found))


class _Told:
    """The days and years that sources tell, and how far from these another one may be."""

    def __init__(self, text: str, said: str) -> None:
        """Read the dates of the sources, and the numbers and spans of these and of a response."""
        told = {day for each in _A_DATE.findall(text) for day in _days(each)}
        self._days = [day for day in sorted(told)[:_MOST_SENTENCES] if _ordinal(day)]
        self._months = _months_of(text, told)
        self._weekdays = {*_weekdays(text, told)}
        self._years = {*(year for year, _, _ in told if year), *(int(each) for each in _YEAR.findall(text))}
        self._text = text
        all_texts, working = _WORKING_DAYS.subn("days", f"{text}\n{said}")
        spans = {(each.value, each.unit) for each in amounts_of(_without_dates(all_texts)) if each.unit != _YEAR_OF}
        spans |= {(1.0, each.lower()) for each in _SPAN.findall(all_texts)}  # "a week later"
        spans |= {(1.0, "day") for _ in _BESIDE_TODAY.findall(all_texts)}
        days = {count * _DAYS[unit] for count, unit in spans if unit in _DAYS and count < _FARTHEST_YEAR}
        if any(unit == "day" for _, unit in spans):  # "standard takes five days, express two"
            days |= {count for count, unit in spans if not unit and count <= _FEW_DAYS}
        if working:
            days |= {each + 2 * (each // 5 + more) for each in days if 1 <= each <= _FEW_DAYS for more in (0, 1)}
        ages = {count + 0.5 for count, unit in spans if not unit and count < _FARTHEST_YEAR}
        self._far = {round(far) + more for far in days for more in (range(-3, 4) if far > _FEW_DAYS else (-1, 0))}
        self._far_weekdays = {
            round(far) - less for far in days if far >= 1 for less in ((0, 1) if far < len(_WEEKDAYS) else (0,))
        }
        self._far_months = {
            round_to(far / _DAYS["month"]) % 12 for far in days if far >= 1 for round_to in (floor, ceil)
        }
        self._far_years = {
            round_to(far) for far in (*ages, *(each / 365.25 for each in days)) for round_to in (floor, ceil)
        }
        self._has_season = _SEASON.search(text) is not None

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
        return any(self._far & {each, _DAYS_OF_A_YEAR - each} for each in far) or self._is_named_day_beside(day)

    def _is_named_day_beside(self, day: tuple[int, int, int]) -> bool:
        """Tell whether a day is one that sources name by its day of the week, within a week of one of theirs."""
        named = {
            _ALL_WEEK[_SHORT_DAYS.index(first[:3].lower())] for first, to in _SOME_DAYS.findall(self._text) if not to
        }
        for year in [day[0]] if day[0] else sorted(self._years)[:_FEW_DAYS]:
            one = _ordinal((year, *day[1:]))
            beside = (abs(one - _ordinal((other[0] or year, *other[1:]))) <= len(_WEEKDAYS) for other in self._days)
            if one and _ALL_WEEK[(one - 1) % 7] in named and any(beside):
                return True
        return False

    def _leads_to_month(self, year: int, month: int) -> bool:
        if year and year not in self._years and self.has_other_years_than(year):
            return False
        far = {(month - each) % 12 for each in self._months}
        return self._has_season or bool((self._far_months | {0}) & {each for one in far for each in (one, -one % 12)})

    def _leads_to_weekday(self, day: int) -> bool:
        return any((day - each) % 7 in {far % 7, -far % 7} for each in self._weekdays for far in self._far_weekdays)

    def has_other_years_than(self, year: int) -> bool:
        """Tell whether this one is as far from none of the years as is told."""
        return not self._far_years & {abs(year - each) for each in self._years}


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


def _whens(sentence: str) -> list[_When]:
    """Return the dates, months and days of the week of a sentence."""
    places = [match for match in _A_DATE.finditer(sentence) if _is_date(match[0])]
    dated = {place for match in places for place in range(*match.span())}
    if not _DENIES.search(sentence):
        places += (
            each
            for each in _MONTH_ALONE.finditer(sentence)
            if each.start() not in dated and (each[0] != "May" or _IN.search(sentence, 0, each.start()))
        )
        places += _WEEKDAY.finditer(sentence)
    return [_When(sentence, *match.span(), _days(match[0])) for match in places]


class _Known:
    """The days that texts tell."""

    def __init__(self, text: str, said: Iterable[tuple[int, int, int]]) -> None:
        """Read the dates, the months, the years, and the days of the week; those of the days said are known."""
        days = {day for each in _A_DATE.findall(text) for day in _days(each)}
        self._years = {0, *(year for year, _, _ in days), *(int(each) for each in _YEAR.findall(text))}
        self._months = _months_of(text, days)
        self._days = {(month, day) for _, month, day in days}
        dated = {(year or each, month, day) for year, month, day in said if month and day > 0 for each in self._years}
        self._days |= {(0, each) for each in _weekdays(text, days | dated)}

    def holds(self, when: _When) -> bool:
        """Tell whether all that a date names is told, or a day off behind "before"."""
        days = list(when.days)
        if _BEFORE.search(when.sentence, 0, when.start):
            days += (beside for day in when.days if day[2] >= 0 for beside in _beside(day))
        return any(
            year in self._years and ((month, day) in self._days if day else month in self._months)
            for year, month, day in days
        )


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


def _weekdays(text: str, days: Iterable[tuple[int, int, int]]) -> Iterator[int]:
    """Yield the days of the week that a text tells, all where it tells a range, and those of dates."""
    yield from _ALL_WEEK if _EACH_DAY.search(text) else ()
    yield from _ALL_WEEK[5:] if "weekend" in text.lower() else ()
    for first, is_range in {(each[0][:3].lower(), bool(each[1])) for each in _SOME_DAYS.findall(text)}:
        yield from _ALL_WEEK if is_range else (_ALL_WEEK[_SHORT_DAYS.index(first)],)
    for day in days:
        with suppress(ValueError):
            yield _ALL_WEEK[date(*day).weekday()]
