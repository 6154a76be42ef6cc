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
_DAYS_OF_A_YEAR: Final = 365
_FEW_DAYS: Final = 28
"""Up to these, spans are counted in days or weeks, not in months of one length or another."""
_FARTHEST_YEAR: Final = 10_000
_BEFORE: Final = re.compile(r"\b(?:before|after|by|until|till|from|since|to|than)\s(?:the\s)?$", re.IGNORECASE)
"""Where these stand, "before 1 July" may say "by 30 June"."""


def new_dates(text: str, contexts: Any, *others: Any) -> list[str]:
    """Return the days and years that no source holds, and months and days of the week where the contexts have others.

    Sources are the contexts and others, such as the question. A date that one of them holds, however it is written
    there, is not named; nor is a day or a year that is as far from one of the contexts as a source or the text tells.
    A month or a day of the week is named in the place of another one alone: see ``new_numbers``.

    >>> new_dates("It opened on 5 June and closed in 1950.", ["It opened on 1932-06-04 and closed in 1971."])
    ['5 June', '1950']
    >>> new_dates("It opened a week late, on 11 June.", ["It was to open on 1932-06-04."])
    []
    """
    given, beside = _source_texts((contexts,)), _source_texts(others)
    said = _as_read(_CITATION.sub(" ", plain(without_code(text))))
    whens = [each for sentence in _sentences(said) for each in _whens(sentence)]
    known = _Known(_bounded((*given, *beside))) if whens else None
    new = list(islice((each for each in whens if known and not known.holds(each)), _MOST_LOOKED_AT))
    years = list(islice(_unheld_years(said, given, beside), _MOST_LOOKED_AT))
    if not new and not years:
        return []
    told = _Told(given, "\n".join((*given, *beside, said)))
    vague = [each for each in new if not each.is_day]
    found = [each.written for each in new if each.is_day and told.has_others_than(each.days)]
    found += (each.written for each in _in_place_of_others(vague, whens, given))
    found += (each for each in years if told.has_other_years_than(int(each)))
    return list(dict.fromkeys(found))


def _in_place_of_others(new: list["_When"], whens: list["_When"], given: list[str]) -> Iterator["_When"]:
    """Yield the months and days of the week next to which the words stand that stand next to others in the contexts."""
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
    for each, place in zip(new, places, strict=True):
        if any(each.may_stand_for(other) and place.is_mostly_in(beside) for other, beside in rivals):
            yield each


class _Told:
    """The days and years that contexts tell, and how far from these another one may be."""

    def __init__(self, given: list[str], all_texts: str) -> None:
        """Read the dates of the contexts, and the numbers and spans of all texts."""
        text = "\n".join(given)
        told = {day for each in _A_DATE.findall(text) for day in _days(each)}
        self._days = [day for day in sorted(told)[:_MOST_SENTENCES] if _ordinal(day)]
        self._years = {*(year for year, _, _ in told if year), *(int(each) for each in _YEAR.findall(text))}
        spans = {(each.value, each.unit) for each in amounts_of(_without_dates(all_texts)) if each.unit != _YEAR_OF}
        spans |= {(1.0, each.lower()) for each in _SPAN.findall(all_texts) if not each.endswith("s")}  # "a week later"
        days = {count * _DAYS[unit] for count, unit in spans if unit in _DAYS and count < _FARTHEST_YEAR}
        ages = {count + 0.5 for count, unit in spans if not unit and count < _FARTHEST_YEAR}
        self._far = {round(far) + more for far in days for more in (range(-3, 4) if far > _FEW_DAYS else (-1, 0))}
        self._far_years = {
            round_to(far) for far in (*ages, *(each / 365.25 for each in days)) for round_to in (floor, ceil)
        }

    def has_others_than(self, days: Iterable[tuple[int, int, int]]) -> bool:
        """Tell whether one of these is as far from none of the days as is told."""
        far = [
            abs(_ordinal(day) - _ordinal(other))
            if day[0] and other[0]
            else (_ordinal((0, *day[1:])) - _ordinal((0, *other[1:]))) % _DAYS_OF_A_YEAR
            for day in days
            if _ordinal(day)
            for other in self._days
        ]
        return not any(self._far & {each, _DAYS_OF_A_YEAR - each} for each in far)

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

    @property
    def is_day(self) -> bool:
        """Tell whether it is a day of a month."""
        return self.days[0][2] > 0

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
        days = {day for each in _A_DATE.findall(text) for day in _days(each)}
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


def _ordinal(day: tuple[int, int, int]) -> int:
    """Return the number of a day, in some year where none is told; 0 of what is no day."""
    try:
        return date(day[0] or 2001, *day[1:]).toordinal()
    except (ValueError, OverflowError):
        return 0


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
