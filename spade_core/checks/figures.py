"""Numbers, dates, times of day and formats."""

import re
from itertools import pairwise
from typing import Final

from spade_core.checks.plain import _LIST_MARK, plain

__all__ = [
    "dates_ascending",
    "dates_of",
    "has_commit_title",
    "has_date",
    "has_number",
    "matches_format",
    "number_between",
    "numbers_of",
    "times_ascending",
    "times_of",
]

_NUMBER: Final = r"(?<![\w.])[-−+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w]*\d)"
_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_SHORT_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTH_OR_SHORT: Final = rf"(?:(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.|{_MONTH}(?!\.[ \t]))"
"""A month, or a short form with its stop; behind "May." a sentence begins."""
_DATE: Final = (
    rf"(?i)(?<![\w/.\-])(?=[\djfmasond])(?:\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{4}}[-/](?:0?[1-9]|1[0-2])|\d{{1,2}}[-/.]\d{{1,2}}[-/.](?:\d{{4}}|\d{{2}})"
    rf"|{_MONTH_OR_SHORT}[ \t]+\d{{1,2}}(?:st|nd|rd|th)?(?:,?[ \t]+\d{{4}})?|\d{{1,2}}(?:st|nd|rd|th)?[ \t]+(?:of["
    rf" \t]+)?(?:{_MONTH_OR_SHORT},?[ \t]+\d{{4}}|{_MONTH}\.?)"
    rf"|{_MONTH_OR_SHORT},?[ \t]+\d{{4}}|\d{{4}}年\d{{1,2}}月(?:\d{{1,2}}日)?)(?![\w\-/]*\d)"
)
_TIME: Final = r"(?i)(?<![\d:.])\d{1,3}:[0-5]\d(?::[0-5]\d)?(?:[.,]\d{1,3})?(?:[ \t]?[ap]\.?m\b\.?)?(?![\d:])"


def numbers_of(text: str) -> list[float]:
    """Return the numbers written in digits; the numbering of a list is none, ``1,234.5`` and ``-3`` are one each.

    >>> numbers_of("1. It costs $1,234.50, 5% less than 2 years ago")
    [1234.5, 5.0, 2.0]
    """
    text = re.sub(r"(?m)^([ \t>]*)\(?\d{1,3}[.)][ \t]+(?=\S)", r"\1", text)
    found = []
    for match in re.finditer(_NUMBER, text):
        sign = match[0][:1] in "-−+" and text[max(0, match.start() - 1) : match.start()].strip().isalnum()
        number = match[0].lstrip("-−+") if sign else match[0].replace("−", "-")
        found.append(float(number.replace(",", "")))
    return found


def has_number(text: str) -> bool:
    """Tell whether there is a number in digits; the numbering of a list is none.

    >>> has_number("It took 3 days"), has_number("It took three days")
    (True, False)
    """
    return bool(numbers_of(text))


def number_between(text: str | float, low: float, high: float) -> bool:
    """Tell whether a value is a number from low to high, both included; of a text the first number counts.

    ``8/10`` is 8, ``Score: 8`` is 8; a text without a number is not between.

    >>> number_between("8/10", 0, 10), number_between("11", 0, 10), number_between(3.5, 1, 5)
    (True, False, True)
    """
    if isinstance(text, bool) or text is None:
        return False
    if isinstance(text, int | float):
        return low <= text <= high
    found = numbers_of(
        plain(re.sub(_LIST_MARK, "", text)) if not re.fullmatch(r"\s*-?[\d.,]+\s*", text) else text.strip(" \n.,")
    )
    return bool(found) and low <= found[0] <= high


def dates_of(text: str) -> list[str]:
    """Return the dates: ``2024-05-01``, ``1/5/2024``, ``May 1, 2024``, ``1 May 2024``, ``May 2024``.

    >>> dates_of("From 2024-05-01 to May 3rd, 2024")
    ['2024-05-01', 'May 3rd, 2024']
    """
    return [match[0] for match in re.finditer(_DATE, text)]


def has_date(text: str) -> bool:
    """Tell whether there is a date.

    >>> has_date("On 1 May 2024"), has_date("Soon")
    (True, False)
    """
    return bool(dates_of(text))


def times_of(text: str) -> list[str]:
    r"""Return the times of day and time stamps: ``9:30``, ``00:12:05``, ``5:00 pm``.

    >>> times_of("00:00:00 Start\n00:12:05 End")
    ['00:00:00', '00:12:05']
    """
    return [match[0].strip() for match in re.finditer(_TIME, text)]


def _seconds(stamp: str) -> float:
    """Return a time in seconds; a stamp of two parts is taken as minutes and seconds, or hours and minutes, alike."""
    match = re.match(r"(?i)(\d+):(\d+)(?::(\d+))?(?:[.,](\d+))?\s?([ap])?", stamp)
    if not match:
        return 0.0
    parts = [int(part) for part in match.group(1, 2, 3) if part is not None]
    if match[5]:
        parts[0] = parts[0] % 12 + (12 if match[5] in "pP" else 0)
    total = 0
    for part in parts:
        total = total * 60 + part
    return total + float(f"0.{match[4] or 0}")


def _day(date: str) -> tuple[int, int, int]:
    """Return a date as year, month and day for comparing; 0 where it names none."""
    months = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
    name = re.search(rf"(?i){_MONTH}", date)
    numbers = [int(each) for each in re.findall(r"\d+", date)]
    year = next((each for each in numbers if each > 31), 0)
    others = [each for each in numbers if each != year]
    if name:
        return year, months.index(name[0][:3].lower()) + 1, others[0] if others else 0
    if numbers and numbers[0] == year:
        return year, others[0] if others else 0, others[1] if len(others) > 1 else 0
    if len(numbers) == 3:
        first, second = (numbers[1], numbers[0]) if numbers[0] > 12 or "." in date else (numbers[0], numbers[1])
        return year or 2000 + numbers[2], first, second
    return year, 0, 0


def dates_ascending(text: str) -> bool:
    """Tell whether the dates come in order, the earliest first; equal ones may follow each other.

    >>> dates_ascending("2024-01-01, then May 2, 2024"), dates_ascending("2024-02-01, 2023-01-01")
    (True, False)
    """
    days = [_day(date) for date in dates_of(text)]
    return all(one <= two for one, two in pairwise(days))


def times_ascending(text: str) -> bool:
    r"""Tell whether the times and time stamps come in order; equal ones may follow each other.

    >>> times_ascending("00:00 a\n01:10 b"), times_ascending("02:00 a\n01:10 b")
    (True, False)
    """
    stamps = [_seconds(stamp) for stamp in times_of(text)]
    return all(one <= two for one, two in pairwise(stamps))


def matches_format(text: str, form: str) -> bool:
    """Tell whether a text is written in a form such as ``YYYY-MM-DD``, ``HH:MM:SS``, ``00:00`` or ``(###) ###-####``.

    Two or more of Y, M, D, H, S, and each ``0``, ``9`` and ``#``, stand for digits; anything else stands for itself.

    >>> matches_format("2024-05-01", "YYYY-MM-DD"), matches_format("1 May", "YYYY-MM-DD")
    (True, False)
    """
    pieces = re.findall(r"(?i)y{2,}|m{2,}|d{2,}|h{2,}|s{2,}|[09#]+|.", form, re.DOTALL)
    pattern = "".join(
        rf"\d{{{len(piece)}}}" if len(piece) > 1 or piece in "09#" else re.escape(piece) for piece in pieces
    )
    return bool(form) and re.fullmatch(pattern, text.strip().strip("*_`\"'")) is not None


_COMMIT_TYPES: Final = (
    r"(?:build|chore|ci|config|deps|docs|feat|fix|hotfix|i18n|init|merge|perf|refactor|release|revert|security|style"
    r"|test|wip)"
)


def has_commit_title(text: str) -> bool:
    """Tell whether a text has a title as https://www.conventionalcommits.org asks for: a type, perhaps a scope, words.

    It may stand on a line of its own, behind a list mark, or in the quotation marks of a command or of JSON.

    >>> has_commit_title("feat(api)!: add paging"), has_commit_title("Add paging to the API")
    (True, False)
    """
    begins = r"^[ \t>*`#\"'-]*(?:\d+[.)][ \t]+)?[*`\"']*|[\"'`]"
    return re.search(rf"(?m)(?:{begins}){_COMMIT_TYPES}(?:\([^()\n]+\))?!?:[*`]*[ \t]+\S", text) is not None
