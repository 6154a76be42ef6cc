"""The dates, months and days of the week of a response that its contexts do not hold."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date
from itertools import product
from typing import Any, Final

from spade_core.checks.amounts import Amount, amounts_of
from spade_core.checks.figures import _day, dates_of
from spade_core.checks.held import _CITATION, _as_read, _is_date, _source_texts, _without_dates
from spade_core.checks.plain import plain, without_code

__all__ = ["new_dates"]

_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORT_DAYS: Final = tuple(day[:3] for day in _WEEKDAYS)
_DAY: Final = "|".join(_SHORT_DAYS)
_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_WEEKDAY: Final = re.compile(rf"\b(?:{'|'.join(map(str.title, _WEEKDAYS))})(?=s?\b)")
_MONTH_ALONE: Final = re.compile(rf"\b(?:{'|'.join(map(str.title, _MONTHS))})\b")
_EACH_DAY: Final = re.compile(r"\b(?:every ?day|daily|each day|all week|any day|seven days|7 days)\b", re.IGNORECASE)
_YEAR: Final = re.compile(r"\b[12]\d{3}\b")
_LONGEST_SPAN: Final = 3660
_MOST_DAYS: Final = 12


def new_dates(text: str, *sources: Any) -> list[str]:
    """Return the dates, months and days of the week that no source holds; a day that no source tells is new.

    However they are written there; those so many days, weeks or months off that a source tells are held too.

    >>> new_dates("From 4 June 1932 to 5 June, a Sunday", ["It opened on 1932-06-04."])
    ['5 June', 'Sunday']
    """
    given = _source_texts(sources)
    said = _as_read(_CITATION.sub(" ", plain(without_code(text))))
    known = {day for source in given for each in dates_of(source) for day in _days(each)}
    years = {year for year, _, _ in known} | {int(each) for source in given for each in _YEAR.findall(source)}
    known |= {(year, month, day) for _, month, day in known for year in years if month and year}
    known |= {(year, month, 0) for source in given for month in _months(source) for year in (0, *years)}
    found = {each.rstrip("."): _days(each) for each in dates_of(said) if _is_date(each)}
    found |= {
        each: [(0, _day(f"{each} 2000")[1], 0)] for each in _MONTH_ALONE.findall(_without_dates(said)) if each != "May"
    }
    new = {each: days for each, days in found.items() if not _are_within(days, known)}
    if new:
        shifted = {day for source in given for day in _shifted(known, amounts_of(source))}
        new = {each: days for each, days in new.items() if not _are_within(days, shifted)}
    weekdays = {*_WEEKDAY.findall(said)}
    if weekdays:
        told = {*_weekdays(given, known)}
        new |= {each: [] for each in sorted(weekdays, key=said.index) if _WEEKDAYS.index(each.lower()) not in told}
    return list(new)


def _are_within(days: Iterable[tuple[int, int, int]], known: Iterable[tuple[int, int, int]]) -> bool:
    """Tell whether all that one of the days names is so in a known one."""
    return any(all(a in (0, b) for a, b in zip(day, one, strict=True)) for day in days for one in known)


def _days(written: str) -> list[tuple[int, int, int]]:
    """Return the days that a date may stand for, as year, month and day, 0 where it names none."""
    year, month, day = _day(written)
    slashed = re.fullmatch(r"\d{1,2}[/-]\d{1,2}[/-]\d+", written) is not None
    return [(year, month, day), (year, day, month)] if slashed and 0 < day < 13 else [(year, month, day)]


def _months(text: str) -> set[int]:
    """Return the months that a text names, with a day or without."""
    return {place for place, month in enumerate(_MONTHS, 1) if re.search(rf"\b{month}\b", text, re.IGNORECASE)}


def _shifted(days: Iterable[tuple[int, int, int]], amounts: Iterable[Amount]) -> Iterator[tuple[int, int, int]]:
    """Yield the days that are so many days, weeks or months before and after others."""
    spans = sorted({round(each.size) for each in amounts if each.kind == "time" and 1 <= each.size < _LONGEST_SPAN})
    dated = [each for each in sorted(days) if each[1]][-_MOST_DAYS:]
    for (year, month, day), span in product(dated, spans[:_MOST_DAYS]):
        about = (0,) if span < 28 else (-1, 0, 1)  # months are not all of one length
        for start, more in product(
            (day,) if day else (1, 28), (sign * span + each for sign in (-1, 1) for each in about)
        ):
            with suppress(ValueError, OverflowError):
                made = date.fromordinal(date(year or 2001, month, start).toordinal() + more)
                yield made.year if year else 0, made.month, made.day if day else 0


def _weekdays(texts: list[str], days: Iterable[tuple[int, int, int]]) -> Iterator[int]:
    """Yield the days of the week that texts tell, or leave out of a range, as numbers; Monday is 0."""
    told: set[int] = set()
    together = {"weekend": (5, 6), "weekday": range(7), "working day": range(7)}
    for text in texts:
        told.update(day for words, meant in together.items() if words in text.lower() for day in meant)
        told.update(range(7) if _EACH_DAY.search(text) else ())
        for first, _, last in re.findall(
            rf"\b({_DAY})\w*\.?((?: ?[-–—] ?| to | through | until )({_DAY}))?", text, re.IGNORECASE
        ):
            told.update(range(7) if last else [_SHORT_DAYS.index(first.lower())])
    for year, month, day in days:
        with suppress(ValueError):
            told.add(date(year, month, day).weekday())
    spans = (
        {int(each.size) for text in texts for each in amounts_of(text) if each.unit in ("day", "night")} if told else ()
    )
    told.update([(day + sign * span) % 7 for day in told for span in spans for sign in (-1, 1)])
    yield from told
